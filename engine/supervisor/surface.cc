#include "supervisor/surface.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "supervisor/writes.h"
#include "sys/names.h"

namespace sbx::supervisor {
namespace {

bool same_time(const statx_timestamp& a, const statx_timestamp& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

}  // namespace

bool Surface::look(int fd, struct statx* seen, ssize_t* attributes) {
  if (::statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS, seen) != 0) {
    return false;
  }
  *attributes = ::flistxattr(fd, nullptr, 0);
  return *attributes >= 0;
}

std::optional<Surface> Surface::of(pid_t init, int upper) {
  std::vector<sys::Fd> open;
  for (const char* inside : {"/tmp", "/out"}) {
    const std::string path = "/proc/" + std::to_string(init) + "/root" + inside;
    open.emplace_back(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  if (upper >= 0) {
    open.push_back(open_upper(init, upper));
  }
  Surface surface;
  for (sys::Fd& fd : open) {
    Folder folder{std::move(fd), {}, 0};
    if (!folder.fd || !look(folder.fd.get(), &folder.seen, &folder.attributes)) {
      return std::nullopt;
    }
    surface.folders_.push_back(std::move(folder));
  }
  if (::fstatfs(surface.folders_[0].fd.get(), &surface.space_) != 0) {
    return std::nullopt;
  }
  return surface;
}

bool Surface::unchanged() const {
  for (const Folder& folder : folders_) {
    struct statx now;
    ssize_t attributes = 0;
    if (!look(folder.fd.get(), &now, &attributes)) {
      return false;
    }
    const struct statx& then = folder.seen;
    if (now.stx_mode != then.stx_mode || now.stx_uid != then.stx_uid ||
        now.stx_gid != then.stx_gid || now.stx_nlink != then.stx_nlink ||
        now.stx_size != then.stx_size || now.stx_attributes != then.stx_attributes ||
        !same_time(now.stx_atime, then.stx_atime) || !same_time(now.stx_mtime, then.stx_mtime) ||
        !same_time(now.stx_ctime, then.stx_ctime) || attributes != folder.attributes) {
      return false;
    }
  }
  // What is in no folder any more but still open, or in the overlay's work folder.
  struct statfs space;
  return ::fstatfs(folders_[0].fd.get(), &space) == 0 && space.f_bfree == space_.f_bfree &&
         space.f_ffree == space_.f_ffree;
}

bool opens_unnamed(const sys::SeccompData& call) {
  using sys::nr_if;
  constexpr std::uint64_t kUnnamed = O_TMPFILE & ~O_DIRECTORY;
  if (call.arch != sys::kNativeAudit || call.nr < 0 || call.nr == nr_if("openat2")) {
    return true;  // another numbering; flags that are in memory
  }
  const bool at = call.nr == nr_if("openat");
  return (at || call.nr == nr_if("open")) && (call.args[at ? 2 : 1] & kUnnamed) != 0;
}

bool may_reach_the_init(const sys::SeccompData& call) {
  using sys::nr_if;
  if (call.arch != sys::kNativeAudit || call.nr < 0) {
    return true;  // another numbering
  }
  for (const int harmless : {nr_if("execve"), nr_if("execveat"), nr_if("open"), nr_if("creat"),
                             nr_if("openat"), nr_if("openat2"), nr_if("mmap"), nr_if("mremap"),
                             nr_if("clone"), nr_if("clone3"), nr_if("fork"), nr_if("vfork")}) {
    if (call.nr == harmless) {
      return false;
    }
  }
  return true;
}

std::optional<Inheritance> Inheritance::of(pid_t init) {
  constexpr int kIoprioWhoProcess = 1;
  Inheritance seen;
  seen.init_ = init;
  for (std::size_t i = 0; i < seen.limits_.size(); ++i) {
    if (::prlimit(init, static_cast<__rlimit_resource>(i), nullptr, &seen.limits_[i]) != 0) {
      return std::nullopt;
    }
  }
  errno = 0;
  seen.nice_ = ::getpriority(PRIO_PROCESS, static_cast<id_t>(init));
  seen.scheduler_ = ::sched_getscheduler(init);
  seen.io_priority_ = ::syscall(SYS_ioprio_get, kIoprioWhoProcess, init);
  return errno == 0 ? std::optional(seen) : std::nullopt;
}

bool Inheritance::unchanged() const {
  const std::optional<Inheritance> now = of(init_);
  return now && now->nice_ == nice_ && now->scheduler_ == scheduler_ &&
         now->io_priority_ == io_priority_ &&
         std::equal(limits_.begin(), limits_.end(), now->limits_.begin(),
                    [](const struct rlimit& a, const struct rlimit& b) {
                      return a.rlim_cur == b.rlim_cur && a.rlim_max == b.rlim_max;
                    });
}

}  // namespace sbx::supervisor
