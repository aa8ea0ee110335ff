#include "supervisor/relay.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace sbx::supervisor {
namespace {

constexpr std::size_t kSpliceMost = 1 << 16;
// POLLOUT promises room for this much on pipes, sockets and terminals: a blocking write of it
// does not block (PIPE_BUF).
constexpr std::size_t kCopyMost = 4096;

bool ready(int fd, short what) {
  pollfd p{fd, what, 0};
  return ::poll(&p, 1, 0) > 0;
}

// 0: there is none.
mode_t kind_of(int fd) {
  struct stat st;
  return fd >= 0 && ::fstat(fd, &st) == 0 ? st.st_mode & S_IFMT : 0;
}

bool appends(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return flags < 0 || (flags & O_APPEND) != 0;
}

}  // namespace

OutRelay::OutRelay(sys::Fd pipe, int target)
    : pipe_(std::move(pipe)),
      target_(target),
      kind_(kind_of(target)),
      way_(target < 0 ? Way::discard : Way::unknown) {}

void OutRelay::tap(std::function<void(std::string_view)> hear) {
  hear_ = std::move(hear);
  way_ = hear_ && way_ != Way::discard ? Way::copy : way_;
}

bool OutRelay::drained() const {
  int waiting = 0;
  return pending_.empty() &&
         (!pipe_ || ::ioctl(pipe_.get(), FIONREAD, &waiting) != 0 || waiting == 0);
}

void OutRelay::target_is_gone(int error, Budget* budget) {
  const bool reader_left = error == EPIPE || error == ECONNRESET;
  if (!reader_left && budget->lost == 0) {
    budget->lost = error;
  }
  // As without a box: the writer's next write is SIGPIPE.
  pipe_.reset();
  pending_.clear();
  blocked_ = false;
}

// Files opened for appending refuse splice; terminals and sockets may block in it.
OutRelay::Way OutRelay::way_to_target() const {
  if (appends(target_)) {
    return Way::copy;
  }
  return S_ISREG(kind_) ? Way::splice_to_file : S_ISFIFO(kind_) ? Way::splice : Way::copy;
}

// Bytes moved; 0 at the end or when nothing moves now; the budget is the caller's business.
std::int64_t OutRelay::move(Budget* budget) {
  const std::uint64_t most = budget->left;
  if (way_ == Way::unknown) {  // most boxes print nothing on one of them
    way_ = way_to_target();
  }
  if (way_ == Way::splice || way_ == Way::splice_to_file) {
    ssize_t n =
        ::splice(pipe_.get(), nullptr, target_, nullptr, std::min<std::uint64_t>(most, kSpliceMost),
                 SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    if (n >= 0) {
      return n;
    }
    if (errno == EAGAIN) {
      // A file always takes something.
      blocked_ = way_ == Way::splice && ready(pipe_.get(), POLLIN) && !ready(target_, POLLOUT);
      return 0;
    }
    if (errno == EINTR) {
      return 0;
    }
    if (errno != EINVAL) {
      target_is_gone(errno, budget);
      return 0;
    }
    way_ = Way::copy;
  }
  char buffer[kSpliceMost];
  std::size_t want = std::min<std::uint64_t>(most, way_ == Way::copy ? kCopyMost : sizeof buffer);
  ssize_t n = ::read(pipe_.get(), buffer, want);
  if (n > 0 && hear_) {
    hear_({buffer, static_cast<std::size_t>(n)});
  }
  if (n > 0 && way_ == Way::copy) {
    pending_.assign(buffer, static_cast<std::size_t>(n));
  }
  return n > 0 ? n : 0;
}

void OutRelay::pump(Budget* budget) {
  blocked_ = false;
  while (pipe_ || !pending_.empty()) {
    if (!pending_.empty()) {
      if (!ready(target_, POLLOUT)) {
        blocked_ = true;
        return;
      }
      ssize_t n = ::write(target_, pending_.data(), pending_.size());
      if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        blocked_ = true;
        return;
      }
      if (n < 0) {
        target_is_gone(errno, budget);
        return;
      }
      pending_.erase(0, static_cast<std::size_t>(n));
      continue;
    }
    if (budget->left == 0) {
      budget->exceeded = budget->exceeded || !drained();
      return;
    }
    std::int64_t n = move(budget);
    if (n == 0 || !pipe_) {
      return;
    }
    budget->left -= static_cast<std::uint64_t>(n);
  }
}

InRelay::InRelay(int source, sys::Fd pipe) : source_(source), pipe_(std::move(pipe)) {
  const mode_t kind = kind_of(source);
  can_rewind_ = S_ISREG(kind) && ::lseek(source, 0, SEEK_CUR) >= 0;
  splice_ = S_ISREG(kind) || S_ISFIFO(kind);
  if (source_ < 0) {
    pipe_.reset();
  }
}

bool InRelay::rewind() {
  const off_t back = std::exchange(taken_, 0);
  return back == 0 || ::lseek(source_, -back, SEEK_CUR) >= 0;
}

void InRelay::pump() {
  full_ = false;
  while (open()) {
    if (!pending_.empty()) {
      ssize_t n = ::write(pipe_.get(), pending_.data(), pending_.size());
      if (n < 0) {
        full_ = errno == EAGAIN;
        if (!full_ && errno != EINTR) {
          pipe_.reset();
        }
        return;
      }
      pending_.erase(0, static_cast<std::size_t>(n));
      continue;
    }
    if (!ready(source_, POLLIN)) {
      return;
    }
    if (splice_) {
      ssize_t n = ::splice(source_, nullptr, pipe_.get(), nullptr, kSpliceMost, SPLICE_F_NONBLOCK);
      if (n > 0) {
        taken_ += n;
        continue;
      }
      if (n == 0) {
        pipe_.reset();
        return;
      }
      if (errno == EAGAIN) {
        full_ = !ready(pipe_.get(), POLLOUT);
        return;
      }
      splice_ = false;
    }
    char buffer[kCopyMost];
    ssize_t n = ::read(source_, buffer, sizeof buffer);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
      pipe_.reset();
      return;
    }
    if (n < 0) {
      return;
    }
    taken_ += n;
    pending_.assign(buffer, static_cast<std::size_t>(n));
  }
}

}  // namespace sbx::supervisor
