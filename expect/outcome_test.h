// expect/outcome_test.h - outcomes of programs that never ran, for the tests that judge and bless.
//
//   EXPECT_TRUE(judge(expectation, exited(0, "hello\n")).empty());
#pragma once
#include <random>
#include <string>
#include <string_view>

#include "expect/judge.h"

namespace sbx::expect {

// A program that was compiled and ended by itself. `out` and `err` must outlive the outcome.
inline Outcome exited(int code, std::string_view out = {}, std::string_view err = {}) {
  Outcome o;
  o.exit_code = code;
  o.report = {"compile: exit 0", "exit " + std::to_string(code)};
  o.out = out;
  o.err = err;
  return o;
}

// Fewer than `limit` of `bytes`, in any order.
inline std::string random_output(std::mt19937& random, std::string_view bytes, unsigned limit) {
  std::string out;
  for (unsigned n = random() % limit; n > 0; --n) {
    out += bytes[random() % bytes.size()];
  }
  return out;
}

}  // namespace sbx::expect
