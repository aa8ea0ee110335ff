// Boxes that follow one another: as they would be alone, one after the other, many at once, killed.
#include "sbx/pool.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <set>
#include <thread>

#include "client/box_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::children_of;
using testing::lines;
using testing::victim;

Report pooled(Pool& pool, const Request& request) {
  Result<Report> report = pool.run(request);
  EXPECT_TRUE(report) << (report ? "" : report.error().field + ": " + report.error().message);
  return report ? *report : Report{};
}

// traces, in a folder it may write to.
Request traces(const std::vector<std::string>& words) {
  Request request = victim({"traces"});
  std::vector<std::string>& argv = request.steps[0].argv;
  argv.insert(argv.end(), words.begin(), words.end());
  request.tree[0].how = How::overlay;
  return request;
}

std::string seen(const Report& r) {
  return lines(r) + r.out + r.err;
}

// The init of the one cell that stands now; -1: there is none, or more than one.
pid_t look() {
  const std::vector<pid_t> helpers = children_of(::getpid());
  const std::vector<pid_t> inits =
      helpers.size() == 1 ? children_of(helpers[0]) : std::vector<pid_t>();
  return inits.size() == 1 ? inits[0] : -1;
}

// One other than `before`, once there is one: a helper looks at its box after the reply.
pid_t another_than(pid_t before) {
  for (int i = 0; i < 3000; ++i) {
    const pid_t now = look();
    if (now > 0 && now != before) {
      return now;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

pid_t standing() {
  return another_than(-1);
}

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
    EXPECT_EQ(lines(pooled(pool, victim({"die_by", "11"}))), "killed: signal 11 (SIGSEGV)\n");
    EXPECT_EQ(standing(), first) << "a program that dies by itself leaves nothing";
  }
  EXPECT_TRUE(testing::settled(0)) << "the pool's end leaves nothing";
}

// The step that was made in that cell before its program was known; -1: there is none.
pid_t waiting_in(pid_t init) {
  for (int i = 0; i < 3000; ++i) {
    const std::vector<pid_t> steps = children_of(init);
    if (steps.size() == 1) {
      return steps[0];
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return -1;
}

TEST(Pool, TheNextStepIsThereBeforeItsProgramIsKnown) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    EXPECT_EQ(lines(pooled(pool, victim({"exit_with", "0"}))), "exit 0\n");
    const pid_t init = standing(), waiting = waiting_in(init);
    ASSERT_GT(waiting, 0);
    std::vector<pid_t> ran;
    std::thread look([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      ran = children_of(init);
    });
    EXPECT_EQ(lines(pooled(pool, victim({"sleeps", "600"}))), "exit 0\n");
    look.join();
    EXPECT_EQ(ran, std::vector<pid_t>{waiting});
    const pid_t next = waiting_in(init);
    EXPECT_NE(next, waiting);
    EXPECT_GT(next, 0);
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, AStepThatWaitedForAnotherKindOfBoxIsNotUsed) {
  Request plain = victim({"show"}), elsewhere = plain, small = plain, threads = plain;
  elsewhere.steps[0].cwd = "/tmp";
  small.limits.memory = 64_MiB;
  threads.threads = true;
  const std::vector<Request> all = {plain, elsewhere, small, threads, plain, threads, elsewhere};
  std::vector<std::string> alone;
  for (const Request& request : all) {
    alone.push_back(seen(boxed(request)));
  }
  testing::start_alone();
  {
    Pool pool(plain, 1);
    pid_t init = -1;
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(seen(pooled(pool, all[i])), alone[i]) << i;
      EXPECT_TRUE(init < 0 || standing() == init) << "in the same cell";
      init = standing();
      EXPECT_GT(waiting_in(init), 0) << i;
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

TEST(Pool, AStepThatIsKilledWhereItWaitsIsReplaced) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(lines(pooled(pool, victim({"exit_with", std::to_string(i)}))),
                "exit " + std::to_string(i) + "\n");
      ASSERT_EQ(::kill(waiting_in(standing()), SIGKILL), 0);
    }
  }
  EXPECT_TRUE(testing::settled(0));
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

// What one box could leave to the next, with the filter's decision and without it: a helper that
// lets every call through ends nothing, so every cell stays where its folders are as they were.
class Leak : public ::testing::TestWithParam<const char*> {};

TEST_P(Leak, NothingIsFoundByTheNextBox) {
  testing::start_alone();
  const std::string helper = std::string(SBX_VICTIMS) + "/../bin/sbx-continue";
  for (const bool decided : {true, false}) {
    set_helper(decided ? "" : helper);
    {
      Request find = traces({"find"});
      Request leave = traces({"leave", GetParam()});
      if (!decided) {
        find.steps[0].argv.push_back("everything");
      }
      Pool fresh(find, 1);
      const std::string nothing = seen(pooled(fresh, find));
      EXPECT_NE(nothing.find("process 2 of 1\n"), std::string::npos) << nothing;
      Pool pool(find, 1);
      EXPECT_EQ(seen(pooled(pool, find)), nothing);
      pooled(pool, leave);
      EXPECT_EQ(seen(pooled(pool, find)), nothing) << (decided ? "decided" : "let through");
      EXPECT_EQ(seen(pooled(pool, find)), nothing);
      release_helpers();
    }
  }
  set_helper("");
}

INSTANTIATE_TEST_SUITE_P(Kinds, Leak,
                         ::testing::Values("tmp", "out", "src", "removed", "tmpfile", "folder",
                                           "mode", "srcmode", "time", "attribute", "hidden",
                                           "removed_program", "process", "shm", "msg", "sem",
                                           "mqueue", "socket", "lock", "nice", "scheduler",
                                           "ioprio", "affinity", "limit", "signal", "ptrace",
                                           "timer"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST(Pool, WhatAProgramWritesIsNotForTheNext) {
  testing::start_alone();
  Pool pool({}, 1);
  EXPECT_EQ(lines(pooled(pool, traces({"find"}))), "exit 0\n");
  for (const char* kind :
       {"tmp", "out", "src", "removed", "folder", "mode", "srcmode", "time", "removed_program"}) {
    const pid_t before = standing();
    EXPECT_EQ(lines(pooled(pool, traces({"leave", kind}))), "exit 0\n") << kind;
    EXPECT_GT(another_than(before), 0) << kind;
    EXPECT_EQ(lines(pooled(pool, traces({"find"}))), "exit 0\n") << kind;
  }
}

TEST(Pool, BoxesThatSeeMoreAreAlone) {
  testing::start_alone();
  const testing::Folder folder;
  for (const std::string what : {"net", "proc", "writes", "rw"}) {
    Request request = victim({"exit_with", "0"});
    request.net = what == "net";
    request.proc = what == "proc";
    request.list_writes = what == "writes";
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
