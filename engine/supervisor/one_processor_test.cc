#include "supervisor/one_processor.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "supervisor/child_test.h"

namespace sbx::supervisor {
namespace {

int processors_of(pid_t task) {
  cpu_set_t mine;
  return ::sched_getaffinity(task, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : -1;
}

TEST(OneProcessor, KeepsWhoJoinsAndLetsGo) {
  const int all = processors_of(0);
  ASSERT_GT(all, 0);
  const Child child(sleep_for_ever);
  {
    OneProcessor here;
    EXPECT_EQ(processors_of(0), 1);
    EXPECT_TRUE(here.join(child.pid()));
    EXPECT_EQ(processors_of(child.pid()), 1);
    here.let_go();
    EXPECT_EQ(processors_of(0), all);
    EXPECT_FALSE(here.join(child.pid())) << "there is nowhere to come to";
    here.keep();
    EXPECT_EQ(processors_of(0), 1);
    EXPECT_EQ(OneProcessor::free(child.pid()), 0);
    EXPECT_EQ(processors_of(child.pid()), all);
  }
  EXPECT_EQ(processors_of(0), all);
}

TEST(OneProcessor, KeepsToTheOneItIsTold) {
  cpu_set_t mine;
  ASSERT_EQ(::sched_getaffinity(0, sizeof mine, &mine), 0);
  for (unsigned i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &mine)) {
      {
        OneProcessor there(static_cast<int>(i));
        EXPECT_EQ(::sched_getcpu(), static_cast<int>(i));
        EXPECT_TRUE(there.fixed());
        there.let_go();
        EXPECT_EQ(processors_of(0), CPU_COUNT(&mine));
        there.keep();
        EXPECT_EQ(::sched_getcpu(), static_cast<int>(i));
        EXPECT_EQ(processors_of(0), 1);
      }
      EXPECT_EQ(processors_of(0), CPU_COUNT(&mine));
      ASSERT_EQ(::sched_setaffinity(0, sizeof mine, &mine), 0);
    }
  }
}

TEST(OneProcessor, WhoIsGoneNeedsNone) {
  Child child(sleep_for_ever);
  const pid_t gone = child.pid();
  child.end();
  EXPECT_EQ(OneProcessor::free(gone), 0);
  if (::geteuid() != 0) {
    EXPECT_EQ(OneProcessor::free(1), EPERM) << "another user's";
  }
}

}  // namespace
}  // namespace sbx::supervisor
