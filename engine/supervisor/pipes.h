// supervisor/pipes.h - the pipes of one box: what its programs read and print goes through them.
//
//   Pipes pipes;
//   if (!pipes.make({.reads = ends.in >= 0, .two = true})) { ... errno ... }
//   init->go(plan, pipes.theirs());
//   pipes.let_go_of_theirs();
//
// No box gets one that another had: who has a pipe may have changed its size, its flags, its owner.
#pragma once
#include <utility>
#include <vector>

#include "sys/fd.h"

namespace sbx::supervisor {

struct Pipes {
  struct Layout {
    bool reads = false;  // there is something to read on stdin
    bool two = false;    // stderr is not stdout
    bool operator==(const Layout&) const = default;
  };
  struct Pipe {
    sys::Fd read, write;
  };

  // The supervisor's ends do not block: that would be the end of every clock.
  [[nodiscard]] bool make(const Layout& wanted);
  // The box's ends, by slot.
  [[nodiscard]] std::vector<std::pair<int, int>> theirs() const;
  void let_go_of_theirs();

  Layout layout;
  Pipe none, in, out, err;  // none: an empty stdin
};

}  // namespace sbx::supervisor
