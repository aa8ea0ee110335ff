// helper/ready.h - what a helper has ready before it knows its next request.
//
// A spare init: half of a box's price needs no request, and is paid while the caller looks at the
// box before. The first box of a caller has no spare; it may be the only one. Or, for a pool, the
// box before itself, where nothing of it is left but its walls (supervisor/cell.h).
//
// Both have a copy of the host's mounts as they were: they would show a tree that is another by
// now, and keep busy what was unmounted. They are given up at the first change. Not thread-safe.
#pragma once
#include <poll.h>

#include <memory>
#include <optional>

#include "supervisor/box.h"
#include "supervisor/cell.h"
#include "supervisor/init_process.h"
#include "supervisor/one_processor.h"
#include "sys/fd.h"

namespace sbx::helper {

class Ready {
 public:
  // Runs the box with what is ready for it. `keep`: it may itself be kept.
  // `processor`: which the helper keeps to from now on; -1: any.
  Report run(const Request& request, const supervisor::Ends& ends, supervisor::Around around,
             bool keep, int processor);
  // After the reply: a cell that is as new stays, else there is a spare.
  void renew();
  // Idle until one of the two descriptors is readable: the first, or the second (false).
  bool wait(int request, int caller);

 private:
  // proc(5): the file is an exceptional event once the mount table has changed.
  [[nodiscard]] pollfd changes() const { return {mounts_.get(), POLLPRI, 0}; }
  void give_up_if(const pollfd& changed);
  void open_mounts();

  std::optional<supervisor::OneProcessor> one_processor_;
  std::unique_ptr<supervisor::InitProcess> init_;
  std::unique_ptr<supervisor::Cell> cell_;
  sys::Fd mounts_;  // opened before either of them was made
};

}  // namespace sbx::helper
