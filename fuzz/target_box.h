// fuzz/target_box.h - one run of a libFuzzer target in a box: a job, a merge, one input.
//
//   Target target{.path = "/home/a/build/parser", .memory = 512_MiB};
//   Ran ran = run_target(target, {"-runs=1", "i0"}, {{.host = input, .inside = "/i0"}}, log_fd,
//   30s); ran.code      what libFuzzer's parent is told: 77 a crash, 70 a timeout, 71 memory, 72
//   stop
//
// The box: the target's folder at /src, read-only; the mounts given; /proc of its own. The target
// runs in "/", so that names relative to there are the same on both sides. Thread-safe.
#pragma once
#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "sbx/box.h"

namespace sbx::fuzz {

struct Target {
  std::string path;         // absolute, of the host
  Bytes memory = 1024_MiB;  // --mem: beyond what it has before its first input
  unsigned timeout = 25;    // seconds an input may take: libFuzzer's, and the box's clock above it
  bool leaks = false;       // --leaks
  std::vector<Mount> shown = {};      // --ro
  std::vector<std::string> env = {};  // --env, last

  [[nodiscard]] std::string name() const { return path.substr(path.rfind('/') + 1); }
  [[nodiscard]] std::string inside() const { return "/src/" + name(); }
};

// Exit codes of libFuzzer, which its parent tells ends by.
inline constexpr int kCrash = 77, kTimeout = 70, kOutOfMemory = 71, kInterrupted = 72;

struct Ran {
  Report report;
  int code = 0;        // for libFuzzer's parent
  std::string cannot;  // why there was no box; empty: there was one
};

// `words`: flags and inputs, without the program. What it prints goes to `log`, both streams in
// order.
[[nodiscard]] Ran run_target(const Target& target, const std::vector<std::string>& words,
                             const std::vector<Mount>& mounts, int log, std::chrono::seconds wall,
                             std::stop_token stop = {});

// The request of that run.
[[nodiscard]] Request target_request(const Target& target, const std::vector<std::string>& words,
                                     const std::vector<Mount>& mounts, int log,
                                     std::chrono::seconds wall);

// What libFuzzer's parent is told of a report.
[[nodiscard]] int libfuzzer_code(const Report& report);

// The environment that makes sanitizers say what the triage reads: one finding, no symbols (those
// are looked up outside), no leaks unless asked for.
[[nodiscard]] std::vector<std::string> sanitizer_env(const Target& target);

}  // namespace sbx::fuzz
