#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>

#include "plan/plan.h"

namespace sbx::plan {
namespace {

constexpr std::uint64_t kMostBytes = 1ull << 40;
constexpr std::size_t kLongestWord = 256;

bool absolute_and_normal(const std::string& p) {
  if (p.empty() || p[0] != '/' || p.size() > 4000 || p.find('\0') != std::string::npos) {
    return false;
  }
  if (p == "/") {
    return true;
  }
  const std::string whole = p + "/";
  for (const char* bad : {"//", "/./", "/../"}) {
    if (whole.find(bad) != std::string::npos) {
      return false;
    }
  }
  return p.back() != '/';
}

// Both absolute and normal: whether it is that folder or lies in it.
bool lies_in(std::string_view inner, std::string_view outer) {
  return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

bool has_nul(const std::vector<std::string>& words) {
  for (const std::string& w : words) {
    if (w.find('\0') != std::string::npos) {
      return true;
    }
  }
  return false;
}

bool is_label(const std::string& s) {
  Record r{s, event::Exited{0}};
  auto back = parse_line(to_line(r));
  return back && back->label == s;
}

std::optional<Error> check_limits(const std::string& field, const Limits& l) {
  auto range = [](std::uint64_t v, std::uint64_t low, std::uint64_t high) {
    return v < low    ? "must be at least " + std::to_string(low)
           : v > high ? "at most " + std::to_string(high)
                      : std::string();
  };
  struct Row {
    const char* name;
    std::uint64_t value, low, high;
  };
  const Row rows[] = {
      {"cpu", static_cast<std::uint64_t>(l.cpu.count()), 1, 86400},
      {"wall", static_cast<std::uint64_t>(l.wall.count()), 1, 86400},
      {"memory", count(l.memory), 1u << 20, kMostBytes},
      {"output", count(l.output), 1u << 20, kMostBytes},
      {"processes", l.processes, 0, 4096},
      {"threads", l.threads, 0, 4096},
      {"execs", l.execs, 1, 100000},
  };
  for (const Row& r : rows) {
    std::string why = range(r.value, r.low, r.high);
    if (!why.empty()) {
      return Error{field + "." + r.name, why};
    }
  }
  return std::nullopt;
}

std::optional<Error> check_tree(const std::vector<Mount>& tree) {
  static const std::set<std::string> kOwn = {
      "/",    "/lib", "/lib64", "/usr",  "/usr/lib", "/usr/lib64",
      "/tmp", "/out", "/etc",   "/proc", "/dev",     "/etc/ld.so.cache"};
  bool src = false;
  std::vector<std::string> insides;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const Mount& m = tree[i];
    const std::string field = "tree[" + std::to_string(i) + "]";
    if (m.host.empty() || m.host.find('\0') != std::string::npos) {
      return Error{field + ".host", "must name a file or folder"};
    }
    if (!absolute_and_normal(m.inside)) {
      return Error{field + ".inside", "must be an absolute path without \".\", \"..\" or \"//\""};
    }
    if (kOwn.count(m.inside) != 0) {
      return Error{field + ".inside", m.inside + " is the box's own"};
    }
    if (m.how == How::overlay && m.inside != "/src") {
      return Error{field + ".how", "an overlay is for /src alone"};
    }
    if (m.as_owner && m.how == How::overlay) {
      return Error{field + ".as_owner", "is not for the overlay, which is its owner's already"};
    }
    for (const std::string& other : insides) {
      if (lies_in(m.inside, other) || lies_in(other, m.inside)) {
        return Error{field + ".inside", m.inside + " overlaps " + other};
      }
    }
    // A device file may be shown alone, where --dev would show them all.
    if (is_device_file(m.inside)) {
      insides.push_back(m.inside);
      continue;
    }
    for (const char* own :
         {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/tmp/", "/out/", "/proc/", "/dev/"}) {
      if (m.inside.compare(0, std::strlen(own), own) == 0) {
        return Error{field + ".inside", m.inside + " lies in a folder of the box's own"};
      }
    }
    insides.push_back(m.inside);
    src = src || m.inside == "/src";
  }
  return src ? std::nullopt : std::optional<Error>(Error{"tree", "has no /src"});
}

}  // namespace

bool is_device_file(const std::string& inside) {
  for (const char* path : kDeviceFiles) {
    if (inside == path) {
      return true;
    }
  }
  return false;
}

std::optional<Error> validate_host(const Request& r) {
  for (std::size_t i = 0; i < r.tree.size(); ++i) {
    const Mount& m = r.tree[i];
    struct stat st;
    if (!m.optional && ::stat(m.host.c_str(), &st) != 0) {
      return Error{"tree[" + std::to_string(i) + "].host", m.host + ": " + errno_name(errno)};
    }
  }
  return std::nullopt;
}

bool has_relative_paths(const Request& r) {
  return std::any_of(r.tree.begin(), r.tree.end(),
                     [](const Mount& m) { return !m.host.empty() && m.host[0] != '/'; });
}

Request with_absolute_paths(Request r) {
  char cwd[4096];
  if (!has_relative_paths(r) || ::getcwd(cwd, sizeof cwd) == nullptr) {
    return r;
  }
  for (Mount& m : r.tree) {
    if (!m.host.empty() && m.host[0] != '/') {
      m.host = std::string(cwd) + "/" + m.host;
    }
  }
  return r;
}

std::optional<Error> validate(const Request& r) {
  if (auto e = check_tree(r.tree)) {
    return e;
  }
  if (r.steps.empty() || r.steps.size() > 16) {
    return Error{"steps", "must be 1 to 16"};
  }
  if (auto e = check_limits("limits", r.limits)) {
    return e;
  }
  for (std::size_t i = 0; i < r.steps.size(); ++i) {
    const Step& s = r.steps[i];
    std::string field = "steps[" + std::to_string(i) + "]";
    if (s.argv.empty() || has_nul(s.argv)) {
      return Error{field + ".argv", "must hold at least the program, and no NUL"};
    }
    if (!absolute_and_normal(s.argv[0]) || s.argv[0] == "/") {
      return Error{field + ".argv", "the program must be an absolute path inside the box"};
    }
    if (!absolute_and_normal(s.cwd)) {
      return Error{field + ".cwd", "must be an absolute path inside the box"};
    }
    if (has_nul(s.env)) {
      return Error{field + ".env", "must hold no NUL"};
    }
    for (const std::string& e : s.env) {
      if (e.find('=') == std::string::npos || e[0] == '=') {
        return Error{field + ".env", "must be NAME=VALUE"};
      }
    }
    if (!s.label.empty() && !is_label(s.label)) {
      return Error{field + ".label", "must be [a-z][a-z0-9-]* and no word of the report"};
    }
    const bool fuzzed = !s.armed_by.empty() || !s.leaves_by.empty() || s.leaks;
    if (fuzzed && s.profile != Profile::fuzz) {
      return Error{field + ".profile", "must be fuzz where armed_by, leaves_by or leaks is set"};
    }
    for (const auto* words : {&s.armed_by, &s.leaves_by}) {
      for (const std::string& word : *words) {
        if (word.empty() || word.size() > kLongestWord) {
          return Error{field + (words == &s.armed_by ? ".armed_by" : ".leaves_by"),
                       "each must have 1 to " + std::to_string(kLongestWord) + " bytes"};
        }
      }
    }
    if (s.limits) {
      if (auto e = check_limits(field + ".limits", *s.limits)) {
        return e;
      }
    }
  }
  return std::nullopt;
}

}  // namespace sbx::plan
