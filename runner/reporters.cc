#include "runner/reporters.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sbx::runner {

namespace {

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && value[0] != '\0';
}

bool is_terminal(std::FILE* file) {
  const char* term = std::getenv("TERM");
  return ::isatty(::fileno(file)) != 0 && (term == nullptr || std::strcmp(term, "dumb") != 0);
}

bool colored(When when, bool terminal) {
  if (when != When::automatic) {
    return when == When::always;
  }
  return terminal && !is_set("NO_COLOR");
}

unsigned width_of(std::FILE* file) {
  winsize size = {};
  return ::ioctl(::fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80u;
}

}  // namespace

bool is_coloured(When when, std::FILE* file) {
  return colored(when, is_terminal(file));
}

Result<std::vector<std::unique_ptr<Reporter>>> make_reporters(const Options& options) {
  std::vector<std::unique_ptr<Reporter>> reporters;
  const bool taken =
      options.junit == "-" || options.json == "-" || options.tap == "-" || options.html == "-";
  std::FILE* console = taken ? stderr : stdout;  // machine output is alone on its stream
  const bool terminal = is_terminal(console);
  TextOptions text;
  text.color = colored(options.color, terminal);
  text.verbosity = options.verbosity;
  text.stable = options.stable;
  text.width = width_of(console);
  reporters.push_back(terminal ? make_terminal(text, console) : make_plain(text, console));
  if (is_set("GITHUB_ACTIONS")) {
    reporters.push_back(make_github(console));
  }
  std::string wrong;
  std::string name;
  const auto file = [&](const char* flag, const std::string& path, auto make) {
    if (path.empty() || !wrong.empty()) {
      return;
    }
    File to = open_report(path);
    if (to == nullptr) {
      name = flag;
      wrong = "cannot write " + path + ": " + std::strerror(errno);
      return;
    }
    reporters.push_back(make(std::move(to)));
  };
  const bool stable = options.stable;
  file("--junit", options.junit, [&](File to) { return make_junit(std::move(to), stable); });
  file("--json", options.json, [&](File to) { return make_json(std::move(to), stable); });
  file("--tap", options.tap, [&](File to) { return make_tap(std::move(to)); });
  file("--html", options.html, [&](File to) { return make_html(std::move(to), stable); });
  if (!wrong.empty()) {
    return tl::unexpected(Error{name, wrong});
  }
  return reporters;
}

}  // namespace sbx::runner
