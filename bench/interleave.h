// bench/interleave.h - time rivals against each other on a busy machine.
//
//   Bench bench(parse_options(argc, argv, "what it compares"));
//   Group& g = bench.group("static noop");
//   g.add("bwrap", [] { return spawn_bwrap(); });              // false: the run failed
//   g.add("sbx::run", [] { return box(); }).at_most("bwrap", 0.5);
//   return bench.finish();
//
// Every round runs every rival of a group once, in an order drawn anew: what one leaves to the
// kernel (a network namespace is torn down behind its owner's back) falls on all alike. A ratio is
// taken within a round and its median over the rounds, so that a slow minute slows both sides of
// it. Single-threaded; leaves nothing behind.
#pragma once
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace sbx::bench {

struct Options {
  int rounds = 300;    // 1..100000
  std::string json;    // file for the figures; empty: none
  bool check = false;  // a missed target is exit code 1
  double slack = 0;    // by how much of itself a target may be missed: 0.1 is a tenth
};

// Ends the program on bad usage (2) and after --help (0).
[[nodiscard]] Options parse_options(int argc, char** argv, const std::string& what,
                                    int default_rounds);

// What a rival must keep to.
struct Target {
  std::string against;  // a rival of the same group; empty: an absolute target
  double most = 0;      // of the median of the ratios to it, or of the median in microseconds
};

struct Rival {
  std::string name;
  std::function<bool()> run;  // one whole run; false: it failed. Empty: part of another's
  std::vector<Target> targets;
  std::vector<double> us;  // one a round
  // Rivals of the group (by index) that are parts of this one's run, and how each learns its time.
  std::vector<std::pair<std::size_t, std::function<double()>>> parts;

  Rival& at_most(const std::string& rival, double ratio) {
    targets.push_back({rival, ratio});
    return *this;
  }
  Rival& within(double us_each) {
    targets.push_back({"", us_each});
    return *this;
  }
};

class Group {
 public:
  explicit Group(std::string name) : name_(std::move(name)) {}

  Rival& add(const std::string& name, std::function<bool()> run);
  // A row for a part of `of`, which was added before: microseconds it reports of its last run.
  Rival& add_part(const std::string& name, const std::string& of, std::function<double()> reported);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::deque<Rival>& rivals() const { return rivals_; }
  [[nodiscard]] static double median(const Rival& rival, double quantile = 0.5);
  // Median of the ratios of each round; 0 where there is no such rival.
  [[nodiscard]] double ratio(const Rival& rival, const std::string& to) const;
  // What a target is held against.
  [[nodiscard]] double reached(const Rival& rival, const Target& target) const {
    return target.against.empty() ? median(rival) : ratio(rival, target.against);
  }

  // False: a run failed, said on standard error.
  [[nodiscard]] bool measure(int rounds);

 private:
  [[nodiscard]] bool round(std::vector<std::size_t>& order, bool keep);

  std::string name_;
  std::deque<Rival> rivals_;  // references stay good
};

class Bench {
 public:
  explicit Bench(Options options) : options_(std::move(options)) {}
  Group& group(const std::string& name) { return groups_.emplace_back(name); }
  // One number that was taken elsewhere, and the most it may be.
  void figure(const std::string& what, double value, double most) {
    figures_.push_back({what, value, most});
  }
  // Measures, prints the tables, writes the file, checks. The program's exit code.
  [[nodiscard]] int finish();

 private:
  void print(const Group& group) const;
  [[nodiscard]] bool write_json() const;
  [[nodiscard]] bool met(const Group& group, const Rival& rival, const Target& target) const;

  struct Figure {
    std::string what;
    double value;
    double most;
  };
  [[nodiscard]] bool met(const Figure& figure) const {
    return figure.value <= figure.most * (1 + options_.slack);
  }

  Options options_;
  std::deque<Group> groups_;
  std::vector<Figure> figures_;
};

// Runs argv to its end with standard input from /dev/null, output to /dev/null, `cwd` where it is
// not empty, and descriptor `kept` in the place of 10 where it is not -1. False: it did not exit 0.
[[nodiscard]] bool spawn_and_wait(const std::vector<std::string>& argv, const std::string& cwd = {},
                                  int kept = -1);
// The same with its output to two pipes, which are read till they end.
[[nodiscard]] bool spawn_and_capture(const std::vector<std::string>& argv, std::string* out,
                                     std::string* err);

// The folder of the running program, without a slash at its end.
[[nodiscard]] std::string own_folder();

// /dev/null, opened once for writing.
[[nodiscard]] int null_device();

}  // namespace sbx::bench
