// Bytes between the caller's descriptors and a box's pipes, over descriptors of every kind.
#include "supervisor/relay.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cstdlib>

namespace sbx::supervisor {
namespace {

struct Pair {
  sys::Fd read, write;
};

Pair pipe_of(int flags = 0) {
  int fds[2] = {-1, -1};
  EXPECT_EQ(::pipe2(fds, O_CLOEXEC | flags), 0);
  return {sys::Fd(fds[0]), sys::Fd(fds[1])};
}

Pair sockets() {
  int fds[2] = {-1, -1};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  return {sys::Fd(fds[0]), sys::Fd(fds[1])};
}

sys::Fd file(int flags, const std::string& text = "") {
  char name[] = "/tmp/sbx-relay-XXXXXX";
  sys::Fd writer(::mkstemp(name));
  EXPECT_EQ(::write(writer.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  sys::Fd fd(::open(name, O_CLOEXEC | flags));
  ::unlink(name);
  return fd;
}

void put(int fd, const std::string& text) {
  ASSERT_EQ(::write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

// What can be read now.
std::string get(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  std::string text;
  char buffer[65536];
  for (ssize_t n = 0; (n = ::read(fd, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

std::string whole_file(int fd) {
  std::string text;
  char buffer[65536];
  for (ssize_t n = 0;
       (n = ::pread(fd, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

class Relay : public ::testing::Test {
 protected:
  // As the supervisor's process does: a reader that left is an errno.
  Relay() { ::signal(SIGPIPE, SIG_IGN); }
  Pair box = pipe_of(O_NONBLOCK);
  Budget budget{1u << 20, false};
};

TEST_F(Relay, MovesWhatIsThereAndNoMore) {
  Pair caller = pipe_of();
  OutRelay out(std::move(box.read), caller.write.get());
  out.pump(&budget);
  EXPECT_TRUE(out.drained());
  EXPECT_GE(out.readable_fd(), 0);
  EXPECT_EQ(out.writable_fd(), -1);
  put(box.write.get(), "one");
  EXPECT_FALSE(out.drained());
  out.pump(&budget);
  put(box.write.get(), "two");
  out.pump(&budget);
  EXPECT_TRUE(out.drained());
  EXPECT_EQ(get(caller.read.get()), "onetwo");
  EXPECT_EQ(budget.left, (1u << 20) - 6u);
  EXPECT_FALSE(budget.exceeded);
}

TEST_F(Relay, EveryKindOfTargetGetsTheSameBytes) {
  std::string text(20'000, 'x');
  text += "\n\0end" + std::string(1, '\0');
  Pair caller = pipe_of(), slow = pipe_of(O_NONBLOCK), socket = sockets();
  sys::Fd plain = file(O_RDWR), append = file(O_RDWR | O_APPEND, "before\n");
  sys::Fd write_only = file(O_WRONLY);
  for (int target : {caller.write.get(), slow.write.get(), socket.write.get(), plain.get(),
                     append.get(), write_only.get(), -1}) {
    Pair from = pipe_of(O_NONBLOCK);
    OutRelay out(std::move(from.read), target);
    put(from.write.get(), text);
    out.pump(&budget);
    EXPECT_TRUE(out.drained()) << target;
  }
  EXPECT_TRUE(get(caller.read.get()) == text);
  EXPECT_TRUE(get(slow.read.get()) == text);
  EXPECT_TRUE(get(socket.read.get()) == text);
  EXPECT_TRUE(whole_file(plain.get()) == text);
  EXPECT_TRUE(whole_file(append.get()) == "before\n" + text);
  EXPECT_EQ(budget.left, (1u << 20) - 7 * text.size());
}

TEST_F(Relay, AFullTargetIsWaitedForAndLosesNothing) {
  for (int flags : {0, O_NONBLOCK}) {
    Pair caller = pipe_of(flags), from = pipe_of(O_NONBLOCK);
    ASSERT_GT(::fcntl(caller.write.get(), F_SETPIPE_SZ, 4096), 0);
    OutRelay out(std::move(from.read), caller.write.get());
    const std::string text(40'000, 'y');
    put(from.write.get(), text);
    std::string seen;
    int turns = 0;
    out.pump(&budget);
    while (!out.drained() && ++turns < 100) {
      EXPECT_EQ(out.writable_fd(), caller.write.get()) << "there is something to wait for";
      seen += get(caller.read.get());
      out.pump(&budget);
    }
    seen += get(caller.read.get());
    EXPECT_EQ(seen.size(), text.size()) << flags;
    EXPECT_GT(turns, 2);
  }
}

TEST_F(Relay, AFullSocketIsWaitedForToo) {
  Pair caller = sockets();
  OutRelay out(std::move(box.read), caller.write.get());
  std::string seen;
  std::size_t sent = 0;
  for (int i = 0; i < 200; ++i) {  // far more than its buffer: blocking here would hang the test
    const std::string text(4096, 'z');
    if (::write(box.write.get(), text.data(), text.size()) > 0) {
      sent += text.size();
    }
    out.pump(&budget);
  }
  EXPECT_FALSE(out.drained());
  EXPECT_EQ(out.writable_fd(), caller.write.get());
  for (int i = 0; i < 200 && !out.drained(); ++i) {
    seen += get(caller.read.get());
    out.pump(&budget);
  }
  seen += get(caller.read.get());
  EXPECT_EQ(seen.size(), sent);
}

TEST_F(Relay, AReaderThatLeftClosesTheBoxesPipe) {
  for (bool socket : {false, true}) {
    Pair caller = socket ? sockets() : pipe_of(), from = pipe_of(O_NONBLOCK);
    OutRelay out(std::move(from.read), caller.write.get());
    caller.read.reset();
    put(from.write.get(), "nobody reads this");
    out.pump(&budget);
    EXPECT_TRUE(out.drained());
    EXPECT_EQ(out.readable_fd(), -1);
    EXPECT_EQ(::write(from.write.get(), "x", 1), -1);  // as without a box: a broken pipe
    EXPECT_EQ(errno, EPIPE);
    out.pump(&budget);
  }
  EXPECT_EQ(budget.lost, 0) << "who left wanted no more";
}

TEST_F(Relay, WhatATargetDoesNotTakeIsLostAndToldOnce) {
  sys::Fd full(::open("/dev/full", O_WRONLY | O_CLOEXEC)), append = file(O_RDWR | O_APPEND);
  sys::Fd read_only = file(O_RDONLY), size_limited = file(O_RDWR);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {4096, before.rlim_max};
  ::signal(SIGXFSZ, SIG_IGN);
  struct {
    int target, error;
  } const rows[] = {{full.get(), ENOSPC},
                    {read_only.get(), EBADF},
                    {size_limited.get(), EFBIG},
                    {append.get(), EFBIG}};
  for (const auto& row : rows) {
    Pair from = pipe_of(O_NONBLOCK);
    Budget own{1u << 20};
    OutRelay out(std::move(from.read), row.target);
    put(from.write.get(), std::string(5000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &small);
    out.pump(&own);
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(own.lost, row.error);
    EXPECT_TRUE(out.drained());
    EXPECT_EQ(::write(from.write.get(), "x", 1), -1);
    EXPECT_EQ(errno, EPIPE);
  }
  EXPECT_EQ(whole_file(size_limited.get()).size(), 4096u) << "what it took is there";
}

TEST_F(Relay, TheBudgetIsExactAndSharedByAllStreams) {
  Pair caller = pipe_of(), other = pipe_of(O_NONBLOCK);
  OutRelay out(std::move(box.read), caller.write.get());
  OutRelay err(std::move(other.read), -1);
  budget.left = 10;
  put(other.write.get(), "1234");
  err.pump(&budget);
  put(box.write.get(), "567890");
  out.pump(&budget);
  EXPECT_FALSE(budget.exceeded) << "ten bytes are within ten";
  put(box.write.get(), "x");
  out.pump(&budget);
  EXPECT_TRUE(budget.exceeded);
  EXPECT_EQ(get(caller.read.get()), "567890");
  EXPECT_EQ(budget.left, 0u);
}

TEST_F(Relay, StdinEndsWithItsSource) {
  Pair caller = pipe_of(), socket = sockets();
  sys::Fd plain = file(O_RDONLY, "all of it");
  put(caller.write.get(), "all of it");
  put(socket.write.get(), "all of it");
  caller.write.reset();
  ::shutdown(socket.write.get(), SHUT_WR);
  for (int source : {caller.read.get(), plain.get(), socket.read.get()}) {
    Pair to = pipe_of();
    ::fcntl(to.write.get(), F_SETFL, O_WRONLY | O_NONBLOCK);
    InRelay in(source, std::move(to.write));
    for (int i = 0; i < 10 && in.open(); ++i) {
      in.pump();
    }
    EXPECT_FALSE(in.open()) << source;
    EXPECT_EQ(get(to.read.get()), "all of it");
    EXPECT_EQ(in.readable_fd(), -1);
  }
}

TEST_F(Relay, StdinWithoutASourceIsClosedAtOnce) {
  Pair to = pipe_of();
  InRelay in(-1, std::move(to.write));
  EXPECT_FALSE(in.open());
  char byte = 0;
  EXPECT_EQ(::read(to.read.get(), &byte, 1), 0);
}

TEST_F(Relay, AFileIsReadOnceMoreForAnotherBox) {
  sys::Fd plain = file(O_RDONLY, "0123456789");
  ASSERT_EQ(::lseek(plain.get(), 3, SEEK_SET), 3);
  for (int i = 0; i < 2; ++i) {
    Pair to = pipe_of();
    InRelay in(plain.get(), std::move(to.write));
    in.pump();
    EXPECT_EQ(get(to.read.get()), "3456789");
    ASSERT_TRUE(in.can_rewind());
    EXPECT_TRUE(in.rewind());
  }
  Pair nowhere = pipe_of();
  InRelay unread(plain.get(), std::move(nowhere.write));
  ASSERT_EQ(::lseek(plain.get(), 7, SEEK_SET), 7);  // by somebody else
  EXPECT_TRUE(unread.rewind());
  EXPECT_EQ(::lseek(plain.get(), 0, SEEK_CUR), 7) << "what was not read is not given back";
  Pair from = pipe_of(), to = pipe_of();
  EXPECT_FALSE(InRelay(from.read.get(), std::move(to.write)).can_rewind());
  EXPECT_FALSE(InRelay(-1, sys::Fd()).can_rewind());
}

TEST_F(Relay, AProgramThatDoesNotReadIsWaitedFor) {
  std::string text(300'000, 'a');
  text[299'999] = '!';
  sys::Fd plain = file(O_RDONLY, text);
  Pair to = pipe_of();
  ::fcntl(to.write.get(), F_SETFL, O_WRONLY | O_NONBLOCK);
  InRelay in(plain.get(), std::move(to.write));
  std::string seen;
  in.pump();
  EXPECT_TRUE(in.open());
  EXPECT_GE(in.writable_fd(), 0) << "the pipe is full: wait for it, not for the source";
  EXPECT_EQ(in.readable_fd(), -1);
  for (int i = 0; i < 1000 && in.open(); ++i) {
    seen += get(to.read.get());
    in.pump();
  }
  seen += get(to.read.get());
  EXPECT_TRUE(seen == text) << seen.size();
}

TEST_F(Relay, AProgramThatClosedItsStdinEndsTheRelay) {
  Pair caller = pipe_of(), to = pipe_of();
  ::fcntl(to.write.get(), F_SETFL, O_WRONLY | O_NONBLOCK);
  InRelay in(caller.read.get(), std::move(to.write));
  to.read.reset();
  put(caller.write.get(), "for nobody");
  for (int i = 0; i < 4 && in.open(); ++i) {
    in.pump();
  }
  EXPECT_FALSE(in.open());
}

TEST_F(Relay, AnIdleSourceIsWaitedFor) {
  Pair caller = pipe_of(), to = pipe_of();
  ::fcntl(to.write.get(), F_SETFL, O_WRONLY | O_NONBLOCK);
  InRelay in(caller.read.get(), std::move(to.write));
  in.pump();
  EXPECT_TRUE(in.open());
  EXPECT_EQ(in.readable_fd(), caller.read.get());
  EXPECT_EQ(in.writable_fd(), -1);
}

}  // namespace
}  // namespace sbx::supervisor
