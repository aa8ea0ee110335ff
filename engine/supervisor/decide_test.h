// supervisor/decide_test.h - what the tests of decide() share: a made-up task, and what it asks.
//
//   TEST_F(Decide, X) { EXPECT_EQ(open("/etc/shadow"), "refused: open /etc/shadow"); }
//
// For tests alone.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "supervisor/decide.h"
#include "sys/names.h"

namespace sbx::supervisor {

inline constexpr std::uint64_t kPath = 0x1000;     // where a task keeps its path
inline constexpr std::uint64_t kStruct = 0x2000;   // and its clone_args
inline constexpr std::uint64_t kNowhere = 0x6666;  // unmapped
inline constexpr std::uint64_t kAtCwd = static_cast<std::uint64_t>(AT_FDCWD);
inline constexpr std::uint64_t kMiB = 1u << 20;

class FakeVictim : public Victim {
 public:
  std::string path, folder = "/src";
  Read of_path = Read::ok, of_cwd = Read::ok, of_struct = Read::ok, of_space = Read::ok,
       of_maps = Read::ok, of_population = Read::ok, of_program = Read::ok, of_pid = Read::ok;
  std::map<int, std::string> descriptors;
  std::string args;
  std::uint64_t space = 4 * kMiB, mapped = 0, load = 1 * kMiB;
  Population alive;
  bool program_exists = true;
  int looks_at_space = 0, looks_at_population = 0;
  std::size_t most_text = 0, struct_size = 0;
  std::string asked_program;

  Read text(std::uint64_t address, std::size_t max, std::string* out) override {
    most_text = max;
    *out = path;
    return address == kPath ? of_path : Read::bad_address;
  }
  Read bytes(std::uint64_t address, std::size_t size, void* out) override {
    struct_size = size;
    std::string all = args;
    all.resize(size);
    std::memcpy(out, all.data(), size);
    return address == kStruct ? of_struct : Read::bad_address;
  }
  Read cwd(std::string* out) override {
    *out = folder;
    return of_cwd;
  }
  Read descriptor(int fd, std::string* out) override {
    auto it = descriptors.find(fd);
    *out = it == descriptors.end() ? "" : it->second;
    return it == descriptors.end() ? Read::bad_address : of_cwd;
  }
  Read address_space(std::uint64_t* bytes) override {
    ++looks_at_space;
    *bytes = space;
    return of_space;
  }
  Read data(std::uint64_t* bytes) override {
    *bytes = space;
    return of_space;
  }
  Read mapped_within(std::uint64_t, std::uint64_t, std::uint64_t* bytes) override {
    *bytes = mapped;
    return of_maps;
  }
  Read is_itself(std::int64_t pid, bool* itself) override {
    *itself = pid == 2;
    return of_pid;
  }
  Read population(Population* out) override {
    ++looks_at_population;
    *out = alive;
    return of_population;
  }
  Read program(const std::string& name, bool* exists, std::uint64_t* load_size) override {
    asked_program = name;
    *exists = program_exists;
    *load_size = load;
    return of_program;
  }
};

// How a verdict reads in a test.
inline std::string say(const Verdict& v) {
  switch (v.kind) {
    case Verdict::Kind::proceed:
      return "proceed";
    case Verdict::Kind::answer:
      return "answer " + errno_name(v.error);
    case Verdict::Kind::later:
      return "later";
    case Verdict::Kind::gone:
      return "gone";
    case Verdict::Kind::stop:
      return "stop " + errno_name(v.error) + ": " + to_line({"", v.event});
    case Verdict::Kind::end:
      return "end: " + to_line({"", v.event});
    case Verdict::Kind::refuse:
      break;
  }
  const std::string line = to_line({"", v.event});
  return parse_line(line) == std::optional<Record>(Record{"", v.event}) ? line : line + " (!)";
}

class Decide : public ::testing::Test {
 protected:
  Decide() { step.roots = {"/src", "/out", "/tmp", "/usr/lib"}; }

  std::string ask(int nr, std::vector<std::uint64_t> args, std::uint32_t pid = 10,
                  std::uint32_t arch = sys::kNativeAudit) {
    sys::Notification n{};
    n.pid = pid;
    n.data.nr = nr;
    n.data.arch = arch;
    std::copy(args.begin(), args.end(), n.data.args);
    return say(decide(n, step, memory, victim, now));
  }
  std::string open(const std::string& path, std::uint64_t dirfd = kAtCwd) {
    victim.path = path;
    return ask(sys::NR("openat"), {dirfd, kPath});
  }
  std::string clone(std::uint64_t flags, std::uint32_t pid = 10) {
    return ask(sys::NR("clone"), {flags}, pid);
  }
  std::string clone3(std::uint64_t flags, std::uint64_t size = 88) {
    victim.args.assign(reinterpret_cast<const char*>(&flags), sizeof flags);
    return ask(sys::NR("clone3"), {kStruct, size});
  }
  std::string mmap(std::uint64_t length, std::uint64_t flags = MAP_PRIVATE | MAP_ANONYMOUS,
                   std::uint32_t pid = 10) {
    return ask(sys::NR("mmap"), {0x10000, length, PROT_READ, flags}, pid);
  }
  std::string exec(const std::string& path) {
    victim.path = path;
    return ask(sys::NR("execve"), {kPath});
  }

  plan::StepPlan step;
  StepMemory memory;
  FakeVictim victim;
  std::int64_t now = 1000;
};

}  // namespace sbx::supervisor
