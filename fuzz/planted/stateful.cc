// A target that remembers: no input fails alone, the job that ran the ones before it does.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

static unsigned seen = 0;

[[gnu::noinline]] static void remembers() {
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1 && data[0] == '!') {
    ++seen;
  }
  if (seen >= 50) {
    remembers();
  }
  return 0;
}
