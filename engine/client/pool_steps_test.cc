// The step of the next box, made while nobody asks.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "client/cell_test.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::children_of;
using testing::lines;
using testing::look;
using testing::pooled;
using testing::seen;
using testing::standing;
using testing::victim;
using testing::waiting_in;

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

// Threads of a task.
std::size_t threads_of(pid_t task) {
  const std::filesystem::directory_iterator all("/proc/" + std::to_string(task) + "/task");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(Pool, AFilterIsInstalledOnceAndTheThirdKindInstallsItsOwn) {
  Request either = victim({"show"}), gnu = either, threads = either;
  gnu.steps[0].libc = Libc::gnu;
  threads.threads = true;
  const std::string alone = seen(boxed(either));
  testing::start_alone();
  {
    Pool pool(either, 1);
    EXPECT_EQ(seen(pooled(pool, either)), alone);
    const pid_t init = standing();
    EXPECT_GT(waiting_in(init), 0);
    EXPECT_EQ(threads_of(init), 3u) << "its own, the reaper's, a carrier's";
    for (int i = 0; i < 3; ++i) {
      for (const Request& request : {gnu, threads, either}) {
        EXPECT_EQ(seen(pooled(pool, request)), alone);
        EXPECT_EQ(standing(), init);
      }
    }
    EXPECT_EQ(threads_of(init), 4u);
  }
  EXPECT_TRUE(testing::settled(0));
}

// What its capabilities would open for a step is as shut in a cell.
TEST(Pool, AProgramThatMayNotBeStartedIsNotInACellEither) {
  const testing::Folder folder;
  const std::string show = testing::read_file(std::string(SBX_VICTIMS) + "/exit_with");
  ASSERT_FALSE(show.empty());
  for (const char* name : {"good", "mode", "shut/show"}) {
    std::filesystem::create_directories(std::filesystem::path(folder.path(name)).parent_path());
    const std::string path = folder.write(name, show);
    ASSERT_EQ(::chmod(path.c_str(), std::string_view(name) == "mode" ? 0677 : 0755), 0);
  }
  ASSERT_EQ(::chmod(folder.path("shut").c_str(), 0), 0);
  const auto starts = [&](const std::string& name) {
    Request request = victim({"exit_with", "0"});
    request.tree[0].host = folder.path();
    request.steps[0].argv[0] = "/src/" + name;
    return request;
  };
  const std::vector<std::string> all = {"mode", "shut/show", "good"};
  std::vector<std::string> alone;
  for (const std::string& name : all) {
    alone.push_back(seen(boxed(starts(name))));
  }
  EXPECT_EQ(alone.back(), "exit 0\n");
  EXPECT_NE(alone.front(), "exit 0\n");
  {
    Pool pool(starts("good"), 1);
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(seen(pooled(pool, starts("good"))), "exit 0\n");
      EXPECT_EQ(seen(pooled(pool, starts(all[i]))), alone[i]) << all[i];
    }
  }
  ASSERT_EQ(::chmod(folder.path("shut").c_str(), 0700), 0);
}

TEST(Pool, TheProcessesOfEveryStepAreNumberedAsInABoxOfItsOwn) {
  Request two = testing::traces({"find"});
  two.steps[0].profile = Profile::compile;
  two.steps.push_back(testing::traces({"find"}).steps[0]);
  two.steps[1].label = "run";
  const std::string alone = boxed(two).out;
  EXPECT_NE(alone.find("process 3 of 1\n"), std::string::npos) << alone;
  Pool pool(two, 1);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(pooled(pool, two).out, alone) << i;
  }
}

// By any signal: one that dumps core waits where one that kills does not.
TEST(Pool, AStepThatIsKilledWhereItWaitsIsReplaced) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    int i = 0;
    for (const int signal : {SIGKILL, SIGTERM, SIGSEGV, SIGABRT, SIGQUIT, SIGSYS}) {
      for (int k = 0; k < 20; ++k, ++i) {
        const std::string code = std::to_string(i % 100);
        EXPECT_EQ(lines(pooled(pool, victim({"exit_with", code}))), "exit " + code + "\n")
            << signal;
        ASSERT_EQ(::kill(waiting_in(standing()), signal), 0);
      }
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

// The third kind of a cell has no carrier: its listener is gone with it.
TEST(Pool, AStepWithoutACarrierThatIsKilledWhereItWaitsIsReplaced) {
  testing::start_alone();
  {
    Request first = victim({"exit_with", "0"}), second = first, third = first;
    second.steps[0].libc = Libc::gnu;
    third.threads = true;
    Pool pool(first, 1);
    pooled(pool, first);
    pooled(pool, second);
    for (int i = 0; i < 150; ++i) {
      third.steps[0].argv[1] = std::to_string(i % 100);
      testing::Pipe input;
      input.write.reset();
      third.streams.in = i % 2 == 0 ? Input::from(input.read.get()) : Input{};
      EXPECT_EQ(lines(pooled(pool, third)), "exit " + std::to_string(i % 100) + "\n") << i;
      ::kill(waiting_in(standing()), SIGKILL);
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

// Its end is told while the box that needs another step is on its way, and is not that box's.
TEST(Pool, AStepThatIsKilledWhereItWaitsIsNoOtherBoxsEnd) {
  testing::start_alone();
  {
    Pool pool(victim({"exit_with", "0"}), 1);
    for (int i = 0; i < 150; ++i) {
      Request request = victim({"exit_with", std::to_string(i % 100)});
      request.threads = i % 2 == 0;  // another filter than the one before
      EXPECT_EQ(lines(pooled(pool, request)), "exit " + std::to_string(i % 100) + "\n") << i;
      ::kill(waiting_in(standing()), SIGKILL);
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

// What replaces it is the first to read what the caller gave for it.
TEST(Pool, NothingOfItsInputIsLostWithAStepThatIsReplaced) {
  testing::start_alone();
  {
    Request copy = victim({"copy"});
    Pool pool(copy, 1);
    for (int i = 0; i < 60; ++i) {
      const std::string text = "line " + std::to_string(i) + "\n";
      testing::Pipe input;
      ASSERT_EQ(::write(input.write.get(), text.data(), text.size()),
                static_cast<ssize_t>(text.size()));
      input.write.reset();
      copy.streams.in = Input::from(input.read.get());
      EXPECT_EQ(seen(pooled(pool, copy)), "exit 0\n" + text);
      ASSERT_EQ(::kill(waiting_in(standing()), i % 2 == 0 ? SIGKILL : SIGSEGV), 0);
    }
  }
  EXPECT_TRUE(testing::settled(0));
}

}  // namespace
}  // namespace sbx
