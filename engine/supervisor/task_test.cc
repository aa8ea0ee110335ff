// Looks at a task that cannot be taken.
#include "supervisor/task.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>

#include "supervisor/child_test.h"

namespace sbx::supervisor {
namespace {

// A count that could not be taken is no count: with no descriptor left the supervisor sees nothing.
TEST(TaskFails, WithoutDescriptorsNothingCounts) {
  const Child below_this_one(sleep_for_ever);
  Task task(::getpid(), ::getpid());
  Population alive;
  std::uint64_t bytes = 0;
  bool exists = false;
  std::chrono::milliseconds used{};
  EXPECT_EQ(task.population(&alive), Read::ok);
  EXPECT_EQ(cpu_under(::getpid(), &used), Read::ok);
  EXPECT_EQ(task.program("/no/such/file", &exists, &bytes), Read::ok);
  EXPECT_FALSE(exists);
  rlimit before{}, none{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  none = {0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const Read counted = task.population(&alive);
  const Read timed = cpu_under(::getpid(), &used);
  const Read sized = task.address_space(&bytes);
  const Read mapped = task.mapped_within(0, 1, &bytes);
  const Read known = task.is_itself(1, &exists);
  const Read looked = task.program("/proc/self/exe", &exists, &bytes);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  for (Read r : {counted, timed, sized, mapped, known, looked}) {
    EXPECT_EQ(r, Read::bad_address);
  }
}

}  // namespace
}  // namespace sbx::supervisor
