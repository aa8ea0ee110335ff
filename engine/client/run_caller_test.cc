// run() in callers of every kind: what they are must not matter, what they hold must not change.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "client/box_test.h"
#include "sys/fd.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::in_child;
using testing::lines;
using testing::victim;

std::string exit_with(int code) {
  return lines(boxed(victim({"exit_with", std::to_string(code)})));
}

std::string exit_line(int code) {
  return "exit " + std::to_string(code) + "\n";
}

TEST(Caller, ManyThreadsAtOnce) {
  const int boxes = std::getenv("SBX_LONG") != nullptr ? 200 : 25;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < boxes; ++i) {
        const int code = (t * 31 + i) % 256;
        wrong += exit_with(code) == exit_line(code) ? 0 : 1;
      }
    });
  }
  for (std::thread& t : threads) {
    t.join();
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Caller, AThreadThatEndsAtOnceTakesNoHelperWithIt) {
  testing::start_alone();
  for (int i = 0; i < 10; ++i) {
    std::string line;
    std::thread([&] { line = exit_with(i); }).join();
    EXPECT_EQ(line, exit_line(i));
    ASSERT_TRUE(testing::settled(1)) << "the one helper is kept";
  }
}

TEST(Caller, NothingThatIsTheCallersChanges) {
  testing::start_alone();
  ASSERT_EQ(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 0);
  const mode_t mode = ::umask(013);
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  ASSERT_EQ(::sigaction(SIGUSR2, &ignore, nullptr), 0);
  sigset_t some;
  sigemptyset(&some);
  sigaddset(&some, SIGTERM);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &some, nullptr), 0);

  const testing::Belongings before = testing::belongings();
  EXPECT_EQ(exit_with(1), exit_line(1));
  EXPECT_EQ(lines(boxed(victim({"opens", "/etc/shadow"}))), "refused: open /etc/shadow\n");
  Request failing = victim({"exit_with", "0"});
  failing.fail_at = 40;
  EXPECT_EQ(boxed(failing).exit_code(), 126);
  release_helpers();
  EXPECT_EQ(testing::changes_since(before), "");

  ::umask(mode);
  ::signal(SIGUSR2, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &some, nullptr);
}

TEST(Caller, WhoIsNotDumpableStaysSo) {
  ASSERT_EQ(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0), 0);
  EXPECT_EQ(exit_with(3), exit_line(3));
  EXPECT_EQ(::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

TEST(Caller, WithoutStandardDescriptors) {
  const std::string seen = in_child([] {
    for (int fd : {0, 1, 2}) {
      ::close(fd);
    }
    Request request = victim({"descriptors"});
    std::string answer = lines(boxed(request)) + boxed(request).out;
    request.streams = Streams{};  // inherits what is not there
    answer += lines(boxed(request));
    for (int fd : {0, 1, 2}) {
      answer += ::fcntl(fd, F_GETFD) < 0 ? "closed " : "open ";
    }
    return answer;
  });
  EXPECT_EQ(seen, "exit 0\n0 1 2 \nexit 0\nclosed closed closed ");
}

TEST(Caller, NoneOfAThousandDescriptorsArrives) {
  const std::string seen = in_child([] {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 4096);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    sys::Fd null(::open("/dev/null", O_RDWR));
    int made = 0;
    while (made < 1000 && ::dup(null.get()) >= 0) {
      ++made;
    }
    Report r = boxed(victim({"descriptors"}));
    return std::to_string(made) + "\n" + lines(r) + r.out;
  });
  EXPECT_EQ(seen, "1000\nexit 0\n0 1 2 \n");
}

std::atomic<int> alarms = 0;

TEST(Caller, UnderAnAlarmEveryMillisecond) {
  struct sigaction counting = {}, before = {};
  counting.sa_handler = [](int) { ++alarms; };  // no SA_RESTART: every call may be interrupted
  ASSERT_EQ(::sigaction(SIGALRM, &counting, &before), 0);
  const itimerval every = {{0, 1000}, {0, 1000}}, never = {};
  release_helpers();
  ASSERT_EQ(::setitimer(ITIMER_REAL, &every, nullptr), 0);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(exit_with(i), exit_line(i));
    if (i % 8 == 0) {
      release_helpers();  // starting one is interrupted too
    }
  }
  Report r = boxed(victim({"opens", "/etc/shadow"}));
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(lines(r), "refused: open /etc/shadow\n");
  EXPECT_GT(alarms, 20);
}

TEST(Caller, WithSigchldIgnored) {
  release_helpers();
  const sighandler_t before = ::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(exit_with(4), exit_line(4));
  EXPECT_EQ(lines(boxed(victim({"die_by", "6"}))), "killed: signal 6 (SIGABRT)\n");
  ::signal(SIGCHLD, before);
}

TEST(Caller, WithEverySignalBlocked) {
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  release_helpers();
  EXPECT_EQ(boxed(victim({"signals"})).out, "umask 022\n");
  Request spin = victim({"spin"});
  spin.limits.cpu = std::chrono::seconds(1);
  spin.limits.wall = std::chrono::seconds(60);  // of a busy host
  EXPECT_EQ(lines(boxed(spin)), "killed: cpu limit (1 s)\n");
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(Caller, AForkedCopyUsesHelpersOfItsOwn) {
  testing::start_alone();
  EXPECT_EQ(exit_with(1), exit_line(1));  // a helper is kept
  for (int i = 0; i < 3; ++i) {
    const std::string seen = in_child([] {
      std::string all;
      for (int code = 10; code < 14; ++code) {
        all += exit_with(code);
      }
      return all;
    });
    EXPECT_EQ(seen, "exit 10\nexit 11\nexit 12\nexit 13\n");
    EXPECT_EQ(exit_with(2), exit_line(2));
    ASSERT_TRUE(testing::settled(1)) << "the copy's helper ends with it";
  }
}

TEST(Caller, AParentAndItsCopyAtOnce) {
  EXPECT_EQ(exit_with(1), exit_line(1));
  const pid_t copy = ::fork();
  int wrong = 0;
  for (int i = 0; i < 20; ++i) {
    wrong += exit_with(i) == exit_line(i) ? 0 : 1;
  }
  if (copy == 0) {
    ::_exit(wrong);
  }
  int status = -1;
  EXPECT_EQ(::waitpid(copy, &status, 0), copy);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(wrong, 0);
}

TEST(Caller, ARelativeTreeIsOfTheCallersFolder) {
  const std::string programs = SBX_VICTIMS;
  const std::size_t slash = programs.rfind('/');
  const std::string seen = in_child([&] {
    EXPECT_EQ(::chdir(programs.substr(0, slash).c_str()), 0);
    Request request = victim({"exit_with", "6"});
    request.tree[0].host = programs.substr(slash + 1);
    return lines(boxed(request));
  });
  EXPECT_EQ(seen, "exit 6\n");
}

}  // namespace
}  // namespace sbx
