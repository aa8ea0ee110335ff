#include "toolchains.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "caps_yaml.h"
#include "expect/strict_yaml.h"
#include "expect/text.h"

namespace sbx::runner {
namespace {

using Words = std::vector<std::string>;

// /dev/null: configure scripts and drivers write to it. /bin: where a script's #!/bin/sh lies.
const Words kGnuTrees = {
    "/usr/bin",          "/bin",     "/usr/include", "/usr/libexec", "/usr/share/bison",
    "/etc/alternatives", "/dev/null"};

#if defined(__aarch64__)
constexpr const char* kTripleHeaders = "/usr/include/aarch64-linux-gnu";
#else
constexpr const char* kTripleHeaders = "/usr/include/x86_64-linux-gnu";
#endif
constexpr const char* kLocalHeaders = "/usr/local/include";

// tcc looks for every header in two folders of /usr/local before it looks where headers are. Where
// nothing lies there it is given its other folders, in its own order: 72 of the 165 files that
// hello.c opens, each a question in a box, are never asked for. {B} is tcc's own folder.
Words tcc_command() {
  Words argv = {"/usr/bin/tcc"};
  std::error_code error;
  const bool empty = std::filesystem::is_empty(kLocalHeaders, error);
  if (error ? error == std::errc::no_such_file_or_directory : empty) {
    for (const char* folder : {"{B}/include", kTripleHeaders, "/usr/include"}) {
      argv.insert(argv.end(), {"-isystem", folder});
    }
  }
  argv.insert(argv.end(), {"-o", "{product}", "{source}", "-lm", "-lpthread"});
  return argv;
}

const std::vector<Toolchain>& built_in() {
  static const std::vector<Toolchain> rows = [] {
    const Words c = {".c"}, cxx = {".cc", ".cpp", ".cxx"};
    const Limits l = compile_limits();
    auto driver = [](const char* path, const char* standard) {
      return Words{path, standard, "-O1", "-pthread", "-o", "{product}", "{source}", "-lm"};
    };
    // clang-format off
    return std::vector<Toolchain>{
        {"tcc",      c,   tcc_command(), {"/usr/bin", "/usr/include", kLocalHeaders}, Libc::gnu, l},
        {"gcc",      c,   driver("/usr/bin/gcc", "-std=gnu11"),      kGnuTrees, Libc::gnu, l},
        {"clang",    c,   driver("/usr/bin/clang", "-std=gnu11"),    kGnuTrees, Libc::gnu, l},
        {"g++",      cxx, driver("/usr/bin/g++", "-std=gnu++20"),    kGnuTrees, Libc::gnu, l},
        {"clang++",  cxx, driver("/usr/bin/clang++", "-std=gnu++20"), kGnuTrees, Libc::gnu, l},
        {"musl-gcc", c,   {"/usr/bin/musl-gcc", "-std=gnu11", "-O1", "-static", "-o", "{product}", "{source}", "-lm"}, kGnuTrees, Libc::musl, l},
    };
    // clang-format on
  }();
  return rows;
}

bool installed(const Toolchain& t) {
  return ::access(t.argv[0].c_str(), X_OK) == 0;
}

std::string names(const std::vector<Toolchain>& all) {
  std::string text;
  for (const Toolchain& t : all) {
    text += (text.empty() ? "" : ", ") + t.name;
  }
  return text;
}

void read_row(expect::YamlReader& in, const expect::YamlMember& member,
              std::vector<Toolchain>* all) {
  const expect::YamlNode& map = member.value;
  if (!in.is_map(map)) {
    return;
  }
  in.only_keys(map, {"suffixes", "argv", "trees", "libc", "caps"});
  Toolchain t;
  t.name = member.key;
  t.limits = compile_limits();
  auto words = [&](const char* key, Words* out) {
    if (const expect::YamlNode* n = in.find(map, key)) {
      if (auto list = in.words(*n)) {
        *out = *list;
      }
    }
  };
  words("suffixes", &t.suffixes);
  words("argv", &t.argv);
  words("trees", &t.trees);
  if (t.argv.empty() || t.argv[0].empty() || t.argv[0][0] != '/') {
    in.error(member, expect::Code::e15_wrong_value,
             "toolchain " + t.name + ": argv must start with an absolute path");
    return;
  }
  if (std::find(t.argv.begin(), t.argv.end(), "{source}") == t.argv.end()) {
    in.error(member, expect::Code::e15_wrong_value,
             "toolchain " + t.name + ": argv must hold {source}");
    return;
  }
  if (const expect::YamlNode* n = in.find(map, "libc")) {
    auto libc = in.text(*n);
    if (libc && *libc != "gnu" && *libc != "musl") {
      in.error(*n, expect::Code::e15_wrong_value, "libc must be gnu or musl");
    }
    t.libc = libc && *libc == "musl" ? Libc::musl : Libc::gnu;
  }
  if (const expect::YamlNode* n = in.find(map, "caps")) {
    read_caps(in, *n, &t.limits);
  }
  all->insert(all->begin(), std::move(t));  // the user's row goes before the built-in one
}

}  // namespace

Limits compile_limits() {
  Limits l;
  l.cpu = std::chrono::seconds(20);
  l.wall = std::chrono::seconds(60);
  l.memory = mebibytes(2048);
  l.processes = 16;
  l.threads = 16;
  l.execs = 64;
  return l;
}

Result<std::vector<Toolchain>> load_toolchains(const std::string& file) {
  std::vector<Toolchain> all = built_in();
  if (file.empty()) {
    return all;
  }
  std::string bytes;
  if (auto error = read_small_file(file, &bytes)) {
    return tl::unexpected(Error{"--toolchains", file + ": " + *error});
  }
  expect::YamlFile yaml = expect::read_yaml(file, bytes);
  expect::YamlReader in(&yaml);
  if (yaml.diagnostics.empty()) {
    in.only_keys(yaml.root, {"sbx-toolchains", "toolchains"});
    const expect::YamlNode* version = in.find(yaml.root, "sbx-toolchains");
    if (version == nullptr || !in.integer(*version, 1, 1)) {
      in.error(1, 1, 1, expect::Code::e15_wrong_value, "must start with `sbx-toolchains: 1`");
    }
    const expect::YamlNode* rows = in.find(yaml.root, "toolchains");
    if (rows != nullptr && in.is_map(*rows)) {
      for (auto m = rows->members.rbegin(); m != rows->members.rend(); ++m) {
        read_row(in, *m, &all);
      }
    }
  }
  if (!yaml.diagnostics.empty()) {
    return tl::unexpected(Error{"--toolchains", first_diagnostic(yaml)});
  }
  return all;
}

std::string unknown_toolchain(const std::vector<Toolchain>& all, const std::string& name) {
  std::vector<std::string_view> known;
  for (const Toolchain& t : all) {
    if (t.name == name) {
      return "";
    }
    known.push_back(t.name);
  }
  const std::string hint = expect::did_you_mean(name, known);
  return hint.empty() ? "the toolchains are " + names(all) : hint;
}

Result<Toolchain> pick_toolchain(const std::vector<Toolchain>& all, const std::string& name,
                                 const std::string& source) {
  std::string suffix = std::filesystem::path(source).extension().string();
  const Toolchain* missing = nullptr;
  for (const Toolchain& t : all) {
    bool fits = name.empty()
                    ? std::find(t.suffixes.begin(), t.suffixes.end(), suffix) != t.suffixes.end()
                    : t.name == name;
    if (fits && installed(t)) {
      return t;
    }
    missing = fits && missing == nullptr ? &t : missing;
  }
  if (missing != nullptr) {
    return tl::unexpected(Error{name.empty() ? source : "--toolchain",
                                missing->name + ": " + missing->argv[0] + " is not installed"});
  }
  if (name.empty()) {
    return tl::unexpected(Error{source, "no toolchain for the suffix \"" + suffix +
                                            "\": name one with --toolchain (" + names(all) + ")"});
  }
  return tl::unexpected(Error{"--toolchain", name + ": unknown toolchain: " + names(all)});
}

}  // namespace sbx::runner
