// supervisor/surface.h - what a program can write in its box, looked at before it starts and after
// it ended.
//
//   std::optional<Surface> surface = Surface::of(init, overlaid);   // before the first program
//   if (surface->unchanged()) ...                                   // nothing of it is left
//
// A tree that one box leaves to the next must be as the next would have found its own: no entry,
// no other mode, owner, time or attribute, no byte and no inode of the tmpfs in use. The folders
// are the overlay's upper layer, /tmp and /out; all else in a box is read-only. The init too must
// be as it was: its limits and its priority are what every later program inherits, and without a
// filter a program may set those of any process of its user's. Not thread-safe.
#pragma once
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/types.h>

#include <array>
#include <optional>
#include <vector>

#include "sys/fd.h"

namespace sbx::supervisor {

class Surface {
 public:
  // Of the box of that init, whose tree stands. `overlaid`: the upper folder is at plan::kUpperFd.
  // Nothing: it cannot be looked at.
  static std::optional<Surface> of(pid_t init, bool overlaid);
  // Whether everything is as it was when of() looked. False too when that cannot be said.
  [[nodiscard]] bool unchanged() const;

 private:
  struct Folder {
    sys::Fd fd;
    struct statx seen;
    ssize_t attributes;  // bytes of the names of its extended attributes
  };
  static bool look(int fd, struct statx* seen, ssize_t* attributes);

  // What a child of the init inherits.
  struct Inherited {
    std::array<struct rlimit, RLIMIT_NLIMITS> limits{};
    int nice = 0, scheduler = 0;
    long io_priority = 0;
  };
  static bool look(pid_t init, Inherited* inherited);

  std::vector<Folder> folders_;
  struct statfs space_ {};
  pid_t init_ = -1;
  Inherited inherited_;
};

}  // namespace sbx::supervisor
