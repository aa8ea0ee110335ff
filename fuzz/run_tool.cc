#include "fuzz/run_tool.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;

namespace sbx::fuzz {
namespace {

class File {
 public:
  File() : fd_(::memfd_create("sbx-fuzz", MFD_CLOEXEC)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] bool put(const std::string& text) const {
    return ::pwrite(fd_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  }
  [[nodiscard]] std::string text() const {
    const off_t size = ::lseek(fd_, 0, SEEK_END);
    std::string all(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
    const ssize_t n = ::pread(fd_, all.data(), all.size(), 0);
    all.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return all;
  }

 private:
  int fd_;
};

}  // namespace

// Files instead of pipes: neither side waits for the other.
bool run_tool(const std::vector<std::string>& words, const std::string& input,
              std::string* output) {
  const File in, out;
  if (in.fd() < 0 || out.fd() < 0 || !in.put(input)) {
    return false;
  }
  std::vector<char*> argv;
  for (const std::string& w : words) {
    argv.push_back(const_cast<char*>(w.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.fd(), 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.fd(), 1);
  ::posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, words[0].c_str(), &actions, &attributes, argv.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = -1;
  while (error == 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  *output = out.text();
  return error == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace sbx::fuzz
