#include "runner/trace_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx::runner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const char* const kText =
    "# x86_64-glibc-2.36 - written by sbx trace. Do not edit.\n"
    "base     fcntl[1]=0x3             dirs.c,stdio.c\n"
    "base     read                     hello.c\n"
    "threads  wait4                    processes.c\n"
    "compile  wait4                    gcc\n";

TraceList list(const std::string& text) {
  auto parsed = parse_list("a.list", text);
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *parsed;
}

TEST(TraceList, IsReadAsItIsWritten) {
  const TraceList read = list(kText);
  EXPECT_EQ(read.cell, "x86_64-glibc-2.36");
  EXPECT_EQ(read.rows.size(), 4u);
  EXPECT_EQ(render_list(read), kText);
}

TEST(TraceList, AWrongLineIsNamed) {
  for (const char* text : {"bass read a.c\n", "base read\n", "base\n", "base read a.c b.c\n"}) {
    auto parsed = parse_list("a.list", std::string("# c -\n") + text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().field, "a.list");
    EXPECT_THAT(parsed.error().message, HasSubstr("line 2"));
  }
}

TEST(TraceList, AUnionKeepsEverythingInWhateverOrderItIsMade) {
  TraceList one = list("# c -\nbase read d.c,e.c,f.c\nnet wait4 n.c\n");
  const TraceList two = list("# c -\nbase read a.c,b.c\nbase wait4 w.c\n");
  TraceList other = two;
  add_rows(one, &other);
  add_rows(two, &one);
  EXPECT_EQ(render_list(one), render_list(other));
  EXPECT_EQ(render_list(one),
            "# c - written by sbx trace. Do not edit.\n"
            "base     read                     a.c,b.c,d.c\n"
            "base     wait4                    w.c\n");  // of base now: not of net any more
}

TEST(TraceList, ADifferenceIsToldBothWaysForTheSetsMeasured) {
  const TraceList listed =
      list("# c -\nbase read a.c\nbase write a.c\nnet bind n.c\ncompile chmod g\n");
  TraceDifference d = compare(list("# c -\nbase read x.c\nbase brk x.c\n"), listed);
  EXPECT_THAT(d.not_needed, ElementsAre("base write"));
  EXPECT_THAT(d.not_listed, ElementsAre("base brk"));
  d = compare(list("# c -\ncompile read x.c\ncompile chmod x.c\n"), listed);
  EXPECT_THAT(d.not_needed, IsEmpty());
  EXPECT_THAT(d.not_listed, IsEmpty());  // read is a base row
}

}  // namespace
}  // namespace sbx::runner
