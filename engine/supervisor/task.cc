#include "supervisor/task.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "plan/plan.h"
#include "sys/fd.h"
#include "sys/raw_syscall.h"

namespace sbx::supervisor {
namespace {

constexpr std::size_t kPage = 4096;  // the smallest page: reads never cross one at a time
constexpr std::size_t kMaxProcesses = 8192;

std::string proc(pid_t pid, const char* what) {
  return "/proc/" + std::to_string(pid) + "/" + what;
}

Read of_errno(int error) {
  return error == ESRCH || error == ENOENT ? Read::gone : Read::bad_address;
}

Read slurp(const std::string& path, std::string* out) {
  sys::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) {
    return of_errno(errno);
  }
  out->clear();
  char buffer[4096];
  for (;;) {
    ssize_t n = ::read(fd.get(), buffer, sizeof buffer);
    if (n < 0) {
      return of_errno(errno);
    }
    if (n == 0) {
      return Read::ok;
    }
    out->append(buffer, static_cast<std::size_t>(n));
  }
}

Read link_target(const std::string& path, std::string* out) {
  char target[4096];
  ssize_t n = ::readlink(path.c_str(), target, sizeof target);
  if (n < 0) {
    return of_errno(errno);
  }
  out->assign(target, static_cast<std::size_t>(n));
  return Read::ok;
}

// A stat file from the state on: what comes before it is the program's own text.
Read stat_fields(const std::string& path, std::string* out) {
  Read r = slurp(path, out);
  const std::size_t name_end = out->rfind(')');
  if (r == Read::ok && name_end == std::string::npos) {
    r = Read::gone;
  }
  if (r == Read::ok) {
    out->erase(0, name_end + 1);
  }
  return r;
}

// From before pthread_join() sees the end of a thread until its number is free.
Read is_ending(pid_t pid, pid_t thread, bool* ending) {
  constexpr unsigned kExiting = 0x4;  // PF_EXITING, linux/sched.h
  std::string stat;
  unsigned flags = 0;
  const Read r = stat_fields(proc(pid, "task/") + std::to_string(thread) + "/stat", &stat);
  *ending =
      r == Read::gone || (std::sscanf(stat.c_str(), " %*c %*d %*d %*d %*d %*d %u", &flags) == 1 &&
                          (flags & kExiting) != 0);
  return r;
}

Read threads_of(pid_t pid, std::vector<pid_t>* out) {
  out->clear();
  DIR* dir = ::opendir(proc(pid, "task").c_str());
  if (dir == nullptr) {
    return of_errno(errno);
  }
  while (dirent* e = ::readdir(dir)) {
    if (e->d_name[0] != '.') {
      out->push_back(std::atoi(e->d_name));
    }
  }
  ::closedir(dir);
  return Read::ok;
}

// Every process of the box but its init, parents before children. What died meanwhile is no error,
// what could not be looked at is: a count that is too small would let one more through.
Read processes_under(pid_t init, std::vector<pid_t>* out) {
  std::vector<pid_t>& all = *out;
  std::vector<pid_t> threads;
  all = {init};
  for (std::size_t i = 0; i < all.size() && all.size() < kMaxProcesses; ++i) {
    Read r = threads_of(all[i], &threads);
    if (r == Read::bad_address || (r == Read::gone && i == 0)) {
      return r;
    }
    for (pid_t thread : threads) {
      std::string list;
      std::string path = proc(all[i], "task/") + std::to_string(thread) + "/children";
      r = slurp(path, &list);
      if (r == Read::bad_address || (r == Read::gone && i == 0)) {
        return Read::bad_address;  // the init's own: a kernel without these files
      }
      for (char* at = list.data(); *at != '\0';) {
        char* end = nullptr;
        long pid = std::strtol(at, &end, 10);
        if (end == at) {
          break;
        }
        all.push_back(static_cast<pid_t>(pid));
        at = end;
      }
    }
  }
  all.erase(all.begin());
  return Read::ok;
}

}  // namespace

Read cpu_under(pid_t init, std::chrono::milliseconds* out) {
  *out = {};
  std::vector<pid_t> all;
  if (processes_under(init, &all) == Read::bad_address) {
    return Read::bad_address;
  }
  all.push_back(init);
  unsigned long long ticks = 0;
  for (pid_t pid : all) {
    std::string stat;
    unsigned long long t[4] = {};
    const Read r = stat_fields(proc(pid, "stat"), &stat);
    if (r == Read::bad_address) {
      return r;
    }
    if (r == Read::ok &&
        std::sscanf(stat.c_str(),
                    " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &t[0],
                    &t[1], &t[2], &t[3]) == 4) {
      // The init's own time is the box's cost, not the step's.
      ticks += (pid == init ? 0 : t[0] + t[1]) + t[2] + t[3];
    }
  }
  *out = std::chrono::milliseconds(ticks * 1000 /
                                   static_cast<unsigned long long>(::sysconf(_SC_CLK_TCK)));
  return Read::ok;
}

Read Task::bytes(std::uint64_t address, std::size_t size, void* out) {
  iovec here{out, size};
  iovec there{reinterpret_cast<void*>(address), size};
  ssize_t n = ::process_vm_readv(tid_, &here, 1, &there, 1, 0);
  if (n < 0) {
    return of_errno(errno);
  }
  return n == static_cast<ssize_t>(size) ? Read::ok : Read::bad_address;
}

Read Task::text(std::uint64_t address, std::size_t max, std::string* out) {
  out->clear();
  char buffer[kPage];
  while (out->size() < max) {
    std::size_t here = std::min(kPage - address % kPage, max - out->size());
    Read r = bytes(address, here, buffer);
    if (r != Read::ok) {
      return r;
    }
    if (const void* nul = std::memchr(buffer, 0, here)) {
      out->append(buffer, static_cast<std::size_t>(static_cast<const char*>(nul) - buffer));
      return Read::ok;
    }
    out->append(buffer, here);
    if (address > ~0ull - here) {
      return Read::bad_address;
    }
    address += here;
  }
  return Read::too_long;
}

Read Task::cwd(std::string* out) {
  return link_target(proc(tid_, "cwd"), out);
}

Read Task::descriptor(int fd, std::string* out) {
  Read r = link_target(proc(tid_, "fd/") + std::to_string(fd), out);
  return r == Read::gone && ::access(proc(tid_, "fd").c_str(), F_OK) == 0 ? Read::bad_address : r;
}

Read Task::address_space(std::uint64_t* bytes) {
  std::string text;
  Read r = slurp(proc(tid_, "statm"), &text);
  if (r != Read::ok) {
    return r;
  }
  *bytes = std::strtoull(text.c_str(), nullptr, 10) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return Read::ok;
}

Read Task::data(std::uint64_t* bytes) {
  std::string text;
  Read r = slurp(proc(tid_, "status"), &text);
  const std::size_t at = text.find("VmData:");
  if (r != Read::ok) {
    return r;
  }
  if (at == std::string::npos) {
    return Read::gone;  // a task that is ending has no memory
  }
  *bytes = std::strtoull(text.c_str() + at + std::strlen("VmData:"), nullptr, 10) << 10;
  return Read::ok;
}

Read Task::mapped_within(std::uint64_t address, std::uint64_t size, std::uint64_t* bytes) {
  std::string text;
  Read r = slurp(proc(tid_, "maps"), &text);
  if (r != Read::ok) {
    return r;
  }
  *bytes = 0;
  const std::uint64_t end = address + size < address ? ~0ull : address + size;
  for (std::size_t i = 0; i < text.size();) {
    unsigned long long low = 0, high = 0;
    if (std::sscanf(text.c_str() + i, "%llx-%llx", &low, &high) == 2) {
      std::uint64_t from = std::max<std::uint64_t>(low, address);
      std::uint64_t to = std::min<std::uint64_t>(high, end);
      *bytes += to > from ? to - from : 0;
    }
    std::size_t line = text.find('\n', i);
    i = line == std::string::npos ? text.size() : line + 1;
  }
  return Read::ok;
}

Read Task::is_itself(std::int64_t pid, bool* itself) {
  std::string text;
  Read r = slurp(proc(tid_, "status"), &text);
  if (r != Read::ok) {
    return r;
  }
  std::size_t at = text.find("NStgid:");
  if (at == std::string::npos) {
    return Read::bad_address;
  }
  std::size_t end = text.find('\n', at);
  std::size_t last = text.rfind('\t', end);  // the innermost namespace's number
  *itself = last != std::string::npos && std::strtoll(text.c_str() + last, nullptr, 10) == pid;
  return Read::ok;
}

Read Task::population(Population* out) {
  std::vector<pid_t> all, threads;
  Read r = processes_under(init_, &all);
  if (r != Read::ok || all.empty()) {
    return r == Read::ok ? Read::gone : r;
  }
  out->processes = static_cast<unsigned>(all.size()) - 1;
  out->threads = 0;
  for (pid_t pid : all) {
    r = threads_of(pid, &threads);
    if (r == Read::bad_address) {
      return r;
    }
    for (pid_t thread : threads) {
      bool ending = false;
      if (thread != pid && is_ending(pid, thread, &ending) == Read::bad_address) {
        return Read::bad_address;
      }
      out->threads += thread != pid && !ending ? 1 : 0;
    }
  }
  return Read::ok;
}

Read Task::program(const std::string& path, bool* exists, std::uint64_t* load_size) {
  *exists = false;
  *load_size = 0;
  sys::Fd root(::open(proc(tid_, "root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root) {
    return of_errno(errno);
  }
  // Inside its own root whatever links say; a FIFO must not block.
  sys::OpenHow how{O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0,
                   sys::kResolveInRoot | sys::kResolveNoMagicLinks};
  sys::Fd fd(static_cast<int>(::syscall(__NR_openat2, root.get(), path.c_str(), &how, sizeof how)));
  // What cannot be looked at counts as a program.
  *exists = fd || (errno != ENOENT && errno != ENOTDIR && errno != ELOOP && errno != ENAMETOOLONG);
  if (!fd) {
    return Read::ok;
  }
  *load_size = plan::load_size(fd.get());
  return Read::ok;
}

}  // namespace sbx::supervisor
