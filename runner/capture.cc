#include "runner/capture.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "expect/sha256.h"

namespace sbx::runner {

namespace {

constexpr std::size_t kFew = std::size_t{16} << 10;
// To empty a file of memory takes 12 us, as long as a box's five pipes: the next output goes behind
// the last till there are so many bytes.
constexpr std::uint64_t kKept = std::uint64_t{256} << 10;

Fd disk_file() {
  const char* folder = std::getenv("TMPDIR");
  return Fd(::open(folder != nullptr ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    close();
    fd_ = other.fd_;
    other.fd_ = -1;
  }
  return *this;
}

void Fd::close() {
  if (fd_ >= 0) {
    ::close(fd_);
    fd_ = -1;
  }
}

Capture::~Capture() {
  unmap();
}

void Capture::unmap() {
  few_.clear();
  if (map_ != nullptr) {
    ::munmap(map_, mapped_);
    map_ = nullptr;
  }
}

bool Capture::reset(std::uint64_t most, bool to_program) {
  unmap();
  const bool disk = most > kInMemory;
  if (file_.get() < 0 || disk != on_disk_) {
    file_ = disk ? disk_file() : Fd(::memfd_create("sbx-capture", MFD_CLOEXEC));
    if (file_.get() < 0 && disk) {  // a temporary folder without unnamed files: memory has to do
      file_ = Fd(::memfd_create("sbx-capture", MFD_CLOEXEC));
    }
    on_disk_ = disk;
    start_ = 0;
    return file_.get() >= 0;
  }
  start_ += size();
  rlimit largest = {};  // it counts from the file's beginning, whoever writes
  const bool counted =
      ::getrlimit(RLIMIT_FSIZE, &largest) != 0 || largest.rlim_cur != RLIM_INFINITY;
  if (start_ > (to_program || counted ? 0 : kKept)) {
    start_ = 0;
    if (::ftruncate(file_.get(), 0) != 0) {
      return false;
    }
  }
  return ::lseek(file_.get(), static_cast<off_t>(start_), SEEK_SET) >= 0;
}

std::uint64_t Capture::size() const {
  struct stat status = {};
  const bool known = ::fstat(file_.get(), &status) == 0;
  const auto end = known ? static_cast<std::uint64_t>(status.st_size) : 0;
  return end > start_ ? end - start_ : 0;
}

std::string_view Capture::view() {
  if (!few_.empty()) {
    return few_;
  }
  const std::size_t bytes = map_ == nullptr ? size() : 0;
  if (bytes > 0 && bytes <= kFew) {
    few_.resize(bytes);
    const ssize_t got = ::pread(file_.get(), few_.data(), bytes, static_cast<off_t>(start_));
    few_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return few_;
  }
  if (bytes > 0) {  // from the file's beginning: a map begins with a page
    void* map = ::mmap(nullptr, start_ + bytes, PROT_READ, MAP_SHARED, file_.get(), 0);
    if (map != MAP_FAILED) {
      map_ = map;
      mapped_ = start_ + bytes;
    }
  }
  return map_ == nullptr
             ? std::string_view()
             : std::string_view(static_cast<const char*>(map_) + start_, mapped_ - start_);
}

expect::Digest Capture::digest() const {
  expect::Sha256 hash;
  std::vector<char> piece(std::size_t{256} << 10);
  auto at = static_cast<off_t>(start_);
  for (;;) {
    const ssize_t got = ::pread(file_.get(), piece.data(), piece.size(), at);
    if (got <= 0) {
      return {hash.hex(), hash.bytes()};
    }
    hash.add({piece.data(), static_cast<std::size_t>(got)});
    at += got;
  }
}

bool Capture::copy_to(const std::string& path) const {
  const Fd to(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (to.get() < 0) {
    return false;
  }
  auto at = static_cast<off_t>(start_);
  const auto end = static_cast<off_t>(start_ + size());
  while (at < end) {
    const ssize_t sent = ::sendfile(to.get(), file_.get(), &at, static_cast<std::size_t>(end - at));
    if (sent <= 0) {
      return false;
    }
  }
  return true;
}

Fd memory_file(std::string_view bytes) {
  Fd fd(::memfd_create("sbx-stdin", MFD_CLOEXEC));
  if (fd.get() >= 0 && (!write_all(fd.get(), bytes) || ::lseek(fd.get(), 0, SEEK_SET) != 0)) {
    fd.close();
  }
  return fd;
}

}  // namespace sbx::runner
