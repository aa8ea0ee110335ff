#include "fuzz/workspace.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "expect/text.h"
#include "sbx/report.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBeginning = "sbx-fuzz-";
constexpr const char* kLock = "lock";

std::string temporary_folder() {
  const char* named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

int lock_of(const std::string& folder) {
  const int fd = ::open((folder + "/" + kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd >= 0 && ::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

// What a killed run of this user left: nobody holds its lock.
void remove_abandoned(const std::string& folder) {
  std::error_code ignored;
  std::vector<fs::path> mine;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, ignored)) {
    const std::string name = e.path().filename().string();
    struct stat st;
    if (name.compare(0, std::string(kBeginning).size(), kBeginning) == 0 &&
        ::lstat(e.path().c_str(), &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == ::geteuid() &&
        ::access((e.path() / kLock).c_str(), F_OK) == 0) {
      mine.push_back(e.path());
    }
  }
  for (const fs::path& path : mine) {
    const int lock = lock_of(path.string());
    if (lock >= 0) {
      fs::remove_all(path, ignored);
      ::close(lock);
    }
  }
}

Error cannot(const std::string& what, const std::string& path) {
  return Error{path, "cannot " + what + ": " + errno_name(errno)};
}

}  // namespace

Result<Workspace> Workspace::make() {
  const std::string folder = temporary_folder();
  remove_abandoned(folder);
  std::string path = folder + "/" + kBeginning + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    return tl::unexpected(cannot("make a folder there", folder));
  }
  Workspace w(path, lock_of(path));
  if (w.lock_ < 0 || ::mkdir(w.path("t").c_str(), 0700) != 0 || ::chdir(path.c_str()) != 0 ||
      ::setenv("TMPDIR", "t", 1) != 0) {
    return tl::unexpected(cannot("work there", path));
  }
  return w;
}

Workspace::Workspace(Workspace&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {
  other.path_.clear();
}

Workspace::~Workspace() {
  remove();
}

void Workspace::remove() {
  if (!path_.empty()) {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    path_.clear();
  }
  if (lock_ >= 0) {
    ::close(lock_);
    lock_ = -1;
  }
}

bool Workspace::show(const std::string& host, const std::string& name) const {
  return ::symlink(host.c_str(), path(name).c_str()) == 0;
}

std::string Workspace::new_folder() {
  static std::atomic<unsigned> next{0};
  const std::string name = "r" + std::to_string(next++);
  return ::mkdir(path(name).c_str(), 0700) == 0 ? name : "";
}

bool can_be_read(const std::string& path, const std::string& shown) {
  struct stat st, top;
  if (::stat(path.c_str(), &st) != 0 || ::stat(shown.c_str(), &top) != 0) {
    return false;
  }
  const int need = S_ISDIR(st.st_mode) ? R_OK | X_OK : R_OK;
  if (::geteuid() != 0) {
    return ::access(path.c_str(), need) == 0;
  }
  const int shift = st.st_uid == top.st_uid ? 6 : st.st_gid == top.st_gid ? 3 : 0;
  return (static_cast<int>(st.st_mode >> shift) & need) == need;
}

std::string unspeakable(const std::string& folder) {
  std::error_code error;
  for (const fs::directory_entry& e : fs::recursive_directory_iterator(folder, error)) {
    const std::string name = e.path().lexically_relative(folder).string();
    std::error_code ignored;
    const fs::file_type type = e.symlink_status(ignored).type();
    if (name.find_first_of(",\n") != std::string::npos) {
      return expect::visible(name) + ": libFuzzer parts names by commas and lines: rename it";
    }
    if (type != fs::file_type::regular && type != fs::file_type::directory) {
      return expect::visible(name) + ": is no file and no folder: a box does not follow it";
    }
    if (!can_be_read(e.path().string(), folder)) {
      return expect::visible(name) +
             (::geteuid() == 0 ? ": the folder's owner cannot read it" : ": cannot be read");
    }
  }
  return error ? error.message() : "";
}

}  // namespace sbx::fuzz
