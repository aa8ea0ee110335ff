#include "fuzz/triage.h"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "expect/text.h"
#include "fuzz/elf.h"
#include "fuzz/files.h"
#include "fuzz/findings.h"
#include "fuzz/minimize.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

// Each try of an input that hangs costs its whole time.
constexpr Patience kPatience{400, std::chrono::seconds(60)};
constexpr Patience kPatienceWithSlow{12, std::chrono::seconds(120)};

bool is_slow(const std::string& kind) {
  return kind == "timeout" || kind == "killed:memory";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  char text[16];
  ::gmtime_r(&now, &utc);
  std::strftime(text, sizeof text, "%Y-%m-%d", &utc);
  return text;
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

std::vector<std::string> inputs_below(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      files.push_back(path);
      continue;
    }
    for (const std::string& name : files_in(path)) {
      if (!name.ends_with(".log")) {
        files.push_back(path + "/" + name);
      }
    }
  }
  return files;
}

void Triage::add(const std::string& file, const std::string& bytes, Replayed&& ran, bool alone) {
  const auto same = [&](const Bug& b) { return b.record.failure.key == ran.failure.key; };
  auto bug = std::find_if(bugs_.begin(), bugs_.end(), same);
  if (bug == bugs_.end()) {
    Bug fresh;
    fresh.record.target = settings_.target.name();
    fresh.record.first = file_name(file);
    std::error_code ignored;
    fresh.record.job = fs::is_directory(file + ".job", ignored) ? file + ".job" : "";
    bugs_.push_back(std::move(fresh));
    bug = bugs_.end() - 1;
  }
  BugRecord& r = bug->record;
  const bool first = r.count++ == 0;
  // An input that fails alone is better than a smaller one that does not.
  if (first || (alone && r.by_job) || (alone == !r.by_job && bytes.size() < r.input.size())) {
    r.by_job = !alone;
    r.input = bytes;
    r.original = bytes.size();
    r.failure = std::move(ran.failure);
    r.report = std::move(ran.report);
    r.log = std::move(ran.log);
  }
}

std::optional<Error> Triage::classify(const std::function<void(const std::string&)>& say,
                                      const std::stop_token& stop) {
  std::size_t done = 0;
  for (const std::string& file : settings_.inputs) {
    const auto bytes = read_file(file);
    if (!bytes) {
      return Error{file, "cannot be read"};
    }
    Replayed ran = replayer_.run_bytes(*bytes, workspace_->path("input"), stop);
    if (stop.stop_requested()) {
      return std::nullopt;
    }
    if (!ran.cannot.empty()) {
      return Error{settings_.target.path, ran.cannot};
    }
    ++done;
    std::error_code ignored;
    const bool alone = ran.failure.failed;
    if (!alone && fs::is_directory(file + ".job", ignored)) {
      ran = replayer_.run_job(file + ".job", stop);
    }
    if (!ran.failure.failed) {
      passing_.push_back(file_name(file));
      continue;
    }
    const std::size_t before = bugs_.size();
    const std::string line = line_of(ran.failure);
    add(file, *bytes, std::move(ran), alone);
    if (bugs_.size() > before) {
      say("[" + std::to_string(done) + "/" + std::to_string(settings_.inputs.size()) + "] " + line);
    }
  }
  return std::nullopt;
}

void Triage::shrink(Bug* bug, const std::stop_token& stop) {
  BugRecord& r = bug->record;
  const std::string key = r.failure.key;
  r.input = minimize(
      r.input,
      [&](const std::string& bytes) {
        Replayed ran = replayer_.run_bytes(bytes, workspace_->path("input"), stop);
        const bool same = !stop.stop_requested() && ran.failure.key == key;
        if (same) {
          r.failure = std::move(ran.failure);
          r.report = std::move(ran.report);
          r.log = std::move(ran.log);
        }
        return same;
      },
      is_slow(r.failure.kind) ? kPatienceWithSlow : kPatience);
}

void Triage::measure(Bug* bug, const std::stop_token& stop) {
  BugRecord& r = bug->record;
  for (unsigned i = 0; i < settings_.repeat && !stop.stop_requested(); ++i) {
    const Replayed ran = r.by_job ? replayer_.run_job(r.job, stop)
                                  : replayer_.run_bytes(r.input, workspace_->path("input"), stop);
    ++r.runs;
    r.same += ran.failure.key == r.failure.key ? 1 : 0;
  }
}

std::optional<Error> Triage::run(const std::function<void(const std::string&)>& say,
                                 const std::stop_token& stop) {
  if (auto error = classify(say, stop)) {
    return error;
  }
  const Built built = built_of_file(settings_.target.path);
  for (Bug& bug : bugs_) {
    BugRecord& r = bug.record;
    bug.folder = settings_.found + "/" + r.target + "/" + r.failure.key;
    bug.before = standing_of(bug.folder);
    r.memory = settings_.target.memory;
    r.timeout = settings_.target.timeout;
    r.leaks = settings_.target.leaks;
    r.build_id = built.id;
    r.compiler = built.compiler;
    r.seen = today();
    if (bug.before != Standing::unknown) {
      recall(bug.folder, &r);
    }
    if (bug.before != Standing::unknown || stop.stop_requested()) {
      continue;
    }
    if (settings_.minimize && !r.by_job) {
      say(r.failure.key + "  making " + std::to_string(r.input.size()) + " bytes smaller");
      shrink(&bug, stop);
    }
    measure(&bug, stop);
    if (stop.stop_requested()) {
      return std::nullopt;
    }
    if (auto error = write_reproducer(settings_.found, r, settings_.target)) {
      return error;
    }
  }
  std::stable_sort(bugs_.begin(), bugs_.end(),
                   [](const Bug& a, const Bug& b) { return a.record.count > b.record.count; });
  return std::nullopt;
}

}  // namespace sbx::fuzz
