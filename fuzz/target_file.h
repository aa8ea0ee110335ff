// fuzz/target_file.h - target.yaml: how a target of reproducers is found, built and run.
//
//   sbx-target: 1
//   name: parser
//   program: ../../../build/parser     # relative to this file; sbx-test --prebuilt DIR looks there
//                                      # first
//   build: "clang++ -g -fsanitize=fuzzer,address parser.cc -o build/parser"
//   leaks: false
//   ro: ["../../../lib=/ro0"]          # what else it is shown, as --ro; relative to this file
//   env: ["LD_LIBRARY_PATH=/ro0"]
//
// Written by `sbx-fuzz triage` where there is none; edited by people. Pure: thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "sbx/error.h"

namespace sbx::fuzz {

struct TargetFile {
  std::string name;
  std::string program;
  std::string build;  // for a reader: nothing runs it
  bool leaks = false;
  std::vector<std::string> ro = {}, env = {};
};

// Error.field is "FILE:LINE".
[[nodiscard]] Result<TargetFile> parse_target(std::string_view path, std::string_view bytes);
[[nodiscard]] std::string render_target(const TargetFile& target);

// "DIR=PATH", parted at the last '='; `inside` is empty where there is none.
struct ShownWord {
  std::string host, inside;
};
[[nodiscard]] ShownWord split_shown(const std::string& word);

}  // namespace sbx::fuzz
