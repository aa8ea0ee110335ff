// expect/parsed_test.h - what the tests of both notations, comment headers and .expect files,
// share.
//
//   EXPECT_EQ(codes(load_header("t.c", text)), "E01 E08");
#pragma once
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "expect/expectation.h"

namespace sbx::expect {

using V = std::vector<std::string>;

// "E01 E08"; empty: nothing is wrong.
inline std::string codes(const Parsed& p) {
  std::string out;
  for (const Diagnostic& d : p.diagnostics) {
    out += (out.empty() ? "" : " ") + code_name(d.code);
  }
  return out;
}

// Fewer than 30 of `pieces`; one of `odd` is a byte of any value instead.
template <std::size_t N>
std::string random_text(std::mt19937& random, const std::string_view (&pieces)[N], unsigned odd) {
  std::string text;
  for (unsigned n = random() % 30; n > 0; --n) {
    text += random() % odd == 0 ? std::string(1, static_cast<char>(random()))
                                : std::string(pieces[random() % N]);
  }
  return text;
}

// A file becomes tests or says what is wrong with it, whatever it holds.
inline void expect_tests_or_diagnostics(const char* path, const Parts& parts) {
  const TestFile test = make_test("t", path, parts);
  if (test.diagnostics.empty()) {
    std::vector<Diagnostic> more;
    EXPECT_FALSE(resolve(test, Cell{}, &more).empty());
  } else {
    EXPECT_FALSE(render(test.diagnostics).empty());
  }
}

}  // namespace sbx::expect
