#include "expect/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "sbx/report.h"

namespace sbx::expect {

MappedFile::MappedFile(const std::string& path) {
  // O_NONBLOCK: a FIFO of that name must not hold the runner.
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat st = {};
  if (fd < 0 || fstat(fd, &st) != 0) {
    error_ = errno_name(errno);
  } else if (!S_ISREG(st.st_mode)) {
    error_ = "not a regular file";
  } else if (st.st_size > 0) {
    void* bytes =
        mmap(nullptr, static_cast<std::size_t>(st.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) {
      error_ = errno_name(errno);
    } else {
      view_ = {static_cast<const char*>(bytes), static_cast<std::size_t>(st.st_size)};
    }
  }
  if (fd >= 0) {
    close(fd);
  }
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : view_(other.view_), error_(std::move(other.error_)) {
  other.view_ = {};
}

MappedFile::~MappedFile() {
  if (!view_.empty()) {
    munmap(const_cast<char*>(view_.data()), view_.size());
  }
}

}  // namespace sbx::expect
