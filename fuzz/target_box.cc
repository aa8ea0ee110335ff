#include "fuzz/target_box.h"

#include <algorithm>

namespace sbx::fuzz {
namespace {

constexpr Bytes kOutput = 256_MiB;  // what it prints and what lies in its /tmp
constexpr std::chrono::seconds kMostSeconds{86400};
constexpr std::chrono::seconds kStart{60};  // a large target under a sanitizer on a busy host

// The first input comes behind one of these.
const char* const kArmedBy[] = {
    "INFO: seed corpus: ",             // a job reads and runs its seeds
    "INFO: A corpus is not provided",  // it has none
    "INITED",                          // both, whatever the two above are called
    "Running: ",                       // inputs by name
    "MERGE-INNER: ",                   // the inner half of a merge
    "INFO: Starting MinimizeCrashInputInternalStep",
};

// What libFuzzer prints before it leaves by itself; what leaves without is the target.
const char* const kLeavesBy[] = {
    "stat::number_of_executed_units",  // -print_final_stats=1: every end but the following
    "DONE  ",                          // the inner half of a merge
    "INFO: Done MinimizeCrashInputInternalStep",
    "INFO: The input is small enough",
    "libFuzzer: run interrupted",
    "ERROR: no interesting inputs were found",
    "ERROR: failed",
};

struct Code {
  int operator()(const event::Exited& e) const {
    // Its own 72 would end the whole run: a target that interrupts itself is a finding.
    return e.code == kInterrupted ? kCrash : e.code;
  }
  int operator()(const event::MemoryLimit&) const { return kOutOfMemory; }
  int operator()(const event::RefusedMmap&) const { return kOutOfMemory; }
  int operator()(const event::RefusedExecMemory&) const { return kOutOfMemory; }
  int operator()(const event::CpuLimit&) const { return kTimeout; }
  int operator()(const event::WallClock&) const { return kTimeout; }
  int operator()(const event::OutputLimit&) const { return kTimeout; }
  int operator()(const event::Stopped&) const { return kInterrupted; }
  int operator()(const event::Cannot&) const { return kInterrupted; }
  int operator()(const event::Note&) const { return kInterrupted; }
  template <class Refused>
  int operator()(const Refused&) const {
    return kCrash;
  }
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

std::vector<std::string> sanitizer_env(const Target& target) {
  // ASan keeps what was freed, by default 256 MiB of it: that would be most of a small cap.
  const std::uint64_t quarantine = std::clamp<std::uint64_t>(count(target.memory) >> 23, 1, 256);
  const std::string common = "symbolize=0:exitcode=1";
  std::vector<std::string> env = {
      "ASAN_OPTIONS=" + common + ":detect_leaks=" + (target.leaks ? "1" : "0") +
          ":quarantine_size_mb=" + std::to_string(quarantine),
      "UBSAN_OPTIONS=" + common + ":print_stacktrace=1:halt_on_error=1",
      "MSAN_OPTIONS=" + common,
      "LSAN_OPTIONS=symbolize=0",
  };
  for (const std::string& mine : target.env) {
    const std::string name = mine.substr(0, mine.find('=') + 1);
    const auto have = std::find_if(env.begin(), env.end(), [&](const std::string& e) {
      return e.compare(0, name.size(), name) == 0;
    });
    if (have != env.end()) {
      *have += ":" + mine.substr(name.size());  // a sanitizer's later words win
    } else {
      env.push_back(mine);
    }
  }
  return env;
}

Request target_request(const Target& target, const std::vector<std::string>& words,
                       const std::vector<Mount>& mounts, int log, std::chrono::seconds wall) {
  Request request;
  Mount source;
  source.host = folder_of(target.path);
  source.inside = "/src";
  request.tree.push_back(source);
  request.tree.insert(request.tree.end(), target.shown.begin(), target.shown.end());
  request.tree.insert(request.tree.end(), mounts.begin(), mounts.end());
  Step step;
  step.argv = {target.inside()};
  step.argv.insert(step.argv.end(), words.begin(), words.end());
  step.env = sanitizer_env(target);
  step.cwd = "/";
  step.profile = Profile::fuzz;
  step.armed_by.assign(std::begin(kArmedBy), std::end(kArmedBy));
  step.leaves_by.assign(std::begin(kLeavesBy), std::end(kLeavesBy));
  step.leaks = target.leaks;
  step.takes_stdin = false;
  request.steps = {step};
  request.limits.wall = std::min(wall + kStart, kMostSeconds);
  request.limits.cpu = kMostSeconds;  // libFuzzer has its own for each input
  request.limits.memory = target.memory;
  request.limits.output = kOutput;
  request.limits.threads = 2;
  request.proc = true;  // sanitizers read their own maps
  request.streams.out = request.streams.err = Output::to(log);
  return request;
}

int libfuzzer_code(const Report& report) {
  for (auto r = report.records.rbegin(); r != report.records.rend(); ++r) {
    if (!std::holds_alternative<event::Note>(r->what)) {
      return std::visit(Code{}, r->what);
    }
  }
  return kInterrupted;
}

Ran run_target(const Target& target, const std::vector<std::string>& words,
               const std::vector<Mount>& mounts, int log, std::chrono::seconds wall,
               std::stop_token stop) {
  Ran ran;
  auto report = run(target_request(target, words, mounts, log, wall), std::move(stop));
  if (!report) {
    ran.cannot = report.error().field + ": " + report.error().message;
    ran.code = kInterrupted;
    return ran;
  }
  ran.report = std::move(*report);
  ran.code = libfuzzer_code(ran.report);
  for (const Record& r : ran.report.records) {
    if (std::holds_alternative<event::Cannot>(r.what)) {
      ran.cannot = to_line(r);
    }
  }
  return ran;
}

}  // namespace sbx::fuzz
