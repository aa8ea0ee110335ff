// What every box's init does first, whatever the request: take on its ids, leave the host's mounts
// alone, limit what the kernel makes for the box.
#include <fcntl.h>
#include <sys/mount.h>

#include <cstring>

#include "plan/ops.h"

namespace sbx::plan {
namespace {

// Second walls, behind the filter: what a box could make of the kernel's is limited to none. A user
// namespace needs no capability; its count in this one is what stops a nested one. What is not
// `everywhere` may be missing (a kernel without POSIX queues) or not the box's to set (System V's
// objects before 6.11). Mount namespaces come last, in write_tree(): every detached mount is one.
void limit_kernel_objects(Writer& w) {
  struct Row {
    const char* name;  // below /proc/sys
    const char* value;
    bool everywhere;
  };
  static constexpr Row kRows[] = {
      {"user/max_user_namespaces", "0", true},
      {"user/max_pid_namespaces", "0", true},
      {"user/max_net_namespaces", "0", true},
      {"user/max_ipc_namespaces", "0", true},
      {"user/max_uts_namespaces", "0", true},
      {"user/max_cgroup_namespaces", "0", true},
      {"user/max_time_namespaces", "0", false},
      {"kernel/shmmni", "0", false},
      {"kernel/msgmni", "0", false},
      {"kernel/sem", "0 0 0 0", false},
      {"fs/mqueue/queues_max", "0", false},
  };
  for (const Row& row : kRows) {
    const std::string what = std::string("limit ") + row.name;
    Op& open = w.add(what, __NR_openat, {AT_FDCWD, w.text(row.name), O_WRONLY | O_CLOEXEC, 0},
                     kSlotScratch);
    open.skips = row.everywhere ? 0 : 2;
    w.add(what, __NR_write, {Slot(kSlotScratch), w.text(row.value), std::strlen(row.value)});
    w.close(kSlotScratch);
  }
}

}  // namespace

void write_prologue(Writer& w, const HostFacts& facts) {
  // Root's box is nobody outside: its ids were mapped to 65534 and are taken on here. A user's init
  // is already the box's root by its map.
  if (facts.root) {
    w.add("drop the groups", __NR_setgroups, {0, 0});
    w.add("become the box's group", __NR_setresgid, {0, 0, 0});
    w.add("become the box's user", __NR_setresuid, {0, 0, 0});
  }
  w.add("make / private", __NR_mount, {0, w.text("/"), 0, MS_REC | MS_PRIVATE, 0});
  w.add("change to /proc/sys", __NR_chdir, {w.text("/proc/sys")});
  w.add(kLimitMountNamespaces, __NR_openat,
        {AT_FDCWD, w.text("user/max_mnt_namespaces"), O_WRONLY | O_CLOEXEC, 0}, kSlotMountLimit);
  limit_kernel_objects(w);
  // Boxes that follow one another number their processes alike. It may be missing (a kernel without
  // checkpoint and restore): then none follows.
  const char* what = "open the last process number";
  w.add(what, __NR_openat, {AT_FDCWD, w.text("kernel/ns_last_pid"), O_RDWR | O_CLOEXEC, 0},
        kSlotLastPid)
      .skips = 1;
  write_renewal(w);
}

void write_renewal(Writer& w) {
  write_last_number(w, 1);
}

void write_last_number(Writer& w, long number) {
  const std::string digits = std::to_string(number);
  w.add("set the last process number", __NR_pwrite64,
        {Slot(kSlotLastPid), w.text(digits), digits.size(), 0});
}

Prologue prologue(const HostFacts& facts) {
  Prologue p;
  Writer w(p.arena, p.ops);
  write_prologue(w, facts);
  return p;
}

}  // namespace sbx::plan
