// fuzz/triage.h - from a heap of inputs that fail to bugs with names.
//
//   Triage triage({.target = t, .inputs = {"artifacts/crash-1", ...}, .found = "cases/found"}, &w);
//   int code = triage.run(say, stop);
//   render_table(triage.bugs());
//
// Each input is run in a box for its key; each bug's smallest input is made smaller, as long as its
// key stays; it is run again to see how often it fails; its folder is written. A bug whose folder
// is there is left as it is. Thread-safe where it says so: not.
#pragma once
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "fuzz/reproducer.h"
#include "fuzz/workspace.h"

namespace sbx::fuzz {

struct Bug {
  BugRecord record;
  Standing before = Standing::unknown;  // of its folder
  std::string folder;                   // where it is, as it is to be shown
};

struct TriageSettings {
  Target target;
  std::vector<std::string> inputs;  // files, absolute
  std::string found;                // the folder of reproducers, absolute
  unsigned repeat = 10;
  bool minimize = true;
};

class Triage {
 public:
  Triage(TriageSettings settings, Workspace* workspace)
      : settings_(std::move(settings)), workspace_(workspace), replayer_(settings_.target) {}

  // Says what it does, a line at a time. Error: no box, or a folder that cannot be written.
  [[nodiscard]] std::optional<Error> run(const std::function<void(const std::string&)>& say,
                                         const std::stop_token& stop);
  [[nodiscard]] const std::vector<Bug>& bugs() const { return bugs_; }
  // Inputs that do not fail alone, with what their job said of them.
  [[nodiscard]] const std::vector<std::string>& passing() const { return passing_; }

 private:
  std::optional<Error> classify(const std::function<void(const std::string&)>& say,
                                const std::stop_token& stop);
  // `alone`: the input fails by itself, not only in its job.
  void add(const std::string& file, const std::string& bytes, Replayed&& ran, bool alone);
  void shrink(Bug* bug, const std::stop_token& stop);
  void measure(Bug* bug, const std::stop_token& stop);

  const TriageSettings settings_;
  Workspace* const workspace_;
  Replayer replayer_;
  std::vector<Bug> bugs_;
  std::vector<std::string> passing_;
};

// Files of folders, and files; what sbx-fuzz wrote beside inputs (.log, .job) is left out.
[[nodiscard]] std::vector<std::string> inputs_below(const std::vector<std::string>& paths);

}  // namespace sbx::fuzz
