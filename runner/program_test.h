// runner/program_test.h - the program sbx-test from outside, for its tests.
//
//   Suite suite;
//   suite.add("a", "exit, \"3\"", "exit: 3");            // what victim.c is told, what it promises
//   EXPECT_EQ(suite.run({"--strict"}).code, 0);
//
// A suite's folder is gone with it. Needs a host that can build boxes.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include "expect/text.h"
#include "runner/read_file.h"
#include "runner/test_folder.h"

namespace sbx::runner {

struct Ended {
  int code = -1;
  std::string text = {};  // stdout, then stderr
  long peak_kib = 0;
};

// sbx-test with a cache folder of its own, its output in files.
class Program {
 public:
  Program(const TestFolder& folder, const std::vector<std::string>& words,
          const std::vector<std::string>& environment = {})
      : out_(folder.at("cache/out")), err_(folder.at("cache/err")) {
    folder.write("cache/out", "");
    std::vector<std::string> all = {SBX_TEST_PROGRAM};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<std::string> env = {"PATH=/usr/bin:/bin", "HOME=" + folder.at("cache"),
                                    "XDG_CACHE_HOME=" + folder.at("cache")};
    env.insert(env.end(), environment.begin(), environment.end());
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, folder.path().c_str());
    EXPECT_EQ(::posix_spawn(&pid_, SBX_TEST_PROGRAM, &actions, nullptr, pointers(all).data(),
                            pointers(env).data()),
              0);
    posix_spawn_file_actions_destroy(&actions);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void send(int signal) const { ::kill(pid_, signal); }

  Ended wait() const {
    Ended ended;
    int status = 0;
    rusage usage = {};
    while (::wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    ended.peak_kib = usage.ru_maxrss;
    std::string err;
    EXPECT_TRUE(read_file(out_, &ended.text));
    EXPECT_TRUE(read_file(err_, &err));
    ended.text += err;
    return ended;
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> out;
    for (std::string& word : words) {
      out.push_back(word.data());
    }
    out.push_back(nullptr);
    return out;
  }

  std::string out_, err_;
  pid_t pid_ = -1;
};

// A folder of tests that run the victim.
class Suite {
 public:
  void add(const std::string& name, const std::string& args, const std::string& expect,
           const std::string& more = "") const {
    folder.write("t/" + name + ".expect", "sbx-expect: 1\nexec: runner_victim\nargs: [" + args +
                                              "]\n" + more + "expect: {" + expect + "}\n");
  }
  [[nodiscard]] std::vector<std::string> words(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"--prebuilt", SBX_VICTIM_FOLDER, "t"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  [[nodiscard]] Ended run(const std::vector<std::string>& more = {},
                          const std::vector<std::string>& environment = {}) const {
    return Program(folder, words(more), environment).wait();
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    std::string bytes;
    EXPECT_TRUE(read_file(folder.at(name), &bytes)) << name;
    return bytes;
  }

  // What a box writes to the host it writes as nobody.
  void open_to_all(const std::string& name) const {
    std::filesystem::permissions(folder.at(name), std::filesystem::perms::all);
  }

  TestFolder folder = {};
};

inline std::string last_line_of(const std::string& text) {
  const auto lines = expect::split_lines(text);
  return lines.empty() ? "" : std::string(lines.back());
}

}  // namespace sbx::runner
