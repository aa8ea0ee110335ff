#include "fuzz/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "sbx/report.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  return true;
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t most) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  struct stat st;
  if (fd < 0 || ::fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    if (fd >= 0) {
      ::close(fd);
    }
    return std::nullopt;
  }
  std::string all;
  std::array<char, 1 << 16> buffer;
  ssize_t n = 0;
  while (all.size() < most && (n = ::read(fd, buffer.data(), buffer.size())) > 0) {
    all.append(buffer.data(), std::min(static_cast<std::size_t>(n), most - all.size()));
  }
  ::close(fd);
  return n < 0 ? std::nullopt : std::optional<std::string>(std::move(all));
}

bool write_file(const std::string& path, std::string_view bytes) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) {
    return false;
  }
  // Cut last, not first: a file that was empty for a moment is one that ext4 brings to the disk
  // when it is closed, and whoever cuts it next waits for that (0.07 to 2 ms).
  const auto size = static_cast<off_t>(bytes.size());
  struct stat st;
  const bool whole = write_all(fd, bytes) && ::fstat(fd, &st) == 0 &&
                     (!S_ISREG(st.st_mode) || st.st_size <= size || ::ftruncate(fd, size) == 0);
  return ::close(fd) == 0 && whole;
}

std::string file_refused(const std::string& path) {
  struct stat st;
  if (::lstat(path.c_str(), &st) == 0) {
    return S_ISLNK(st.st_mode)                 ? "is a link"
           : S_ISDIR(st.st_mode)               ? "is a folder"
           : ::access(path.c_str(), W_OK) != 0 ? errno_name(errno)
                                               : "";
  }
  if (errno != ENOENT) {
    return errno_name(errno);
  }
  const std::string folder = fs::path(path).parent_path().string();
  return ::access(folder.c_str(), W_OK | X_OK) != 0 ? errno_name(errno) : "";
}

std::string folder_refused(const std::string& path) {
  std::string there = path;
  struct stat st;
  while (::stat(there.c_str(), &st) != 0 && there.size() > 1) {
    if (errno != ENOENT) {
      return errno_name(errno);
    }
    there = fs::path(there).parent_path().string();
  }
  if (!S_ISDIR(st.st_mode)) {
    return "is no folder";
  }
  return ::access(there.c_str(), W_OK | X_OK) != 0 ? errno_name(errno) : "";
}

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, ignored)) {
    if (e.symlink_status(ignored).type() == fs::file_type::regular) {
      names.push_back(e.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

void sweep(const std::string& folder) {
  std::error_code ignored;
  std::vector<fs::path> foreign;
  for (const fs::directory_entry& e : fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, ignored)) {
    const fs::file_type type = e.symlink_status(ignored).type();
    if (type != fs::file_type::regular && type != fs::file_type::directory) {
      foreign.push_back(e.path());
    }
  }
  for (const fs::path& path : foreign) {
    fs::remove(path, ignored);
  }
}

}  // namespace sbx::fuzz
