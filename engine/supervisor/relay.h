// supervisor/relay.h - the bytes between the caller's streams and the box's pipes.
//
// No descriptor of the caller ever reaches the box; bytes are spliced where both ends allow it.
// Nothing here blocks: every call moves what can be moved now.
#pragma once
#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "sys/fd.h"

namespace sbx::supervisor {

// What a box may still print, over all its streams, and whether it arrived.
struct Budget {
  std::uint64_t left = 0;
  bool exceeded = false;
  int lost = 0;  // the errno of a target that took no more though nobody had left: a full disk
};

// Box -> caller.
class OutRelay {
 public:
  // `target` is borrowed; -1 discards.
  OutRelay(sys::Fd pipe, int target);
  // Moves until the pipe is empty, the target is full or the budget is spent.
  void pump(Budget* budget);
  // From now on every byte that is moved is shown first.
  void tap(std::function<void(std::string_view)> hear);
  // What to wait for. -1: nothing.
  [[nodiscard]] int readable_fd() const { return pending_.empty() ? pipe_.get() : -1; }
  [[nodiscard]] int writable_fd() const { return blocked_ ? target_ : -1; }
  [[nodiscard]] bool drained() const;
  // Whether nobody can be waiting for what is printed.
  [[nodiscard]] bool to_file() const { return target_ < 0 || S_ISREG(kind_); }

 private:
  enum class Way { unknown, splice, splice_to_file, copy, discard };
  [[nodiscard]] Way way_to_target() const;
  std::int64_t move(Budget* budget);
  void target_is_gone(int error, Budget* budget);

  sys::Fd pipe_;
  int target_;
  mode_t kind_;
  Way way_;
  bool blocked_ = false;
  std::string pending_;  // read but not yet written
  std::function<void(std::string_view)> hear_;
};

// Caller -> box.
class InRelay {
 public:
  InRelay(int source, sys::Fd pipe);
  void pump();
  [[nodiscard]] bool open() const { return static_cast<bool>(pipe_); }
  // Whether there is anything to read, now or before.
  [[nodiscard]] bool reads() const { return source_ >= 0; }
  // Whether what was read can be read once more: from a file.
  [[nodiscard]] bool can_rewind() const { return can_rewind_; }
  // Gives back what was read, if anything, for another box with the same source. False: errno says
  // why not.
  [[nodiscard]] bool rewind();
  [[nodiscard]] int readable_fd() const {
    return open() && !full_ && pending_.empty() ? source_ : -1;
  }
  [[nodiscard]] int writable_fd() const { return open() && full_ ? pipe_.get() : -1; }
  void close() { pipe_.reset(); }

 private:
  int source_;
  sys::Fd pipe_;
  bool can_rewind_ = false;
  bool splice_ = false;
  off_t taken_ = 0;
  bool full_ = false;
  std::string pending_;
};

}  // namespace sbx::supervisor
