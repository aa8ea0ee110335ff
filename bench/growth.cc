// bench_growth: what a box of a pool costs as everything around it grows: boxes before it, workers,
// the caller, the tree, its mounts, the host's mounts.
//
//   build/release/bin/bench_growth --rounds 200 --boxes 100000 --json growth.json
//
// The host's mounts grow in a mount namespace of its own, where it may make one (root).
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "interleave.h"
#include "sbx/pool.h"

namespace sbx::bench {
namespace {

using Clock = std::chrono::steady_clock;

Request request_of(const std::string& tree) {
  Request r;
  r.tree = {{tree, "/src", How::overlay}};
  r.steps.emplace_back();
  r.steps.back().argv = {"/src/noop-static"};
  r.streams.out = Output::to(null_device());
  r.streams.err = Output::to(null_device());
  return r;
}

bool good(const Result<Report>& report) {
  return report && report->exit_code() == 0;
}

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// A folder of its own with the program and this many files more; removed at the end.
class Tree {
 public:
  explicit Tree(int files) {
    char name[] = "/tmp/sbx-growth-XXXXXX";
    path_ = ::mkdtemp(name);
    ::chmod(path_.c_str(), 0755);
    std::filesystem::copy_file(own_folder() + "/bench-tree/noop-static", path_ + "/noop-static");
    for (int i = 0; i < files; ++i) {
      const std::string folder = path_ + "/" + std::to_string(i / 1000);
      if (i % 1000 == 0) {
        std::filesystem::create_directory(folder);
      }
      std::ofstream(folder + "/" + std::to_string(i)) << i;
    }
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The same box in two surroundings, round by round.
void pair(Bench& bench, const std::string& name, const std::string& small, const Request& a,
          const std::string& large, const Request& b, double most) {
  auto first = std::make_shared<Pool>(a, 1), second = std::make_shared<Pool>(b, 1);
  Group& g = bench.group(name);
  g.add(small, [=] { return good(first->run(a)); });
  g.add(large, [=] { return good(second->run(b)); }).at_most(small, most);
}

// Boxes a second of this many workers.
double rate(const Request& request, unsigned workers, int boxes) {
  Pool pool(request, workers);
  const auto start = Clock::now();
  std::vector<std::thread> all;
  for (unsigned w = 0; w < workers; ++w) {
    all.emplace_back([&] {
      for (int i = 0; i < boxes; ++i) {
        if (!good(pool.run(request))) {
          std::exit(1);
        }
      }
    });
  }
  for (std::thread& one : all) {
    one.join();
  }
  return static_cast<double>(workers) * boxes / (ms_since(start) / 1000);
}

void workers(Bench& bench, const Request& request, int rounds) {
  std::vector<double> ratios;
  for (int i = 0; i < std::max(3, rounds / 20); ++i) {
    const double one = rate(request, 1, 200);
    ratios.push_back(one * 2 / rate(request, 2, 200));
  }
  std::sort(ratios.begin(), ratios.end());
  bench.figure("twice one worker's boxes a second, by those of two", ratios[ratios.size() / 2],
               2 / 1.9);
}

// A field of a file of /proc that is said in KiB; 0: it has none.
double kib_in(const std::string& file, const std::string& field) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, field.size(), field) == 0) {
      return std::strtod(line.c_str() + field.size(), nullptr);
    }
  }
  return 0;
}

// Folders of /proc of all helpers of this host, and of what shares a helper's memory.
std::set<std::string> helper_processes() {
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream name(entry.path() / "comm");
    std::string line;
    if (std::getline(name, line) && line == "sbx-helper") {
      found.insert(entry.path());
    }
  }
  return found;
}

// Of this process and of all helpers, KiB.
double resident() {
  double sum = kib_in("/proc/self/status", "VmRSS:");
  for (const std::string& one : helper_processes()) {
    sum += kib_in(one + "/status", "VmRSS:");
  }
  return sum;
}

// What one cell keeps while nothing runs: its helper, the box's init and the step that waits are
// one memory.
void idle(Bench& bench, const Request& request) {
  const std::set<std::string> before = helper_processes();
  Pool pool(request, 1);
  if (!good(pool.run(request))) {
    std::exit(1);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  int processes = 0;
  double kib = 0;
  for (const std::string& one : helper_processes()) {
    if (before.count(one) > 0) {
      continue;
    }
    ++processes;
    kib = std::max(kib, kib_in(one + "/smaps_rollup", "Pss:"));
  }
  bench.figure("processes of an idle cell", processes, 3);
  bench.figure("KiB of an idle cell", kib, 2048);
}

void many(Bench& bench, const std::string& what, const Request& request, int boxes) {
  Pool pool(request, 1);
  const int tenth = std::max(1, boxes / 10);
  std::vector<double> ms, kib;
  for (int part = 0; part < 10; ++part) {
    const auto start = Clock::now();
    for (int i = 0; i < tenth; ++i) {
      if (!good(pool.run(request))) {
        std::exit(1);
      }
    }
    ms.push_back(ms_since(start) / tenth);
    kib.push_back(resident());
  }
  std::printf("%d %s of one pool, ms each, by tenths:", boxes, what.c_str());
  for (double one : ms) {
    std::printf(" %.3f", one);
  }
  std::printf("\nresident KiB after each:");
  for (double one : kib) {
    std::printf(" %.0f", one);
  }
  std::printf("\n");
  bench.figure(what + ": resident after the last tenth, by that after the first",
               kib.back() / kib.front(), 1.05);
}

bool mount_many(int count) {
  if (::unshare(CLONE_NEWNS) != 0 ||
      ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("t", "/mnt", "tmpfs", 0, nullptr) != 0) {
    return false;
  }
  for (int i = 0; i < count; ++i) {
    const std::string at = "/mnt/" + std::to_string(i);
    if (::mkdir(at.c_str(), 0755) != 0 || ::mount("t", at.c_str(), "tmpfs", 0, nullptr) != 0) {
      return false;
    }
  }
  return true;
}

// Eight threads and a GiB in the caller, and without, in turns.
void caller(Bench& bench, const Request& request, int rounds) {
  constexpr std::size_t kGib = 1u << 30;
  Pool pool(request, 1);
  const auto boxes = [&] {
    const auto start = Clock::now();
    for (int i = 0; i < 20; ++i) {
      if (!good(pool.run(request))) {
        std::exit(1);
      }
    }
    return ms_since(start);
  };
  boxes();
  std::vector<double> ratios;
  for (int i = 0; i < std::max(3, rounds / 20); ++i) {
    const double small = boxes();
    void* much = ::mmap(nullptr, kGib, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (much == MAP_FAILED) {
      std::exit(1);
    }
    std::memset(much, 1, kGib);
    std::stop_source stop;
    std::vector<std::jthread> idle;
    for (int t = 0; t < 8; ++t) {
      idle.emplace_back([token = stop.get_token()] {
        while (!token.stop_requested()) {
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
      });
    }
    ratios.push_back(boxes() / small);
    stop.request_stop();
    idle.clear();
    ::munmap(much, kGib);
  }
  std::sort(ratios.begin(), ratios.end());
  bench.figure("a caller of 1 GiB and 8 threads, by one without", ratios[ratios.size() / 2], 1.2);
}

}  // namespace
}  // namespace sbx::bench

int main(int argc, char** argv) {
  using namespace sbx;
  using namespace sbx::bench;
  int boxes = 20000;
  std::vector<char*> rest;
  for (int i = 0; i < argc; ++i) {
    if (std::strcmp(argv[i], "--boxes") == 0 && i + 1 < argc) {
      boxes = std::atoi(argv[++i]);
    } else {
      rest.push_back(argv[i]);
    }
  }
  const Options options = parse_options(static_cast<int>(rest.size()), rest.data(),
                                        "A box of a pool as what is around it grows", 200);
  Bench bench(options);
  const Tree few(10), lots(100'000);
  const Request plain = request_of(few.path());
  idle(bench, plain);
  many(bench, "boxes", plain, boxes);
  Request twice = plain;
  twice.steps.push_back(plain.steps.back());
  many(bench, "boxes with a new tree each", twice, boxes / 10);
  workers(bench, plain, options.rounds);
  caller(bench, plain, options.rounds);
  pair(bench, "files of the tree", "10", plain, "100 000", request_of(lots.path()), 1.1);
  Request bound = plain;
  for (int i = 0; i < 16; ++i) {  // a box takes no more than 24 mounts
    bound.tree.push_back({few.path(), "/ro" + std::to_string(i)});
  }
  pair(bench, "mounts of the box", "0", plain, "16", bound, 1.1);
  auto before = std::make_shared<Pool>(plain, 1), after = std::make_shared<Pool>(plain, 1);
  if (!good(before->run(plain)) || !mount_many(1000) || !good(after->run(plain))) {
    std::fputs("bench_growth: no mount namespace of its own: the host's mounts do not grow\n",
               stderr);
  } else {
    Group& g = bench.group("mounts of the host");
    g.add("as it is", [=] { return good(before->run(plain)); });
    g.add("1000 more", [=] { return good(after->run(plain)); }).at_most("as it is", 1.1);
  }
  return bench.finish();
}
