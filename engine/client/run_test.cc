// What a program in a box may count on, and what its caller learns.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "client/box_test.h"
#include "sys/fd.h"

namespace sbx {
namespace {

using testing::boxed;
using testing::Folder;
using ::testing::HasSubstr;
using testing::last_line;
using testing::lines;
using testing::Pipe;
using testing::victim;

std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(fd, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

TEST(Run, TheExitCodeIsTheProgramsOwn) {
  for (int code : {0, 1, 7, 124, 125, 126, 139, 255}) {
    Report r = boxed(victim({"exit_with", std::to_string(code)}));
    EXPECT_EQ(lines(r), "exit " + std::to_string(code) + "\n");
    EXPECT_EQ(r.exit_code(), code);
    EXPECT_EQ(r.out + r.err, "");
  }
}

TEST(Run, ASignalIsNamed) {
  for (int signal : {1, 2, 6, 11, 15}) {
    Report r = boxed(victim({"die_by", std::to_string(signal)}));
    EXPECT_EQ(lines(r),
              "killed: signal " + std::to_string(signal) + " (" + signal_name(signal) + ")\n");
    EXPECT_EQ(r.exit_code(), 128 + signal);
  }
}

// Its execve, the loader's cache and the C library; of the loader's maps none, where its addresses
// are not randomised.
TEST(Run, ADynamicProgramAsksThreeTimesAtItsStart) {
  const Folder tree;
  std::filesystem::copy_file("/usr/bin/true", tree.path() + "/true");
  Request request;
  request.tree = {{tree.path(), "/src", How::overlay}};
  request.steps.push_back({.argv = {"/src/true"}});
  Report r = boxed(request);
  ASSERT_EQ(lines(r), "exit 0\n");
  EXPECT_EQ(r.usage[0].asked, 3u);
  if ((::personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0) {
    return;  // a sanitizer switched it off for itself and who it starts: --aslr leaves it as it is
  }
  request.aslr = true;
  r = boxed(request);
  ASSERT_EQ(lines(r), "exit 0\n");
  EXPECT_GT(r.usage[0].asked, 3u);
}

// A small program without an interpreter lies where that would: its maps are its own.
TEST(Run, AStaticPieThatMapsTooMuchIsNamed) {
  Request request = victim({"maps_alone"});
  request.limits.memory = Bytes{32u << 20};
  EXPECT_EQ(lines(boxed(request)), "refused: mmap 65536 bytes over the cap (33554432)\n");
}

TEST(Run, ArgumentsEnvironmentAndFolderArrive) {
  Request request = victim({"show", "one", "", "two words", "\xff\n"});
  request.steps[0].env = {"B=2", "HOME=/out", "EMPTY=", "B=3"};
  request.steps[0].cwd = "/tmp";
  Report r = boxed(request);
  EXPECT_EQ(r.out,
            "arg /src/show\narg one\narg \narg two words\narg \xff\n\n"
            "env HOME=/out\nenv PATH=/usr/bin:/bin\nenv B=3\nenv EMPTY=\ncwd /tmp\n");
  EXPECT_EQ(r.err, "to stderr\n");
  EXPECT_EQ(lines(r), "exit 0\n");
}

TEST(Run, TwoRunsGiveTheSameBytes) {
  Report a = boxed(victim({"show"}));
  Report b = boxed(victim({"show"}));
  EXPECT_EQ(a.out, b.out);
  EXPECT_EQ(lines(a), lines(b));
}

TEST(Run, ASignalsAndUmaskOfTheCallerStayOutside) {
  struct sigaction ignored = {}, before = {};
  ignored.sa_handler = SIG_IGN;
  ASSERT_EQ(::sigaction(SIGINT, &ignored, &before), 0);
  const mode_t mode = ::umask(077);
  Report r = boxed(victim({"signals"}));
  ::umask(mode);
  ::sigaction(SIGINT, &before, nullptr);
  EXPECT_EQ(r.out, "umask 022\n");
}

TEST(Run, StdinIsRelayedFromPipesAndFiles) {
  Folder folder;
  std::string large(300'000, 'a');
  for (std::size_t i = 0; i < large.size(); i += 1000) {
    large[i] = '\n';
  }
  sys::Fd file(::open(folder.write("in", large).c_str(), O_RDONLY | O_CLOEXEC));
  Request request = victim({"copy"});
  request.streams.in = Input::from(file.get());
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "exit 0\n");
  EXPECT_TRUE(r.out == large) << r.out.size();

  Pipe pipe;
  ASSERT_EQ(::write(pipe.write.get(), "by pipe", 7), 7);
  pipe.write.reset();
  request.streams.in = Input::from(pipe.read.get());
  EXPECT_EQ(boxed(request).out, "by pipe");
}

// A user's clone of a tree with mounts below it is refused, and the box is built in another way.
TEST(Run, StdinIsForTheProgramHoweverOftenTheBoxIsBuilt) {
  Request request = victim({"copy"});
  request.steps[0].argv[0] = "/src" + request.tree[0].host + "/copy";
  request.tree[0] = {.host = "/", .inside = "/src", .how = How::overlay};
  Pipe pipe;
  ASSERT_EQ(::write(pipe.write.get(), "once", 4), 4);
  pipe.write.reset();
  request.streams.in = Input::from(pipe.read.get());
  const Report r = boxed(request);
  EXPECT_EQ(last_line(r), "exit 0");
  EXPECT_EQ(r.out, "once");
}

TEST(Run, WithoutStdinThereIsAnEmptyOne) {
  Report r = boxed(victim({"copy"}));
  EXPECT_EQ(lines(r), "exit 0\n");
  EXPECT_EQ(r.out, "");

  Pipe pipe;
  ASSERT_EQ(::write(pipe.write.get(), "not for it", 10), 10);
  Request request = victim({"copy"});
  request.streams.in = Input::from(pipe.read.get());
  request.steps[0].takes_stdin = false;
  EXPECT_EQ(boxed(request).out, "");
  pipe.write.reset();
  EXPECT_EQ(read_all(pipe.read.get()), "not for it");
}

TEST(Run, OutputGoesToTheCallersDescriptors) {
  Pipe out;
  Folder folder;
  sys::Fd err(::open(folder.path("err").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  ASSERT_EQ(::write(err.get(), "first\n", 6), 6);
  Request request = victim({"show"});
  request.streams.out = Output::to(out.write.get());
  request.streams.err = Output::to(err.get());
  Report r = boxed(request);
  out.write.reset();
  EXPECT_EQ(read_all(out.read.get()),
            "arg /src/show\nenv HOME=/src\nenv PATH=/usr/bin:/bin\ncwd /src\n");
  EXPECT_EQ(testing::read_file(folder.path("err")), "first\nto stderr\n");
  EXPECT_EQ(r.out + r.err, "");
}

TEST(Run, AReaderThatLeftIsABrokenPipe) {
  Pipe out;
  out.read.reset();
  Request request = victim({"floods"});
  request.streams.out = Output::to(out.write.get());
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "killed: signal 13 (SIGPIPE)\n");
}

TEST(Run, OutputThatNobodyCanTakeIsNoCleanEnd) {
  sys::Fd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  const std::string lost =
      "cannot write the program's output: ENOSPC (the file system that the "
      "program's output goes to is full; what was printed is cut short)\n";
  for (const char* program : {"show", "floods"}) {  // it ended long ago; it prints for ever
    Request request = victim({program});
    request.steps[0].label = "compile";
    request.streams.out = Output::to(full.get());
    Report r = boxed(request);
    EXPECT_EQ(lines(r), "compile: " + lost);
    EXPECT_EQ(r.exit_code(), 126);
  }
  Request request = victim({"show"});  // one stream of two
  request.streams.err = Output::to(full.get());
  EXPECT_EQ(lines(boxed(request)), lost);
  request.steps[0].argv = {"/src/opens", "/etc/shadow"};  // nothing was printed before it
  EXPECT_EQ(lines(boxed(request)), "refused: open /etc/shadow\n");
}

TEST(Run, RefusalsNameTheCallAndPrintNothing) {
  struct {
    std::vector<std::string> words;
    std::string line;
  } const rows[] = {
      {{"opens", "/etc/shadow"}, "refused: open /etc/shadow\n"},
      {{"opens", "../etc/shadow"}, "refused: open ../etc/shadow\n"},
      {{"opens", "/src/../etc/x\ny"}, "refused: open /src/../etc/x\\ny\n"},
      {{"forks"}, "refused: process limit (0)\n"},
      {{"maps", "8192"}, "refused: mmap 8589934592 bytes over the cap (268435456)\n"},
  };
  for (const auto& row : rows) {
    Report r = boxed(victim(row.words));
    EXPECT_EQ(lines(r), row.line);
    EXPECT_EQ(r.exit_code(), 125) << row.line;
    EXPECT_EQ(r.out + r.err, "") << row.line;
  }
  EXPECT_EQ(boxed(victim({"opens", "/etc/passwd"})).out, "came back: 2\n");
  EXPECT_EQ(boxed(victim({"maps", "64"})).out, "came back: 1\n");
}

TEST(Run, StepsRunInOrderAndCarryTheirLabels) {
  Request request = victim({"writes", "/out/made"});
  Step second;
  second.argv = {"/src/reads", "/out/made"};
  request.steps[0].label = "compile";
  request.steps.push_back(second);
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "compile: exit 0\nexit 0\n");
  EXPECT_EQ(r.out, "/out/made: 0\nnew\n");
  ASSERT_EQ(r.usage.size(), 2u);
  EXPECT_EQ(r.usage[0].label, "compile");
  EXPECT_EQ(r.usage[1].label, "");
}

TEST(Run, AFailedStepEndsTheBox) {
  Request request = victim({"exit_with", "3"});
  request.steps[0].label = "compile";
  request.steps.push_back(request.steps[0]);
  request.steps[1].label = "";
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "compile: exit 3\n");
  EXPECT_EQ(r.exit_code(), 3);

  request.steps[0].argv = {"/src/opens", "/etc/shadow"};
  r = boxed(request);
  EXPECT_EQ(lines(r), "compile: refused: open /etc/shadow\n");
  EXPECT_EQ(r.exit_code(), 125);
}

TEST(Run, NothingOfOneStepRunsOnIntoTheNext) {
  Request request = victim({"daemon"});
  request.threads = true;
  request.steps[0].label = "compile";
  request.steps[0].limits = Limits{};
  request.steps[0].limits->processes = 4;
  Step second;
  second.argv = {"/src/spin"};
  request.steps.push_back(second);
  request.limits.cpu = std::chrono::seconds(1);
  request.limits.wall = std::chrono::seconds(60);  // of a busy host
  EXPECT_EQ(lines(boxed(request)), "compile: exit 0\nkilled: cpu limit (1 s)\n");
}

TEST(Run, AProgramThatIsNotThereCannotBeExecuted) {
  Report r = boxed(victim({"no-such-program"}));
  EXPECT_THAT(lines(r), ::testing::StartsWith("cannot execute the step: ENOENT"));
  EXPECT_EQ(r.exit_code(), 126);
  EXPECT_EQ(r.records.size(), 1u);
}

TEST(Run, ADeviceFileShownAloneIsADevice) {
  Request request = victim({"writes", "/dev/null"});
  Mount null;
  null.host = null.inside = "/dev/null";
  request.tree.push_back(null);
  Report r = boxed(request);
  EXPECT_EQ(r.out, "/dev/null: 0\n");
  EXPECT_EQ(lines(r), "exit 0\n");
}

TEST(Run, WritesLandInTheBoxAndAreListed) {
  Folder folder;
  const std::string kept = folder.write("kept", "old\n");
  Request request = victim({"writes"});
  request.tree[0].inside = "/bin";
  request.steps[0].argv = {"/bin/writes", "kept", "made"};
  Mount tree;
  tree.host = folder.path();
  tree.inside = "/src";
  tree.how = How::overlay;
  request.tree.push_back(tree);
  request.list_writes = true;
  Report r = boxed(request);
  EXPECT_EQ(lines(r), "exit 0\n");
  EXPECT_EQ(r.out, "kept: 0\nmade: 0\n");
  EXPECT_EQ(testing::read_file(kept), "old\n");
  EXPECT_NE(::access(folder.path("made").c_str(), F_OK), 0);
  std::vector<std::string> written;
  for (const Write& w : r.writes) {
    written.push_back(w.path);
    EXPECT_FALSE(w.removed);
  }
  EXPECT_THAT(written, ::testing::ElementsAre("kept", "made"));
}

TEST(Run, AReadOnlyTreeStaysAsItIs) {
  Folder folder;
  const std::string kept = folder.write("kept", "old\n");
  Request request = victim({"writes", "/ro/kept", "/ro/made"});
  Mount ro;
  ro.host = folder.path();
  ro.inside = "/ro";
  request.tree.push_back(ro);
  EXPECT_EQ(lines(boxed(request)), "exit 0\n");
  EXPECT_EQ(testing::read_file(kept), "old\n");
  EXPECT_NE(::access(folder.path("made").c_str(), F_OK), 0);
  request.steps[0].argv = {"/src/reads", "/ro/kept"};
  EXPECT_EQ(boxed(request).out, "old\n");
}

TEST(Run, AMissingHostPathIsNamed) {
  Request request = victim({"show"});
  Mount missing;
  missing.host = "/no/such (folder): E\n";
  missing.inside = "/ro";
  request.tree.push_back(missing);
  Result<Report> r = run(request);
  ASSERT_FALSE(r) << lines(*r);
  EXPECT_EQ(r.error().field, "tree[1].host");
  EXPECT_THAT(r.error().message, HasSubstr("ENOENT"));
  request.tree[1].optional = true;
  EXPECT_EQ(lines(boxed(request)), "exit 0\n");
}

TEST(Run, AnInvalidRequestIsAnErrorWithItsField) {
  Request request = victim({"show"});
  request.steps[0].argv.clear();
  Result<Report> r = run(request);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().field, "steps[0].argv");
}

TEST(Run, AStopEndsTheBoxWithinASecond) {
  Pipe never;
  Request request = victim({"copy"});
  request.streams.in = Input::from(never.read.get());
  std::stop_source source;
  const auto start = std::chrono::steady_clock::now();
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    source.request_stop();
  });
  Report r = boxed(request, source.get_token());
  EXPECT_EQ(lines(r), "killed: stopped by the caller\n");
  EXPECT_EQ(r.exit_code(), 124);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(1100));
  EXPECT_EQ(lines(boxed(victim({"exit_with", "5"}))), "exit 5\n");
}

TEST(Run, AStopAtAnyMomentLeavesOneOutcome) {
  for (int us = 0; us < 6000; us += 250) {
    std::stop_source source;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(us));
      source.request_stop();
    });
    Report r = boxed(victim({"exit_with", "5"}), source.get_token());
    EXPECT_THAT(lines(r), ::testing::AnyOf("exit 5\n", "killed: stopped by the caller\n")) << us;
  }
}

}  // namespace
}  // namespace sbx
