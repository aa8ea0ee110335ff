#include "fuzz/reproducer.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "expect/text.h"
#include "fuzz/elf.h"
#include "fuzz/files.h"
#include "fuzz/job.h"
#include "fuzz/json_text.h"
#include "fuzz/stack.h"
#include "fuzz/target_file.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// The size of "==123" before "==": it becomes "==N".
std::size_t process_number(std::string_view text) {
  if (text.substr(0, 2) != "==") {
    return 0;
  }
  const std::size_t end = text.find_first_not_of("0123456789", 2);
  return end != std::string_view::npos && end > 2 && text.substr(end, 2) == "==" ? end : 0;
}

// "0x7ffff7a5a04f" -> "0xN"; short ones are offsets, values and null pointers.
std::size_t address(std::string_view text) {
  constexpr std::size_t kLong = 9;
  std::size_t end = 2;
  if (text.substr(0, 2) != "0x") {
    return 0;
  }
  while (end < text.size() && is_hex(text[end])) {
    ++end;
  }
  const std::size_t zeroes = text.find_first_not_of('0', 2);
  return end - std::min(zeroes, end) >= kLong ? end : 0;
}

std::string number_after(const std::vector<std::string>& words, std::string_view name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == name) {
      return words[i + 1];
    }
  }
  return "";
}

// A text of the meta.json in a folder; empty: it does not say. The file may be anybody's.
std::string recorded(const std::string& folder, const char* key) {
  const auto text = read_file(expect::join_path(folder, "meta.json"));
  const auto json = nlohmann::json::parse(text.value_or(""), nullptr, false);
  const auto at = json.is_object() ? json.find(key) : json.end();
  return at != json.end() && at->is_string() ? at->get<std::string>() : "";
}

unsigned number_or(const std::string& text, unsigned otherwise) {
  unsigned n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() && n > 0 ? n : otherwise;
}

}  // namespace

std::string scrubbed(std::string_view log) {
  std::string out;
  for (std::string_view written : expect::split_lines(log)) {
    std::string line(written);
    for (Frame f = parse_frame(line); f.number != kNoFrame && !f.function.empty();
         f = parse_frame(line)) {
      line = "    #" + std::to_string(f.number) + " " + f.function +
             (f.place.empty() ? "" : " " + f.place.substr(f.place.rfind('/') + 1));
    }
    for (std::size_t i = 0; i < line.size();) {
      const std::string_view rest = std::string_view(line).substr(i);
      if (const std::size_t n = process_number(rest); n > 0) {
        out += "==N";
        i += n;
      } else if (const std::size_t a = address(rest); a > 0) {
        out += "0xN";
        i += a;
      } else {
        out += line[i++];
      }
    }
    out += "\n";
  }
  return out;
}

std::string render_case(const BugRecord& bug) {
  // Of a bug that shows now and then, as many runs as show it almost surely.
  const unsigned runs =
      bug.same >= bug.runs ? 1 : std::min(1000u, 10 * bug.runs / std::max(1u, bug.same));
  return "sbx-expect: 1\n"
         "# " +
         shortened(bug.failure.title, 200) +
         "\n"
         "target: \"" +
         bug.target +  // a name; quoted, it may be one that YAML has a meaning for
         "\"\n"
         "input: input\n"
         "state: open\n"
         "key: " +
         bug.failure.key +
         "\n"
         "runs: " +
         std::to_string(runs) +
         "\n"
         "opts: [--mem, \"" +
         std::to_string(count(bug.memory) >> 20) + "\", --time, \"" + std::to_string(bug.timeout) +
         "\"]\n"
         "tags: [repro]\n";
}

std::string render_meta(const BugRecord& bug) {
  nlohmann::ordered_json json;
  json["key"] = bug.failure.key;
  json["kind"] = bug.failure.kind;
  json["title"] = bug.failure.title;
  json["frames"] = bug.failure.frames;
  json["target"] = bug.target;
  json["build-id"] = bug.build_id;
  json["compiler"] = bug.compiler;
  json["first-seen"] = bug.seen;
  json["first-input"] = bug.first;
  json["inputs"] = bug.count;
  json["bytes"] = bug.input.size();
  json["bytes-before"] = bug.original;
  json["reproduced"] = std::to_string(bug.same) + "/" + std::to_string(bug.runs);
  json["job"] = bug.job.empty() ? "" : expect::join_words(read_job(bug.job).words);
  return json_text(json);
}

Standing standing_of(const std::string& folder) {
  const auto text = read_file(folder + "/case.expect");
  if (!text) {
    return Standing::unknown;
  }
  return text->find("\nstate: fixed") != std::string::npos ? Standing::fixed : Standing::open;
}

void recall(const std::string& folder, BugRecord* bug) {
  const std::string seen = recorded(folder, "first-seen");
  const std::string reproduced = recorded(folder, "reproduced");
  bug->seen = seen.empty() ? bug->seen : expect::visible(seen);
  const std::size_t slash = std::min(reproduced.find('/'), reproduced.size());
  bug->same = number_or(reproduced.substr(0, slash), 0);
  bug->runs = number_or(reproduced.substr(std::min(slash + 1, reproduced.size())), 0);
  const auto input = read_file(folder + "/input");
  if (input && !input->empty() && input->size() < bug->input.size()) {
    bug->input = *input;
  }
}

std::optional<Error> write_reproducer(const std::string& found, const BugRecord& bug,
                                      const Target& target) {
  const std::string above = found + "/" + bug.target;
  const std::string folder = above + "/" + bug.failure.key;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return Error{folder, error.message()};
  }
  const auto from_above = [&](const std::string& path) {
    return fs::path(path).lexically_relative(above).string();
  };
  TargetFile said{bug.target, from_above(target.path), "", bug.leaks, {}, target.env};
  for (const Mount& m : target.shown) {
    said.ro.push_back(from_above(m.host) + "=" + m.inside);
  }
  std::string report;
  for (const Record& r : bug.report.records) {
    report += "sandbox: " + to_line(r) + "\n";
  }
  const std::pair<std::string, std::string> files[] = {
      {folder + "/input", bug.input},
      {folder + "/report.txt", report},
      {folder + "/stderr.txt", scrubbed(bug.log)},
      {folder + "/meta.json", render_meta(bug)},
      {folder + "/case.expect", render_case(bug)},
  };
  for (const auto& [path, text] : files) {
    if (!write_file(path, text)) {
      return Error{path, "cannot be written"};
    }
  }
  if (bug.by_job && !copy_job(bug.job, folder + "/job")) {
    return Error{folder + "/job", "cannot be written"};
  }
  const std::string target_file = above + "/target.yaml";
  if (::access(target_file.c_str(), F_OK) != 0 && !write_file(target_file, render_target(said))) {
    return Error{target_file, "cannot be written"};
  }
  return std::nullopt;
}

Result<Target> target_of(const std::string& case_file, const std::vector<std::string>& opts,
                         const std::string& program) {
  Target target;
  std::error_code ignored;
  const fs::path above =
      fs::absolute(case_file, ignored).lexically_normal().parent_path().parent_path();
  const std::string file = (above / "target.yaml").string();
  TargetFile said;
  const auto bytes = read_file(file);
  if (bytes) {
    auto parsed = parse_target(file, *bytes);
    if (!parsed) {
      return tl::unexpected(parsed.error());
    }
    said = std::move(*parsed);
  }
  target.path = program.empty() && !said.program.empty()
                    ? (above / said.program).lexically_normal().string()
                    : fs::absolute(program, ignored).lexically_normal().string();
  if (said.program.empty() && program.empty()) {
    return tl::unexpected(Error{file, std::string(bytes ? "names no program" : "cannot be read") +
                                          ", and no program was given"});
  }
  if (::access(target.path.c_str(), X_OK) != 0) {
    return tl::unexpected(Error{target.path, "is no program: is the target built?" +
                                                 (said.build.empty() ? "" : " " + said.build)});
  }
  target.leaks = said.leaks;
  target.env = said.env;
  for (const std::string& word : said.ro) {
    const ShownWord shown = split_shown(word);
    if (shown.host.empty() || shown.inside.empty()) {
      return tl::unexpected(Error{file, "ro: " + word + ": takes DIR=PATH"});
    }
    Mount m;
    m.host = (above / shown.host).lexically_normal().string();
    m.inside = shown.inside;
    target.shown.push_back(m);
  }
  target.memory = mebibytes(
      number_or(number_after(opts, "--mem"), static_cast<unsigned>(count(target.memory) >> 20)));
  target.timeout = number_or(number_after(opts, "--time"), target.timeout);
  return target;
}

std::string recorded_job(const std::string& case_file) {
  std::error_code ignored;
  const fs::path job = fs::absolute(case_file, ignored).lexically_normal().parent_path() / "job";
  return fs::is_directory(job, ignored) ? job.string() : "";
}

std::string recorded_build(const std::string& case_file) {
  return recorded(std::string(expect::folder_of(case_file)), "build-id");
}

Held still_holds(const Promised& promised, const Target& target, std::stop_token stop) {
  Held held;
  const std::string id = built_of_file(target.path).id;
  if (!promised.build_id.empty() && !id.empty() && id != promised.build_id) {
    held.built = "another build than the recorded one (build-id " + id.substr(0, 12) + ", was " +
                 promised.build_id.substr(0, 12) + ")";
  }
  if (promised.job.empty() && ::access(promised.input.c_str(), R_OK) != 0) {
    held.what = expect::visible(promised.input) + ": cannot be read";
    return held;
  }
  Replayer replayer(target);
  Failure other;
  for (unsigned i = 0; i < promised.runs && !stop.stop_requested(); ++i) {
    held.last = promised.job.empty() ? replayer.run(promised.input, stop)
                                     : replayer.run_job(promised.job, stop);
    const Failure& f = held.last.failure;
    if (!held.last.cannot.empty()) {
      held.what = expect::visible(held.last.cannot);
      return held;
    }
    if (f.failed && f.key != promised.key) {
      other = f;
    }
    if (f.failed && f.key == promised.key) {
      held.good = promised.open;
      held.what = (promised.open ? "fails as recorded: " : "fails again: ") + f.title;
      return held;
    }
    if (f.failed && !promised.open) {
      held.what = "fails, with another bug than before: " + f.key + " " + f.title;
      return held;
    }
  }
  if (!promised.open) {
    held.good = true;
    held.what = "stays fixed";
  } else if (other.failed) {
    held.what = "fails, but not as recorded: " + other.key + " " + other.title;
  } else {
    held.what = "passes: if the bug is fixed, write 'state: fixed'";
  }
  return held;
}

}  // namespace sbx::fuzz
