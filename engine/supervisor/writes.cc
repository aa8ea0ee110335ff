#include "supervisor/writes.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

namespace sbx::supervisor {
namespace {

constexpr std::size_t kMost = 10000;
constexpr int kDeepest = 256;

void walk(int parent, const char* name, const std::string& prefix, int depth,
          std::vector<Write>* all) {
  int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR* dir = fd < 0 ? nullptr : ::fdopendir(fd);
  if (dir == nullptr) {
    sys::Fd close(fd);
    return;
  }
  bool empty = true;
  while (dirent* e = ::readdir(dir)) {
    std::string entry = e->d_name;
    if (entry == "." || entry == "..") {
      continue;
    }
    empty = false;
    struct stat st;
    if (all->size() >= kMost || ::fstatat(::dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
      continue;
    }
    if (S_ISDIR(st.st_mode) && depth < kDeepest) {
      walk(::dirfd(dir), e->d_name, prefix + entry + "/", depth + 1, all);
    } else {
      // A whiteout is a character device 0:0; nothing in a box can make one itself.
      all->push_back({prefix + entry, S_ISCHR(st.st_mode) && st.st_rdev == 0});
    }
  }
  ::closedir(dir);
  if (empty && !prefix.empty()) {
    all->push_back({prefix.substr(0, prefix.size() - 1), false});
  }
}

}  // namespace

sys::Fd open_upper(pid_t init, int number) {
  const std::string path = "/proc/" + std::to_string(init) + "/fd/" + std::to_string(number);
  return sys::Fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

std::vector<Write> list_writes(int upper) {
  std::vector<Write> all;
  walk(upper, ".", "", 0, &all);
  std::sort(all.begin(), all.end(), [](const Write& a, const Write& b) { return a.path < b.path; });
  return all;
}

}  // namespace sbx::supervisor
