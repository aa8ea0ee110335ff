#include "caps_yaml.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace sbx::runner {

void read_caps(expect::YamlReader& in, const expect::YamlNode& map, Limits* l) {
  if (!in.is_map(map)) {
    return;
  }
  in.only_keys(map, {"time", "wall", "mem", "out", "processes", "threads", "execs"});
  auto number = [&](const char* key, long long min, long long max) -> std::optional<long long> {
    const expect::YamlNode* n = in.find(map, key);
    return n == nullptr ? std::nullopt : in.integer(*n, min, max);
  };
  constexpr long long kSeconds = 86400, kMib = 1048576, kCount = 4096;
  if (auto n = number("time", 1, kSeconds)) {
    l->cpu = std::chrono::seconds(*n);
  }
  if (auto n = number("wall", 1, kSeconds)) {
    l->wall = std::chrono::seconds(*n);
  }
  if (auto n = number("mem", 1, kMib)) {
    l->memory = mebibytes(static_cast<std::uint64_t>(*n));
  }
  if (auto n = number("out", 1, kMib)) {
    l->output = mebibytes(static_cast<std::uint64_t>(*n));
  }
  if (auto n = number("processes", 0, kCount)) {
    l->processes = static_cast<unsigned>(*n);
  }
  if (auto n = number("threads", 0, kCount)) {
    l->threads = static_cast<unsigned>(*n);
  }
  if (auto n = number("execs", 1, 100000)) {
    l->execs = static_cast<unsigned>(*n);
  }
}

std::optional<std::string> read_small_file(const std::string& path, std::string* bytes) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) {
    return errno_name(errno) + ": must name a file that can be read";
  }
  struct stat st;
  std::optional<std::string> wrong;
  if (::fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    wrong = "is no regular file";
  } else if (st.st_size > static_cast<off_t>(expect::kMaxYamlBytes)) {
    wrong = "is larger than 1 MiB";
  } else {
    bytes->resize(static_cast<std::size_t>(st.st_size));
    ssize_t n = ::pread(fd, bytes->data(), bytes->size(), 0);
    bytes->resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  }
  ::close(fd);
  return wrong;
}

std::string first_diagnostic(const expect::YamlFile& file) {
  std::string text = expect::render(file.diagnostics.front());
  return text.substr(0, text.find('\n'));
}

}  // namespace sbx::runner
