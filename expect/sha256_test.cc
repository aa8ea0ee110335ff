#include "expect/sha256.h"

#include <gtest/gtest.h>

namespace sbx::expect {
namespace {

// FIPS 180-4's examples and NIST's long-message vector.
TEST(Sha256, NistVectors) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      sha256_hex("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklm"
                 "nopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(sha256_hex(std::string(1, '\xbd')),
            "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
}

TEST(Sha256, ChunksOfAnySizeGiveTheSame) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += static_cast<char>(i * 7);
  }
  for (std::size_t length : {0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 300}) {
    std::string_view whole = std::string_view(text).substr(0, length);
    for (std::size_t step : {1, 3, 63, 64, 65}) {
      Sha256 hash;
      for (std::size_t i = 0; i < length; i += step) {
        hash.add(whole.substr(i, step));
        static_cast<void>(hash.hex());  // looking does not change it
      }
      EXPECT_EQ(hash.hex(), sha256_hex(whole)) << length << " " << step;
      EXPECT_EQ(hash.bytes(), length);
    }
  }
}

}  // namespace
}  // namespace sbx::expect
