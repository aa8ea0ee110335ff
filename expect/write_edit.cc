#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "expect/bless.h"
#include "sbx/report.h"

namespace sbx::expect {

Result<bool> write_edit(const FileEdit& edit) {
  auto failed = [&](const std::string& what) {
    return tl::unexpected<Error>(Error{edit.path, what + ": " + errno_name(errno)});
  };
  if (!edit.bytes) {
    if (unlink(edit.path.c_str()) != 0 && errno != ENOENT) {
      return failed("cannot remove it");
    }
    return true;
  }
  struct stat st = {};
  constexpr mode_t kNewMode = 0644;
  mode_t mode = stat(edit.path.c_str(), &st) == 0 ? st.st_mode & 07777 : kNewMode;
  std::string temporary = edit.path + ".sbx-new";
  int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0) {
    return failed("cannot write beside it");
  }
  std::string_view rest = *edit.bytes;
  bool good = fchmod(fd, mode) == 0;
  while (good && !rest.empty()) {
    ssize_t n = write(fd, rest.data(), rest.size());
    good = n > 0 || (n < 0 && errno == EINTR);
    rest.remove_prefix(n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  good = close(fd) == 0 && good;
  if (!good || std::rename(temporary.c_str(), edit.path.c_str()) != 0) {
    auto error = failed("cannot write it");
    unlink(temporary.c_str());
    return error;
  }
  return true;
}

}  // namespace sbx::expect
