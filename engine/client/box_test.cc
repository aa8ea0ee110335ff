#include "client/box_test.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace sbx::testing {
namespace {

std::string link_target(const std::string& path) {
  char target[4096];
  ssize_t n = ::readlink(path.c_str(), target, sizeof target);
  return std::string(target, n > 0 ? static_cast<std::size_t>(n) : 0);
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* dir = ::opendir(folder.c_str());
  while (dirent* e = dir != nullptr ? ::readdir(dir) : nullptr) {
    if (e->d_name[0] != '.') {
      names.emplace_back(e->d_name);
    }
  }
  if (dir != nullptr) {
    ::closedir(dir);
  }
  return names;
}

void reap() {
  while (::waitpid(-1, nullptr, WNOHANG | __WALL) > 0) {
  }
}

}  // namespace

Folder::Folder() {
  char name[] = "/tmp/sbx-test-XXXXXX";
  path_ = ::mkdtemp(name);
  ::chmod(path_.c_str(), 0755);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::path(const std::string& name) const {
  return name.empty() ? path_ : path_ + "/" + name;
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path(name), std::ios::binary) << text;
  return path(name);
}

Pipe::Pipe() {
  int fds[2] = {-1, -1};
  EXPECT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  read.reset(fds[0]);
  write.reset(fds[1]);
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Request victim(const std::vector<std::string>& words) {
  Request r;
  Mount programs;
  programs.host = SBX_VICTIMS;
  programs.inside = "/src";
  r.tree = {programs};
  Step step;
  step.argv = words;
  step.argv[0] = "/src/" + words[0];
  r.steps = {step};
  r.streams.out = Output::capture();
  r.streams.err = Output::capture();
  return r;
}

Report boxed(const Request& request, std::stop_token stop) {
  Result<Report> r = run(request, std::move(stop));
  if (!r) {
    ADD_FAILURE() << r.error().field << " " << r.error().message;
    return {};
  }
  return *r;
}

std::string lines(const Report& report) {
  std::string text;
  for (const Record& r : report.records) {
    text += to_line(r) + "\n";
  }
  return text;
}

std::string last_line(const Report& report) {
  return report.records.empty() ? "" : to_line(report.records.back());
}

void start_alone() {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
  release_helpers();
  ASSERT_TRUE(settled(0)) << "something of an earlier test is left";
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> all;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const std::string& task : names_in(tasks)) {
    std::istringstream list(read_file(tasks + "/" + task + "/children"));
    for (pid_t child = 0; list >> child;) {
      all.push_back(child);
    }
  }
  return all;
}

bool settled(std::size_t helpers) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  for (;;) {
    reap();
    std::vector<pid_t> mine = children_of(::getpid());
    bool busy = mine.size() != helpers;
    for (pid_t helper : mine) {
      const std::vector<pid_t> inits = children_of(helper);
      busy = busy || inits.size() > 1 || (inits.size() == 1 && !children_of(inits[0]).empty());
    }
    if (!busy || std::chrono::steady_clock::now() > until) {
      return !busy;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Belongings belongings() {
  Belongings all;
  for (const std::string& fd : names_in("/proc/self/fd")) {
    const std::string to = link_target("/proc/self/fd/" + fd);
    if (!to.empty()) {  // not the folder that was looked at
      all["descriptor " + fd] = to;
    }
  }
  for (int s = 1; s < 65; ++s) {
    struct sigaction a = {};
    if (::sigaction(s, nullptr, &a) == 0) {
      std::ostringstream text;
      text << reinterpret_cast<void*>(a.sa_handler) << " " << a.sa_flags;
      all["signal " + std::to_string(s)] = text.str();
    }
  }
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  for (int s = 1; s < 65; ++s) {
    all["mask"] += sigismember(&mask, s) == 1 ? '1' : '0';
  }
  const mode_t mode = ::umask(0);
  ::umask(mode);
  all["umask"] = std::to_string(mode);
  all["folder"] = std::filesystem::current_path();
  for (char** e = environ; *e != nullptr; ++e) {
    all["environment"] += std::string(*e) + "\n";
  }
  all["dumpable"] = std::to_string(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
  all["mounts"] = read_file("/proc/self/mountinfo");
  return all;
}

std::string changes_since(const Belongings& before) {
  std::string text;
  const Belongings now = belongings();
  for (const auto& [what, value] : before) {
    const auto it = now.find(what);
    if (it == now.end() || it->second != value) {
      text += what + ": " + value + " -> " + (it == now.end() ? "gone" : it->second) + "\n";
    }
  }
  for (const auto& [what, value] : now) {
    if (before.find(what) == before.end()) {
      text += what + ": new, " + value + "\n";
    }
  }
  return text;
}

std::string in_child(const std::function<std::string()>& body) {
  int fds[2];
  EXPECT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  sys::Fd read(::fcntl(fds[0], F_DUPFD_CLOEXEC, 100)), write(::fcntl(fds[1], F_DUPFD_CLOEXEC, 100));
  ::close(fds[0]);
  ::close(fds[1]);
  const pid_t pid = ::fork();
  if (pid == 0) {
    read.reset();
    const std::string answer = body();
    const ssize_t n = ::write(write.get(), answer.data(), answer.size());
    ::_exit(n == static_cast<ssize_t>(answer.size()) && !::testing::Test::HasFailure() ? 0 : 1);
  }
  write.reset();
  std::string answer;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(read.get(), buffer, sizeof buffer)) != 0;) {
    answer.append(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
  return answer;
}

}  // namespace sbx::testing
