// runner/host_proof.h - was the host touched? Exact sets before and after, not a window of time.
//
//   HostProof proof({"cases"}, {"/home/me/report.xml"});   // takes the first picture
//   ... run ...
//   for (const std::string& difference : proof.differences()) { ... }
//
// Sets: processes, mounts, the files under the folders (path, size, mtime, mode, SHA-256), the
// entries of the temporary folder. Makes this process the reaper of its descendants, so that none
// can hide as a child of pid 1. A process that a stranger's process started is not ours and does
// not count; in the temporary folder everything counts: on a busy host set TMPDIR. Not thread-safe.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace sbx::runner {

struct HostPicture {
  std::map<std::string, std::string> files = {};      // path -> size, mtime, mode, hash
  std::map<std::string, std::string> temporary = {};  // path -> size, mtime, mode
  std::map<std::string, std::string> mounts = {};     // line of mountinfo -> ""
  std::map<std::string, std::string> processes = {};  // "pid start" -> "parent's pid, name"
};

class HostProof {
 public:
  // ignored: absolute paths the runner itself writes; a folder stands for everything in it.
  HostProof(std::vector<std::string> folders, std::vector<std::string> ignored);
  // Sentences, sorted; empty: nothing differs. Ends the engine's helpers first.
  [[nodiscard]] std::vector<std::string> differences() const;

 private:
  std::vector<std::string> folders_;
  std::vector<std::string> ignored_;
  HostPicture before_;
};

// Sets down to their differences. Pure; `self` is the pid of the runner.
[[nodiscard]] std::vector<std::string> compare_pictures(const HostPicture& before,
                                                        const HostPicture& after, int self);

}  // namespace sbx::runner
