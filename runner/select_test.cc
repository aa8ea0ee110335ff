#include "runner/select.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace sbx::runner {
namespace {

using std::chrono::microseconds;
using testing::ElementsAre;

Selection make(Options options) {
  auto selection = Selection::make(options);
  EXPECT_TRUE(selection);
  return selection ? std::move(*selection) : Selection{};
}

TEST(Selection, FiltersAreAlternativesAndTagsAreNot) {
  Options options;
  options.filters = {"^a", "z$"};
  options.tags = {"fast", "!slow"};
  const Selection selection = make(options);
  EXPECT_TRUE(selection.keeps("abc", {"fast"}));
  EXPECT_TRUE(selection.keeps("xyz", {"fast", "other"}));
  EXPECT_FALSE(selection.keeps("b", {"fast"}));
  EXPECT_FALSE(selection.keeps("abc", {}));
  EXPECT_FALSE(selection.keeps("abc", {"fast", "slow"}));
}

TEST(Selection, ABadRegexIsAnError) {
  Options options;
  options.filters = {"("};
  const auto selection = Selection::make(options);
  ASSERT_FALSE(selection);
  EXPECT_EQ(selection.error().field, "--filter");
}

TEST(Selection, ShardsPartTheTests) {
  std::vector<Selection> shards;
  for (unsigned i = 1; i <= 3; ++i) {
    Options options;
    options.shard = {i, 3};
    shards.push_back(make(options));
  }
  std::vector<int> sizes(3);
  for (int test = 0; test < 3000; ++test) {
    const std::string id = "folder/test" + std::to_string(test);
    int in = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const bool here = shards[i].keeps(id, {});
      in += here ? 1 : 0;
      sizes[i] += here ? 1 : 0;
    }
    EXPECT_EQ(in, 1) << id;
  }
  for (const int size : sizes) {
    EXPECT_GT(size, 800);
  }
}

TEST(Selection, TheHashNeverChanges) {
  EXPECT_EQ(stable_hash(""), 0xcbf29ce484222325u ^ (0xcbf29ce484222325u >> 32));
  EXPECT_EQ(stable_hash("isolation/shadow"), stable_hash("isolation/shadow"));
  EXPECT_NE(stable_hash("a"), stable_hash("b"));
}

TEST(Selection, OnlyTheFailed) {
  Selection selection = make({});
  selection.only({"a\\nb"});
  EXPECT_TRUE(selection.keeps("a\nb", {}));
  EXPECT_FALSE(selection.keeps("a", {}));
}

TEST(Order, SlowestFirstUnknownInTheMiddle) {
  EXPECT_THAT(
      slowest_first({microseconds(10), microseconds(0), microseconds(50), microseconds(30)}),
      ElementsAre(2, 1, 3, 0));
  EXPECT_THAT(slowest_first({microseconds(0), microseconds(0)}), ElementsAre(0, 1));
}

TEST(Order, ASeedIsAnOrder) {
  const auto order = shuffled(100, 7);
  EXPECT_EQ(order, shuffled(100, 7));
  EXPECT_NE(order, shuffled(100, 8));
  auto sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    EXPECT_EQ(sorted[i], i);
  }
}

}  // namespace
}  // namespace sbx::runner
