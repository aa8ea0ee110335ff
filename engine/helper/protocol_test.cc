// What a caller and its helper say to each other survives the way, and nothing else is believed.
#include "helper/protocol.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <random>
#include <thread>

namespace sbx::helper {
namespace {

Request full_request() {
  Request r;
  r.tree = {{"/host", "/src", How::overlay, "", false},
            {"", "/ro\n0", How::read_write, "compile", true, true}};
  Step a;
  a.label = "compile";
  a.argv = {"/usr/bin/cc", "", std::string("x\0y", 3), std::string(100'000, 'z')};
  a.env = {"A=1", "B="};
  a.cwd = "/out";
  a.profile = Profile::compile;
  a.libc = Libc::musl;
  a.limits = Limits{};
  a.limits->memory = 1024_MiB;
  a.limits->execs = 77;
  a.takes_stdin = false;
  Step b;
  b.argv = {"/src/a"};
  b.profile = Profile::fuzz;
  b.armed_by = {"INITED", "Running:"};
  b.leaves_by = {"stat::"};
  b.leaks = true;
  r.steps = {a, b};
  r.limits.cpu = std::chrono::seconds(86400);
  r.limits.processes = 4096;
  r.threads = r.proc = r.aslr = true;
  r.fail_at = 12;
  return r;
}

// Every field once more, so that two requests compare.
std::string as_text(const Request& r) {
  return encode(r, {});
}

TEST(Protocol, ARequestSurvives) {
  for (const Request& request : {full_request(), Request{}}) {
    Attached attached{.ask = Ask::run, .keep = true, .in = true, .err = true, .apart = true}, back;
    Request r;
    ASSERT_TRUE(decode(encode(request, attached), &r, &back));
    EXPECT_TRUE(as_text(r) == as_text(request));
    EXPECT_EQ(r.fail_at, request.fail_at);
    ASSERT_EQ(r.steps.size(), request.steps.size());
    EXPECT_TRUE(back.keep && back.in && !back.out && back.err);
    EXPECT_TRUE(!back.err_is_out && back.apart);
    EXPECT_EQ(back.ask, Ask::run);
  }
  Request r;
  Attached back;
  ASSERT_TRUE(decode(encode(full_request(), {}), &r, &back));
  EXPECT_EQ(r.tree[1].inside, "/ro\n0");
  EXPECT_EQ(r.tree[1].how, How::read_write);
  EXPECT_EQ(r.tree[1].only, "compile");
  EXPECT_TRUE(r.tree[1].as_owner);
  EXPECT_EQ(r.steps[1].armed_by, full_request().steps[1].armed_by);
  EXPECT_EQ(r.steps[1].leaves_by, full_request().steps[1].leaves_by);
  EXPECT_TRUE(r.steps[1].leaks);
  EXPECT_TRUE(r.tree[1].optional);
  EXPECT_EQ(r.steps[0].argv, full_request().steps[0].argv);
  EXPECT_EQ(r.steps[0].libc, Libc::musl);
  ASSERT_TRUE(r.steps[0].limits);
  EXPECT_EQ(count(r.steps[0].limits->memory), 1024u << 20);
  EXPECT_EQ(r.steps[0].limits->execs, 77u);
  EXPECT_FALSE(r.steps[0].takes_stdin);
  EXPECT_FALSE(r.steps[1].limits);
  EXPECT_EQ(r.limits.cpu.count(), 86400);
  EXPECT_TRUE(r.threads && !r.net && r.proc && !r.dev && r.aslr && !r.list_writes);
}

// Of every struct one; texts as unkind as a program or a host can make them.
std::vector<Record> every_record() {
  using namespace event;
  const std::string rude = "a: b (c)\n\xff\\...";
  return {
      {"", Exited{255}},
      {"compile", Signalled{11}},
      {"", Signalled{64}},
      {"", CpuLimit{std::chrono::seconds(2)}},
      {"", WallClock{std::chrono::seconds(86400)}},
      {"", OutputLimit{64_MiB}},
      {"", MemoryLimit{mebibytes(1u << 20)}},
      {"", Stopped{}},
      {"", RefusedSyscall{Abi::native, 41, "socket"}},
      {"", RefusedSyscall{Abi::i386, 4, "write"}},
      {"", RefusedSyscall{Abi::x32, 1073741823, ""}},
      {"", RefusedSyscall{Abi::native, -1, ""}},
      {"", RefusedUnreadable{"clone3"}},
      {"", RefusedOpen{"/etc/shadow"}},
      {"", RefusedOpen{rude}},
      {"", RefusedOpen{std::string(4095, '\n')}},
      {"", RefusedOpen{" with unreadable arguments"}},
      {"", RefusedOpen{"a with unreadable arguments"}},
      {"", RefusedMmap{~0ull, 268435456}},
      {"", RefusedProcess{0}},
      {"", RefusedThread{64}},
      {"compile", RefusedNamespace{}},
      {"", RefusedExec{}},
      {"", RefusedExecMemory{268435456}},
      {"", RefusedExit{3}},
      {"", Cannot{"mount an overlay on /src", 1, ""}},
      {"", Cannot{"open /ro (1): for its Landlock rule", 13, "a hint (with brackets): and more"}},
      {"", Cannot{"open " + rude, 22, rude}},
      {"", Cannot{"open /" + std::string(400, 'x'), 36, std::string(900, 'y')}},
      {"", Cannot{"use tree[1].host", 524, ""}},  // ENOTSUPP: no name outside the kernel
      {"", Note{"/src is read-only (the file system refuses an overlay)"}},
      {"", Note{rude}},
  };
}

TEST(Protocol, EveryRecordSurvives) {
  for (const Record& record : every_record()) {
    Report report, back;
    report.records = {record};
    if (!decode(encode(report), &back) || back.records.size() != 1) {
      ADD_FAILURE() << to_line(record);
      continue;
    }
    EXPECT_EQ(back.records[0].what.index(), record.what.index()) << to_line(record);
    EXPECT_EQ(to_line(back.records[0]), to_line(record));
    EXPECT_EQ(back.exit_code(), report.exit_code()) << to_line(record);
  }
}

Report full_report() {
  Report r;
  r.records = {{"compile", event::Exited{0}}, {"", event::RefusedOpen{"/etc/shadow"}}};
  Usage u;
  u.label = "compile";
  u.cpu = std::chrono::microseconds(123456789);
  u.wall = std::chrono::microseconds(2);
  u.peak_rss = 3_MiB;
  u.execs = 4;
  u.makers = 5;
  u.asked = 6;
  r.usage = {u, Usage{}};
  r.writes = {{"a/b", false}, {"gone", true}};
  return r;
}

TEST(Protocol, AReportSurvives) {
  Report back;
  ASSERT_TRUE(decode(encode(full_report()), &back));
  EXPECT_EQ(back.records, full_report().records);
  ASSERT_EQ(back.usage.size(), 2u);
  EXPECT_EQ(back.usage[0].label, "compile");
  EXPECT_EQ(back.usage[0].cpu.count(), 123456789);
  EXPECT_EQ(back.usage[0].wall.count(), 2);
  EXPECT_EQ(count(back.usage[0].peak_rss), 3u << 20);
  EXPECT_EQ(back.usage[0].execs, 4u);
  EXPECT_EQ(back.usage[0].makers, 5u);
  EXPECT_EQ(back.usage[0].asked, 6u);
  ASSERT_EQ(back.writes.size(), 2u);
  EXPECT_EQ(back.writes[1].path, "gone");
  EXPECT_TRUE(back.writes[1].removed);
}

TEST(Protocol, CapabilitiesSurvive) {
  const std::vector<Capability> all = {{"kernel", true, true, "6.7"}, {"idmap", false, false, ""}};
  std::vector<Capability> back;
  ASSERT_TRUE(decode(encode(all), &back));
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].text, "6.7");
  EXPECT_TRUE(back[0].ok && back[0].required && !back[1].ok && !back[1].required);
}

TEST(Protocol, WhatIsCutShortIsNotBelieved) {
  Request small = full_request();
  small.steps[0].argv.pop_back();
  const std::string request = encode(small, {Ask::run, true, true, true});
  for (std::size_t n = 0; n < request.size(); ++n) {
    Request r;
    Attached a;
    EXPECT_FALSE(decode(request.substr(0, n), &r, &a)) << n;
  }
  const std::string report = encode(full_report());
  for (std::size_t n = 0; n < report.size(); ++n) {
    Report r;
    EXPECT_FALSE(decode(report.substr(0, n), &r)) << n;
  }
}

// No sanitizer complains, nothing hangs, nothing large is allocated: counts are not believed.
TEST(Protocol, RandomBytesAreHarmless) {
  std::mt19937_64 random(20260101);
  const std::string request = encode(full_request(), {}), report = encode(full_report());
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = i % 2 == 0 ? request.substr(0, 2000) : report;
    for (int k = 0; k < 3; ++k) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    if (i % 5 == 0) {
      bytes.assign(random() % 200, '\0');
      for (char& c : bytes) {
        c = static_cast<char>(random());
      }
    }
    Request r;
    Attached a;
    Report p;
    std::vector<Capability> c;
    // Whatever was believed is a message that survives the way once more.
    if (decode(bytes, &r, &a)) {
      Request again;
      EXPECT_TRUE(decode(encode(r, a), &again, &a));
    }
    if (decode(bytes, &p)) {
      Report again;
      EXPECT_TRUE(decode(encode(p), &again));
      EXPECT_EQ(again.records, p.records);
    }
    static_cast<void>(decode(bytes, &c));
  }
}

class Frames : public ::testing::Test {
 protected:
  Frames() {
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    here.reset(fds[0]);
    there.reset(fds[1]);
  }
  sys::Fd here, there;
};

TEST_F(Frames, CarryBytesAndDescriptorsInOrder) {
  int fds[2];
  ASSERT_EQ(::pipe2(fds, O_CLOEXEC), 0);
  sys::Fd read(fds[0]), write(fds[1]);
  ASSERT_TRUE(send_frame(here.get(), "first", {read.get(), write.get()}));
  ASSERT_TRUE(send_frame(here.get(), "", {}));
  ASSERT_TRUE(send_frame(here.get(), "third", {}));
  std::string bytes;
  std::vector<sys::Fd> got;
  ASSERT_TRUE(receive_frame(there.get(), &bytes, &got));
  EXPECT_EQ(bytes, "first");
  ASSERT_EQ(got.size(), 2u);
  EXPECT_EQ(::fcntl(got[0].get(), F_GETFD), FD_CLOEXEC);
  ASSERT_EQ(::write(got[1].get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(read.get(), &byte, 1), 1);
  ASSERT_TRUE(receive_frame(there.get(), &bytes, nullptr));
  EXPECT_EQ(bytes, "");
  ASSERT_TRUE(receive_frame(there.get(), &bytes, &got));
  EXPECT_EQ(bytes, "third");
  EXPECT_EQ(got.size(), 2u);
}

TEST_F(Frames, AreWholeHoweverLargeTheyAre) {
  const std::string large(8u << 20, 'l');
  std::thread sender([&] { EXPECT_TRUE(send_frame(here.get(), large, {})); });
  std::string bytes;
  EXPECT_TRUE(receive_frame(there.get(), &bytes, nullptr));
  sender.join();
  EXPECT_TRUE(bytes == large);
}

// What follows a frame, a stop, stays for who looks for it.
TEST_F(Frames, EndWhereTheyEnd) {
  constexpr std::size_t kInside = kLeastFrame - 16;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kInside - 1, kInside, kInside + 1,
                                 kLeastFrame, 5 * kLeastFrame}) {
    const std::string sent(size, 'b');
    ASSERT_TRUE(send_frame(here.get(), sent, {}));
    ASSERT_EQ(::send(here.get(), "s", 1, 0), 1);
    std::string bytes;
    ASSERT_TRUE(receive_frame(there.get(), &bytes, nullptr));
    EXPECT_EQ(bytes, sent);
    char left[8];
    EXPECT_EQ(::recv(there.get(), left, sizeof left, MSG_DONTWAIT), 1);
  }
}

// The head of a frame and as much as is read with it.
std::string headed(unsigned long long magic, unsigned long long size) {
  const unsigned long long head[2] = {magic, size};
  std::string frame(reinterpret_cast<const char*>(head), sizeof head);
  frame.resize(kLeastFrame);
  return frame;
}

TEST_F(Frames, OfAnotherVersionOrSizeAreRefused) {
  std::string bytes;
  const std::string wrong = headed(0x12345678, 4), huge = headed(kMagic, ~0ull);
  ASSERT_EQ(::send(here.get(), wrong.data(), wrong.size(), 0), static_cast<ssize_t>(kLeastFrame));
  EXPECT_FALSE(receive_frame(there.get(), &bytes, nullptr));
  EXPECT_EQ(errno, EPROTO);
  ASSERT_EQ(::send(here.get(), huge.data(), huge.size(), 0), static_cast<ssize_t>(kLeastFrame));
  EXPECT_FALSE(receive_frame(there.get(), &bytes, nullptr));
  EXPECT_EQ(errno, EPROTO);
}

TEST_F(Frames, AnEndThatIsGoneIsSaid) {
  std::string bytes;
  ASSERT_EQ(::send(here.get(), headed(kMagic, 100).data(), 16, 0), 16);
  here.reset();
  EXPECT_FALSE(receive_frame(there.get(), &bytes, nullptr)) << "half a frame";
  EXPECT_FALSE(receive_frame(there.get(), &bytes, nullptr));
  EXPECT_FALSE(send_frame(there.get(), "x", {})) << "and no SIGPIPE";
}

}  // namespace
}  // namespace sbx::helper
