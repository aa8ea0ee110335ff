// What a box counts and caps: processes, threads, maps, processors, time, output.
#include <gtest/gtest.h>
#include <sched.h>

#include <cerrno>
#include <filesystem>
#include <set>
#include <thread>

#include "client/box_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::lines;
using testing::Pipe;
using testing::victim;

TEST(Run, ProcessesCanBeGranted) {
  Request request = victim({"forks"});
  request.threads = true;
  request.limits.processes = 4;
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "exit 0\n");
  EXPECT_EQ(r.out, "came back: 1\n");
  ASSERT_EQ(r.usage.size(), 1u);
  EXPECT_EQ(r.usage[0].makers, 1u);
}

TEST(Run, ThreadsAreCountedAliveHoweverManyWereMade) {
  Request request = victim({"rounds", "60"});
  request.threads = true;
  request.limits.threads = request.limits.processes = 64;
  request.limits.memory = 16384_MiB;  // each may get an arena of its own
  request.limits.cpu = request.limits.wall = std::chrono::seconds(60);
  EXPECT_EQ(lines(boxed(request)), "exit 0\n");
  request.steps[0].argv[1] = "65";
  EXPECT_EQ(lines(boxed(request)), "refused: thread limit (64)\n");
}

TEST(Run, MapsOfManyThreadsAtOnceAreRefusedByName) {
  Request request = victim({"maps_together"});
  request.threads = true;
  request.limits.threads = request.limits.processes = 64;
  for (int i = 0; i < 20; ++i) {
    Report r = boxed(request);
    EXPECT_EQ(lines(r), "refused: mmap 67108864 bytes over the cap (268435456)\n");
    EXPECT_EQ(r.out, "");
  }
}

TEST(Run, NobodySpeaksOfARefusal) {
  Request request = victim({"refused_child"});
  request.threads = true;
  for (int i = 0; i < 100; ++i) {
    Report r = boxed(request);
    ASSERT_EQ(lines(r), "refused: open /etc/shadow\n");
    ASSERT_EQ(r.out, "") << "box " << i;
  }
}

int processors_of(pid_t pid) {
  cpu_set_t all;
  return ::sched_getaffinity(pid, sizeof all, &all) == 0 ? CPU_COUNT(&all) : -errno;
}

TEST(Run, AProgramHasAllItsProcessors) {
  const int all = processors_of(0);
  Report r = boxed(victim({"processors"}));
  EXPECT_EQ(r.out, std::to_string(all) + "\n") << "it asks before anything else";
  // One that asks nothing has them too, a moment later.
  std::set<int> seen;
  std::thread look([&] {
    for (int i = 0; i < 40; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        if (testing::read_file(entry.path() / "comm") == "processors\n") {
          seen.insert(processors_of(std::stoi(entry.path().filename())));
        }
      }
    }
  });
  EXPECT_EQ(lines(boxed(victim({"processors", "busy"}))), "exit 0\n");
  look.join();
  EXPECT_EQ(seen.count(all), 1u);
}

TEST(Run, TheCpuCapIsNamed) {
  Request request = victim({"spin"});
  request.limits.cpu = std::chrono::seconds(1);
  request.limits.wall = std::chrono::seconds(60);
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "killed: cpu limit (1 s)\n");
  EXPECT_EQ(r.exit_code(), 124);
}

TEST(Run, AStepsCpuTimeIsItsOwn) {
  Request request = victim({"spin", "1500"});
  request.steps.push_back(victim({"sleeps", "1200"}).steps[0]);
  request.limits.wall = std::chrono::seconds(60);
  request.steps[0].limits = request.limits;
  request.steps[0].limits->cpu = std::chrono::seconds(5);
  request.limits.cpu = std::chrono::seconds(1);
  EXPECT_EQ(lines(boxed(request)), "exit 0\n") << "the second step computes nothing";
}

TEST(Run, TheWallClockIsNamed) {
  Pipe never;
  Request request = victim({"copy"});
  request.streams.in = Input::from(never.read.get());
  request.limits.wall = std::chrono::seconds(1);
  const auto start = std::chrono::steady_clock::now();
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "killed: wall clock (1 s)\n");
  EXPECT_EQ(r.exit_code(), 124);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(Run, TheOutputCapCountsWhatIsPrintedAndWritten) {
  Request request = victim({"floods"});
  request.limits.output = 2_MiB;
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "killed: output limit (2 MiB)\n");
  EXPECT_EQ(r.exit_code(), 124);
  EXPECT_EQ(r.out.size(), 2u << 20);

  request = victim({"grows"});
  request.limits.output = 2_MiB;
  EXPECT_EQ(lines(boxed(request)), "killed: output limit (2 MiB)\n");
}

}  // namespace
}  // namespace sbx
