// expect/processors.h - how many processors there are for whoever asks.
//
// Thread-safe.
#pragma once
#include <sched.h>

#include <algorithm>
#include <thread>

namespace sbx::expect {

// Those that the calling thread may run on, at least one: in a container, or below taskset, there
// are fewer than the machine has, which is what hardware_concurrency() counts.
[[nodiscard]] inline unsigned usable_processors() {
  cpu_set_t mine;
  if (::sched_getaffinity(0, sizeof mine, &mine) != 0) {  // more than the set has room for
    return std::max(1u, std::thread::hardware_concurrency());
  }
  return std::max(1u, static_cast<unsigned>(CPU_COUNT(&mine)));
}

}  // namespace sbx::expect
