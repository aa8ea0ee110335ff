#include "box_flags.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "expect/text.h"
#include "flag_words.h"

namespace sbx::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxSeconds = 86400;
constexpr std::uint64_t kMaxMib = 1048576;
constexpr std::uint64_t kTooLarge = 1'000'000'000'000;  // past any maximum: a typo, not a request

Error bad(const std::string& field, const std::string& message) {
  return Error{field, message};
}

// Empty on success, else the sentence.
std::string read_number(const std::string& text, std::uint64_t most, std::uint64_t* out) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
    return "not a number";
  }
  std::uint64_t n = 0;
  for (char c : text) {
    n = n * 10 + static_cast<std::uint64_t>(c - '0');
    if (n > kTooLarge) {
      return "number too large";
    }
  }
  if (n < 1) {
    return "must be at least 1";
  }
  if (n > most) {
    return "at most " + std::to_string(most);
  }
  *out = n;
  return "";
}

std::string set_seconds(const std::string& value, std::chrono::seconds* out) {
  std::uint64_t n = 0;
  std::string why = read_number(value, kMaxSeconds, &n);
  *out = why.empty() ? std::chrono::seconds(n) : *out;
  return why;
}

std::string set_mib(const std::string& value, Bytes* out) {
  std::uint64_t n = 0;
  std::string why = read_number(value, kMaxMib, &n);
  *out = why.empty() ? mebibytes(n) : *out;
  return why;
}

std::string set_text(const std::string& value, std::string* out) {
  *out = value;
  return value.empty() ? "must not be empty" : "";
}

std::string add_text(const std::string& value, std::vector<std::string>* out) {
  out->push_back(value);
  return value.empty() ? "must not be empty" : "";
}

std::string set_allow(const std::string& value, BoxOptions* o) {
  if (value != "threads" && value != "net") {
    return "takes threads or net";
  }
  (value == "threads" ? o->threads : o->net) = true;
  return "";
}

std::string set_libc(const std::string& value, BoxOptions* o) {
  if (value != "musl" && value != "gnu" && value != "auto") {
    return "takes musl, gnu or auto";
  }
  o->libc = value == "musl" ? Libc::musl : value == "gnu" ? Libc::gnu : Libc::automatic;
  return "";
}

std::string add_env(const std::string& value, BoxOptions* o) {
  std::size_t equals = value.find('=');
  if (value.empty() || equals == 0) {
    return "takes NAME or NAME=VALUE";
  }
  if (equals != std::string::npos) {
    o->env.push_back(value);
  } else if (const char* mine = std::getenv(value.c_str())) {
    o->env.push_back(value + "=" + mine);
  } else {
    return "is not set here: write " + value + "=VALUE";
  }
  return "";
}

std::string switch_on(bool* what) {
  *what = true;
  return "";
}

using Set = std::function<std::string(const std::string& value, BoxOptions*)>;
struct Row {
  BoxFlag flag;
  Set set;
};

using S = const std::string&;
using O = BoxOptions*;

const std::vector<Row>& table() {
  // clang-format off
  static const std::vector<Row> rows = {
      {{"--time",       "S",      "cpu time of a step, seconds (2)", false},                              [](S v, O o) { return set_seconds(v, &o->limits.cpu); }},
      {{"--wall",       "S",      "wall clock of a step, seconds (5)", false},                            [](S v, O o) { return set_seconds(v, &o->limits.wall); }},
      {{"--mem",        "MiB",    "address space of a process (256)", false},                             [](S v, O o) { return set_mib(v, &o->limits.memory); }},
      {{"--out",        "MiB",    "output, size of a file and of the box's file system (64)", false},     [](S v, O o) { return set_mib(v, &o->limits.output); }},
      {{"--allow",      "WHAT",   "threads: 64 threads and 64 processes; net: a loopback of the box's own; repeatable", false, "threads net"}, set_allow},
      {{"--stdin",      "FILE",   "relay a file as standard input; - is the caller's own (empty)", false}, [](S v, O o) { return set_text(v, &o->stdin_file); }},
      {{"--root",       "DIR",    "the folder that becomes /src (the program's own)", false},             [](S v, O o) { return set_text(v, &o->root); }},
      {{"--cwd",        "DIR",    "the working folder, below the root (/src)", false},                    [](S v, O o) { return set_text(v, &o->cwd); }},
      {{"--ro",         "DIR[=PATH]", "show a folder or file of the host read-only (at /ro0, /ro1, ...); repeatable", false}, [](S v, O o) { return add_text(v, &o->ro); }},
      {{"--rw",         "DIR[=PATH]", "let writes into a folder of the host through (at /rw0, ...); repeatable", false}, [](S v, O o) { return add_text(v, &o->rw); }},
      {{"--env",        "NAME[=VALUE]", "add to HOME=/src PATH=/usr/bin:/bin; repeatable", false},        add_env},
      {{"--proc",       "",       "a /proc of the box's own processes", false},                           [](S, O o) { return switch_on(&o->proc); }},
      {{"--dev",        "",       "/dev with null, zero, full, random, urandom", false},                  [](S, O o) { return switch_on(&o->dev); }},
      {{"--aslr",       "",       "leave address randomisation on: two runs may differ", false},          [](S, O o) { return switch_on(&o->aslr); }},
      {{"--libc",       "NAME",   "profile of musl or gnu (auto: from the program's loader)", false, "musl gnu"},     set_libc},
      {{"--toolchain",  "NAME",   "what compiles (run): tcc gcc g++ clang clang++ musl-gcc, or one of --toolchains", false, "tcc gcc g++ clang clang++ musl-gcc"}, [](S v, O o) { return set_text(v, &o->toolchain); }},
      {{"--toolchains", "FILE",   "more toolchains, a YAML file", false},                                 [](S v, O o) { return set_text(v, &o->toolchains_file); }},
      {{"--compile-opt", "WORD",  "a word for the compiler, after the toolchain's own; repeatable", false}, [](S v, O o) { return add_text(v, &o->compile_opts); }},
      {{"--config",     "NAME",   "project file of a folder (sbx.yaml)", false},                          [](S v, O o) { return set_text(v, &o->config); }},
      {{"--report",     "FILE",   "the report's lines to a file too", true},                              [](S v, O o) { return set_text(v, &o->report_file); }},
      {{"--json",       "FILE",   "the report as JSON to a file; of a trace the calls and how often each was made too", true},                                  [](S v, O o) { return set_text(v, &o->json_file); }},
      {{"--verbose",    "",       "what each step used, after the report (not deterministic)", true},     [](S, O o) { return switch_on(&o->verbose); }},
  };
  // clang-format on
  return rows;
}

Error unknown(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Row& r : table()) {
    names.push_back(r.flag.name);
  }
  std::string_view nearest = expect::closest(name, names);
  return bad(name, nearest.empty() ? "unknown option"
                                   : "unknown option; did you mean " + std::string(nearest) + "?");
}

// DIR or DIR=PATH; PATH must be absolute.
Result<Mount> extra_mount(const BoxOptions& o, const char* option, const std::string& word,
                          int index, How how) {
  std::size_t equals = word.rfind('=');
  Mount m;
  m.how = how;
  m.host = word;
  m.inside = std::string(how == How::read_write ? "/rw" : "/ro") + std::to_string(index);
  std::error_code ec;
  if (equals != std::string::npos && !fs::exists(below_base(o.base, word), ec)) {
    m.host = word.substr(0, equals);
    m.inside = word.substr(equals + 1);
  }
  m.host = below_base(o.base, m.host);
  struct stat st;
  if (::stat(m.host.c_str(), &st) != 0) {
    return tl::unexpected(
        bad(option, word + ": " + errno_name(errno) + ": must name a folder or file that exists"));
  }
  if (how == How::read_write && !S_ISDIR(st.st_mode)) {
    return tl::unexpected(bad(option, word + ": is no folder"));
  }
  if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode)) {
    return tl::unexpected(bad(option, word + ": is neither a folder nor a regular file"));
  }
  return m;
}

}  // namespace

std::string below_base(const std::string& base, const std::string& path) {
  return base.empty() || (!path.empty() && path[0] == '/') ? path : base + "/" + path;
}

const std::vector<BoxFlag>& box_flags() {
  static const std::vector<BoxFlag> flags = flags_of(table());
  return flags;
}

Result<Taken> take_value(const BoxFlag& flag, const std::vector<std::string>& words,
                         std::size_t at) {
  const std::size_t equals = words[at].find('=');
  const bool takes_value = flag.value[0] != '\0';
  if (equals != std::string::npos) {
    if (!takes_value) {
      return tl::unexpected(bad(flag.name, "takes no value"));
    }
    return Taken{words[at].substr(equals + 1), 1};
  }
  if (!takes_value) {
    return Taken{};
  }
  if (at + 1 == words.size()) {
    return tl::unexpected(bad(flag.name, std::string("needs a value: ") + flag.value));
  }
  return Taken{words[at + 1], 2};
}

Result<BoxOptions> take_box_options(std::vector<std::string>* words, bool program) {
  BoxOptions options;
  std::size_t i = 0;
  while (i < words->size()) {
    const std::string& word = (*words)[i];
    if (word == "--") {
      ++i;
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      break;
    }
    const std::string name = word.substr(0, word.find('='));
    const Row* row = row_of(table(), name);
    if (row == nullptr) {
      return tl::unexpected(unknown(name));
    }
    if (row->flag.program_only && !program) {
      return tl::unexpected(bad(name, "is an option of the program, not of a test's box"));
    }
    const auto taken = take_value(row->flag, *words, i);
    if (!taken) {
      return tl::unexpected(taken.error());
    }
    std::string why = row->set(taken->value, &options);
    if (!why.empty()) {
      return tl::unexpected(bad(name, why));
    }
    i += taken->words;
  }
  words->erase(words->begin(), words->begin() + static_cast<std::ptrdiff_t>(i));
  return options;
}

Result<BoxOptions> parse_box_options(const std::vector<std::string>& words) {
  std::vector<std::string> rest = words;
  auto options = take_box_options(&rest, false);
  if (options && !rest.empty()) {
    return tl::unexpected(bad(rest[0], "is no option"));
  }
  return options;
}

Result<Request> base_request(const BoxOptions& o, const std::string& folder, std::string* inside) {
  std::error_code ec;
  fs::path root = o.root.empty() ? fs::path(folder) : fs::path(below_base(o.base, o.root));
  if (!fs::is_directory(root, ec)) {
    return tl::unexpected(
        bad(o.root.empty() ? folder : "--root", root.string() + ": is no folder"));
  }
  fs::path whole_folder = fs::canonical(folder, ec);
  fs::path whole_root = o.root.empty() ? whole_folder : fs::canonical(root, ec);
  if (ec) {
    return tl::unexpected(bad(folder, ec.message()));
  }
  fs::path relative = whole_folder.lexically_relative(whole_root);
  if (relative.empty() || *relative.begin() == "..") {
    return tl::unexpected(bad("--root", folder + " does not lie below " + root.string()));
  }
  *inside = relative == "." ? "/src" : "/src/" + relative.string();
  fs::path cwd = (fs::path("/src") / o.cwd).lexically_normal();
  std::string where = cwd.string();
  if (where.size() > 1 && where.back() == '/') {
    where.pop_back();
  }
  bool below = where == "/src" || where.compare(0, 5, "/src/") == 0;
  if (!o.cwd.empty() && (!below || o.cwd[0] == '/')) {
    return tl::unexpected(bad("--cwd", o.cwd + ": must be a folder below the root"));
  }
  if (!o.cwd.empty() && !fs::is_directory(whole_root / o.cwd, ec)) {
    return tl::unexpected(bad("--cwd", o.cwd + ": no such folder below the root"));
  }

  Request r;
  r.tree.push_back({whole_root.string(), "/src", How::overlay, "", false});
  for (auto [list, option, how] :
       {std::tuple(&o.ro, "--ro", How::read_only), std::tuple(&o.rw, "--rw", How::read_write)}) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto m = extra_mount(o, option, (*list)[i], static_cast<int>(i), how);
      if (!m) {
        return tl::unexpected(m.error());
      }
      r.tree.push_back(*m);
    }
  }
  r.limits = o.limits;
  r.threads = o.threads;
  r.net = o.net;
  r.proc = o.proc;
  r.dev = o.dev;
  r.aslr = o.aslr;
  Step step;
  step.cwd = where;
  step.env = o.env;
  step.libc = o.libc;
  r.steps.push_back(step);
  return r;
}

namespace {

// The request for a program of `folder`. With --root it may lie beside the tree: --ro or --rw of
// its folder then says where the box shows it.
Result<Request> request_for(const BoxOptions& o, const std::string& folder, std::string* inside) {
  if (!o.root.empty()) {
    auto r = base_request(o, below_base(o.base, o.root), inside);
    if (!r) {
      return r;
    }
    std::error_code ec;
    for (std::size_t i = 1; i < r->tree.size(); ++i) {
      if (fs::equivalent(r->tree[i].host, folder, ec)) {
        *inside = r->tree[i].inside;
        return r;
      }
    }
  }
  return base_request(o, folder, inside);
}

}  // namespace

Result<Request> exec_request(const BoxOptions& o, const std::string& program,
                             const std::vector<std::string>& args) {
  struct stat st;
  if (::stat(program.c_str(), &st) != 0) {
    return tl::unexpected(bad(program, errno_name(errno) + ": must name a program that exists"));
  }
  if (!S_ISREG(st.st_mode)) {
    return tl::unexpected(
        bad(program, S_ISDIR(st.st_mode) ? "is a folder, not a program" : "is no regular file"));
  }
  if (!o.toolchain.empty() || !o.config.empty() || !o.toolchains_file.empty() ||
      !o.compile_opts.empty()) {
    return tl::unexpected(bad("--toolchain", "exec compiles nothing: use run"));
  }
  fs::path path(program);
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  std::string inside;
  auto r = request_for(o, folder, &inside);
  if (!r) {
    return r;
  }
  Step& step = r->steps.back();
  step.argv = {inside + "/" + path.filename().string()};
  step.argv.insert(step.argv.end(), args.begin(), args.end());
  return r;
}

}  // namespace sbx::runner
