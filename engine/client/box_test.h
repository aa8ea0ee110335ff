// client/box_test.h - what the tests of run() share: victims, requests, what a process holds.
//
//   Report r = boxed(victim({"exit_with", "7"}));
//   EXPECT_EQ(lines(r), "exit 7\n");
//
// For tests alone. Thread-safe but for start_alone() and settled().
#pragma once
#include <sys/types.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sbx/box.h"
#include "sys/fd.h"

namespace sbx::testing {

// A folder of its own, readable by everybody, removed with everything below it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string path(const std::string& name = "") const;
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;

 private:
  std::string path_;
};

// Both ends close-on-exec.
struct Pipe {
  sys::Fd read, write;
  Pipe();
};

// The whole file; empty when it cannot be read.
[[nodiscard]] std::string read_file(const std::string& path);

// /src is the folder of engine/testcases's programs; words[0] is one of them. Output is captured.
[[nodiscard]] Request victim(const std::vector<std::string>& words);

// Runs it; an Error fails the test and gives an empty report.
[[nodiscard]] Report boxed(const Request& request, std::stop_token stop = {});

// Its records, one a line.
[[nodiscard]] std::string lines(const Report& report);
[[nodiscard]] std::string last_line(const Report& report);

// No helper is left, and from now on orphans below this process are its children: helpers, and what
// a box may leave.
void start_alone();
[[nodiscard]] std::vector<pid_t> children_of(pid_t pid);
// Waits at most three seconds until this process has `helpers` children, each with a spare init or
// none; reaps what ended meanwhile.
[[nodiscard]] bool settled(std::size_t helpers);

// What this process holds that a call must not change: descriptors and where they lead, signals,
// mask, folder, umask, environment, dumpable flag, mounts.
using Belongings = std::map<std::string, std::string>;
[[nodiscard]] Belongings belongings();
// What is different now, one a line; empty when nothing is.
[[nodiscard]] std::string changes_since(const Belongings& before);

// What `body` answers in a forked copy of this process.
[[nodiscard]] std::string in_child(const std::function<std::string()>& body);

}  // namespace sbx::testing
