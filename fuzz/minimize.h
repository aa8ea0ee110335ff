// fuzz/minimize.h - a smaller input that still shows the same bug.
//
//   std::string small = minimize(input, [&](const std::string& i) { return key_of_run(i) == key; },
//                                {.tries = 500, .time = 60s});
//
// libFuzzer's own minimiser keeps any input that fails, and so drifts from one bug to another. What
// counts as the same is the caller's to say. Not thread-safe: the caller's function is called from
// here.
#pragma once
#include <chrono>
#include <functional>
#include <string>

namespace sbx::fuzz {

struct Patience {
  unsigned tries = 500;
  std::chrono::milliseconds time{60000};
};

// Never larger than `input`; `input` itself where nothing smaller is the same.
[[nodiscard]] std::string minimize(std::string input,
                                   const std::function<bool(const std::string&)>& same,
                                   Patience patience);

}  // namespace sbx::fuzz
