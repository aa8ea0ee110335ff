// runner/approved_test.h - what a test got, against the file of runner/baselines that was approved.
//
//   expect_baseline("plain.txt", got);
//
// After a change that is meant: SBX_APPROVE=1 in the environment of the test, then look at the
// difference.
#pragma once
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <string>

#include "runner/read_file.h"

namespace sbx::runner {

inline void expect_baseline(const std::string& name, const std::string& got) {
  const std::string path = std::string(SBX_RUNNER_FOLDER) + "/baselines/" + name;
  if (::getenv("SBX_APPROVE") != nullptr) {
    std::ofstream(path, std::ios::binary) << got;
  }
  std::string approved;
  ASSERT_TRUE(read_file(path, &approved)) << path;
  EXPECT_EQ(got, approved) << "SBX_APPROVE=1 approves it";
}

}  // namespace sbx::runner
