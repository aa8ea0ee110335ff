#include "runner/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sbx::runner {

bool read_file(const std::string& path, std::string* bytes) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return false;
  }
  struct stat status = {};
  bool good = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  if (good) {
    bytes->resize(static_cast<std::size_t>(status.st_size));
    std::size_t have = 0;
    while (have < bytes->size()) {
      const ssize_t got = ::read(fd, bytes->data() + have, bytes->size() - have);
      if (got <= 0) {
        good = got == 0;
        break;
      }
      have += static_cast<std::size_t>(got);
    }
    bytes->resize(have);
  }
  ::close(fd);
  return good;
}

}  // namespace sbx::runner
