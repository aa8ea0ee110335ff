// expect/sha256.h - SHA-256 (FIPS 180-4), streaming.
//
//   Sha256 hash;
//   hash.add(first_chunk);
//   hash.add(second_chunk);
//   std::string hex = hash.hex();
//
// One object per stream; not thread-safe itself. Holds 64 bytes of the stream at most.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sbx::expect {

class Sha256 {
 public:
  void add(std::string_view bytes);
  // 64 lower-case hex digits of everything added so far; more may be added afterwards.
  [[nodiscard]] std::string hex() const;
  [[nodiscard]] std::uint64_t bytes() const { return length_; }

 private:
  void block(const unsigned char* data);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_ = {};  // the first length_ % 64 bytes are waiting
  std::uint64_t length_ = 0;
};

[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace sbx::expect
