// fuzz/codes.h - how `sbx-fuzz` leaves.
#pragma once

namespace sbx::fuzz {

inline constexpr int kNothingFound = 0, kSomethingFound = 1, kUsage = 2, kNoBox = 4;

}  // namespace sbx::fuzz
