// fuzz/job.h - a libFuzzer job that can be run again: what it began with, and its flags.
//
//   FILE.job/words    one flag a line: -seed=7 -runs=48213 -max_len=64 ...
//   FILE.job/list     "job/seeds/0,job/seeds/1": for -seed_inputs=@job/list in the box
//   FILE.job/seeds/   the inputs themselves
//
// A box switches address randomisation off and a job has its own seed, so that it finds again what
// it found, also where the input alone does not show it: what came before it does. Thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sbx::fuzz {

struct Job {
  std::vector<std::string> words;
  std::size_t seeds = 0;
  unsigned seconds = 0;  // it may take: -max_total_time
};

// Of `words` what decides which inputs are run; `log` says how many were. False: not written whole.
[[nodiscard]] bool write_job(const std::string& folder, const std::vector<std::string>& words,
                             const std::vector<std::string>& seeds, std::string_view log);
[[nodiscard]] Job read_job(const std::string& folder);
[[nodiscard]] bool copy_job(const std::string& from, const std::string& to);

// Pure parts.
[[nodiscard]] std::vector<std::string> words_of_job(const std::vector<std::string>& words,
                                                    std::string_view log);
[[nodiscard]] std::vector<std::string> by_comma(std::string_view list);

}  // namespace sbx::fuzz
