// A target of a few nanoseconds: what a fuzzer's own work costs shows here first.
#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static volatile unsigned seen = 0;
  unsigned sum = 0;
  for (std::size_t i = 0; i < size && i < 64; ++i) {
    sum = sum * 31 + data[i];
    if (data[i] == '{') {
      sum ^= 7;
    }
  }
  seen = sum;
  return 0;
}
