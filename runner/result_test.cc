#include "runner/result.h"

#include <gtest/gtest.h>

namespace sbx::runner {
namespace {

TEST(Status, WordsAreReadBack) {
  for (const Status status : {Status::passed, Status::failed, Status::skipped, Status::xfailed,
                              Status::xpassed, Status::flaky, Status::not_run}) {
    EXPECT_EQ(status_of(to_string(status)), status);
  }
  EXPECT_FALSE(status_of("fine").has_value());
}

Totals totals_of(std::initializer_list<Status> list) {
  Totals totals;
  for (const Status status : list) {
    totals.add({.id = "x", .status = status});
  }
  return totals;
}

TEST(Totals, LastLineCountsWhatWasKept) {
  const Totals totals =
      totals_of({Status::passed, Status::flaky, Status::xfailed, Status::failed, Status::xpassed,
                 Status::skipped, Status::not_run, Status::excluded});
  EXPECT_EQ(last_line(totals), "3 passed, 2 failed, 1 skipped");
  EXPECT_EQ(totals.ran, 5u);
  EXPECT_EQ(totals.not_run, 1u);
  EXPECT_EQ(totals.excluded, 1u);
}

TEST(ExitCode, SaysWhatTheTotalsSay) {
  EXPECT_EQ(exit_code_of(totals_of({Status::passed}), false), 0);
  EXPECT_EQ(exit_code_of(totals_of({Status::passed, Status::failed}), false), 1);
  EXPECT_EQ(exit_code_of(totals_of({Status::xpassed}), false), 1);
  EXPECT_EQ(exit_code_of(totals_of({}), false), 3);
  EXPECT_EQ(exit_code_of(totals_of({Status::skipped}), false), 3);
  EXPECT_EQ(exit_code_of(totals_of({Status::excluded}), false), 3);
  EXPECT_EQ(exit_code_of(totals_of({Status::flaky}), false), 0);
  EXPECT_EQ(exit_code_of(totals_of({Status::flaky}), true), 5);
  EXPECT_EQ(exit_code_of(totals_of({Status::flaky, Status::failed}), true), 1);
}

}  // namespace
}  // namespace sbx::runner
