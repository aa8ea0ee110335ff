#include "client/helpers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

#include "helper/protocol.h"
#include "sbx/box.h"

namespace sbx::client {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<Helper>> idle;
  pid_t owner = ::getpid();  // a forked copy of the caller must not use its parent's helpers
  std::string path;
};

Registry& registry() {
  static Registry* r = new Registry;  // never destroyed: run() may be called while statics end
  return *r;
}

std::string beside_program(const char* relative) {
  char self[4096];
  ssize_t n = ::readlink("/proc/self/exe", self, sizeof self);
  std::string path(self, n > 0 ? static_cast<std::size_t>(n) : 0);
  return path.substr(0, path.rfind('/') + 1) + relative;
}

std::string find_helper() {
  {
    std::lock_guard lock(registry().mutex);
    if (!registry().path.empty()) {
      return registry().path;
    }
  }
  if (const char* path = std::getenv("SBX_HELPER")) {
    return path;
  }
  std::string installed = SBX_HELPER_PATH;
  for (const std::string& path :
       {beside_program("sbx-helper"), beside_program("../libexec/sbx/sbx-helper")}) {
    if (::access(path.c_str(), X_OK) == 0) {
      return path;
    }
  }
  return installed;
}

int spawn(const std::string& path, int socket, int tombstone) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attr;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, socket, helper::kSocketFd);
  ::posix_spawn_file_actions_adddup2(&actions, tombstone, helper::kTombstoneFd);
  ::posix_spawnattr_init(&attr);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attr, &none);
  ::posix_spawnattr_setsigdefault(&attr, &all);
  // A session of its own: a Ctrl-C is the caller's to handle.
  ::posix_spawnattr_setflags(&attr,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  char name[] = "sbx-helper";
  char* argv[] = {name, nullptr};
  char* envp[] = {nullptr};
  pid_t pid = -1;
  int error = ::posix_spawn(&pid, path.c_str(), &actions, &attr, argv, envp);
  ::posix_spawnattr_destroy(&attr);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error == 0) {
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (error != 0 || !WIFEXITED(status)) {
    return error;
  }
  // An errno of the helper's own; or what should have started it gave up: its C library, a shell.
  constexpr int kNeverStarted = 127;
  return WEXITSTATUS(status) == kNeverStarted ? ENOEXEC : WEXITSTATUS(status);
}

// The two with numbers from kFirstFd on. False: errno says why.
bool raised(const int (&low)[2], sys::Fd* first, sys::Fd* second) {
  const sys::Fd one(low[0]), other(low[1]);
  first->reset(::fcntl(low[0], F_DUPFD_CLOEXEC, kFirstFd));
  second->reset(*first ? ::fcntl(low[1], F_DUPFD_CLOEXEC, kFirstFd) : -1);
  return *first && *second;
}

class SharedHelpers : public Helpers {
 public:
  std::unique_ptr<Helper> take(const Request&, int* error, std::string* what) override {
    Registry& r = registry();
    {
      std::lock_guard lock(r.mutex);
      if (r.owner != ::getpid()) {
        r.idle.clear();
        r.owner = ::getpid();
      }
      while (!r.idle.empty()) {
        std::unique_ptr<Helper> helper = std::move(r.idle.back());
        r.idle.pop_back();
        if (is_idle(*helper)) {
          return helper;
        }
      }
    }
    return start_helper(error, what);
  }

  void give_back(std::unique_ptr<Helper> helper) override {
    const std::size_t most = std::max(2u, std::thread::hardware_concurrency()) * 4;
    Registry& r = registry();
    std::lock_guard lock(r.mutex);
    if (helper && r.owner == ::getpid() && r.idle.size() < most) {
      r.idle.push_back(std::move(helper));
    }
  }

  [[nodiscard]] bool keep() const override { return false; }
};

}  // namespace

std::unique_ptr<Helper> start_helper(int* error, std::string* what) {
  auto helper = std::make_unique<Helper>();
  sys::Fd theirs, tombstone;
  int pair[2], pipe[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0 ||
      !raised(pair, &helper->socket, &theirs) || ::pipe2(pipe, O_CLOEXEC) != 0 ||
      !raised(pipe, &helper->tomb, &tombstone)) {
    *error = errno == EINVAL ? EMFILE : errno;  // the limit lies below kFirstFd
    *what = "make a socket to the helper";
    return nullptr;
  }
  *error = spawn(find_helper(), theirs.get(), tombstone.get());
  *what = "start the helper";
  if (*error != 0) {
    return nullptr;
  }
  theirs.reset();
  tombstone.reset();
  std::string hello;
  if (!helper::receive_frame(helper->socket.get(), &hello, nullptr)) {
    *error = errno;
    *what = "greet the helper";
    return nullptr;
  }
  return helper;
}

bool is_idle(const Helper& helper) {
  pollfd p{helper.socket.get(), POLLIN, 0};
  return ::poll(&p, 1, 0) == 0;
}

Helpers& shared_helpers() {
  static auto& shared = *new SharedHelpers;  // as the registry: never destroyed
  return shared;
}

}  // namespace sbx::client

namespace sbx {

void set_helper(std::string path) {
  std::lock_guard lock(client::registry().mutex);
  client::registry().path = std::move(path);
  client::registry().idle.clear();
}

void release_helpers() {
  std::lock_guard lock(client::registry().mutex);
  client::registry().idle.clear();
}

}  // namespace sbx
