// Boxes that follow one another: as they would be alone, one after the other, many at once, killed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "client/cell_test.h"

namespace sbx {
namespace {

using testing::another_than;
using testing::boxed;
using testing::children_of;
using testing::lines;
using testing::look;
using testing::pooled;
using testing::seen;
using testing::standing;
using testing::traces;
using testing::victim;

TEST(Pool, TheNextBoxOfAShapeComesIntoTheSameCell) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
    const pid_t first = standing();
    ASSERT_GT(first, 0);
    for (int i = 1; i < 20; ++i) {
      EXPECT_EQ(lines(pooled(pool, victim({"exit_with", std::to_string(i)}))),
                "exit " + std::to_string(i) + "\n");
      EXPECT_EQ(standing(), first);
    }
    EXPECT_EQ(lines(pooled(pool, victim({"die_by", "15"}))), "killed: signal 15 (SIGTERM)\n");
    EXPECT_EQ(standing(), first) << "a program that dies by itself leaves nothing";
    // It may have been sent that before it was this box's (DECISIONS.md, 34).
    EXPECT_EQ(lines(pooled(pool, victim({"die_by", "11"}))), "killed: signal 11 (SIGSEGV)\n");
  }
  EXPECT_TRUE(testing::settled(0)) << "the pool's end leaves nothing";
}

TEST(Pool, RunsTheShapeWithAnotherStep) {
  Pool pool(victim({"exit_with", "0"}));
  Result<Report> report = pool.run(Step{.argv = {"/src/exit_with", "7"}});
  ASSERT_TRUE(report);
  EXPECT_EQ(lines(*report), "exit 7\n");
  report = pool.run(Step{});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().field, "steps[0].argv");
}

TEST(Pool, ReportsAreThoseOfABoxOfItsOwn) {
  Pool pool(victim({"exit_with", "0"}), 1);
  std::vector<Request> all;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"exit_with", "3"},
                                             {"show"},
                                             {"die_by", "6"},
                                             {"opens", "/etc/shadow"},
                                             {"descriptors"},
                                             {"reads", "nothing"},
                                             {"forks"},
                                             {"maps"},
                                             {"traces", "find"},
                                             {"writes"},
                                             {"floods"},
                                             {"signals"},
                                             {"processors"},
                                             {"refused_child"},
                                             {"no_such_program"}}) {
    all.push_back(victim(words));
    all.back().limits.output = 2_MiB;
  }
  Request threads = victim({"forks"});
  threads.threads = true;
  threads.limits.processes = 4;
  all.push_back(threads);
  Request two = victim({"spin", "300"});
  two.steps.push_back(traces({"find"}).steps[0]);
  all.push_back(two);
  for (const Request& request : all) {
    const std::string alone = seen(boxed(request));
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(seen(pooled(pool, request)), alone)
          << request.steps[0].argv[0] << ", box " << i << " of its kind";
    }
  }
}

TEST(Pool, CellsAreThrownAwayWithWhatEndedThem) {
  testing::start_alone();
  Pool pool(victim({"exit_with", "0"}), 1);
  const auto stops = [&](const Request& request, const std::string& line) {
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
    const pid_t before = standing();
    EXPECT_EQ(lines(pooled(pool, request)), line);
    EXPECT_GT(another_than(before), 0) << line;
  };
  stops(victim({"opens", "/etc/shadow"}), "refused: open /etc/shadow\n");
  Request spin = victim({"spin"});
  spin.limits.cpu = std::chrono::seconds(1);
  spin.limits.wall = std::chrono::seconds(60);
  stops(spin, "killed: cpu limit (1 s)\n");
  Request flood = victim({"floods"});
  flood.limits.output = 2_MiB;
  stops(flood, "killed: output limit (2 MiB)\n");
}

TEST(Pool, TheCpuCapIsOfOneBox) {
  testing::start_alone();
  Request spin = victim({"spin", "400"});
  spin.limits.cpu = std::chrono::seconds(1);
  spin.limits.wall = std::chrono::seconds(60);
  Pool pool(spin, 1);
  pid_t first = -1;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(lines(pooled(pool, spin)), "exit 0\n") << "box " << i;
    first = first < 0 ? standing() : first;
  }
  Request sleep = victim({"sleeps", "1200"});
  sleep.limits = spin.limits;
  EXPECT_EQ(lines(pooled(pool, sleep)), "exit 0\n");
  EXPECT_EQ(standing(), first);
}

TEST(Pool, BoxesThatSeeMoreAreAlone) {
  testing::start_alone();
  const testing::Folder folder;
  for (const std::string what : {"net", "proc", "rw"}) {
    Request request = victim({"exit_with", "0"});
    request.net = what == "net";
    request.proc = what == "proc";
    if (what == "rw") {
      request.tree.push_back({folder.path(), "/rw0", How::read_write});
    }
    {
      Pool pool(request, 1);
      for (int i = 0; i < 2; ++i) {
        const pid_t before = look();
        EXPECT_EQ(lines(pooled(pool, request)), "exit 0\n") << what;
        if (what == "rw") {
          EXPECT_TRUE(testing::settled(0)) << "what stood may not see what was written";
        } else {
          EXPECT_GT(another_than(before), 0) << what;
        }
      }
    }
    EXPECT_TRUE(testing::settled(0));
  }
}

TEST(Pool, AnotherTreeAtTheSamePathIsSeen) {
  const testing::Folder folder;
  (void)folder.write("name", "first\n");
  Request request = victim({"reads", "/ro0/name"});
  request.tree.push_back({folder.path(), "/ro0"});
  Pool pool(request, 1);
  EXPECT_EQ(pooled(pool, request).out, "first\n");
  EXPECT_EQ(pooled(pool, request).out, "first\n");
  ASSERT_EQ(::rename(folder.path().c_str(), (folder.path() + "-old").c_str()), 0);
  ASSERT_EQ(::mkdir(folder.path().c_str(), 0755), 0);
  (void)folder.write("name", "second\n");
  EXPECT_EQ(pooled(pool, request).out, "second\n");
  EXPECT_EQ(::unlink((folder.path() + "-old/name").c_str()), 0);
  EXPECT_EQ(::rmdir((folder.path() + "-old").c_str()), 0);
}

// A layer of an overlay that changes is not seen by the box above it; what changed it was a box of
// the pool's own.
TEST(Pool, WhatABoxWritesToTheHostIsSeenByTheNext) {
  const testing::Folder folder;
  ::chmod(folder.path().c_str(), 0777);
  const auto over = [&](const char* program, const char* file) {
    Request request = victim({program, file});
    request.tree[0].inside = "/bin";
    request.steps[0].argv[0] = std::string("/bin/") + program;
    request.tree.push_back({folder.path(), "/src", How::overlay});
    return request;
  };
  Request write = over("writes", "/rw0/name");
  write.tree.push_back({folder.path(), "/rw0", How::read_write});
  Pool pool({}, 2);
  EXPECT_EQ(pooled(pool, over("reads", "/src/name")).out, "error 2\n");
  EXPECT_EQ(pooled(pool, write).out, "/rw0/name: 0\n");
  EXPECT_EQ(pooled(pool, over("reads", "/src/name")).out, "new\n");
}

TEST(Pool, ManyThreadsShareFewCells) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 2);
    std::vector<std::thread> callers;
    for (int t = 0; t < 6; ++t) {
      callers.emplace_back([&pool, t] {
        for (int i = 0; i < 10; ++i) {
          EXPECT_EQ(lines(pooled(pool, victim({"exit_with", std::to_string(t * 10 + i)}))),
                    "exit " + std::to_string(t * 10 + i) + "\n");
        }
      });
    }
    for (std::thread& caller : callers) {
      caller.join();
    }
    EXPECT_LE(children_of(::getpid()).size(), 2u);
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, AStopEndsTheBoxAndThePoolGoesOn) {
  testing::start_alone();
  {
    Pool pool(victim({"spin"}), 1);
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
    std::stop_source stop;
    std::thread caller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    Result<Report> report = pool.run(victim({"spin"}), stop.get_token());
    caller.join();
    ASSERT_TRUE(report);
    EXPECT_EQ(lines(*report), "killed: stopped by the caller\n");
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "8"}))), "exit 8\n");
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, WhoeverIsKilledIsNamedAndReplaced) {
  testing::start_alone();
  {
    Pool pool(victim({"spin"}), 1);
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
    ::kill(standing(), SIGKILL);
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "1"}))), "exit 1\n") << "an idle cell";
    const std::vector<pid_t> helpers = children_of(::getpid());
    ASSERT_EQ(helpers.size(), 1u);
    ::kill(helpers[0], SIGKILL);
    EXPECT_TRUE(testing::settled(0));
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "2"}))), "exit 2\n") << "an idle helper";

    for (const bool init : {true, false}) {
      std::thread killer([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        ::kill(init ? standing() : children_of(::getpid()).at(0), SIGKILL);
      });
      Report report = pooled(pool, victim({"spin"}));
      killer.join();
      EXPECT_EQ(lines(report),
                init ? "cannot hear from the box's init: EPIPE\n"
                     : "cannot hear from the helper: EPIPE (it was killed; the box is gone with "
                       "it)\n");
      EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "3"}))), "exit 3\n");
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

}  // namespace
}  // namespace sbx
