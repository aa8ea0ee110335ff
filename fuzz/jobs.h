// fuzz/jobs.h - one command of libFuzzer's parent, carried out in a box.
//
//   Jobs jobs({target, corpora, files, seed}, &workspace, &findings, &status, stop);
//   int code = jobs.run(parse_command(line), nullptr);
//
// What a job may write is its own: its corpus, its features, its artifacts; everything else it sees
// is read-only. What it wrote is swept before the parent, outside, looks at it. Thread-safe:
// libFuzzer calls from as many threads as there are jobs.
#pragma once
#include <atomic>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "fuzz/command_line.h"
#include "fuzz/findings.h"
#include "fuzz/status.h"
#include "fuzz/target_box.h"
#include "fuzz/workspace.h"

namespace sbx::fuzz {

struct JobSettings {
  Target target;
  std::vector<std::string> corpora;  // of the host; "c0", "c1"... in the workspace
  std::vector<std::string> files;    // -dict; "d0"...
  std::string input;                 // of minimize and cleanse; "i0". Empty: none
  std::uint64_t seed = 1;
};

class Jobs {
 public:
  Jobs(JobSettings settings, Workspace* workspace, Findings* findings, Status* status,
       std::stop_source stop);

  // The exit code for libFuzzer's parent. `output`: gets what was printed; may be null.
  int run(const Command& command, std::string* output);
  // One run of one empty input, before anything else. False: *why says what is wrong, in a word
  // for the user; *code is what to leave with.
  bool preflight(std::string* why, int* code);

  [[nodiscard]] unsigned running() const { return running_; }
  [[nodiscard]] unsigned begun() const { return next_; }
  // Why no box could be built, or no job does anything; empty: all is well.
  [[nodiscard]] std::string trouble() const;
  // Where libFuzzer's parent says that its jobs are to end; empty: it has started none.
  [[nodiscard]] std::string stop_file() const;

 private:
  struct Plan;
  Plan plan_of(const Command& command, const std::string& folder, unsigned number);
  void mount(Plan* plan, const std::string& name, How how) const;
  void mount_merge(Plan* plan, const std::string& folder) const;
  void finish(const Plan& plan, const Ran& ran, const std::string& log, const Command& command);
  void give_up(const std::string& why);
  void judge(const Plan& plan, const Ran& ran, const std::string& log);

  const JobSettings settings_;
  Workspace* const workspace_;
  Findings* const findings_;
  Status* const status_;
  std::stop_source stop_;
  std::atomic<unsigned> running_{0}, next_{0}, idle_{0};
  mutable std::mutex mutex_;
  std::string trouble_, stop_file_;
};

}  // namespace sbx::fuzz
