#include "fuzz/boxed/boxed.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <filesystem>

#include "expect/text.h"
#include "fuzz/job.h"
#include "runner/box_flags.h"
#include "sbx/pool.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInput = "@@";
constexpr const char* kFolder = "/input";

std::string take_traps(const std::string& value, Traps* traps) {
  *traps = {false, false, false, false};
  for (const std::string& word : by_comma(value)) {
    const std::pair<const char*, bool*> names[] = {{"signal", &traps->signal},
                                                   {"refused", &traps->refused},
                                                   {"killed", &traps->killed},
                                                   {"exit", &traps->exit}};
    const auto found = std::find_if(std::begin(names), std::end(names),
                                    [&](const auto& n) { return word == n.first; });
    if (found == std::end(names)) {
      return "takes signal, refused, killed, exit";
    }
    *found->second = true;
  }
  return "";
}

// A program's folder stays as it is, and a new input in a folder that is bound is seen; a compiled
// input is a new file below an overlay, which is not for a cell.
enum class Tree { stays, changes };

Result<Report> in_a_box(const Request& request, Tree tree) {
  static Pool pool({}, 1);
  return tree == Tree::stays ? pool.run(request) : run(request);
}

Report or_cannot(Result<Report> report) {
  if (report) {
    return std::move(*report);
  }
  Report none;
  none.records = {{"", event::Cannot{report.error().field, 22, report.error().message}}};
  return none;
}

Report boxed(Result<Request> request, Tree tree) {
  if (!request) {
    Report none;
    none.records = {{"", event::Cannot{request.error().field, 22, request.error().message}}};
    return none;
  }
  request->streams.out = Output::capture();
  request->streams.err = Output::capture();
  return or_cannot(in_a_box(*request, tree));
}

Report program(const Subject& s, const std::string& file) {
  auto options = runner::parse_box_options(s.options);
  if (!options) {
    return boxed(tl::unexpected(options.error()), Tree::changes);
  }
  const fs::path input(file);
  std::vector<std::string> arguments(s.words.begin() + 1, s.words.end());
  std::replace(arguments.begin(), arguments.end(), std::string(kInput),
               std::string(kFolder) + "/" + input.filename().string());
  const bool by_name = std::find(s.words.begin(), s.words.end(), kInput) != s.words.end();
  const int in = by_name ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (by_name) {
    options->ro.push_back(input.parent_path().string() + "=" + kFolder);
  } else if (in < 0) {
    return boxed(tl::unexpected(Error{file, "cannot be read"}), Tree::changes);
  }
  auto request = runner::exec_request(*options, s.words[0], arguments);
  if (request) {
    for (Mount& m : request->tree) {
      m.as_owner = m.as_owner || m.inside == kFolder;  // it is nobody else's to read
    }
    request->streams.in = in < 0 ? Input::empty() : Input::from(in);
  }
  Report report = boxed(std::move(request), Tree::stays);
  if (in >= 0) {
    ::close(in);
  }
  return report;
}

Report compiled(const Subject& s, const std::string& toolchain, const std::string& file) {
  auto options = runner::parse_box_options(s.options);
  if (!options) {
    return boxed(tl::unexpected(options.error()), Tree::changes);
  }
  options->toolchain = toolchain;
  return boxed(runner::run_request(*options, file, {}), Tree::changes);
}

const Record& last(const Report& report) {
  static const Record none{"", event::Cannot{"run", 22, ""}};
  return report.records.empty() ? none : report.records.back();
}

bool is_kill(const Event& e) {
  return std::holds_alternative<event::CpuLimit>(e) ||
         std::holds_alternative<event::WallClock>(e) ||
         std::holds_alternative<event::OutputLimit>(e) ||
         std::holds_alternative<event::MemoryLimit>(e);
}

bool is_refusal(const std::string& line) {
  return line.compare(0, 9, "refused: ") == 0;
}

}  // namespace

Result<Subject> parse_subject(const std::vector<std::string>& words) {
  Subject s;
  std::size_t i = 0;
  for (; i < words.size() && words[i] != "--"; i += 2) {
    const std::string& name = words[i];
    if (i + 1 >= words.size()) {
      return tl::unexpected(Error{name, "needs a value"});
    }
    const std::string& value = words[i + 1];
    std::string why;
    if (name == "--trap") {
      why = take_traps(value, &s.traps);
    } else if (name == "--differ") {
      s.toolchains = by_comma(value);
      why = s.toolchains.size() == 2 ? "" : "takes two toolchains: A,B";
    } else if (name == "--suffix") {
      s.suffix = value;
    } else if (name == "--opts") {
      auto split = expect::split_words(value);
      why = split ? "" : split.error().message;
      s.options = split ? *split : s.options;
    } else {
      why = "takes --trap, --differ, --suffix, --opts, and behind -- a program";
    }
    if (!why.empty()) {
      return tl::unexpected(Error{name, why});
    }
  }
  for (++i; i < words.size(); ++i) {
    s.words.push_back(words[i]);
  }
  if (s.words.empty() == s.toolchains.empty()) {
    return tl::unexpected(Error{"--", "needs a program, or --differ"});
  }
  if (auto options = runner::parse_box_options(s.options); !options) {
    return tl::unexpected(Error{"--opts " + options.error().field, options.error().message});
  }
  s.suffix = s.suffix.empty() && !s.toolchains.empty() ? ".c" : s.suffix;
  return s;
}

std::string trap_of(const Report& report, const Traps& traps) {
  const Record& end = last(report);
  const std::string line = to_line(end);
  const auto* exited = std::get_if<event::Exited>(&end.what);
  const bool trapped = (traps.signal && std::holds_alternative<event::Signalled>(end.what)) ||
                       (traps.killed && is_kill(end.what)) || (traps.refused && is_refusal(line)) ||
                       (traps.exit && exited != nullptr && exited->code != 0) ||
                       std::holds_alternative<event::Cannot>(end.what);
  return trapped ? line : "";
}

std::string features_of(const Report& report) {
  std::string text;
  for (const Record& r : report.records) {
    text += to_line(r) + "\n";
  }
  return text + std::to_string(std::bit_width(report.out.size())) + " " +
         std::to_string(std::bit_width(report.err.size()));
}

std::string difference(const std::string& a, const Report& one, const std::string& b,
                       const Report& other) {
  for (const Report* r : {&one, &other}) {
    const Record& end = last(*r);
    if (!end.label.empty() || is_kill(end.what)) {
      return "";
    }
  }
  const std::string first = to_line(last(one)), second = to_line(last(other));
  if (first != second) {
    return a + ": " + first + ", " + b + ": " + second;
  }
  return one.out == other.out ? "" : a + " and " + b + " print different things";
}

Seen look(const Subject& s, const std::string& file) {
  if (s.toolchains.empty()) {
    const Report report = program(s, file);
    return {trap_of(report, s.traps), features_of(report)};
  }
  const Report one = compiled(s, s.toolchains[0], file);
  const Report other = compiled(s, s.toolchains[1], file);
  std::string trap = difference(s.toolchains[0], one, s.toolchains[1], other);
  // What the compiler itself does is a finding too: it must not die, nor look elsewhere.
  for (const Report* r : {&one, &other}) {
    trap = trap.empty() && !last(*r).label.empty() ? trap_of(*r, s.traps) : trap;
  }
  return {trap, features_of(one) + features_of(other)};
}

}  // namespace sbx::fuzz
