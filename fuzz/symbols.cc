#include "fuzz/symbols.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "expect/text.h"
#include "fuzz/run_tool.h"
#include "fuzz/stack.h"

namespace sbx::fuzz {
namespace {

std::string find_symbolizer() {
  if (const char* named = std::getenv("SBX_SYMBOLIZER")) {
    return named;
  }
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  std::vector<std::string> names = {"llvm-symbolizer"};
  for (int version = 19; version >= 14; --version) {
    names.push_back("llvm-symbolizer-" + std::to_string(version));
  }
  for (const std::string& name : names) {
    for (std::size_t at = 0; at <= folders.size();) {
      const std::size_t end = std::min(folders.find(':', at), folders.size());
      const std::string file = folders.substr(at, end - at) + "/" + name;
      if (::access(file.c_str(), X_OK) == 0) {
        return file;
      }
      at = end + 1;
    }
  }
  return "";
}

std::string hex(std::uint64_t n) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(n));
  return text;
}

bool is_known(const Names& names) {
  return !names.empty() && names[0].first != "??";
}

}  // namespace

const std::string& Symbols::program() {
  static const std::string found = find_symbolizer();
  return found;
}

// Two lines a function, an empty line behind each request.
std::vector<Names> parse_symbols(std::string_view output, std::size_t requests) {
  std::vector<Names> all(1);
  std::string function;
  bool has_function = false;
  for (std::string_view line : expect::split_lines(output)) {
    if (line.empty()) {
      all.emplace_back();
      has_function = false;
    } else if (!has_function) {
      function = line;
      has_function = true;
    } else {
      all.back().emplace_back(function, line);
      has_function = false;
    }
  }
  all.resize(requests);
  return all;
}

std::vector<Module> modules_of(const Target& target) {
  std::vector<Module> all = {{"/src", target.path.substr(0, target.path.rfind('/'))}};
  for (const Mount& m : target.shown) {
    all.push_back({m.inside, m.host});
  }
  return all;
}

std::string host_file(const std::vector<Module>& modules, std::string_view module) {
  if ((std::string(module) + "/").find("/../") != std::string::npos) {
    return "";
  }
  for (const Module& m : modules) {
    const std::size_t size = m.inside.size();
    const bool below = module.size() > size && module[size] == '/';
    if (module.substr(0, size) != m.inside || (!below && module.size() != size)) {
      continue;
    }
    std::string file = m.host + std::string(module.substr(size));
    struct stat st;
    if (::stat(file.c_str(), &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & 0111) != 0) {
      return file;
    }
  }
  return "";
}

void Symbols::look_up(const std::string& host, const std::vector<std::uint64_t>& offsets) {
  std::string input, output;
  for (std::uint64_t offset : offsets) {
    input += hex(offset) + "\n";
  }
  std::vector<Names> names(offsets.size());
  if (!program().empty() && run_tool({program(), "--obj=" + host, "--demangle", "--inlining",
                                      "--functions=linkage", "--output-style=LLVM"},
                                     input, &output)) {
    names = parse_symbols(output, offsets.size());
  }
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    known_[{host, offsets[i]}] = std::move(names[i]);
  }
}

// What stands behind a frame without a name; empty: nobody knows.
std::string Symbols::begin_of(const std::string& host, std::uint64_t offset) {
  auto at = functions_.find(host);
  if (at == functions_.end()) {
    std::error_code ignored;  // libraries are often links
    const std::string file = std::filesystem::canonical(host, ignored).string();
    at = functions_.emplace(host, functions_of_file(file)).first;
  }
  const auto begins = at->second.around(offset);
  return !begins
             ? ""
             : " (function " + hex(*begins) + (at->second.is_counted(*begins) ? ", counted)" : ")");
}

std::string Symbols::name(std::string_view log) {
  const std::lock_guard lock(mutex_);
  const auto host_of = [&](const Frame& f) -> std::string {
    const bool unnamed = f.number != kNoFrame && f.function.empty() && !f.module.empty();
    return unnamed ? host_file(modules_, f.module) : "";
  };
  const std::vector<std::string_view> lines = expect::split_lines(log);
  std::map<std::string, std::set<std::uint64_t>> unknown;
  for (std::string_view line : lines) {
    const Frame f = parse_frame(line);
    const std::string host = host_of(f);
    if (!host.empty() && !known_.contains({host, f.offset})) {
      unknown[host].insert(f.offset);
    }
  }
  for (const auto& [host, offsets] : unknown) {
    look_up(host, {offsets.begin(), offsets.end()});
  }
  std::string out;
  unsigned inlined = 0;  // frames that this stack has more by now
  for (std::string_view line : lines) {
    const Frame f = parse_frame(line);
    const std::string host = host_of(f);
    inlined = f.number == 0 || f.number == kNoFrame ? 0 : inlined;
    const auto known = host.empty() ? known_.end() : known_.find({host, f.offset});
    if (known == known_.end() || !is_known(known->second)) {
      if (f.number != kNoFrame && inlined > 0) {
        const std::size_t number = line.find('#') + 1;
        const std::size_t end = line.find(' ', number);
        out += std::string(line.substr(0, number)) + std::to_string(f.number + inlined) +
               std::string(line.substr(end));
      } else {
        out += line;
      }
      out += (host.empty() || f.begins != 0 ? "" : begin_of(host, f.offset)) + "\n";
      continue;
    }
    for (const auto& [function, place] : known->second) {
      out += "    #" + std::to_string(f.number + inlined) + " " + hex(f.offset) + " in " +
             function + " " + place + "\n";
      ++inlined;
    }
    --inlined;
  }
  return out;
}

}  // namespace sbx::fuzz
