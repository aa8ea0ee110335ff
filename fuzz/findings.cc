#include "fuzz/findings.h"

#include <algorithm>

#include "expect/text.h"
#include "fuzz/files.h"
#include "fuzz/job.h"

namespace sbx::fuzz {
namespace {

constexpr std::size_t kTitle = 120;

// libFuzzer's "crash-SHA1": the part that names the bytes. Empty: it is no input that failed.
std::string hash_of(const std::string& name) {
  for (const char* kind : {"crash-", "timeout-", "oom-", "leak-"}) {
    const std::size_t size = std::string(kind).size();
    if (name.compare(0, size, kind) == 0) {
      return name.substr(size);
    }
  }
  return "";
}

}  // namespace

std::string line_of(const Failure& failure) {
  std::string line = failure.key + "  " + shortened(failure.title, kTitle);
  const char* between = "  in ";
  for (const std::string& f : failure.frames) {
    line += between + expect::visible(f, kTitle);
    between = " < ";
  }
  return line;
}

bool Findings::add(const Ended& ended, std::string* news) {
  const Failure failure = failure_of(ended.report, symbols_->name(ended.log));
  if (!failure.failed) {
    return false;
  }
  const std::lock_guard lock(mutex_);
  ++failures_;
  Found& found = by_key_[failure.key];
  const bool is_new = found.count++ == 0;
  if (is_new) {
    found.failure = failure;
  }
  keep(ended, &found);
  if (is_new) {
    *news = line_of(failure) + (found.has_input ? "\n              " + found.first
                                                : "\n              its input was lost");
  }
  return true;
}

void Findings::keep(const Ended& ended, Found* found) {
  for (const std::string& name : files_in(ended.artifacts)) {
    const std::string hash = hash_of(name);
    const auto bytes = hash.empty() ? std::nullopt : read_file(ended.artifacts + "/" + name);
    if (!bytes) {
      continue;
    }
    const std::string file = found->failure.artifact + "-" + hash;
    const bool smaller = !found->has_input || bytes->size() < found->smallest;
    if ((found->kept < kKept || smaller) && write_file(folder_ + "/" + file, *bytes)) {
      ++found->kept;
      if (!found->has_input) {
        found->first = file;
        static_cast<void>(write_file(folder_ + "/" + file + ".log", ended.log));
        static_cast<void>(
            write_job(folder_ + "/" + file + ".job", ended.words, ended.seeds, ended.log));
      }
      found->smallest = smaller ? bytes->size() : found->smallest;
      found->has_input = true;
    }
  }
}

std::vector<Found> Findings::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<Found> out;
  for (const auto& [key, found] : by_key_) {
    out.push_back(found);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Found& a, const Found& b) { return a.count > b.count; });
  return out;
}

std::size_t Findings::failures() const {
  const std::lock_guard lock(mutex_);
  return failures_;
}

}  // namespace sbx::fuzz
