// sbx/units.h - the units the engine speaks: time is std::chrono, memory is Bytes.
#pragma once
#include <cstdint>

namespace sbx {

// A count of bytes. Never pages, never KiB.
enum class Bytes : std::uint64_t {};

constexpr Bytes operator""_MiB(unsigned long long n) {
  return Bytes{n << 20};
}
constexpr Bytes mebibytes(std::uint64_t n) {
  return Bytes{n << 20};
}
constexpr std::uint64_t count(Bytes b) {
  return static_cast<std::uint64_t>(b);
}

}  // namespace sbx
