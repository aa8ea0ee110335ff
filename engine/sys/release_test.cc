#include "sys/release.h"

#include <gtest/gtest.h>

using sbx::sys::at_least;

TEST(Release, IsComparedByNumbers) {
  EXPECT_TRUE(at_least("6.13.0-rc1", 6, 13));
  EXPECT_TRUE(at_least("6.100.2", 6, 13));
  EXPECT_TRUE(at_least("7.0-amd64", 6, 13));
  EXPECT_FALSE(at_least("6.12.43+deb12-cloud-amd64", 6, 13));
  EXPECT_FALSE(at_least("5.19", 6, 7));
  EXPECT_FALSE(at_least("unknown", 1, 0));
}
