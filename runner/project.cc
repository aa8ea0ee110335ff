#include "project.h"

#include "caps_yaml.h"

namespace sbx::runner {
namespace {

constexpr std::size_t kMaxCommands = 15;  // a box has 16 steps, the run step included

void read(expect::YamlFile& yaml, Project* p) {
  expect::YamlReader in(&yaml);
  in.only_keys(yaml.root, {"sbx", "toolchain", "build", "run", "caps"});
  const expect::YamlNode* version = in.find(yaml.root, "sbx");
  if (version == nullptr) {
    in.error(1, 1, 1, expect::Code::e15_wrong_value, "must start with `sbx: 1`");
  } else {
    in.integer(*version, 1, 1);
  }
  if (const expect::YamlNode* n = in.find(yaml.root, "toolchain")) {
    p->toolchain = in.text(*n).value_or("");
  }
  if (const expect::YamlNode* n = in.find(yaml.root, "caps")) {
    read_caps(in, *n, &p->limits);
  }
  const expect::YamlNode* build = in.find(yaml.root, "build");
  if (build != nullptr && in.is_list(*build)) {
    for (const expect::YamlNode& command : build->items) {
      auto words = in.words(command);
      if (words && words->empty()) {
        in.error(command, expect::Code::e15_wrong_value,
                 "a build command must hold at least a program");
      } else if (words) {
        p->build.push_back(*words);
      }
    }
    if (build->items.size() > kMaxCommands) {
      in.error(*build, expect::Code::e15_wrong_value,
               "at most " + std::to_string(kMaxCommands) + " build commands: use make or a script");
    }
  }
  const expect::YamlNode* run = in.find(yaml.root, "run");
  if (run == nullptr) {
    in.error(1, 1, 1, expect::Code::e15_wrong_value,
             "has no `run:`: write the program and its arguments as a list");
  } else if (auto words = in.words(*run)) {
    p->run = *words;
    if (words->empty()) {
      in.error(*run, expect::Code::e15_wrong_value, "`run:` must hold at least a program");
    }
  }
}

}  // namespace

Result<Project> load_project(const std::string& file, const Limits& limits) {
  std::string bytes;
  if (auto wrong = read_small_file(file, &bytes)) {
    return tl::unexpected(Error{file, *wrong});
  }
  expect::YamlFile yaml = expect::read_yaml(file, bytes);
  Project p;
  p.limits = limits;
  if (yaml.diagnostics.empty()) {
    read(yaml, &p);
  }
  if (!yaml.diagnostics.empty()) {
    return tl::unexpected(Error{file, first_diagnostic(yaml)});
  }
  return p;
}

}  // namespace sbx::runner
