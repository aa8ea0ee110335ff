#include "interleave.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <thread>

extern char** environ;

namespace sbx::bench {
namespace {

constexpr int kWarmUp = 5;
constexpr int kKeptFd = 10;

double quantile_of(std::vector<double> values, double quantile) {
  if (values.empty()) {
    return 0;
  }
  auto at = values.begin() +
            static_cast<std::ptrdiff_t>(quantile * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

std::string described(const Group& group, const Rival& rival, const Target& target) {
  char text[200];
  if (target.against.empty()) {
    std::snprintf(text, sizeof text, "%.1f ms, at most %.1f", group.reached(rival, target) / 1e3,
                  target.most / 1e3);
  } else {
    std::snprintf(text, sizeof text, "%.2f of %s, at most %.2f", group.reached(rival, target),
                  target.against.c_str(), target.most);
  }
  return text;
}

const Rival* find(const Group& group, const std::string& name) {
  for (const Rival& r : group.rivals()) {
    if (r.name == name) {
      return &r;
    }
  }
  return nullptr;
}

}  // namespace

Options parse_options(int argc, char** argv, const std::string& what, int default_rounds) {
  Options o;
  o.rounds = default_rounds;
  CLI::App app(what);
  app.add_option("--rounds", o.rounds, "Runs of every rival")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--json", o.json, "Write the figures to this file too");
  app.add_flag("--check", o.check, "Exit 1 when a target is missed");
  app.add_option("--slack", o.slack, "By how much of itself a target may be missed")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    constexpr int kBadUsage = 2;
    std::exit(app.exit(e) == 0 ? 0 : kBadUsage);
  }
  return o;
}

Rival& Group::add(const std::string& name, std::function<bool()> run) {
  Rival& rival = rivals_.emplace_back();
  rival.name = name;
  rival.run = std::move(run);
  return rival;
}

Rival& Group::add_part(const std::string& name, const std::string& of,
                       std::function<double()> reported) {
  for (Rival& whole : rivals_) {
    if (whole.name == of) {
      Rival& rival = rivals_.emplace_back();
      rival.name = name;
      whole.parts.emplace_back(rivals_.size() - 1, std::move(reported));
      return rival;
    }
  }
  std::fprintf(stderr, "bench: %s: no rival of that name\n", of.c_str());
  std::abort();
}

double Group::median(const Rival& rival, double quantile) {
  return quantile_of(rival.us, quantile);
}

double Group::ratio(const Rival& rival, const std::string& to) const {
  const Rival* base = find(*this, to);
  if (base == nullptr) {
    return 0;
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < std::min(rival.us.size(), base->us.size()); ++i) {
    ratios.push_back(rival.us[i] / base->us[i]);
  }
  return quantile_of(std::move(ratios), 0.5);
}

bool Group::round(std::vector<std::size_t>& order, bool keep) {
  using Clock = std::chrono::steady_clock;
  for (std::size_t i : order) {
    Rival& rival = rivals_[i];
    if (!rival.run) {
      continue;
    }
    const auto before = Clock::now();
    const bool fine = rival.run();
    const std::chrono::duration<double, std::micro> took = Clock::now() - before;
    if (!fine) {
      std::fprintf(stderr, "bench: %s: %s failed\n", name_.c_str(), rival.name.c_str());
      return false;
    }
    if (keep) {
      rival.us.push_back(took.count());
      for (const auto& [part, reported] : rival.parts) {
        rivals_[part].us.push_back(reported());
      }
    }
  }
  return true;
}

bool Group::measure(int rounds) {
  std::vector<std::size_t> order(rivals_.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(1);  // the same orders every time
  for (int i = -kWarmUp; i < rounds; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    if (!round(order, i >= 0)) {
      return false;
    }
  }
  return true;
}

int Bench::finish() {
  for (const Figure& f : figures_) {
    std::printf("%s: %.1f, at most %.1f: %s\n", f.what.c_str(), f.value, f.most,
                met(f) ? "met" : "missed");
  }
  for (Group& group : groups_) {
    if (!group.measure(options_.rounds)) {
      return 1;
    }
    print(group);
  }
  if (!options_.json.empty() && !write_json()) {
    std::fprintf(stderr, "bench: %s: cannot be written\n", options_.json.c_str());
    return 1;
  }
  bool all_met = std::all_of(figures_.begin(), figures_.end(),
                             [this](const Figure& figure) { return met(figure); });
  for (const Group& group : groups_) {
    for (const Rival& rival : group.rivals()) {
      for (const Target& target : rival.targets) {
        if (!met(group, rival, target)) {
          std::printf("missed: %s: %s: %s\n", group.name().c_str(), rival.name.c_str(),
                      described(group, rival, target).c_str());
          all_met = false;
        }
      }
    }
  }
  return options_.check && !all_met ? 1 : 0;
}

bool Bench::met(const Group& group, const Rival& rival, const Target& target) const {
  return group.reached(rival, target) <= target.most * (1 + options_.slack);
}

// The first rival is what a run costs with no box at all.
void Bench::print(const Group& group) const {
  const Rival& plain = group.rivals().front();
  std::printf("%s (%d rounds)\n", group.name().c_str(), options_.rounds);
  std::printf("  %-26s %10s %10s %10s %10s  %s\n", "", "median us", "p10", "p90",
              ("x " + plain.name).substr(0, 10).c_str(), "target");
  for (const Rival& r : group.rivals()) {
    std::printf("  %-26s %10.0f %10.0f %10.0f %10.2f", r.name.c_str(), Group::median(r),
                Group::median(r, 0.1), Group::median(r, 0.9), group.ratio(r, plain.name));
    const char* before = "  ";
    for (const Target& target : r.targets) {
      std::printf("%s%s: %s", before, described(group, r, target).c_str(),
                  met(group, r, target) ? "met" : "missed");
      before = "; ";
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

bool Bench::write_json() const {
  utsname host{};
  ::uname(&host);
  nlohmann::ordered_json all;
  all["kernel"] = host.release;
  all["cpus"] = std::thread::hardware_concurrency();
  all["uid"] = ::getuid();
  all["rounds"] = options_.rounds;
  for (const Figure& f : figures_) {
    all["figures"].push_back(
        {{"what", f.what}, {"value", f.value}, {"at_most", f.most}, {"met", met(f)}});
  }
  for (const Group& group : groups_) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Rival& r : group.rivals()) {
      nlohmann::ordered_json row;
      row["name"] = r.name;
      row["median_us"] = Group::median(r);
      row["p10_us"] = Group::median(r, 0.1);
      row["p90_us"] = Group::median(r, 0.9);
      row["of_" + group.rivals().front().name] = group.ratio(r, group.rivals().front().name);
      for (const Target& target : r.targets) {
        row["targets"].push_back(
            {{"against", target.against},
             {target.against.empty() ? "us" : "ratio", group.reached(r, target)},
             {"at_most", target.most},
             {"met", met(group, r, target)}});
      }
      rows.push_back(row);
    }
    all["groups"].push_back({{"name", group.name()}, {"rivals", rows}});
  }
  std::ofstream file(options_.json);
  file << all.dump(2) << "\n";
  return static_cast<bool>(file.flush());
}

namespace {

// With these as its stdout and stderr. -1: it could not be started.
pid_t spawn(const std::vector<std::string>& argv, const std::string& cwd, int out, int err,
            int kept) {
  std::vector<char*> words;
  for (const std::string& word : argv) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out, 1);
  ::posix_spawn_file_actions_adddup2(&actions, err, 2);
  if (kept >= 0) {
    ::posix_spawn_file_actions_adddup2(&actions, kept, kKeptFd);
  }
  if (!cwd.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&actions, cwd.c_str());
  }
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -1;
}

bool wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool spawn_and_wait(const std::vector<std::string>& argv, const std::string& cwd, int kept) {
  const pid_t pid = spawn(argv, cwd, null_device(), null_device(), kept);
  return pid > 0 && wait_for(pid);
}

bool spawn_and_capture(const std::vector<std::string>& argv, std::string* out, std::string* err) {
  int outs[2], errs[2];
  if (::pipe2(outs, O_CLOEXEC) != 0 || ::pipe2(errs, O_CLOEXEC) != 0) {
    return false;
  }
  const pid_t pid = spawn(argv, {}, outs[1], errs[1], -1);
  ::close(outs[1]);
  ::close(errs[1]);
  pollfd p[] = {{outs[0], POLLIN, 0}, {errs[0], POLLIN, 0}};
  std::string* const texts[] = {out, err};
  while (pid > 0 && (p[0].fd >= 0 || p[1].fd >= 0) && ::poll(p, 2, -1) > 0) {
    for (int i = 0; i < 2; ++i) {
      char buffer[4096];
      const ssize_t n = p[i].revents != 0 ? ::read(p[i].fd, buffer, sizeof buffer) : -1;
      if (n > 0) {
        texts[i]->append(buffer, static_cast<std::size_t>(n));
      } else if (n == 0) {
        p[i].fd = -1;
      }
    }
  }
  ::close(outs[0]);
  ::close(errs[0]);
  return pid > 0 && wait_for(pid);
}

std::string own_folder() {
  char self[4096];
  const ssize_t n = ::readlink("/proc/self/exe", self, sizeof self);
  const std::string path(self, n > 0 ? static_cast<std::size_t>(n) : 0);
  return path.substr(0, path.rfind('/'));
}

int null_device() {
  static const int fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  return fd;
}

}  // namespace sbx::bench
