#include "child/reaper.h"

#include <linux/futex.h>

#include "sys/raw_syscall.h"

namespace sbx::child {
namespace {

using sys::address;
using sys::raw;

}  // namespace

int reaper_entry(void* reaper) {
  Reaper& self = *static_cast<Reaper*>(reaper);
  for (;;) {
    while (__atomic_load_n(&self.made, __ATOMIC_ACQUIRE) == 0) {
      raw(__NR_futex, address(&self.made), FUTEX_WAIT, 0, 0);
    }
    self.wait(self.init);
    self.made = 0;
    __atomic_store_n(&self.idle, 1, __ATOMIC_RELEASE);
    raw(__NR_futex, address(&self.idle), FUTEX_WAKE, 1);
  }
}

}  // namespace sbx::child
