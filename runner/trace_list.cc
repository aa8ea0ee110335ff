#include "trace_list.h"

#include <algorithm>
#include <sstream>

namespace sbx::runner {
namespace {

constexpr const char* kBase = "base";
constexpr std::size_t kNamed = 3;  // programs a row

std::size_t order_of(const std::string& set) {
  const auto& all = trace_sets();
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), set) - all.begin());
}

// A row of base lets the call through everywhere.
bool has(const TraceList& list, const std::string& set, const std::string& call) {
  return list.rows.contains({set, call}) || list.rows.contains({kBase, call});
}

std::string joined(const std::set<std::string>& programs) {
  std::string text;
  std::size_t n = 0;
  for (const std::string& program : programs) {
    if (n++ < kNamed) {
      text += (text.empty() ? "" : ",") + program;
    }
  }
  return text;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

}  // namespace

const std::vector<std::string>& trace_sets() {
  static const std::vector<std::string> sets = {kBase,     "threads", "net",
                                                "compile", "fuzz",    "leaks"};
  return sets;
}

Result<TraceList> parse_list(const std::string& path, const std::string& text) {
  TraceList list;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string set, call, programs, more;
    if (!(words >> set)) {
      continue;
    }
    if (set == "#") {
      if (number == 1) {
        words >> list.cell;
      }
      continue;
    }
    if (order_of(set) == trace_sets().size() || !(words >> call >> programs) || words >> more) {
      return tl::unexpected(Error{
          path, "line " + std::to_string(number) +
                    ": must be base, threads, net, compile, fuzz or leaks, a call, and programs"});
    }
    std::istringstream names(programs);
    for (std::string name; std::getline(names, name, ',');) {
      list.rows[{set, call}].insert(name);
    }
  }
  return list;
}

std::string render_list(const TraceList& list) {
  std::string text = "# " + list.cell + " - written by sbx trace. Do not edit.\n";
  for (const std::string& set : trace_sets()) {
    for (const auto& [key, programs] : list.rows) {
      if (key.first == set && (set == kBase || !list.rows.contains({kBase, key.second}))) {
        text += padded(set, 8) + " " + padded(key.second, 24) + " " + joined(programs) + "\n";
      }
    }
  }
  return text;
}

void add_rows(const TraceList& from, TraceList* into) {
  for (const auto& [key, programs] : from.rows) {
    into->rows[key].insert(programs.begin(), programs.end());
  }
}

TraceDifference compare(const TraceList& measured, const TraceList& listed) {
  TraceDifference found;
  std::set<std::string> sets;
  for (const auto& [key, programs] : measured.rows) {
    sets.insert(key.first);
    if (!has(listed, key.first, key.second)) {
      found.not_listed.push_back(key.first + " " + key.second);
    }
  }
  for (const auto& [key, programs] : listed.rows) {
    if (sets.contains(key.first) && !measured.rows.contains(key)) {
      found.not_needed.push_back(key.first + " " + key.second);
    }
  }
  return found;
}

}  // namespace sbx::runner
