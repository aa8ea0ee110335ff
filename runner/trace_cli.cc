#include "trace_cli.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "caps_yaml.h"
#include "program_io.h"
#include "report_json.h"
#include "sbx/danger/trace.h"
#include "sbx/host.h"
#include "trace_list.h"
#include "trace_options.h"

namespace sbx::runner {
namespace {

namespace fs = std::filesystem;

constexpr int kCheckFailed = 1;
constexpr const char* kWarning =
    "sbx: trace: the program is NOT confined by the system call filter: every call is counted and "
    "let "
    "through.\nsbx: trace: namespaces, the tree, Landlock and the limits hold. For programs you "
    "trust.\n";

// The list that is there. A missing file is an empty list where `may_miss`.
Result<TraceList> read_list(const std::string& path, bool may_miss) {
  std::string text;
  if (may_miss && ::access(path.c_str(), F_OK) != 0) {
    return TraceList{};
  }
  if (auto wrong = read_small_file(path, &text)) {
    return tl::unexpected(Error{"--list", path + ": " + *wrong});
  }
  return parse_list(path, text);
}

std::string set_of(const TraceOptions& trace, const BoxOptions& box) {
  using Step = TraceOptions::Step;
  switch (trace.step) {
    case Step::compile:
      return "compile";
    case Step::fuzz:
      return "fuzz";
    case Step::leaks:
      return "leaks";
    case Step::program:
      break;
  }
  return box.net ? "net" : box.threads ? "threads" : "base";
}

TraceList measured_list(const Trace& trace, const std::string& cell, const std::string& set,
                        const std::string& program) {
  TraceList list;
  list.cell = cell;
  for (const TracedCall& c : trace.calls) {
    list.rows[{set, c.call}].insert(fs::path(program).filename().string());
  }
  return list;
}

// The program ran to an end of its own; else what is counted is not what it does.
bool ended_by_itself(const Report& report) {
  return !report.records.empty() &&
         (std::holds_alternative<event::Exited>(report.records.back().what) ||
          std::holds_alternative<event::Signalled>(report.records.back().what));
}

int check(const TraceOptions& options, const Trace& trace, const TraceList& measured,
          const TraceList& listed) {
  const std::string set = measured.rows.empty() ? "" : measured.rows.begin()->first.first;
  std::string text;
  bool good = true;
  for (const TracedCall& c : trace.calls) {
    if (!c.covered) {
      text += set + " " + c.call + ": the table lacks it\n";
      good = false;
    }
  }
  if (!options.list.empty()) {
    const TraceDifference d = compare(measured, listed);
    for (const std::string& row : d.not_needed) {
      text += row + ": listed, not needed here\n";
    }
    for (const std::string& row : d.not_listed) {
      text += row + ": measured, not listed\n";
    }
    good = good && (!options.strict || (d.not_needed.empty() && d.not_listed.empty()));
  }
  write_all(1, text);
  return good ? 0 : kCheckFailed;
}

int write_list(const TraceOptions& options, TraceList measured, const TraceList& kept) {
  add_rows(kept, &measured);
  if (options.list.empty()) {
    write_all(1, render_list(measured));
    return 0;
  }
  int fd = -1;
  Error error;
  if (!open_output("--list", options.list, &fd, &error)) {
    return usage_error(error);
  }
  const bool whole = write_output("--list", fd, render_list(measured));
  ::close(fd);
  return whole ? 0 : kNotWritten;
}

}  // namespace

int trace_main(std::vector<std::string> words) {
  auto options = take_trace_options(&words);
  auto box = options ? take_box_options(&words) : Result<BoxOptions>(BoxOptions{});
  if (!options || !box) {
    return usage_error(!options ? options.error() : box.error());
  }
  if (words.empty()) {
    return usage_error({"trace", "needs a program"});
  }
  const std::string program = words[0];
  const std::vector<std::string> args(words.begin() + 1, words.end());
  using Step = TraceOptions::Step;
  auto request = options->step == Step::compile ? command_request(*box, words)
                                                : exec_request(*box, program, args);
  if (!request) {
    return usage_error(request.error());
  }
  if (options->step == Step::fuzz || options->step == Step::leaks) {
    request->proc = true;  // sanitizers read their own maps
    request->steps[0].profile = Profile::fuzz;
    request->steps[0].leaks = options->step == Step::leaks;
  }
  const bool checks = options->check || options->strict;
  TraceList listed;
  if (!options->list.empty() && (checks || options->merge)) {
    auto read = read_list(options->list, options->merge);
    if (!read) {
      return usage_error(read.error());
    }
    listed = std::move(*read);
  }
  Error error;
  int in = -1, report_file = -1, json_file = -1;
  if (!open_input(box->stdin_file, &in, &error) ||
      !open_output("--report", box->report_file, &report_file, &error) ||
      !open_output("--json", box->json_file, &json_file, &error)) {
    return usage_error(error);
  }
  request->streams.in = in >= 0 ? Input::from(in) : Input::empty();
  request->streams.out = Output::discard();
  write_all(2, kWarning);
  auto trace = trace_here(*request);
  if (!trace) {
    return usage_error(trace.error());
  }
  write_all(2, report_lines(trace->report));
  const bool report_whole = write_output("--report", report_file, report_lines(trace->report));
  if (!write_output("--json", json_file, trace_json(*trace)) || !report_whole) {
    return kNotWritten;
  }
  if (!ended_by_itself(trace->report)) {
    return trace->report.exit_code();
  }
  const std::string stem = fs::path(options->list).stem().string();
  const std::string cell = !options->cell.empty() ? options->cell
                           : !stem.empty()        ? stem
                                                  : std::string(arch());
  const TraceList measured = measured_list(*trace, cell, set_of(*options, *box), program);
  return checks ? check(*options, *trace, measured, listed)
                : write_list(*options, measured, listed);
}

}  // namespace sbx::runner
