#include "runner/state.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "expect/text.h"
#include "runner/read_file.h"
#include "runner/select.h"
#include "sbx/report.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

// A line: status, microseconds, id; parted by blanks. The id is last, because it may hold some, and
// escaped, because it may hold a newline.
std::string line_of(std::string_view status, std::chrono::microseconds wall,
                    const std::string& id) {
  return std::string(status) + " " + std::to_string(wall.count()) + " " +
         sbx::escape(id, std::string::npos) + "\n";
}

void write_all(const std::string& path, int flags, const std::string& bytes) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0644);
  if (fd < 0) {
    return;
  }
  // One write: lines of two runners do not mix under O_APPEND.
  const ssize_t written = ::write(fd, bytes.data(), bytes.size());
  static_cast<void>(written);  // a full disk costs the memory of this run, nothing else
  ::close(fd);
}

}  // namespace

std::string cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') {
    return std::string(cache) + "/sbx";
  }
  const char* home = std::getenv("HOME");
  return home != nullptr && home[0] == '/' ? std::string(home) + "/.cache/sbx" : "";
}

State State::of(const std::string& base) {
  State state;
  const std::string folder = cache_folder();
  if (folder.empty()) {
    return state;
  }
  std::error_code error;
  const fs::path real = fs::weakly_canonical(base.empty() ? "." : base, error);
  char name[32];
  std::snprintf(name, sizeof name, "%016llx",
                static_cast<unsigned long long>(stable_hash(real.string())));
  state.stem_ = folder + "/" + name;
  return state;
}

void State::load() {
  std::string bytes;
  if (stem_.empty() || !read_file(stem_ + ".state", &bytes)) {
    return;
  }
  for (const std::string_view line : expect::split_lines(bytes)) {
    const std::size_t first = line.find(' ');
    const std::size_t second = first == line.npos ? line.npos : line.find(' ', first + 1);
    const auto status = second == line.npos ? std::nullopt : status_of(line.substr(0, first));
    if (status) {
      const std::string wall(line.substr(first + 1, second - first - 1));
      seen_[std::string(line.substr(second + 1))] = {
          *status, std::chrono::microseconds(std::strtoll(wall.c_str(), nullptr, 10))};
      ++lines_;
    }
  }
}

std::chrono::microseconds State::time_of(const std::string& id) const {
  const auto at = seen_.find(sbx::escape(id, std::string::npos));
  return at == seen_.end() ? std::chrono::microseconds{0} : at->second.wall;
}

std::set<std::string> State::failed() const {
  std::set<std::string> ids;
  for (const auto& [id, seen] : seen_) {
    if (is_failure(seen.status)) {
      ids.insert(id);
    }
  }
  return ids;
}

void State::append(const TestResult& result) {
  if (result.status == Status::not_run || result.status == Status::skipped ||
      result.status == Status::excluded) {
    return;
  }
  fresh_ += line_of(to_string(result.status), result.wall, result.id);
  seen_[sbx::escape(result.id, std::string::npos)] = {result.status, result.wall};
}

void State::save() {
  if (stem_.empty() || fresh_.empty()) {
    return;
  }
  std::error_code error;
  fs::create_directories(fs::path(stem_).parent_path(), error);
  write_all(stem_ + ".state", O_APPEND, fresh_);
  fresh_.clear();
  constexpr std::size_t kSlack = 1000;
  if (lines_ <= 2 * seen_.size() + kSlack) {
    return;
  }
  std::string bytes;
  for (const auto& [id, seen] : seen_) {
    bytes += std::string(to_string(seen.status)) + " " + std::to_string(seen.wall.count()) + " " +
             id + "\n";
  }
  const std::string fresh = stem_ + ".state." + std::to_string(::getpid());
  write_all(fresh, O_TRUNC, bytes);
  fs::rename(fresh, stem_ + ".state", error);
}

std::string State::outputs() const {
  return stem_.empty() ? "" : stem_ + ".failed";
}

}  // namespace sbx::runner
