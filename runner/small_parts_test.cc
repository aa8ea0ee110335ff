// The small parts of the runner: words, captures, deadlines, jobs, baseline, pictures of the host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "runner/baseline.h"
#include "runner/capture.h"
#include "runner/deadlines.h"
#include "runner/host_cell.h"
#include "runner/host_proof.h"
#include "runner/jobs.h"
#include "runner/listing.h"
#include "runner/read_file.h"
#include "runner/shell.h"
#include "runner/state.h"
#include "runner/test_folder.h"

namespace sbx::runner {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Shell, QuotesWhatAShellWouldRead) {
  EXPECT_EQ(shell_words({"sbx-test", "a/b.c", "-k", "^x$"}), "sbx-test a/b.c -k '^x$'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("a\nb"), "'a\nb'");
}

TEST(Capture, IsEmptiedAndReadAgain) {
  const TestFolder folder;
  Capture capture;
  // Few and many bytes, behind others and after the file was emptied.
  const std::vector<std::string> all = {"first run",
                                        "2nd",
                                        std::string(20'000, 'x'),
                                        "third",
                                        std::string(300'000, 'y'),
                                        "fourth",
                                        std::string(400'000, 'z'),
                                        ""};
  for (const std::string& text : all) {
    ASSERT_TRUE(capture.reset(1 << 20));
    ASSERT_EQ(::write(capture.fd(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    EXPECT_EQ(capture.view(), text);
    EXPECT_EQ(capture.size(), text.size());
    EXPECT_EQ(capture.digest().bytes, text.size());
    ASSERT_TRUE(capture.copy_to(folder.at("copy")));
    std::string bytes;
    ASSERT_TRUE(read_file(folder.at("copy"), &bytes));
    EXPECT_EQ(bytes, text);
  }
  ASSERT_EQ(::write(capture.fd(), "abc", 3), 3);
  rlimit before = {}, few = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  few = {1 << 20, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &few), 0);
  ASSERT_TRUE(capture.reset(1 << 20));
  EXPECT_EQ(::lseek(capture.fd(), 0, SEEK_END), 0) << "the limit counts from the beginning";
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_EQ(::write(capture.fd(), "abc", 3), 3);
  ASSERT_TRUE(capture.reset(1 << 20, true));
  EXPECT_EQ(::lseek(capture.fd(), 0, SEEK_CUR), 0);
  EXPECT_EQ(::lseek(capture.fd(), 0, SEEK_END), 0);
  EXPECT_EQ(capture.digest().sha256,
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Capture, LargeOnesLieOnDiskAndAreCopied) {
  const TestFolder folder;
  Capture capture;
  ASSERT_TRUE(capture.reset(Capture::kInMemory + 1));
  ASSERT_EQ(::write(capture.fd(), "abc", 3), 3);
  ASSERT_TRUE(capture.copy_to(folder.at("copy")));
  std::string bytes;
  ASSERT_TRUE(read_file(folder.at("copy"), &bytes));
  EXPECT_EQ(bytes, "abc");
  ASSERT_TRUE(capture.reset(1));
  EXPECT_EQ(capture.view(), "");
}

TEST(MemoryFile, IsReadFromItsFront) {
  const Fd fd = memory_file("hello");
  char text[8] = {};
  ASSERT_EQ(::read(fd.get(), text, sizeof text), 5);
  EXPECT_STREQ(text, "hello");
}

TEST(Deadlines, EndWhatTakesTooLongAndNothingElse) {
  Deadlines deadlines;
  std::stop_source late;
  std::stop_source early;
  const auto now = Deadlines::Clock::now();
  const Deadlines::Guard patient(deadlines, now + 1h, late);
  const Deadlines::Guard strict(deadlines, now + 20ms, early);
  while (!early.stop_requested() && Deadlines::Clock::now() < now + 10s) {
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(strict.expired());
  EXPECT_GE(Deadlines::Clock::now(), now + 20ms);
  EXPECT_FALSE(patient.expired());
  EXPECT_FALSE(late.stop_requested());
}

TEST(Jobs, AreAsManyAsTheProcessorsThatMayBeUsed) {
  std::jthread([] {
    const int here = ::sched_getcpu();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(std::max(0, here)), &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(default_jobs(), 1u);
  }).join();
  EXPECT_GE(default_jobs(), 1u);
}

TEST(Jobs, EachRunsOnceAndNoneAfterAStop) {
  std::vector<std::size_t> order(1000);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  std::vector<std::atomic<int>> ran(order.size());
  run_jobs(order, 4, {}, [&](unsigned, std::size_t i) { ++ran[i]; });
  EXPECT_TRUE(std::all_of(ran.begin(), ran.end(), [](const auto& n) { return n == 1; }));
  std::stop_source stop;
  std::atomic<int> count{0};
  run_jobs(order, 1, stop.get_token(), [&](unsigned, std::size_t) {
    if (++count == 10) {
      stop.request_stop();
    }
  });
  EXPECT_EQ(count, 10);
}

TEST(Baseline, VanishedAndNewlySkipped) {
  const auto baseline =
      parse_baseline("# comment\n" + baseline_line("a", false) + baseline_line("b", true) +
                     baseline_line("c\nd", false) + baseline_line("e", false) +
                     baseline_line("f", false) + baseline_line("g", true));
  ASSERT_TRUE(baseline);
  const auto wrong = check_baseline(*baseline, {{"a", Status::skipped},
                                                {"b", Status::skipped},
                                                {"c\nd", Status::failed},
                                                {"f", Status::excluded},
                                                {"g", Status::excluded}});
  ASSERT_EQ(wrong.size(), 3u);
  EXPECT_EQ(wrong[0].id, "a");
  EXPECT_THAT(wrong[0].failures.at(0).summary, HasSubstr("newly skipped"));
  EXPECT_EQ(wrong[1].id, "e");
  EXPECT_THAT(wrong[1].failures.at(0).summary, HasSubstr("vanished"));
  EXPECT_EQ(wrong[2].id, "f");
  EXPECT_THAT(wrong[2].failures.at(0).summary, HasSubstr("newly excluded"));
  EXPECT_EQ(parse_baseline("a\n").error().field, "1");
}

TEST(HostCell, LevelsAndTheFailingLine) {
  const Host host = host_from("musl", {{"kernel", true, true, "6.18.1"},
                                       {"landlock", false, true, "abi 3 (below the minimum 4)"},
                                       {"userns", true, true, "ok"},
                                       {"idmap", false, false, "EINVAL"}});
  EXPECT_EQ(host.cell.libc, "musl");
  EXPECT_EQ(host.cell.features.at("landlock"), 3);
  EXPECT_EQ(host.cell.features.at("userns"), 1);
  EXPECT_EQ(host.cell.features.at("idmap"), 0);
  EXPECT_EQ(host.failing.name, "landlock");
  EXPECT_GT(host.cell.kernel_major, 0);
}

TEST(HostProof, NamesWhatIsNewGoneAndChanged) {
  HostPicture before;
  before.files = {{"/t/a", "size 1"}, {"/t/b", "size 1"}};
  before.mounts = {{"22 1 0:21 / /proc", ""}};
  before.processes = {{"1 0", "0 init"}, {"50 10", "1 sshd"}, {"100 20", "50 sbx-test"}};
  HostPicture after = before;
  after.files = {{"/t/a", "size 2"}, {"/t/c", "size 1"}};
  after.mounts.clear();
  after.processes.emplace("200 30", "100 daemon");   // ours
  after.processes.emplace("201 31", "200 child");    // ours, one further down
  after.processes.emplace("202 32", "1 orphan");     // nobody's
  after.processes.emplace("203 33", "50 stranger");  // another session's
  EXPECT_THAT(compare_pictures(before, after, 100),
              ElementsAre("file has changed: /t/a (size 1 -> size 2)", "file is gone: /t/b",
                          "file is new: /t/c", "mount is gone: 22 1 0:21 / /proc",
                          "process is new: 200 (daemon)", "process is new: 201 (child)",
                          "process is new: 202 (orphan)"));
  EXPECT_THAT(compare_pictures(before, before, 100), IsEmpty());
}

TEST(HostProof, SeesAFileThatKeepsItsSizeAndTime) {
  const TestFolder folder;
  folder.write("a", "one");
  const auto time = std::filesystem::last_write_time(folder.at("a"));
  const HostProof proof({folder.path()}, {folder.at("ignored")});
  folder.write("a", "two");
  folder.write("ignored/x", "");
  std::filesystem::last_write_time(folder.at("a"), time);
  std::vector<std::string> files;
  for (const std::string& line : proof.differences()) {
    if (line.find(folder.at("a")) != line.npos || line.find("ignored") != line.npos) {
      files.push_back(line);
    }
  }
  ASSERT_EQ(files.size(), 1u);
  EXPECT_THAT(files[0], HasSubstr("file has changed"));
}

TEST(State, RemembersAcrossRuns) {
  const TestFolder folder;
  ::setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  TestResult failed{.id = "a\nb", .status = Status::failed};
  failed.wall = 1500us;
  State first = State::of(folder.path());
  first.append(failed);
  first.append({.id = "ok", .status = Status::failed});
  first.append({.id = "ok", .status = Status::passed});
  first.append({.id = "never", .status = Status::not_run});
  first.save();
  State second = State::of(folder.path());
  second.load();
  EXPECT_THAT(second.failed(), ElementsAre("a\\nb"));
  EXPECT_EQ(second.time_of("a\nb"), 1500us);
  EXPECT_EQ(second.time_of("never"), 0us);
  EXPECT_THAT(second.outputs(), HasSubstr(folder.path()));
  State other = State::of("/");
  other.load();
  EXPECT_THAT(other.failed(), IsEmpty());
  ::unsetenv("XDG_CACHE_HOME");
}

TEST(Listing, EveryForm) {
  Case test;
  test.spec.id = "isolation/shadow";
  test.spec.path = "/t/isolation/shadow.c";
  test.spec.tags = {"files", "quick"};
  test.relative = "isolation/shadow";
  const auto listed = [&](ListForm form) {
    Options options;
    options.list = form;
    options.prebuilt = "/b";
    return render_listing({test}, options, "/t", "/usr/bin/sbx-test");
  };
  EXPECT_EQ(listed(ListForm::plain), "isolation/shadow\n");
  EXPECT_EQ(listed(ListForm::baseline), "run isolation/shadow\n");
  EXPECT_EQ(listed(ListForm::json),
            "{\"id\":\"isolation/shadow\",\"path\":\"/t/isolation/shadow.c\",\"line\":0,"
            "\"tags\":[\"files\",\"quick\"]}\n");
  EXPECT_EQ(listed(ListForm::ctest),
            "sbx_listed_test([[isolation/shadow]] [[files;quick]] FALSE [[/usr/bin/sbx-test]] "
            "[[--prebuilt]] [[/b]] [[--base]] [[/t]] [[/t/isolation/shadow.c]] [[-k]] "
            "[[^isolation/shadow$]])\n");
}

}  // namespace
}  // namespace sbx::runner
