#include "fuzz/flags.h"

#include <algorithm>
#include <charconv>

namespace sbx::fuzz {
namespace {

using What = FlagRule::What;

// What a word may hold: libFuzzer parts its children's words by blanks.
bool is_plain(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

std::optional<std::uint64_t> number(const std::string& text) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional<std::uint64_t>(n) : std::nullopt;
}

const FlagRule* rule_of(const std::string& name) {
  for (const FlagRule& rule : flag_rules()) {
    if (name == rule.name) {
      return &rule;
    }
  }
  return nullptr;
}

// What libFuzzer reads as a number without looking: "-runs=" and "-runs=1e6" would be 0 and 1.
bool is_number_of(const std::string& name) {
  constexpr std::string_view kNames[] = {
      "cross_over", "entropic",         "ignore_crashes", "ignore_ooms",    "ignore_timeouts",
      "keep_seed",  "len_control",      "max_len",        "max_total_time", "mutate_depth",
      "only_ascii", "prefer_small",     "reduce_inputs",  "reload",         "report_slow_units",
      "runs",       "shrink",           "shuffle",        "use_cmp",        "use_counters",
      "use_memmem", "use_value_profile"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::string apply(const FlagRule& rule, const std::string& value, Flags* out) {
  constexpr std::uint64_t kMostMib = 1u << 20;
  constexpr std::uint64_t kMostSeconds = 86400;
  const std::optional<std::uint64_t> n = number(value);
  switch (rule.what) {
    case What::own:
      return std::string("is set by sbx-fuzz: ") + rule.why;
    case What::refused:
      return rule.why;
    case What::file:
      if (value.empty()) {
        return "must name a file";
      }
      out->files.push_back({rule.name, value});
      return "";
    case What::memory:
      if (!n || *n > kMostMib) {
        return "must be a number of MiB up to " + std::to_string(kMostMib);
      }
      if (*n > 0) {  // 0 is libFuzzer's "no limit": the box's own stands
        out->memory = mebibytes(*n);
      }
      return "";
    case What::seed:
      if (!n || *n > 0xffffffffu) {
        return "must be a number of 32 bits";
      }
      out->seed = *n;
      return "";
    case What::timeout:
      if (!n || *n == 0 || *n > kMostSeconds) {
        return "must be 1 to " + std::to_string(kMostSeconds) + " seconds";
      }
      out->timeout = static_cast<unsigned>(*n);
      return "";
  }
  return "";
}

}  // namespace

const std::vector<FlagRule>& flag_rules() {
  // clang-format off
  static const std::vector<FlagRule> rules = {
      {"dict",                 What::file,    "shown in the box"},
      {"rss_limit_mb",         What::memory,  "as --mem: the box's cap, which needs no thread that watches"},
      {"malloc_limit_mb",      What::memory,  "as --mem"},
      {"seed",                 What::seed,    "job N gets it plus N, so that a whole job can be replayed"},
      {"timeout",              What::timeout, "seconds an input may take (25)"},
      {"artifact_prefix",      What::own,     "--artifacts names the folder"},
      {"exact_artifact_path",  What::own,     "-o names the file"},
      {"print_final_stats",    What::own,     "1: how a target that left early is told"},
      {"fork",                 What::own,     "-j"},
      {"merge",                What::own,     "sbx-fuzz merge"},
      {"minimize_crash",       What::own,     "sbx-fuzz minimize"},
      {"cleanse_crash",        What::own,     "sbx-fuzz cleanse"},
      {"merge_inner",          What::own,     "libFuzzer's own"},
      {"merge_control_file",   What::own,     "libFuzzer's own"},
      {"features_dir",         What::own,     "libFuzzer's own"},
      {"stop_file",            What::own,     "left out: a job that looks for it loses up to a quarter of its time"},
      {"minimize_crash_internal_step", What::own, "libFuzzer's own"},
      {"seed_inputs",          What::refused, "name a folder of inputs instead"},
      {"jobs",                 What::refused, "use -j: jobs that share what they find"},
      {"workers",              What::refused, "use -j"},
      {"collect_data_flow",    What::refused, "a second program cannot be run in the target's box"},
      {"data_flow_trace",      What::refused, "a second program cannot be run in the target's box"},
      {"mutation_graph_file",  What::refused, "the box keeps no file but inputs"},
      {"verbosity",            What::refused, "sbx-fuzz reads what the target says"},
      {"help",                 What::refused, "run the target itself with -help=1"},
      {"error_exitcode",       What::refused, "sbx-fuzz tells ends by libFuzzer's own codes"},
      {"timeout_exitcode",     What::refused, "sbx-fuzz tells ends by libFuzzer's own codes"},
      {"handle_abrt",          What::refused, "a stop is told to the target by SIGABRT: its input would be lost"},
  };
  // clang-format on
  return rules;
}

Result<Flags> take_flags(const std::vector<std::string>& words) {
  Flags flags;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (word.size() < 2 || word[0] != '-' || word[1] == '-' || equals == std::string::npos) {
      return tl::unexpected(Error{word, "is no flag of libFuzzer's (-name=value)"});
    }
    const std::string name = word.substr(1, equals - 1);
    const FlagRule* rule = rule_of(name);
    if (rule == nullptr && !is_plain(word)) {
      return tl::unexpected(Error{word, "holds a blank or a byte that is no plain text"});
    }
    const std::string value = word.substr(equals + 1);
    if (is_number_of(name) && !number(value.substr(value[0] == '-' ? 1 : 0))) {
      return tl::unexpected(Error{"-" + name, "takes a number"});
    }
    if (rule == nullptr) {
      flags.words.push_back(word);
      continue;
    }
    const std::string why = apply(*rule, value, &flags);
    if (!why.empty()) {
      return tl::unexpected(Error{"-" + name, why});
    }
  }
  return flags;
}

}  // namespace sbx::fuzz
