// sbx-fuzz: libFuzzer jobs in boxes, crashes into boxed reproducers.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "expect/entry.h"
#include "expect/processors.h"
#include "expect/text.h"
#include "fuzz/cli.h"
#include "fuzz/driver.h"
#include "fuzz/files.h"
#include "fuzz/triage_cli.h"
#include "fuzz/workspace.h"
#include "sbx/report.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

int usage_error(const Error& error) {
  std::fprintf(stderr, "sbx-fuzz: %s%s%s\n", error.field.c_str(), error.field.empty() ? "" : ": ",
               error.message.c_str());
  return kUsage;
}

bool lies_in(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  const std::string from = fs::weakly_canonical(folder, ignored).string() + "/";
  return (fs::weakly_canonical(path, ignored).string() + "/").starts_with(from);
}

// What could not be written once everything is done.
std::optional<Error> look_at_outputs(const Options& o) {
  const std::pair<const char*, const std::string&> tables[] = {
      {"--json", o.json}, {"--sarif", o.sarif}, {"--html", o.html}};
  int standard = 0;
  const auto refusal = [](const char* name, const std::string& path, const std::string& why) {
    return why.empty() ? std::nullopt
                       : std::optional<Error>(Error{name, path + ": cannot be written: " + why});
  };
  for (const auto& [name, path] : tables) {
    standard += path == "-" ? 1 : 0;
    const bool is_file = !path.empty() && path != "-";
    if (auto error = refusal(name, path, is_file ? file_refused(path) : "")) {
      return error;
    }
  }
  if (standard > 1) {
    return Error{"-", "standard output is for one of --json, --sarif and --html"};
  }
  if (o.output.empty()) {
    return std::nullopt;
  }
  return refusal("-o", o.output,
                 o.verb == Verb::triage ? folder_refused(o.output + "/" + o.target.name())
                                        : file_refused(o.output));
}

// What is wrong with the files that were named; and folders that are to be there are made.
std::optional<Error> look(const Options& o) {
  std::error_code ignored;
  if (::access(o.target.path.c_str(), X_OK) != 0 || fs::is_directory(o.target.path, ignored)) {
    return Error{o.target.path, "is no program"};
  }
  if (o.verb == Verb::triage && !expect::is_name(o.target.name())) {
    return Error{expect::visible(o.target.path),
                 "is no name for a folder of reproducers (letters, digits, . _ + -): rename it"};
  }
  const bool corpora = o.verb == Verb::run || o.verb == Verb::merge;
  const bool made_of = o.verb == Verb::minimize || o.verb == Verb::cleanse;
  for (std::size_t i = 1; i < o.operands.size(); ++i) {
    const std::string& path = o.operands[i];
    if (std::error_code error; corpora && i == 1 && !fs::exists(path, ignored)) {
      fs::create_directories(path, error);
      if (error) {
        return Error{path, "cannot be made: " + errno_name(error.value())};
      }
    }
    if (corpora && !fs::is_directory(path, ignored)) {
      return Error{path, "is no folder"};
    }
    if (corpora && i == 1 && ::access(path.c_str(), W_OK | X_OK) != 0) {
      return Error{path, errno_name(errno) + ": new inputs go to the first corpus"};
    }
    if (const std::string why = corpora ? unspeakable(path) : ""; !why.empty()) {
      return Error{path, why};
    }
    const bool folder_too = o.verb == Verb::triage && fs::is_directory(path, ignored);
    if (!corpora && !folder_too && !fs::is_regular_file(path, ignored)) {
      return Error{path, "is no file"};
    }
    if ((made_of && !can_be_read(path, path)) || ::access(path.c_str(), R_OK) != 0) {
      return Error{path, "cannot be read"};
    }
  }
  for (const Mount& m : o.target.shown) {
    if (!fs::exists(m.host, ignored)) {
      return Error{"--ro", m.host + ": is not there"};
    }
  }
  for (const FileFlag& f : o.flags.files) {
    if (!fs::is_regular_file(f.path, ignored) || !can_be_read(f.path, f.path)) {
      return Error{"-" + f.name, f.path + ": is no file that can be read"};
    }
  }
  if (corpora) {
    for (std::size_t i = 1; i < o.operands.size(); ++i) {
      if (lies_in(o.artifacts, o.operands[i])) {
        return Error{"--artifacts", o.artifacts + ": lies in the corpus " + o.operands[i] +
                                        ": inputs that fail would be taken for its inputs"};
      }
    }
    fs::create_directories(o.artifacts, ignored);
    if (!fs::is_directory(o.artifacts, ignored) || ::access(o.artifacts.c_str(), W_OK) != 0) {
      return Error{"--artifacts", o.artifacts + ": cannot be written"};
    }
  }
  return look_at_outputs(o);
}

Drive drive_of(const Options& o) {
  Drive d;
  const bool corpora = o.verb == Verb::run || o.verb == Verb::merge;
  d.what = o.verb == Verb::run        ? Drive::What::fuzz
           : o.verb == Verb::merge    ? Drive::What::merge
           : o.verb == Verb::minimize ? Drive::What::minimize
                                      : Drive::What::cleanse;
  d.settings.target = o.target;
  if (corpora) {
    d.settings.corpora.assign(o.operands.begin() + 1, o.operands.end());
  } else {
    d.settings.input = o.operands[1];
    d.output = o.output;
  }
  for (const FileFlag& f : o.flags.files) {
    d.settings.files.push_back(f.path);
  }
  d.settings.seed = o.flags.seed.value_or(static_cast<std::uint64_t>(::time(nullptr)));
  d.flags = o.flags.words;
  d.jobs = o.jobs > 0 ? o.jobs : expect::usable_processors();
  d.artifacts = o.artifacts;
  d.verbose = o.verbose;
  return d;
}

int fuzz_main(const std::vector<std::string>& words) {
  const auto flags = std::find(words.begin(), words.end(), "--");
  const bool asked = std::any_of(words.begin(), flags, [](const std::string& word) {
    return word == "--help" || word == "-h";
  });
  const bool of_none = !words.empty() && words[0][0] != '-' && !is_verb(words[0]);
  if (words.empty() || (asked && !of_none)) {
    std::fputs(usage(words.empty() ? "" : words[0]).c_str(), words.empty() ? stderr : stdout);
    return words.empty() ? kUsage : kNothingFound;
  }
  if (words[0] == "--version") {
    std::puts("sbx-fuzz " SBX_VERSION);
    return kNothingFound;
  }
  auto options = parse(words);
  if (!options) {
    return usage_error(options.error());
  }
  if (options->verb == Verb::replay) {
    return replay_main(*options);
  }
  std::error_code ignored;
  options->target.path = fs::weakly_canonical(options->target.path, ignored).string();
  if (auto error = look(*options)) {
    return usage_error(*error);
  }
  if (options->verb == Verb::triage) {
    return triage_main(*options);
  }
  return drive(drive_of(*options));
}

}  // namespace
}  // namespace sbx::fuzz

int main(int argc, char** argv) {
  return sbx::fuzz::fuzz_main(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
