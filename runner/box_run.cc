#include "runner/box_run.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include "expect/text.h"
#include "runner/box_flags.h"
#include "runner/unboxed.h"
#include "sbx/box.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

std::string errno_text() {
  return errno_name(errno);
}

// A built program runs over the folder of its test, as it would when compiled in the box; it comes
// in by a mount of its own, because it is built elsewhere.
Result<Request> built_request(const BoxOptions& box, const Case& test,
                              const BuiltProgram& program) {
  const std::string folder(expect::folder_of(test.spec.path));
  std::string inside;
  Result<Request> request = base_request(box, folder.empty() ? "." : folder, &inside);
  if (!request) {
    return request;
  }
  const fs::path path(program.path);
  const std::string built = path.has_parent_path() ? path.parent_path().string() : ".";
  request->tree.push_back({built, kPrebuilt, How::read_only, "", false});
  Step& step = request->steps.back();
  step.argv = {std::string(kPrebuilt) + "/" + path.filename().string()};
  step.argv.insert(step.argv.end(), test.spec.args.begin(), test.spec.args.end());
  if (box.cwd.empty()) {
    step.cwd = inside;
  }
  return request;
}

Result<Request> request_of(const Case& test, const std::string& base, const Options& options) {
  if (test.spec.kind == expect::TestKind::reproducer) {
    return tl::unexpected(Error{"", "a reproducer is judged by the key of its failure alone"});
  }
  const auto box = parse_box_options(box_words(test, options));
  if (!box) {
    return tl::unexpected(box.error());
  }
  if (!is_built(test, options)) {
    return run_request(*box, test.spec.program, test.spec.args);
  }
  const BuiltProgram program = program_of(test, base, options);
  if (!program.missing.empty()) {
    return tl::unexpected(Error{"", program.missing});
  }
  return built_request(*box, test, program);
}

// The box's stdin as a descriptor; empty: nothing is wrong.
std::string open_input(const expect::TestSpec& spec, Fd* input) {
  if (spec.stdin_text) {
    *input = memory_file(*spec.stdin_text);
  } else if (!spec.stdin_file.empty()) {
    *input = Fd(::open(spec.stdin_file.c_str(), O_RDONLY | O_CLOEXEC));
  } else {
    return "";
  }
  return input->get() >= 0 ? "" : "cannot open its stdin " + spec.stdin_file + ": " + errno_text();
}

std::uint64_t most_output(const Request& request) {
  std::uint64_t most = count(request.limits.output);
  for (const Step& step : request.steps) {
    most = std::max(most, step.limits ? count(step.limits->output) : 0);
  }
  return most;
}

void take_report(const Report& report, BoxRun* ran) {
  for (const Record& record : report.records) {
    ran->report.push_back(to_line(record));
  }
  for (const Usage& usage : report.usage) {
    ran->cpu += usage.cpu;
  }
  for (const Write& write : report.writes) {
    ran->writes.push_back((write.removed ? "-" : "") + write.path);
  }
  std::sort(ran->writes.begin(), ran->writes.end());
  ran->exit_code = report.exit_code();
}

std::string sentence(const Error& error) {
  return error.field.empty() ? error.message : error.field + ": " + error.message;
}

}  // namespace

BoxRun BoxRunner::run(const Case& test, Captures& captures, const std::stop_token& stop) {
  const expect::TestSpec& spec = test.spec;
  BoxRun ran;
  Result<Request> request = request_of(test, base_, options_);
  if (!request) {
    ran.wrong = sentence(request.error());
    return ran;
  }
  Fd input;
  ran.wrong = open_input(spec, &input);
  if (!ran.wrong.empty()) {
    return ran;
  }
  const std::uint64_t most = most_output(*request);
  if (!captures.out.reset(most, options_.no_box) || !captures.err.reset(most, options_.no_box)) {
    ran.wrong = "cannot make a file for its output: " + errno_text();
    return ran;
  }
  request->streams = {Input::from(input.get()), Output::to(captures.out.fd()),
                      Output::to(captures.err.fd())};
  request->list_writes = spec.expect.writes.has_value();

  std::stop_source box;
  const std::stop_callback interrupted(stop, [&box] { box.request_stop(); });
  ran.timeout = spec.timeout.value_or(options_.timeout);
  std::optional<Deadlines::Guard> guard;
  const auto started = Deadlines::Clock::now();
  if (ran.timeout.count() > 0) {
    guard.emplace(deadlines_, started + ran.timeout, box);
  }
  const Result<Report> report = options_.no_box ? run_unboxed(*request, box.get_token())
                                : pool_         ? pool_->run(*request, box.get_token())
                                                : sbx::run(*request, box.get_token());
  ran.wall =
      std::chrono::duration_cast<std::chrono::microseconds>(Deadlines::Clock::now() - started);
  ran.timed_out = guard && guard->expired();
  ran.stopped = stop.stop_requested();
  if (report) {
    take_report(*report, &ran);
  } else {
    ran.wrong = sentence(report.error());
  }
  return ran;
}

expect::Outcome outcome_of(const Case& test, const BoxRun& ran, Captures& captures) {
  using Form = expect::StreamExpectation::Form;
  const expect::Expectation& expected = test.spec.expect;
  expect::Outcome got;
  got.exit_code = ran.exit_code;
  got.report = ran.report;
  got.writes = ran.writes;
  got.out = captures.out.view();
  got.err = captures.err.view();
  if (expected.out.form == Form::hash) {
    got.out_digest = captures.out.digest();
  }
  if (expected.err.form == Form::hash) {
    got.err_digest = captures.err.digest();
  }
  if (!ran.report.empty() && ran.report.back().compare(0, 9, "compile: ") == 0) {
    got.compile_err = got.err;  // no run step: all of it is the compiler's
  }
  return got;
}

}  // namespace sbx::runner
