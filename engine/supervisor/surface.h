// supervisor/surface.h - what a program can write in its box, looked at before it starts and after
// it ended.
//
//   std::optional<Surface> surface = Surface::of(init, upper);   // before the first program
//   if (surface->unchanged()) ...                                   // nothing of it is left
//
// A tree that one box leaves to the next must be as the next would have found its own: no entry,
// no other mode, owner, time or attribute, no byte and no inode of the tmpfs in use. The folders
// are the overlay's upper layer, /tmp and /out; all else in a box is read-only. The init, which
// outlives any tree, must be as it was too: its limits and its priority are what every later
// program inherits, and without a filter a program may set those of any process of its user's. Not
// thread-safe.
#pragma once
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/types.h>

#include <array>
#include <optional>
#include <vector>

#include "sys/fd.h"
#include "sys/kernel_abi.h"

namespace sbx::supervisor {

class Surface {
 public:
  // Of the box of that init, whose tree stands. `upper`: the init's number of the overlay's upper
  // folder; -1: there is no overlay.
  // Nothing: it cannot be looked at.
  static std::optional<Surface> of(pid_t init, int upper);
  // Whether everything is as it was when of() looked. False too when that cannot be said.
  [[nodiscard]] bool unchanged() const;

 private:
  struct Folder {
    sys::Fd fd;
    struct statx seen;
    ssize_t attributes;  // bytes of the names of its extended attributes
  };
  static bool look(int fd, struct statx* seen, ssize_t* attributes);

  std::vector<Folder> folders_;
  struct statfs space_ {};
};

// Whether that call opens a file that never has a name (O_TMPFILE), or may. It leaves nothing to
// look at but the number of the next inode of its tmpfs, which is one more.
[[nodiscard]] bool opens_unnamed(const sys::SeccompData& call);

// Whether that call may change what an init's children have from it, if anybody lets it through.
// decide() lets no such call through.
[[nodiscard]] bool may_reach_the_init(const sys::SeccompData& call);

// What a child of a box's init has from it.
class Inheritance {
 public:
  // Nothing: it cannot be looked at.
  static std::optional<Inheritance> of(pid_t init);
  // Whether another one that looks now sees the same.
  [[nodiscard]] bool unchanged() const;

 private:
  pid_t init_ = -1;
  std::array<struct rlimit, RLIMIT_NLIMITS> limits_{};
  int nice_ = 0, scheduler_ = 0;
  long io_priority_ = 0;
};

}  // namespace sbx::supervisor
