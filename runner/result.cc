#include "runner/result.h"

#include <array>
#include <utility>

namespace sbx::runner {

namespace {

constexpr std::array<std::pair<Status, std::string_view>, 8> kWords = {{
    {Status::passed, "passed"},
    {Status::failed, "failed"},
    {Status::skipped, "skipped"},
    {Status::xfailed, "xfailed"},
    {Status::xpassed, "xpassed"},
    {Status::flaky, "flaky"},
    {Status::not_run, "not-run"},
    {Status::excluded, "excluded"},
}};

}  // namespace

std::string_view to_string(Status status) {
  for (const auto& [value, word] : kWords) {
    if (value == status) {
      return word;
    }
  }
  return "";
}

std::optional<Status> status_of(std::string_view word) {
  for (const auto& [value, name] : kWords) {
    if (name == word) {
      return value;
    }
  }
  return std::nullopt;
}

bool is_failure(Status status) {
  return status == Status::failed || status == Status::xpassed;
}

void Totals::add(const TestResult& result) {
  switch (result.status) {
    case Status::passed:
      ++passed;
      break;
    case Status::failed:
      ++failed;
      break;
    case Status::skipped:
      ++skipped;
      break;
    case Status::xfailed:
      ++passed;
      ++xfailed;
      break;
    case Status::xpassed:
      ++failed;
      ++xpassed;
      break;
    case Status::flaky:
      ++passed;
      ++flaky;
      break;
    case Status::not_run:
      ++not_run;
      break;
    case Status::excluded:
      ++excluded;
      break;
  }
  ran = passed + failed;
  if (result.unchecked > 0) {
    ++unchecked;
  }
}

std::string last_line(const Totals& totals) {
  return std::to_string(totals.passed) + " passed, " + std::to_string(totals.failed) + " failed, " +
         std::to_string(totals.skipped) + " skipped";
}

int exit_code_of(const Totals& totals, bool flaky_fails) {
  if (totals.failed > 0) {
    return kExitFailed;
  }
  if (totals.ran == 0) {
    return kExitNothing;
  }
  if (totals.flaky > 0 && flaky_fails) {
    return kExitFlaky;
  }
  return kExitOk;
}

}  // namespace sbx::runner
