#include "fuzz/job.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "expect/text.h"
#include "fuzz/command_line.h"
#include "fuzz/files.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

// Where that run's files were, and what whoever runs it again says by itself.
constexpr std::string_view kOfThatRun[] = {"features_dir",
                                           "seed_inputs",
                                           "artifact_prefix",
                                           "reload",
                                           "print_funcs",
                                           "fork",
                                           "print_final_stats",
                                           "rss_limit_mb",
                                           "ignore_crashes",
                                           "timeout",
                                           "detect_leaks",
                                           "runs",
                                           "dict",
                                           "merge_control_file"};

unsigned number(std::string_view text) {
  unsigned n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

}  // namespace

std::vector<std::string> by_comma(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    parts.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

std::vector<std::string> words_of_job(const std::vector<std::string>& words, std::string_view log) {
  std::vector<std::string> kept;
  for (const std::string& word : words) {
    const bool of_that_run =
        word.empty() || word[0] != '-' ||
        std::any_of(std::begin(kOfThatRun), std::end(kOfThatRun),
                    [&](std::string_view name) { return !flag_value({word}, name).empty(); });
    if (!of_that_run) {
      kept.push_back(word);
    }
  }
  constexpr std::string_view kUnits = "stat::number_of_executed_units:";
  const std::size_t at = log.rfind(kUnits);
  if (at != std::string_view::npos) {
    const std::size_t digits = log.find_first_not_of(' ', at + kUnits.size());
    const unsigned units = digits == std::string_view::npos ? 0 : number(log.substr(digits));
    kept.push_back("-runs=" + std::to_string(units + 1));
  }
  return kept;
}

bool write_job(const std::string& folder, const std::vector<std::string>& words,
               const std::vector<std::string>& seeds, std::string_view log) {
  std::error_code error;
  fs::create_directories(folder + "/seeds", error);
  std::string list;
  bool whole = !error;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const std::string name = "seeds/" + std::to_string(i);
    const auto bytes = read_file(seeds[i]);
    whole = whole && bytes && write_file(folder + "/" + name, *bytes);
    list += (i == 0 ? "job/" : ",job/") + name;
  }
  return whole && write_file(folder + "/list", list) &&
         write_file(folder + "/words", expect::join_lines(words_of_job(words, log)));
}

Job read_job(const std::string& folder) {
  Job job;
  const std::string text = read_file(folder + "/words").value_or("");
  for (std::string_view line : expect::split_lines(text)) {
    job.words.emplace_back(line);
  }
  job.seeds = by_comma(read_file(folder + "/list").value_or("")).size();
  job.seconds = number(flag_value(job.words, "max_total_time"));
  return job;
}

bool copy_job(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::create_directories(to + "/seeds", error);
  bool whole = !error;
  std::vector<std::string> names = {"words", "list"};
  for (const std::string& seed : files_in(from + "/seeds")) {
    names.push_back("seeds/" + seed);
  }
  for (const std::string& name : names) {
    const auto bytes = read_file(from + "/" + name);
    whole = whole && bytes && write_file(to + "/" + name, *bytes);
  }
  return whole;
}

}  // namespace sbx::fuzz
