// A libFuzzer target with two loops that never end and a call of abort() right in its entry:
// stripped, what is left to tell them apart is where functions begin.
#include <cstdint>
#include <cstdlib>

namespace {

volatile int sink = 0;

[[gnu::noinline]] void counts(int to) {
  for (int i = 0; i < to; ++i) {
    sink = i;
  }
}
[[gnu::noinline]] void turns() {
  for (;;) {
    sink = 1;
    counts(sink);
  }
}
[[gnu::noinline]] void spins() {
  for (;;) {
    counts(9);
    sink = 3;
    counts(sink);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || data[0] != '!') {
    return 0;
  }
  if (data[1] == 'a') {
    turns();
  } else if (data[1] == 'b') {
    spins();
  } else if (data[1] == 'c') {
    std::abort();
  }
  return 0;
}
