#include "runner/baseline.h"

#include <iterator>

#include "expect/text.h"
#include "sbx/report.h"

namespace sbx::runner {

namespace {

std::string key_of(const std::string& id) {
  return sbx::escape(id, std::string::npos);
}

TestResult broken(const std::string& id, std::string summary) {
  TestResult result;
  result.id = id;
  result.status = Status::failed;
  result.failures.push_back({.kind = "baseline", .summary = std::move(summary)});
  return result;
}

}  // namespace

Result<Baseline> parse_baseline(std::string_view bytes) {
  Baseline baseline;
  int number = 0;
  for (const std::string_view line : expect::split_lines(bytes)) {
    ++number;
    if (line.empty() || line[0] == '#') {
      continue;
    }
    const bool skip = line.substr(0, 5) == "skip ";
    if (!skip && line.substr(0, 4) != "run ") {
      return tl::unexpected(Error{std::to_string(number), "neither 'run ID' nor 'skip ID'"});
    }
    baseline.may_skip[std::string(line.substr(skip ? 5 : 4))] = skip;
  }
  return baseline;
}

std::string baseline_line(const std::string& id, bool skipped) {
  return (skipped ? "skip " : "run ") + key_of(id) + "\n";
}

void keep_selected(const Selection& selection, const std::vector<std::string>& ids,
                   Baseline* baseline) {
  std::map<std::string, std::string> by_key;
  for (const std::string& id : ids) {
    by_key[key_of(id)] = id;
  }
  for (auto it = baseline->may_skip.begin(); it != baseline->may_skip.end();) {
    const auto at = by_key.find(it->first);
    const bool kept = selection.keeps_id(at == by_key.end() ? it->first : at->second);
    it = kept ? std::next(it) : baseline->may_skip.erase(it);
  }
}

std::vector<TestResult> check_baseline(const Baseline& baseline,
                                       const std::map<std::string, Status>& seen) {
  std::map<std::string, Status> by_key;
  for (const auto& [id, status] : seen) {
    by_key[key_of(id)] = status;
  }
  std::vector<TestResult> out;
  for (const auto& [id, may_skip] : baseline.may_skip) {
    const auto at = by_key.find(id);
    if (at == by_key.end()) {
      out.push_back(broken(id, "vanished: the baseline names it and no selected test has this id"));
    } else if (at->second == Status::skipped && !may_skip) {
      out.push_back(broken(id, "newly skipped: the baseline says that it runs"));
    } else if (at->second == Status::excluded && !may_skip) {
      out.push_back(broken(id, "newly excluded: the baseline says that it runs"));
    }
  }
  return out;
}

}  // namespace sbx::runner
