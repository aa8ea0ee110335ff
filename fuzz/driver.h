// fuzz/driver.h - libFuzzer's parent, with none of the target's code in it, whose children are
// boxes.
//
//   return drive({.what = Drive::fuzz, .settings = {...}, .flags = {...}, .jobs = 4});
//
// It is LLVM's own driver (libclang_rt.fuzzer_no_main) with an empty target; system(), popen() and
// pclose() are ours at link time (-Wl,--wrap), so no shell is started and every child is a box.
//
// REQUIRES: the process has one thread, and nothing else to do: it leaves from within.
#pragma once
#include <string>
#include <vector>

#include "fuzz/codes.h"
#include "fuzz/jobs.h"

namespace sbx::fuzz {

struct Drive {
  enum class What { fuzz, merge, minimize, cleanse } what = What::fuzz;
  JobSettings settings;
  std::vector<std::string> flags;  // for libFuzzer as they are
  unsigned jobs = 1;
  std::string artifacts;  // the folder for inputs that fail, absolute
  std::string output;     // of minimize and cleanse, absolute
  bool verbose = false;   // what libFuzzer's parent prints is printed
};

// The exit code: 0, 1 findings, 2 usage, 4 no box, 128 + signal.
int drive(Drive options);

}  // namespace sbx::fuzz
