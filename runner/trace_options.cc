#include "trace_options.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "flag_words.h"

namespace sbx::runner {
namespace {

using S = const std::string&;
using O = TraceOptions*;
struct Row {
  BoxFlag flag;
  std::function<std::string(S value, O)> set;  // empty on success, else the sentence
};

std::string take_text(S value, std::string* out) {
  *out = value;
  return value.empty() ? "must not be empty" : "";
}

std::string take_step(S value, O o) {
  using Step = TraceOptions::Step;
  const std::pair<const char*, Step> steps[] = {{"program", Step::program},
                                                {"compile", Step::compile},
                                                {"fuzz", Step::fuzz},
                                                {"leaks", Step::leaks}};
  for (const auto& [name, step] : steps) {
    if (value == name) {
      o->step = step;
      return "";
    }
  }
  return "takes program, compile, fuzz or leaks";
}

std::string switch_on(bool* what) {
  *what = true;
  return "";
}

const std::vector<Row>& table() {
  // clang-format off
  static const std::vector<Row> rows = {
      {{"--step",   "WHAT", "program: a program that is built already, as for exec; compile: a command with the trees of --toolchain; fuzz: a libFuzzer target, without a memory cap; leaks: the same with LeakSanitizer's tracer (program)", true, "program compile fuzz leaks"}, take_step},
      {{"--list",   "FILE", "write the list there (to standard output)", true},                  [](S v, O o) { return take_text(v, &o->list); }},
      {{"--cell",   "NAME", "what the list says it measures (the name of the list's file)", true}, [](S v, O o) { return take_text(v, &o->cell); }},
      {{"--union",  "",     "keep what the list has", true},                                     [](S, O o) { return switch_on(&o->merge); }},
      {{"--check",  "",     "write nothing; exit 1 when the table lacks a call; note how the list differs", true}, [](S, O o) { return switch_on(&o->check); }},
      {{"--strict", "",     "--check, and exit 1 when the list differs either way", true},       [](S, O o) { return switch_on(&o->strict); }},
  };
  // clang-format on
  return rows;
}

}  // namespace

const std::vector<BoxFlag>& trace_flags() {
  static const std::vector<BoxFlag> flags = flags_of(table());
  return flags;
}

Result<TraceOptions> take_trace_options(std::vector<std::string>* words) {
  TraceOptions options;
  for (std::size_t i = 0; i < words->size();) {
    const std::string word = (*words)[i];
    if (word == "--" || word.size() < 2 || word[0] != '-') {
      break;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Row* row = row_of(table(), name);
    if (row == nullptr) {
      const auto box = std::find_if(box_flags().begin(), box_flags().end(),
                                    [&](const BoxFlag& f) { return name == f.name; });
      const bool has_value = box != box_flags().end() && box->value[0] != '\0';
      i += has_value && equals == std::string::npos ? 2 : 1;
      continue;
    }
    const auto taken = take_value(row->flag, *words, i);
    if (!taken) {
      return tl::unexpected(taken.error());
    }
    const std::string why = row->set(taken->value, &options);
    if (!why.empty()) {
      return tl::unexpected(Error{name, why});
    }
    const auto at = words->begin() + static_cast<std::ptrdiff_t>(i);
    words->erase(at, at + static_cast<std::ptrdiff_t>(taken->words));
  }
  if (options.strict && options.list.empty()) {
    return tl::unexpected(Error{"--strict", "needs --list: what to compare with"});
  }
  if (options.merge && (options.list.empty() || options.check || options.strict)) {
    return tl::unexpected(Error{"--union", "needs --list, and not --check: it writes"});
  }
  return options;
}

}  // namespace sbx::runner
