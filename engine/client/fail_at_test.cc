// Every op of the plan is made to fail once: the box is named as not built, and nothing is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/box_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::lines;
using testing::victim;

void fail_every_op(Request request, const std::string& good, int at_least) {
  testing::start_alone();
  ASSERT_EQ(lines(boxed(request)), good);
  const testing::Belongings before = testing::belongings();
  for (int i = 0;; ++i) {
    ASSERT_LT(i, 1000);
    request.fail_at = i;
    Report r = boxed(request);
    if (r.exit_code() == 0) {
      EXPECT_EQ(lines(r), good);
      EXPECT_GE(i, at_least);
      break;
    }
    EXPECT_EQ(r.exit_code(), 126) << i << "\n" << lines(r);
    EXPECT_THAT(testing::last_line(r), ::testing::MatchesRegex("([a-z]+: )?cannot [^:]+: EPERM.*"))
        << i;
    for (const Mount& m : request.tree) {
      EXPECT_THAT(lines(r), ::testing::Not(::testing::HasSubstr(m.host))) << i;
    }
    EXPECT_THAT(r.usage.size(), ::testing::Lt(request.steps.size())) << i;
    ASSERT_TRUE(testing::settled(1)) << "something is left of op " << i;
    ASSERT_EQ(testing::changes_since(before), "") << i;
  }
}

TEST(FailAt, AStaticProgram) {
  fail_every_op(victim({"exit_with", "0"}), "exit 0\n", 60);
}

TEST(FailAt, AFuzzStep) {
  Request request = victim({"fuzzed", "nothing"});
  request.steps[0].profile = Profile::fuzz;
  request.steps[0].armed_by = {"ready"};
  request.steps[0].leaves_by = {"bye"};
  fail_every_op(request, "exit 0\n", 60);
}

TEST(FailAt, TwoStepsWithEverythingGranted) {
  testing::Folder folder;
  Request request = victim({"exit_with", "0"});
  request.steps[0].label = "compile";
  request.steps[0].profile = Profile::compile;
  Step second;
  second.argv = {"/src/exit_with", "0"};
  request.steps.push_back(second);
  request.tree[0].how = How::overlay;
  Mount ro;
  ro.host = folder.path();
  ro.inside = "/ro: with a colon";
  request.tree.push_back(ro);
  ro.inside = "/rw0";
  ro.how = How::read_write;
  request.tree.push_back(ro);
  request.threads = request.net = request.proc = request.dev = true;
  fail_every_op(request, "compile: exit 0\nexit 0\n", 150);
}

}  // namespace
}  // namespace sbx
