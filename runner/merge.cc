#include "runner/merge.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "runner/out/json.h"
#include "runner/read_file.h"
#include "runner/reporters.h"

namespace sbx::runner {

namespace {

struct Joined {
  std::vector<TestResult> results = {};
  std::map<std::string, std::string> from = {};  // id -> file
  std::string interrupted = {};
  std::size_t discovered = 0;
};

// What is wrong with one file; empty: its results were added.
std::string add(const std::string& path, Joined* joined) {
  std::string bytes;
  if (!read_file(path, &bytes)) {
    return path + ": cannot be read";
  }
  auto stream = read_stream(bytes);
  if (!stream) {
    return path + ":" + stream.error().field + ": " + stream.error().message;
  }
  joined->discovered = std::max(joined->discovered, stream->run.discovered);
  if (!stream->ended) {
    joined->interrupted = "an incomplete stream: " + path;
  } else if (!stream->interrupted.empty()) {
    joined->interrupted = stream->interrupted;
  }
  for (TestResult& result : stream->results) {
    const auto [at, fresh] = joined->from.emplace(result.id, path);
    if (!fresh) {
      return path + ": '" + result.id + "' is in " + at->second + " as well";
    }
    joined->results.push_back(std::move(result));
  }
  return "";
}

}  // namespace

int merge_streams(const Options& options) {
  Joined joined;
  std::string wrong = options.paths.empty() ? "merge: no file given" : "";
  for (const std::string& path : options.paths) {
    wrong = wrong.empty() ? add(path, &joined) : wrong;
  }
  auto reporters = make_reporters(options);
  if (wrong.empty() && !reporters) {
    wrong = reporters.error().field + ": " + reporters.error().message;
  }
  if (!wrong.empty()) {
    std::fprintf(stderr, "sbx-test: %s\n", wrong.c_str());
    return kExitUsage;
  }
  std::sort(joined.results.begin(), joined.results.end(),
            [](const TestResult& a, const TestResult& b) { return a.id < b.id; });
  RunInfo info;
  info.command = "sbx-test merge";
  info.selected = joined.results.size();
  info.discovered = joined.discovered;
  RunEnd end;
  end.interrupted = joined.interrupted;
  for (const TestResult& result : joined.results) {
    end.totals.add(result);
    end.totals.wall += result.wall;
  }
  // A shard that was cut off is no pass, whatever the rest of it says.
  const bool cut = !joined.interrupted.empty() || end.totals.not_run > 0;
  end.exit_code = exit_code_of(end.totals, options.flaky_fails);
  end.exit_code = cut && end.exit_code != kExitUsage ? int{kExitFailed} : end.exit_code;
  for (auto& reporter : *reporters) {
    reporter->begin(info);
    for (const TestResult& result : joined.results) {
      reporter->result(result);
    }
    reporter->end(end);
  }
  return end.exit_code;
}

}  // namespace sbx::runner
