#include "sbx_cli.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "box_flags.h"
#include "program_io.h"
#include "report_json.h"
#include "sbx/direct.h"
#include "sbx_manual.h"
#include "trace_cli.h"

namespace sbx::runner {
namespace {

struct Files {
  int report = -1;
  int json = -1;
};

// A user's box cannot copy up what belongs to others: say so where a build may have failed for it.
void hint_about_owner(const Request& request, const Report& report) {
  struct stat st;
  if (report.records.empty() || ::geteuid() == 0 ||
      ::stat(request.tree.front().host.c_str(), &st) != 0 || st.st_uid == ::geteuid()) {
    return;
  }
  const Record& last = report.records.back();
  const auto* exited = std::get_if<event::Exited>(&last.what);
  if (!last.label.empty() && exited != nullptr && exited->code != 0) {
    write_all(
        2,
        "sbx: hint: the source folder belongs to another user: in the box its files cannot be "
        "changed and only /src itself, /out and /tmp take new ones\n");
  }
}

int box(const BoxOptions& options, Request request) {
  Error error;
  Files files;
  int in = -1;
  if (!open_input(options.stdin_file, &in, &error) ||
      !open_output("--report", options.report_file, &files.report, &error) ||
      !open_output("--json", options.json_file, &files.json, &error)) {
    return usage_error(error);
  }
  request.streams.in = in >= 0 ? Input::from(in) : Input::empty();
  auto report = run_here(request);
  if (!report) {
    return usage_error(report.error());
  }
  const std::string lines = report_lines(*report);
  write_all(2, lines);
  hint_about_owner(request, *report);
  const bool report_whole = write_output("--report", files.report, lines);
  const bool json_whole = write_output("--json", files.json, report_json(*report, options.verbose));
  if (options.verbose) {
    for (const Usage& u : report->usage) {
      char text[256];
      std::snprintf(
          text, sizeof text,
          "sbx: %s: cpu %.3f s, wall %.3f s, peak %llu KiB, execve %u, processes and "
          "threads made %u, calls asked %u\n",
          u.label.empty() ? "run" : u.label.c_str(), static_cast<double>(u.cpu.count()) / 1e6,
          static_cast<double>(u.wall.count()) / 1e6,
          static_cast<unsigned long long>(count(u.peak_rss) >> 10), u.execs, u.makers, u.asked);
      write_all(2, text);
    }
  }
  return report_whole && json_whole ? report->exit_code() : kNotWritten;
}

int check(const std::vector<std::string>& words) {
  bool json = words.size() == 1 && words[0] == "--json";
  if (!words.empty() && !json) {
    return usage_error({words[0], "check takes --json alone"});
  }
  bool all = true;
  std::string text;
  const std::vector<Capability> found = check_here();
  for (const Capability& c : found) {
    all = all && (c.ok || !c.required);
    text += c.name + ": " + c.text + "\n";
  }
  write_all(1, json ? capabilities_json(found) : text);
  return all ? 0 : 1;
}

}  // namespace

int sbx_main(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    write_all(words.empty() ? 2 : 1, sbx_help());
    return words.empty() ? kBadUsage : 0;
  }
  if (words[0] == "--version") {
    write_all(1, "sbx " SBX_VERSION "\n");
    return 0;
  }
  if (words[0] == "--generate") {
    const std::string text = words.size() == 2 ? render_manual(sbx_manual(), words[1]) : "";
    write_all(1, text);
    return text.empty() ? usage_error({"--generate", "one of man, bash, zsh, fish, markdown"}) : 0;
  }
  std::vector<std::string> rest(words.begin() + 1, words.end());
  if (words[0] == "check") {
    return check(rest);
  }
  if (words[0] != "run" && words[0] != "exec" && words[0] != "trace") {
    return usage_error({words[0], "unknown command: run, exec, check or trace"});
  }
  if (!rest.empty() && (rest[0] == "--help" || rest[0] == "-h")) {
    write_all(1, sbx_help());
    return 0;
  }
  if (words[0] == "trace") {
    return trace_main(rest);
  }
  auto options = take_box_options(&rest);
  if (!options) {
    return usage_error(options.error());
  }
  if (rest.empty()) {
    return usage_error(
        {words[0], words[0] == "run" ? "needs a source file or a folder" : "needs a program"});
  }
  std::string path = rest[0];
  rest.erase(rest.begin());
  if (!rest.empty() && rest[0] == "--") {
    rest.erase(rest.begin());
  }
  auto request =
      words[0] == "run" ? run_request(*options, path, rest) : exec_request(*options, path, rest);
  if (!request) {
    return usage_error(request.error());
  }
  return box(*options, std::move(*request));
}

}  // namespace sbx::runner
