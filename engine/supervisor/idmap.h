// supervisor/idmap.h - maps of the box, and id-mapped clones of its trees (root only).
//
// Root inside is nobody outside: the box's map is "0 65534 1", and the tree is a clone whose owner
// is mapped to 65534, so that the box's user owns the tree and nothing else of the host
// (6.12, 6.18, ext4; where the file system refuses, the identity map).
#pragma once
#include <sys/types.h>

#include "plan/plan.h"

namespace sbx::supervisor {

// 0, or the errno of the write that failed.
[[nodiscard]] int write_maps(pid_t init, const plan::HostFacts& facts);

// Root: opens and restricts the detached clone of every source; its number goes to plan.initial.
// 0, or an errno with *which the source it is about.
[[nodiscard]] int clone_trees(plan::Plan& plan, const plan::Source** which);

// Root: maps the owner of every idmap source to the box's user. 0 or an errno (the file system
// refuses).
[[nodiscard]] int map_owners(const plan::Plan& plan, pid_t init);

}  // namespace sbx::supervisor
