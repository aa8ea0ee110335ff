#include "fuzz/jobs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "expect/text.h"
#include "fuzz/codes.h"
#include "fuzz/files.h"
#include "fuzz/job.h"
#include "fuzz/merge_control.h"

namespace sbx::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStats = "stat::number_of_executed_units";
constexpr std::size_t kMostLog = 16u << 20;
// A merge has no time of its own: what ends it is that its files are done.
constexpr unsigned kMergeSeconds = 4 * 3600;
// Jobs in a row that end without having run an input: the parent would start them for ever.
constexpr unsigned kIdle = 5;

unsigned seconds_of(const std::string& text) {
  unsigned n = 0;
  std::from_chars(text.data(), text.data() + text.size(), n);
  return n;
}

std::string absolute(const std::string& name) {
  return "/" + name;
}

}  // namespace

struct Jobs::Plan {
  std::vector<std::string> words;
  std::vector<Mount> mounts;
  std::vector<std::string> seeds;                     // files a job begins with
  std::vector<std::string> written;                   // folders the box may write, to be swept
  std::string artifacts;                              // the folder of them
  std::string control, control_copy, control_before;  // of a merge
  std::chrono::seconds wall{};
  bool fuzzes = false;    // a job of -fork
  bool expected = false;  // a failure is what it is for: minimize, cleanse
};

Jobs::Jobs(JobSettings settings, Workspace* workspace, Findings* findings, Status* status,
           std::stop_source stop)
    : settings_(std::move(settings)),
      workspace_(workspace),
      findings_(findings),
      status_(status),
      stop_(std::move(stop)) {}

std::string Jobs::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

std::string Jobs::stop_file() const {
  const std::lock_guard lock(mutex_);
  return stop_file_;
}

// A name of the workspace, at the same name in the box. Links were made by the driver itself: they
// are followed here, for a mount cannot be one.
void Jobs::mount(Plan* plan, const std::string& name, How how) const {
  std::error_code ignored;
  const std::string host = fs::canonical(workspace_->path(name), ignored).string();
  const bool again = std::any_of(plan->mounts.begin(), plan->mounts.end(),
                                 [&](const Mount& m) { return m.inside == absolute(name); });
  if (host.empty() || again) {
    return;
  }
  Mount m;
  m.host = host;
  m.inside = absolute(name);
  m.how = how;
  m.as_owner = true;
  plan->mounts.push_back(m);
  if (how == How::read_write) {
    plan->written.push_back(host);
  }
}

// The control file is copied there and back: it must be written, and the folder it is in must not.
void Jobs::mount_merge(Plan* plan, const std::string& folder) const {
  const std::string shared = folder + "/m";
  plan->control_copy = workspace_->path(shared + "/control");
  plan->control_before = read_file(workspace_->path(plan->control)).value_or("");
  if (::mkdir(workspace_->path(shared).c_str(), 0700) != 0 ||
      !write_file(plan->control_copy, plan->control_before)) {
    return;
  }
  Mount m;
  m.host = workspace_->path(shared);
  m.inside = "/m";
  m.how = How::read_write;
  m.as_owner = true;
  plan->mounts.push_back(m);
  plan->written.push_back(m.host);
  plan->words = without_flag(std::move(plan->words), "merge_control_file");
  plan->words.emplace_back("-merge_control_file=m/control");
  for (const std::string& file : parse_control(plan->control_before).files) {
    if (file.compare(0, 2, "t/") == 0) {  // what a job found, in its folder
      mount(plan, file.substr(0, file.rfind('/')), How::read_only);
    }
  }
}

Jobs::Plan Jobs::plan_of(const Command& command, const std::string& folder, unsigned number) {
  Plan plan;
  plan.words.assign(command.words.begin() + 1, command.words.end());
  const std::string stop_file = flag_value(plan.words, "stop_file");
  if (!stop_file.empty()) {
    const std::lock_guard lock(mutex_);
    stop_file_ = workspace_->path(stop_file);
  }
  plan.words = without_flag(std::move(plan.words), "stop_file");
  for (std::size_t i = 0; i < settings_.corpora.size(); ++i) {
    mount(&plan, "c" + std::to_string(i), How::read_only);
  }
  for (std::size_t i = 0; i < settings_.files.size(); ++i) {
    mount(&plan, "d" + std::to_string(i), How::read_only);
  }
  const std::string features = flag_value(plan.words, "features_dir");
  const std::string seeds = flag_value(plan.words, "seed_inputs");
  plan.control = flag_value(plan.words, "merge_control_file");
  plan.fuzzes = !features.empty();
  plan.expected = !settings_.input.empty();
  if (plan.fuzzes) {
    plan.words = without_flag(std::move(plan.words), "seed");
    plan.words.push_back("-seed=" + std::to_string((settings_.seed + number) & 0xffffffffu));
    mount(&plan, features, How::read_write);
  }
  if (!seeds.empty() && seeds[0] == '@') {
    mount(&plan, seeds.substr(1), How::read_only);
    const std::string list = read_file(workspace_->path(seeds.substr(1))).value_or("");
    for (const std::string& name : by_comma(list)) {
      plan.seeds.push_back(workspace_->path(name));
    }
  }
  if (!plan.control.empty()) {
    mount_merge(&plan, folder);
  }
  for (const std::string& input : inputs_of(command.words)) {
    if (input.compare(0, 2, "t/") == 0) {
      mount(&plan, input, How::read_write);
    } else if (input == "i0") {
      mount(&plan, input, How::read_only);
    }
  }
  // Minimised inputs come back to the parent; what a job finds goes to the findings.
  Mount artifacts;
  plan.artifacts = workspace_->path(plan.expected ? "a" : folder + "/a");
  ::mkdir(plan.artifacts.c_str(), 0700);
  artifacts.host = plan.artifacts;
  artifacts.inside = "/a";
  artifacts.how = How::read_write;
  artifacts.as_owner = true;
  plan.mounts.push_back(artifacts);
  plan.written.push_back(plan.artifacts);
  const std::string job_time = flag_value(plan.words, "max_total_time");
  plan.wall = std::chrono::seconds(plan.control.empty() && !job_time.empty()
                                       ? 2 * seconds_of(job_time) + settings_.target.timeout
                                       : kMergeSeconds);
  return plan;
}

int Jobs::run(const Command& command, std::string* output) {
  if (stop_.stop_requested() || !trouble().empty() || command.words.empty()) {
    return kInterrupted;
  }
  const std::string folder = workspace_->new_folder();
  const Plan plan = plan_of(command, folder, ++next_);
  const std::string log_file = workspace_->path(folder + "/log");
  const int log_fd = ::open(log_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ++running_;
  const Ran ran =
      run_target(settings_.target, plan.words, plan.mounts, log_fd, plan.wall, stop_.get_token());
  --running_;
  ::close(log_fd);
  const std::string log = read_file(log_file, kMostLog).value_or("");
  if (output != nullptr) {
    *output = log;
  }
  finish(plan, ran, log, command);
  std::error_code ignored;
  fs::remove_all(workspace_->path(folder), ignored);
  return stop_.stop_requested() || !trouble().empty() ? kInterrupted : ran.code;
}

void Jobs::finish(const Plan& plan, const Ran& ran, const std::string& log,
                  const Command& command) {
  for (const std::string& folder : plan.written) {
    sweep(folder);
  }
  if (!plan.control.empty()) {
    const std::string after = read_file(plan.control_copy).value_or("");
    static_cast<void>(
        write_file(workspace_->path(plan.control), believed(plan.control_before, after)));
  }
  if (!command.output.empty() && command.output[0] != '/') {
    static_cast<void>(write_file(workspace_->path(command.output), log));
  }
  if (!ran.cannot.empty()) {
    give_up(ran.cannot);
  } else if (!plan.expected && !stop_.stop_requested()) {
    judge(plan, ran, log);
  }
}

void Jobs::give_up(const std::string& why) {
  const std::lock_guard lock(mutex_);
  trouble_ = why;
  stop_.request_stop();
}

void Jobs::judge(const Plan& plan, const Ran& ran, const std::string& log) {
  Ended ended{ran.report, log, plan.artifacts, plan.words, plan.seeds};
  if (log.find("ERROR: no interesting inputs were found") != std::string::npos) {
    give_up("runs no code that counts its coverage: build it with -fsanitize=fuzzer");
    return;
  }
  const bool silent = log.find(kStats) == std::string::npos;
  if (plan.fuzzes && ran.code == 0 && silent) {
    // The supervisor names an early exit where it sees one; a raw exit of the first thread it may
    // not.
    ended.report.records = {{"", event::RefusedExit{0}}};
  }
  std::string news;
  const bool failed = findings_->add(ended, &news);
  if (!news.empty()) {
    status_->say(news);
  }
  idle_ = plan.fuzzes && failed && silent ? idle_ + 1 : 0;
  if (idle_ >= kIdle) {
    give_up("ends before it has run an input; its last words:\n" +
            log.substr(log.size() > 2000 ? log.size() - 2000 : 0));
  }
}

bool Jobs::preflight(std::string* why, int* code) {
  constexpr std::chrono::seconds kPatience{10};
  const std::string folder = workspace_->new_folder();
  const std::string empty = workspace_->path(folder + "/e0");
  const std::string log_file = workspace_->path(folder + "/log");
  const int log_fd = ::open(log_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (log_fd < 0 || !write_file(empty, "")) {
    *why = "cannot write into the workspace";
    *code = kNoBox;
    return false;
  }
  Mount input;
  input.host = empty;
  input.inside = "/e0";
  input.as_owner = true;
  const Ran ran =
      run_target(settings_.target,
                 {"-print_final_stats=1", "-rss_limit_mb=0",
                  "-timeout=" + std::to_string(settings_.target.timeout), "e0"},
                 {input}, log_fd, std::chrono::seconds(settings_.target.timeout) + kPatience,
                 stop_.get_token());
  ::close(log_fd);
  const std::string log = read_file(log_file, kMostLog).value_or("");
  std::error_code ignored;
  fs::remove_all(workspace_->path(folder), ignored);
  std::string news;
  if (!ran.cannot.empty()) {
    *why = ran.cannot;
    *code = kNoBox;
  } else if (log.find("Running: e0") == std::string::npos) {
    std::string end;
    for (const Record& r : ran.report.records) {
      end += "\n  sandbox: " + to_line(r);
    }
    *why = "is no libFuzzer target, or does not get as far as its first input:" + end +
           (log.empty() ? "" : "\n  " + expect::visible(log, 2000));
    if (log.find("error while loading shared libraries") != std::string::npos) {
      *why +=
          "\n  the box has the target's own folder: --ro DIR --env LD_LIBRARY_PATH=/ro0 shows "
          "another";
    }
    *code = kUsage;
  } else if (findings_->add({ran.report, log, "", {}, {}}, &news)) {
    *why = "fails on the empty input, which every job runs first:\n" +
           line_of(findings_->all()[0].failure);
    *code = kSomethingFound;
  } else {
    return true;
  }
  return false;
}

}  // namespace sbx::fuzz
