#include "runner/cases.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "expect/entry.h"
#include "expect/text.h"
#include "runner/box_flags.h"
#include "runner/jobs.h"
#include "runner/repro_run.h"
#include "runner/shell.h"

namespace sbx::runner {

namespace fs = std::filesystem;
using expect::folder_of;
using expect::join_path;

namespace {

// Options whose value is a path of the host. In a test they are relative to the folder of the file
// that says them, so that it means the same wherever the runner is started. (--cwd is a path inside
// the root.)
constexpr std::array<std::string_view, 5> kPathOptions = {"--root", "--ro", "--rw", "--stdin",
                                                          "--toolchains"};

std::string from_folder(const std::string& folder, const std::string& path) {
  if (path.empty() || path[0] == '/' || folder.empty()) {
    return path;
  }
  // "--ro DIR=PATH": only DIR is the host's.
  const std::size_t equals = path.find('=');
  std::string host =
      fs::path(join_path(folder, path.substr(0, equals))).lexically_normal().string();
  if (host.size() > 1 && host.back() == '/') {
    host.pop_back();
  }
  return equals == std::string::npos ? host : host + path.substr(equals);
}

bool is_path_option(std::string_view word) {
  return std::find(kPathOptions.begin(), kPathOptions.end(), word) != kPathOptions.end();
}

std::vector<std::string> placed(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals != std::string::npos && is_path_option(words[i].substr(0, equals))) {
      out.push_back(words[i].substr(0, equals + 1) +
                    from_folder(folder, words[i].substr(equals + 1)));
      continue;
    }
    out.push_back(words[i]);
    if (is_path_option(words[i]) && i + 1 < words.size()) {
      out.push_back(from_folder(folder, words[++i]));
    }
  }
  return out;
}

// A regular expression that matches these bytes alone. (RE2's own QuoteMeta also quotes '/' and
// '-', which nobody could read.)
std::string regex_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\.[](){}*+?^$|").find(c) != std::string_view::npos) {
      out += '\\';
    }
    out += c;
  }
  return out;
}

}  // namespace

namespace {

// None of a test that is wrong: nothing runs then.
std::size_t cases_of(const Found& found) {
  if (!found.excluded.empty()) {
    return 1;
  }
  return found.file.diagnostics.empty() ? std::max<std::size_t>(found.file.revisions.size(), 1) : 0;
}

}  // namespace

CaseList make_cases(const Discovery& discovery, const Host& host, expect::Depth depth) {
  const std::size_t n = discovery.tests.size();
  // Where each test's cases begin, so that every worker writes its own in place.
  std::vector<std::size_t> begin(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    begin[i + 1] = begin[i] + cases_of(discovery.tests[i]);
  }
  CaseList list;
  list.cases.resize(begin[n]);
  std::vector<std::vector<expect::Diagnostic>> wrong(n);
  parallel_for(n, [&](std::size_t i) {
    const Found& found = discovery.tests[i];
    if (begin[i] == begin[i + 1]) {
      return;
    }
    std::size_t at = begin[i];
    if (!found.excluded.empty()) {
      Case& test = list.cases[at];
      test.spec.id = found.file.id;
      test.spec.path = found.file.path;
      test.spec.excluded = found.excluded;
      test.relative = found.relative;
      test.found = i;
      return;
    }
    for (expect::TestSpec& spec : expect::resolve(found.file, host.cell, &wrong[i], depth)) {
      list.cases[at++] = {std::move(spec), found.relative, i};
    }
  });
  for (auto& some : wrong) {
    std::move(some.begin(), some.end(), std::back_inserter(list.diagnostics));
  }
  return list;
}

void check_toolchains(const Discovery& discovery, const std::vector<Toolchain>& all,
                      std::vector<expect::Diagnostic>* diagnostics) {
  const auto brings_its_own = [](const expect::Entry& entry) {
    return entry.what->id == expect::Id::opts &&
           std::any_of(entry.words.begin(), entry.words.end(), [](const std::string& word) {
             return word.compare(0, 12, "--toolchains") == 0;
           });
  };
  std::set<const std::vector<expect::Entry>*> seen;  // a folder's defaults are many tests'
  for (const Found& found : discovery.tests) {
    const auto& layers = found.file.layers;
    if (std::any_of(layers.begin(), layers.end(), [&](const auto& layer) {
          return std::any_of(layer->begin(), layer->end(), brings_its_own);
        })) {
      continue;
    }
    for (const auto& layer : layers) {
      if (!seen.insert(layer.get()).second) {
        continue;
      }
      for (const expect::Entry& entry : *layer) {
        std::string instead;
        if (entry.what->id == expect::Id::toolchain &&
            !(instead = unknown_toolchain(all, entry.value)).empty()) {
          diagnostics->push_back(expect::at_value(
              entry, expect::Code::e15_wrong_value,
              "no toolchain is called '" + expect::visible(entry.value, 60) + "'", instead));
        }
      }
    }
  }
}

bool is_built(const Case& test, const Options& options) {
  return !options.prebuilt.empty() || test.spec.kind == expect::TestKind::binary;
}

std::vector<std::string> box_words(const Case& test, const Options& options) {
  const expect::TestSpec& spec = test.spec;
  std::vector<std::string> words = placed(spec.opts, spec.opts_folder);
  for (const auto& [name, value] : spec.env) {
    words.insert(words.end(), {"--env", name + "=" + value});
  }
  if (!is_built(test, options)) {
    if (!options.toolchains.empty()) {
      words.insert(words.end(), {"--toolchains", options.toolchains});
    }
    const std::string& toolchain = spec.toolchain.empty() ? options.toolchain : spec.toolchain;
    if (!toolchain.empty()) {
      words.insert(words.end(), {"--toolchain", toolchain});
    }
    if (spec.kind == expect::TestKind::source) {  // a project's sbx.yaml is complete
      for (const std::string& word : spec.compile_opts) {
        words.insert(words.end(), {"--compile-opt", word});
      }
    }
  }
  return words;
}

namespace {

// Where a program may be under --prebuilt: the folder may hold the programs of this base or of one
// it is in, so that `--prebuilt build/cases cases` and `--prebuilt build/cases cases/isolation`
// both find theirs; last the name alone, for one program that many tests run.
std::vector<std::string> places_of(const std::string& prebuilt, const std::string& name,
                                   const std::string& base, const std::string& alone) {
  constexpr int kLevels = 8;
  std::vector<std::string> places = {join_path(prebuilt, name)};
  std::error_code error;
  fs::path above = fs::absolute(base, error).lexically_normal();
  std::string tail = name;
  for (int level = 0; level < kLevels; ++level) {
    if (!above.has_filename()) {
      above = above.parent_path();
    }
    if (!above.has_filename()) {
      break;
    }
    tail = above.filename().string() + "/" + tail;
    above = above.parent_path();
    places.push_back(join_path(prebuilt, tail));
  }
  if (!alone.empty()) {
    places.push_back(join_path(prebuilt, alone));
  }
  return places;
}

}  // namespace

BuiltProgram program_of(const Case& test, const std::string& base, const Options& options) {
  const expect::TestSpec& spec = test.spec;
  std::string name = test.relative;
  std::string alone;
  if (spec.kind == expect::TestKind::binary) {
    if (options.prebuilt.empty()) {
      return ::access(spec.program.c_str(), F_OK) == 0
                 ? BuiltProgram{spec.program, ""}
                 : BuiltProgram{"", "no program " + spec.program + " (or give --prebuilt DIR)"};
    }
    const std::size_t folder = folder_of(spec.path).size();
    alone = spec.program.substr(folder == 0 ? 0 : folder + 1);
    name = join_path(folder_of(test.relative), alone);
  }
  const std::vector<std::string> places = places_of(options.prebuilt, name, base, alone);
  for (const std::string& place : places) {
    if (::access(place.c_str(), F_OK) == 0) {
      return {place, ""};
    }
  }
  return {"", "no program " + places[0] + (places.size() > 1 ? " (nor " + places[1] + ")" : "") +
                  ": is it built?"};
}

namespace {

// What decides how a test runs, as words; paths and selection come after it.
std::vector<std::string> setup_words(const Options& options) {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) {
      words.insert(words.end(), {name, value});
    }
  };
  add("--prebuilt", options.prebuilt);
  add("--toolchain", options.toolchain);
  add("--toolchains", options.toolchains);
  add("--libc", options.libc == "glibc" ? "" : options.libc);
  if (options.strict) {
    words.emplace_back("--strict");
  }
  if (options.determinism > 0) {
    words.push_back("--determinism=" + std::to_string(options.determinism));
  }
  if (options.timeout.count() > 0) {
    words.insert(words.end(), {"--timeout", std::to_string(options.timeout.count()) + "ms"});
  }
  return words;
}

}  // namespace

std::vector<std::string> one_test_words(const Case& test, const Options& options,
                                        const std::string& base) {
  std::vector<std::string> words = setup_words(options);
  std::error_code error;
  const std::string file = fs::absolute(test.spec.path, error).lexically_normal().string();
  words.insert(words.end(), {"--base", base, file, "-k", "^" + regex_of(test.spec.id) + "$"});
  return words;
}

std::string repeat_command(const Case& test, const std::string& base, const Options& options) {
  std::vector<std::string> words = {"sbx-test"};
  const std::vector<std::string> setup = setup_words(options);
  words.insert(words.end(), setup.begin(), setup.end());
  if (!options.base.empty()) {
    words.insert(words.end(), {"--base", options.base});
  }
  constexpr std::size_t kReadable = 3;
  if (options.paths.size() <= kReadable) {
    words.insert(words.end(), options.paths.begin(), options.paths.end());
  } else {
    words.push_back(base);
  }
  words.insert(words.end(), {"-k", "^" + regex_of(test.spec.id) + "$"});
  return shell_words(words);
}

namespace {

// What makes `sbx exec` show a built program as its test's box does: over the test's folder, beside
// it.
Result<std::vector<std::string>> exec_words(const std::vector<std::string>& box,
                                            const expect::TestSpec& spec,
                                            const BuiltProgram& program) {
  const auto options = parse_box_options(box);
  if (!options) {
    return tl::unexpected(options.error());
  }
  std::string folder(folder_of(spec.path));
  folder = folder.empty() ? "." : folder;
  std::string inside;
  const auto request = base_request(*options, folder, &inside);
  if (!request) {
    return tl::unexpected(request.error());
  }
  std::vector<std::string> words;
  constexpr std::string_view kRoot = "/src";
  if (options->root.empty()) {
    words = {"--root", folder};
  } else if (options->cwd.empty() && inside != kRoot) {
    words = {"--cwd", inside.substr(kRoot.size() + 1)};
  }
  const std::string built(folder_of(program.path));
  words.insert(words.end(), {"--ro", (built.empty() ? "." : built) + "=" + kPrebuilt});
  return words;
}

}  // namespace

std::string bare_command(const Case& test, const std::string& base, const Options& options) {
  if (test.spec.kind == expect::TestKind::reproducer) {
    std::vector<std::string> words = {"sbx-fuzz", "replay", std::string(folder_of(test.spec.path))};
    const std::string program = target_program(test, options);
    if (!program.empty()) {
      words.insert(words.end(), {"--target", program});
    }
    return shell_words(words);
  }
  const bool built = is_built(test, options);
  std::vector<std::string> words = {"sbx", built ? "exec" : "run"};
  const expect::TestSpec& spec = test.spec;
  const BuiltProgram program =
      built ? program_of(test, base, options) : BuiltProgram{spec.program, ""};
  if (!program.missing.empty()) {
    return "";
  }
  const std::vector<std::string> box = box_words(test, options);
  words.insert(words.end(), box.begin(), box.end());
  if (built) {
    const auto more = exec_words(box, spec, program);
    if (!more) {
      return "";
    }
    words.insert(words.end(), more->begin(), more->end());
  }
  if (spec.stdin_text || !spec.stdin_file.empty()) {
    words.insert(words.end(), {"--stdin", spec.stdin_text ? "/dev/stdin" : spec.stdin_file});
  }
  words.push_back(program.path);
  if (!spec.args.empty()) {
    words.emplace_back("--");
    words.insert(words.end(), spec.args.begin(), spec.args.end());
  }
  const std::string command = shell_words(words);
  return spec.stdin_text ? "printf %s " + shell_word(*spec.stdin_text) + " | " + command : command;
}

}  // namespace sbx::runner
