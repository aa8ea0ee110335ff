#include "runner/repro_run.h"

#include <unistd.h>

#include <filesystem>

#include "expect/text.h"
#include "fuzz/reproducer.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

std::string absolute(const std::string& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal().string();
}

void fail(TestResult* result, std::string kind, std::string summary) {
  result->status = Status::failed;
  result->failures.push_back({.kind = std::move(kind), .summary = std::move(summary)});
}

}  // namespace

std::string target_program(const Case& test, const Options& options) {
  if (options.prebuilt.empty()) {
    return "";
  }
  const std::string path = expect::join_path(options.prebuilt, test.spec.reproducer.target);
  return ::access(path.c_str(), X_OK) == 0 ? path : "";
}

TestResult run_reproducer(const Case& test, const Options& options, const std::stop_token& stop) {
  TestResult result;
  const expect::Reproducer& r = test.spec.reproducer;
  auto target = fuzz::target_of(test.spec.path, test.spec.opts, target_program(test, options));
  if (!target) {
    fail(&result, "setup", target.error().field + ": " + target.error().message);
    return result;
  }
  for (const auto& [name, value] : test.spec.env) {
    target->env.push_back(name + "=" + value);
  }
  const fuzz::Held held =
      fuzz::still_holds({absolute(r.input), r.open, r.key, r.runs,
                         fuzz::recorded_build(test.spec.path), fuzz::recorded_job(test.spec.path)},
                        *target, stop);
  result.wall = held.last.took;
  result.exit_code = held.last.report.exit_code();
  if (!held.built.empty()) {
    result.report.push_back(to_line({"", event::Note{held.built}}));
    result.reason = held.built;
  }
  for (const Record& record : held.last.report.records) {
    result.report.push_back(to_line(record));
  }
  if (stop.stop_requested()) {
    result.status = Status::not_run;
  } else if (held.good) {
    result.status = Status::passed;
  } else {
    fail(&result, "reproducer", (held.built.empty() ? "" : held.built + "; ") + held.what);
    result.err = fuzz::scrubbed(held.last.log).substr(0, kShownBytes);
    result.err_bytes = held.last.log.size();
  }
  return result;
}

}  // namespace sbx::runner
