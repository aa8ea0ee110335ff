// bench_overhead: what a box costs, next to a plain start of the same program and to bubblewrap in
// the set-up that comes nearest. Runs as whoever starts it.
//
//   build/bin/bench_overhead --rounds 300 --json overhead.json --check --slack 0.1
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "interleave.h"
#include "policy/emit.h"
#include "sbx/box.h"
#include "sbx/pool.h"

namespace sbx::bench {
namespace {

constexpr const char* kCaptured = "posix_spawn, captured";
constexpr double kRunTarget = 0.5;     // of bwrap's time
constexpr double kExecTarget = 0.7;    // its own start included
constexpr double kPoolTarget = 0.125;  // in a cell: eight times faster
constexpr double kPoolBareTarget = 0.04;
constexpr double kManyOfBwrap = 1 / 30.0;  // boxes a second, one worker
constexpr double kManyOfSpawn = 1 / 0.9;
// Of a plain start whose output is captured as well.
constexpr double kOfSpawnBare = 1.3;
constexpr double kOfSpawnStatic = 1.05;
constexpr double kOfSpawnDynamic = 1.15;
constexpr double kOfSpawnWriting = 1.4;  // a fresh overlay for each box

// As long as the engine's own filter, but answered by the kernel alone: bubblewrap has nobody to
// ask.
int filter_of_equal_length() {
  policy::Selection selection;
  const std::size_t length = policy::emit(selection).size();
  std::vector<sock_filter> f = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  constexpr unsigned kNoSuchCall = 400;
  while (f.size() + 1 < length) {
    f.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kNoSuchCall + static_cast<unsigned>(f.size()), 0, 1));
    f.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1));
  }
  f.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const int fd = ::memfd_create("filter", MFD_CLOEXEC);
  const auto size = static_cast<ssize_t>(f.size() * sizeof f[0]);
  return fd >= 0 && ::write(fd, f.data(), static_cast<std::size_t>(size)) == size ? fd : -1;
}

// The same namespaces, trees and environment as the box's; no Landlock, no overlay, no names.
std::vector<std::string> bwrap(const std::string& tree, const std::string& program) {
  std::vector<std::string> argv = {"bwrap",          "--seccomp",         "10",
                                   "--unshare-user", "--unshare-pid",     "--unshare-net",
                                   "--unshare-ipc",  "--unshare-uts",     "--hostname",
                                   "sandbox",        "--die-with-parent", "--new-session",
                                   "--ro-bind",      "/usr/lib",          "/usr/lib"};
  auto add = [&](std::initializer_list<const char*> words) {
    argv.insert(argv.end(), words.begin(), words.end());
  };
  if (::access("/usr/lib64", F_OK) == 0) {
    add({"--ro-bind", "/usr/lib64", "/usr/lib64", "--symlink", "usr/lib64", "/lib64"});
  }
  add({"--symlink", "usr/lib", "/lib", "--ro-bind", "/etc/ld.so.cache", "/etc/ld.so.cache"});
  add({"--bind", tree.c_str(), "/src", "--tmpfs", "/tmp", "--tmpfs", "/out", "--chdir", "/src"});
  add({"--clearenv", "--setenv", "HOME", "/src"});
  argv.push_back("/src/" + program);
  return argv;
}

bool by_bwrap(const std::string& tree, const std::string& program, int filter) {
  ::lseek(filter, 0, SEEK_SET);
  return spawn_and_wait(bwrap(tree, program), {}, filter);
}

Request request_of(const std::string& tree, const std::string& program, How how) {
  Request r;
  r.tree = {{tree, "/src", how}};
  r.steps.emplace_back();
  r.steps.back().argv = {"/src/" + program};
  r.streams.out = Output::to(null_device());
  r.streams.err = Output::to(null_device());
  return r;
}

Request capturing(Request r) {
  r.streams.out = r.streams.err = Output::capture();
  return r;
}

bool good(const Result<Report>& report) {
  return report && report->exit_code() == 0;
}

// Each for all programs and rounds: its cell is kept, as a runner's is, and a runner's boxes are
// alike.
enum Boxes { alike, read_only_alike, captured_alike, of_two_kinds };
bool pooled(Boxes which, const Request& request) {
  static Pool pools[] = {Pool({}, 1), Pool({}, 1), Pool({}, 1), Pool({}, 1)};
  return good(pools[which].run(request));
}

// Through pipes both, as whoever wants to see what a program printed has it.
bool captured(const std::string& plain) {
  std::string out, err;
  return spawn_and_capture({plain}, &out, &err);
}

void compare(Bench& bench, const std::string& tree, const std::string& program, int filter,
             double of_spawn, double of_bwrap) {
  Group& g = bench.group(program);
  const std::string plain = tree + "/" + program;
  g.add("posix_spawn", [=] { return spawn_and_wait({plain}); });
  g.add(kCaptured, [=] { return captured(plain); });
  g.add("bwrap", [=] { return by_bwrap(tree, program, filter); });
  const Request overlay = request_of(tree, program, How::overlay);
  const Request read_only = request_of(tree, program, How::read_only);
  g.add("sbx::run", [=] { return good(run(overlay)); }).at_most("bwrap", kRunTarget);
  g.add("sbx::run, /src read-only", [=] { return good(run(read_only)); });
  Rival& pool = g.add("sbx::Pool", [=] { return pooled(alike, overlay); });
  if (of_bwrap > 0) {
    pool.at_most("bwrap", of_bwrap);
  }
  g.add("sbx::Pool, /src read-only", [=] { return pooled(read_only_alike, read_only); });
  const Request captures = capturing(overlay);
  g.add("sbx::Pool, captured", [=] {
     return pooled(captured_alike, captures);
   }).at_most(kCaptured, of_spawn);
  g.add("sbx::Pool of both kinds", [=] { return pooled(of_two_kinds, overlay); });
  g.add("sbx::Pool of both kinds, captured", [=] { return pooled(of_two_kinds, captures); });
  const std::string sbx = own_folder() + "/sbx";
  g.add("sbx exec", [=] {
     return spawn_and_wait({sbx, "exec", plain});
   }).at_most("bwrap", kExecTarget);
}

// Without a pause between them.
void compare_many(Bench& bench, const std::string& tree, int filter) {
  constexpr int kMany = 20;
  Group& g = bench.group("bare, " + std::to_string(kMany) + " one after another");
  const auto many = [](const std::function<bool()>& one) {
    return [one] {
      bool good = true;
      for (int i = 0; i < kMany && good; ++i) {
        good = one();
      }
      return good;
    };
  };
  g.add("posix_spawn", many([=] { return spawn_and_wait({tree + "/bare"}); }));
  g.add("bwrap", many([=] { return by_bwrap(tree, "bare", filter); }));
  const Request request = request_of(tree, "bare", How::overlay);
  g.add("sbx::Pool", many([=] { return pooled(alike, request); }))
      .at_most("posix_spawn", kManyOfSpawn)
      .at_most("bwrap", kManyOfBwrap);
}

// Each box finds an overlay that nobody has seen, and is the reason for the next.
void compare_writing(Bench& bench, const std::string& tree) {
  Group& g = bench.group("writes, a fresh overlay for each box");
  g.add(kCaptured, [=] { return captured(tree + "/writes"); });
  const Request writes = capturing(request_of(tree, "writes", How::overlay));
  g.add("sbx::Pool, captured", [=] {
     return pooled(captured_alike, writes);
   }).at_most(kCaptured, kOfSpawnWriting);
}

}  // namespace
}  // namespace sbx::bench

int main(int argc, char** argv) {
  using namespace sbx::bench;
  Bench bench(parse_options(argc, argv, "A box against posix_spawn and bubblewrap", 300));
  const int filter = filter_of_equal_length();
  if (filter < 0) {
    std::perror("bench_overhead: filter");
    return 1;
  }
  const std::string tree = own_folder() + "/bench-tree";
  compare(bench, tree, "bare", filter, kOfSpawnBare, kPoolBareTarget);
  compare(bench, tree, "noop-static", filter, kOfSpawnStatic, kPoolTarget);
  compare(bench, tree, "noop-dynamic", filter, kOfSpawnDynamic, 0);
  compare(bench, tree, "hello", filter, kOfSpawnDynamic, 0);
  compare_many(bench, tree, filter);
  compare_writing(bench, tree);
  return bench.finish();
}
