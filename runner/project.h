// runner/project.h - a folder's sbx.yaml: how it is built and what is run.
//
//   sbx: 1
//   toolchain: gcc                       # whose trees the build sees
//   build:
//     - [gcc, -o, /out/mc, mc.c]         # each in a step of its own, in order, all called
//     `compile`
//     - [/out/mc, prog.ml, /out/prog]
//   run: [/out/prog]
//   caps: {processes: 16}                # of every build step
#pragma once
#include <string>
#include <vector>

#include "sbx/box.h"

namespace sbx::runner {

struct Project {
  std::string toolchain;                        // empty: gcc
  std::vector<std::vector<std::string>> build;  // may be empty: nothing to build
  std::vector<std::string> run;
  Limits limits;  // of the build steps
};

// `limits` as they are without `caps`. Error.field is the file.
[[nodiscard]] Result<Project> load_project(const std::string& file, const Limits& limits);

}  // namespace sbx::runner
