#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "box_flags.h"
#include "project.h"
#include "toolchains.h"

namespace sbx::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLabel = "compile";
constexpr const char* kProduct = "/out/prog";

void show_trees(const Toolchain& t, Request* r) {
  for (const std::string& tree : t.trees) {
    r->tree.push_back({tree, tree, How::read_only, kLabel, true});
  }
}

Step compile_step(const std::string& cwd, const Limits& limits) {
  Step s;
  s.label = kLabel;
  s.cwd = cwd;
  s.profile = Profile::compile;
  s.env = {"SHELL=/bin/sh"};  // without one bash asks a daemon for the user's, by a socket
  s.libc = Libc::automatic;
  s.limits = limits;
  s.takes_stdin = false;
  return s;
}

// A source is opened by name inside the box; here it only must be one.
Result<std::string> check_source(const std::string& path) {
  struct stat st;
  if (::stat(path.c_str(), &st) != 0) {
    return tl::unexpected(
        Error{path, errno_name(errno) + ": must name a source file or a folder with sbx.yaml"});
  }
  if (!S_ISREG(st.st_mode)) {
    return tl::unexpected(Error{path, "is no regular file"});
  }
  if (::access(path.c_str(), R_OK) != 0) {
    return tl::unexpected(Error{path, errno_name(errno) + ": cannot be read"});
  }
  return fs::path(path).filename().string();
}

Result<Request> source_request(const BoxOptions& o, const std::string& path,
                               const std::vector<std::string>& args) {
  auto name = check_source(path);
  if (!name) {
    return tl::unexpected(name.error());
  }
  if (!o.config.empty()) {
    return tl::unexpected(Error{"--config", "is for a folder, and " + path + " is a file"});
  }
  auto all =
      load_toolchains(o.toolchains_file.empty() ? "" : below_base(o.base, o.toolchains_file));
  if (!all) {
    return tl::unexpected(all.error());
  }
  auto toolchain = pick_toolchain(*all, o.toolchain, path);
  if (!toolchain) {
    return tl::unexpected(toolchain.error());
  }
  fs::path source(path);
  std::string inside;
  auto r = base_request(o, source.has_parent_path() ? source.parent_path().string() : ".", &inside);
  if (!r) {
    return r;
  }
  show_trees(*toolchain, &*r);
  Step compile = compile_step(inside, toolchain->limits);
  for (const std::string& word : toolchain->argv) {
    // "./": a name like -c.c or @file.c is a file, not an option.
    compile.argv.push_back(word == "{source}"    ? "./" + *name
                           : word == "{product}" ? kProduct
                                                 : word);
  }
  compile.argv.insert(compile.argv.end(), o.compile_opts.begin(), o.compile_opts.end());
  compile.limits->output = o.limits.output;
  r->steps.insert(r->steps.begin(), compile);
  Step& run = r->steps.back();
  run.argv = {kProduct};
  run.argv.insert(run.argv.end(), args.begin(), args.end());
  run.libc = o.libc == Libc::automatic ? toolchain->libc : o.libc;
  return r;
}

// A build command's program, as a shell would find it.
std::string resolve(const std::string& word, const std::string& cwd) {
  if (word.find('/') == std::string::npos) {
    return "/usr/bin/" + word;
  }
  return word[0] == '/' ? word : fs::path(cwd + "/" + word).lexically_normal().string();
}

Result<Request> folder_request(const BoxOptions& o, const std::string& path,
                               const std::vector<std::string>& args) {
  if (!o.compile_opts.empty()) {
    return tl::unexpected(Error{"--compile-opt",
                                "is for a source file; a folder's sbx.yaml says "
                                "in 'build' how it is compiled"});
  }
  fs::path file = fs::path(path) / (o.config.empty() ? "sbx.yaml" : o.config);
  std::error_code ec;
  if (!fs::exists(file, ec)) {
    return tl::unexpected(
        Error{path, "has no " + file.filename().string() + ": write one, or name a source file"});
  }
  auto project = load_project(file.string(), compile_limits());
  if (!project) {
    return tl::unexpected(project.error());
  }
  auto all =
      load_toolchains(o.toolchains_file.empty() ? "" : below_base(o.base, o.toolchains_file));
  if (!all) {
    return tl::unexpected(all.error());
  }
  std::string wanted = !o.toolchain.empty()          ? o.toolchain
                       : !project->toolchain.empty() ? project->toolchain
                                                     : "gcc";
  auto toolchain = pick_toolchain(*all, wanted, "");
  if (!toolchain) {
    return tl::unexpected(toolchain.error());
  }
  std::string inside;
  auto r = base_request(o, path, &inside);
  if (!r) {
    return r;
  }
  show_trees(*toolchain, &*r);
  Step run = r->steps.back();
  r->steps.clear();
  for (const std::vector<std::string>& command : project->build) {
    Step s = compile_step(inside, project->limits);
    s.argv = command;
    s.argv[0] = resolve(command[0], inside);
    r->steps.push_back(s);
  }
  run.argv = project->run;
  run.argv[0] = resolve(run.argv[0], inside);
  run.argv.insert(run.argv.end(), args.begin(), args.end());
  run.libc = o.libc;
  r->steps.push_back(run);
  return r;
}

}  // namespace

Result<Request> run_request(const BoxOptions& o, const std::string& path,
                            const std::vector<std::string>& args) {
  std::error_code ec;
  return fs::is_directory(path, ec) ? folder_request(o, path, args) : source_request(o, path, args);
}

Result<Request> command_request(const BoxOptions& o, const std::vector<std::string>& words) {
  auto all =
      load_toolchains(o.toolchains_file.empty() ? "" : below_base(o.base, o.toolchains_file));
  if (!all) {
    return tl::unexpected(all.error());
  }
  auto toolchain = pick_toolchain(*all, o.toolchain.empty() ? "gcc" : o.toolchain, "");
  if (!toolchain) {
    return tl::unexpected(toolchain.error());
  }
  std::string inside;
  auto r = base_request(o, o.root.empty() ? "." : below_base(o.base, o.root), &inside);
  if (!r) {
    return r;
  }
  show_trees(*toolchain, &*r);
  const Step program = r->steps.back();
  Step& s = r->steps.back();
  s = compile_step(program.cwd, toolchain->limits);
  s.limits->output = o.limits.output;
  s.env = program.env;
  s.takes_stdin = true;
  s.argv = words;
  s.argv[0] = resolve(words[0], s.cwd);
  return r;
}

}  // namespace sbx::runner
