#include "runner/unboxed.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/capture.h"

namespace sbx::runner {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class Scratch {
 public:
  Scratch() {
    std::error_code none;
    std::string name = (fs::temp_directory_path(none) / "sbx-no-box-XXXXXX").string();
    path_ = ::mkdtemp(name.data()) != nullptr ? name : "";
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    if (!path_.empty()) {
      fs::remove_all(path_, ignored);
    }
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Inside paths and what they are here, the longest first.
using Places = std::vector<std::pair<std::string, std::string>>;

Places places_of(const Request& request, const std::string& out) {
  Places all = {{"/out", out}};
  for (const Mount& m : request.tree) {
    std::error_code error;
    all.emplace_back(m.inside, fs::absolute(m.host, error).string());
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  return all;
}

// A word that is such a path, or ends in one behind "=", "-I", "-L" or "-o".
std::string here(const std::string& word, const Places& places) {
  std::size_t at = word.find('=') + 1;
  for (const char* option : {"-I", "-L", "-o"}) {
    at = at == 0 && word.compare(0, 2, option) == 0 ? 2 : at;
  }
  const std::string path = word.substr(at);
  for (const auto& [inside, outside] : places) {
    if (path == inside || path.compare(0, inside.size() + 1, inside + "/") == 0) {
      return word.substr(0, at) + outside + path.substr(inside.size());
    }
  }
  return word;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) {
    all.push_back(word.data());
  }
  all.push_back(nullptr);
  return all;
}

class Actions {
 public:
  Actions() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  void place(int fd, int target, int how) {
    if (fd >= 0) {
      ::posix_spawn_file_actions_adddup2(&actions_, fd, target);
    } else {
      ::posix_spawn_file_actions_addopen(&actions_, target, "/dev/null", how, 0);
    }
  }
  void folder(const std::string& path) {
    ::posix_spawn_file_actions_addchdir_np(&actions_, path.c_str());
  }
  int start(std::vector<std::string> argv, std::vector<std::string> env, pid_t* pid) {
    return ::posix_spawn(pid, argv[0].c_str(), &actions_, &attributes_, pointers(argv).data(),
                         pointers(env).data());
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

class Run {
 public:
  Run(const Request& request, const std::stop_token& stop, const std::string& out)
      : request_(request), places_(places_of(request, out)), wake_(::eventfd(0, EFD_CLOEXEC)) {
    on_stop_.emplace(stop, [this] { ::eventfd_write(wake_.get(), 1); });
  }

  // False: it is the last.
  bool step(const Step& step, Report* report) {
    std::vector<std::string> argv;
    for (const std::string& word : step.argv) {
      argv.push_back(here(word, places_));
    }
    std::vector<std::string> env = {"HOME=" + here("/src", places_), "PATH=/usr/bin:/bin"};
    for (const std::string& word : step.env) {
      env.push_back(here(word, places_));
    }
    Actions actions;
    actions.place(step.takes_stdin ? request_.streams.in.fd : -1, 0, O_RDONLY);
    actions.place(fd_of(request_.streams.out), 1, O_WRONLY);
    actions.place(fd_of(request_.streams.err), 2, O_WRONLY);
    actions.folder(here(step.cwd, places_));
    const auto started = Clock::now();
    pid_t pid = -1;
    if (const int error = actions.start(std::move(argv), std::move(env), &pid)) {
      report->records.push_back({step.label, event::Cannot{"start the step", error, ""}});
      return false;
    }
    const Limits& limits = step.limits ? *step.limits : request_.limits;
    std::optional<Event> ended = wait(pid, started + limits.wall, limits);
    ::kill(-pid, SIGKILL);
    int status = 0;
    rusage used{};
    while (::wait4(pid, &status, 0, &used) < 0 && errno == EINTR) {
    }
    Usage usage;
    usage.label = step.label;
    usage.wall = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - started);
    usage.cpu = time_of(used.ru_utime) + time_of(used.ru_stime);
    report->usage.push_back(usage);
    const Event event = ended                 ? *ended
                        : WIFSIGNALED(status) ? Event(event::Signalled{WTERMSIG(status)})
                                              : Event(event::Exited{WEXITSTATUS(status)});
    const auto* exited = std::get_if<event::Exited>(&event);
    report->records.push_back({step.label, event});
    return exited != nullptr && exited->code == 0;
  }

 private:
  static int fd_of(const Output& output) {
    return output.kind == Output::Kind::descriptor ? output.fd : -1;
  }
  static std::chrono::microseconds time_of(const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
  }

  // Nothing: the program ended by itself.
  std::optional<Event> wait(pid_t pid, Clock::time_point deadline, const Limits& limits) {
    const Fd program(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    for (;;) {
      pollfd p[2] = {{program.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}};
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      const int n = ::poll(p, 2, static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000)));
      if (n > 0 && p[0].revents != 0) {
        return std::nullopt;
      }
      if (n > 0) {
        return event::Stopped{};
      }
      if (Clock::now() >= deadline) {
        return event::WallClock{limits.wall};
      }
    }
  }

  const Request& request_;
  Places places_;
  Fd wake_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

}  // namespace

Result<Report> run_unboxed(const Request& request, const std::stop_token& stop) {
  const Scratch out;
  Report report;
  if (out.path().empty()) {
    report.records.push_back({"", event::Cannot{"make a folder for /out", errno, ""}});
    return report;
  }
  Run run(request, stop, out.path());
  for (const Step& step : request.steps) {
    if (!run.step(step, &report)) {
      break;
    }
  }
  return report;
}

}  // namespace sbx::runner
