#include "runner/case_run.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "expect/diff.h"
#include "expect/judge.h"
#include "expect/text.h"
#include "runner/repro_run.h"

namespace sbx::runner {

namespace fs = std::filesystem;

// One run in one box.
struct CaseRunner::Attempt {
  TestResult result = {};
  // Under --determinism alone: all of an output as a hash, its front to show.
  expect::Digest out = {}, err = {};
  std::string out_head = {}, err_head = {};
};

// Some of them, until it is known how the test ended.
struct CaseRunner::Repeat {
  TestResult shown = {};
  Status status = Status::passed;
  unsigned runs = 0;
  unsigned failed = 0;
};

namespace {

std::string seconds(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s"
                                  : std::to_string(time.count()) + " ms";
}

Failure failure_from(expect::Mismatch&& mismatch) {
  Failure failure;
  failure.kind = std::string(expect::kind_name(mismatch.kind));
  failure.summary = std::move(mismatch.summary);
  failure.expected = std::move(mismatch.expected);
  failure.got = std::move(mismatch.got);
  failure.text = std::move(mismatch.text);
  if (mismatch.at.line > 0) {
    failure.file = mismatch.at.file;
    failure.line = mismatch.at.line;
    failure.column = mismatch.at.column;
    failure.source = line_of_file(mismatch.at.file, mismatch.at.line);
  }
  return failure;
}

void fail(TestResult* result, std::string kind, std::string summary) {
  result->status = Status::failed;
  result->failures.push_back({.kind = std::move(kind), .summary = std::move(summary)});
}

std::string head(std::string_view bytes) {
  return std::string(bytes.substr(0, kShownBytes));
}

}  // namespace

std::string line_of_file(const std::string& path, int line) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (int i = 0; i < line && std::getline(file, text); ++i) {
    if (i + 1 == line) {
      if (!text.empty() && text.back() == '\r') {
        text.pop_back();
      }
      return text;
    }
  }
  return "";
}

CaseRunner::CaseRunner(const Options& options, std::string base, std::string outputs)
    : options_(options), boxes_(options, std::move(base)), outputs_(std::move(outputs)) {
  outputs_exist_ = !outputs_.empty() && ::access(outputs_.c_str(), F_OK) == 0;
}

CaseRunner::Attempt CaseRunner::attempt(const Case& test, Captures& captures,
                                        const std::stop_token& stop) {
  Attempt attempt;
  if (test.spec.kind == expect::TestKind::reproducer) {
    attempt.result = run_reproducer(test, options_, stop);
    return attempt;
  }
  const BoxRun ran = boxes_.run(test, captures, stop);
  TestResult& result = attempt.result;
  result.status = Status::passed;
  result.wall = ran.wall;
  result.cpu = ran.cpu;
  result.report = ran.report;
  result.exit_code = ran.exit_code;
  if (ran.stopped) {
    result.status = Status::not_run;
    return attempt;
  }
  if (!ran.wrong.empty()) {
    fail(&result, "setup", ran.wrong);
    return attempt;
  }
  if (ran.timed_out) {
    fail(&result, "timeout", "ended after " + seconds(ran.timeout));
  } else {
    judge(test, outcome_of(test, ran, captures), &result);
  }
  if (options_.determinism > 0) {
    attempt.out = captures.out.digest();
    attempt.err = captures.err.digest();
    attempt.out_head = head(captures.out.view());
    attempt.err_head = head(captures.err.view());
  }
  if (result.status == Status::failed) {
    keep(test, captures, &result);
  }
  return attempt;
}

void CaseRunner::judge(const Case& test, expect::Outcome got, TestResult* result) const {
  for (expect::Mismatch& mismatch : expect::judge_with_sidecars(test.spec.expect, std::move(got))) {
    if (mismatch.kind == expect::MismatchKind::unchecked) {
      ++result->unchecked;
      if (!options_.strict) {
        continue;
      }
    }
    result->status = Status::failed;
    result->failures.push_back(failure_from(std::move(mismatch)));
  }
}

void CaseRunner::keep(const Case& test, Captures& captures, TestResult* result) const {
  result->out = head(captures.out.view());
  result->err = head(captures.err.view());
  result->out_bytes = captures.out.size();
  result->err_bytes = captures.err.size();
  if (outputs_.empty()) {
    return;
  }
  const fs::path folder = fs::path(outputs_) / test.spec.id;
  std::error_code error;
  fs::create_directories(folder, error);
  std::ofstream lines(folder / "report", std::ios::binary | std::ios::trunc);
  for (const std::string& line : result->report) {
    lines << "sandbox: " << line << '\n';
  }
  lines.close();
  if (!lines.fail() && captures.out.copy_to((folder / "stdout").string()) &&
      captures.err.copy_to((folder / "stderr").string())) {
    result->kept = folder.string();
  }
}

void CaseRunner::forget(const Case& test) const {
  if (!outputs_exist_) {
    return;
  }
  const fs::path folder = fs::path(outputs_) / test.spec.id;
  std::error_code error;
  for (const char* name : {"report", "stdout", "stderr"}) {
    fs::remove(folder / name, error);
  }
  fs::remove(folder, error);  // stays where the tests below it still keep something
}

void CaseRunner::compare(const Attempt& first, unsigned number, Attempt* next) {
  const auto differs = [&](const std::string& what, std::string_view before,
                           std::string_view after) {
    Failure failure;
    failure.kind = "nondeterminism";
    failure.summary = "run " + std::to_string(number) + " differs from run 1 in its " + what;
    expect::DiffOptions names;
    names.expected = "run 1";
    names.got = "a later run";
    failure.text = expect::diff_bytes(before, after, names);
    next->result.failures.push_back(std::move(failure));
    next->result.status = Status::failed;
  };
  if (first.result.exit_code != next->result.exit_code) {
    differs("exit code", std::to_string(first.result.exit_code) + "\n",
            std::to_string(next->result.exit_code) + "\n");
  }
  if (first.result.report != next->result.report) {
    differs("report", expect::join_lines(first.result.report),
            expect::join_lines(next->result.report));
  }
  if (first.out.sha256 != next->out.sha256) {
    differs("stdout", first.out_head, next->out_head);
  }
  if (first.err.sha256 != next->err.sha256) {
    differs("stderr", first.err_head, next->err_head);
  }
}

CaseRunner::Attempt CaseRunner::compared(const Case& test, Captures& captures,
                                         const std::stop_token& stop) {
  Attempt first = attempt(test, captures, stop);
  for (unsigned i = 1; i < options_.determinism; ++i) {
    if (first.result.status != Status::passed) {
      return first;
    }
    Attempt next = attempt(test, captures, stop);
    if (next.result.status == Status::not_run) {
      return next;
    }
    compare(first, i + 1, &next);
    if (next.result.status == Status::failed) {
      keep(test, captures, &next.result);
      return next;
    }
  }
  return first;
}

// One of the repeats: retried where that is asked and it failed.
CaseRunner::Repeat CaseRunner::repeat(const Case& test, Captures& captures,
                                      const std::stop_token& stop) {
  Repeat repeat;
  // A test that is expected to fail is not asked again for failing.
  const unsigned retries = test.spec.xfail.empty() ? options_.retries : 0;
  for (unsigned retry = 0; retry <= retries; ++retry) {
    TestResult one = compared(test, captures, stop).result;
    repeat.status = one.status;
    if (one.status == Status::not_run) {
      repeat.shown = std::move(one);
      return repeat;
    }
    ++repeat.runs;
    if (one.status == Status::passed) {
      repeat.status = retry > 0 ? Status::flaky : Status::passed;
      if (retry == 0) {
        repeat.shown = std::move(one);
      }
      return repeat;  // what a flaky test did when it failed stays to be seen
    }
    ++repeat.failed;
    repeat.shown = std::move(one);
  }
  return repeat;
}

TestResult CaseRunner::run(const Case& test, Captures& captures, const std::stop_token& stop) {
  Repeat all;
  for (unsigned i = 0; i < options_.repeat; ++i) {
    Repeat next = repeat(test, captures, stop);
    all.runs += next.runs;
    all.failed += next.failed;
    // The worst is shown: a failure, else a run that was ended, else a flaky pass.
    const bool worse = i == 0 || (next.status == Status::failed && all.status != Status::failed) ||
                       (next.status != Status::passed && all.status == Status::passed);
    if (worse) {
      all.status = next.status;
      all.shown = std::move(next.shown);
    }
    if (next.status == Status::not_run || (next.status == Status::failed && options_.until_fail)) {
      break;
    }
  }
  return finished(test, std::move(all));
}

TestResult CaseRunner::finished(const Case& test, Repeat&& all) const {
  const expect::TestSpec& spec = test.spec;
  TestResult result = std::move(all.shown);
  result.id = spec.id;
  result.path = spec.path;
  result.tags = spec.tags;
  result.status = all.status;
  result.runs = all.runs;
  result.failed_runs = all.failed;
  if (!spec.xfail.empty() && all.status == Status::failed) {
    result.status = Status::xfailed;
    result.reason = spec.xfail;
  } else if (!spec.xfail.empty() && all.status == Status::passed) {
    fail(&result, "xpass", "passed, but it is expected to fail: " + spec.xfail);
    result.status = Status::xpassed;
    result.reason = spec.xfail;
  }
  if (result.status == Status::not_run) {
    result.reason = "the run was ended";
    result.failures.clear();
    result.report.clear();
  } else if (result.status == Status::passed) {
    forget(test);
  } else {
    result.repeat = repeat_command(test, boxes_.base(), options_);
    result.bare = bare_command(test, boxes_.base(), options_);
  }
  return result;
}

}  // namespace sbx::runner
