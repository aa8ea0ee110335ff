#include "runner/discover.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "expect/entry.h"
#include "expect/text.h"
#include "runner/box_flags.h"
#include "runner/jobs.h"
#include "runner/read_file.h"
#include "runner/walk.h"

namespace sbx::runner {

namespace fs = std::filesystem;

namespace {

// Sources that are compiled: without any promise they are tests somebody forgot to finish. A script
// or a header may well stand beside the tests.
constexpr std::string_view kCompiled[] = {".c", ".cc", ".cpp", ".cxx", ".C"};

std::string normal(const std::string& path) {
  std::string text = fs::path(path).lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') {
    text.pop_back();
  }
  return text.empty() ? "." : text;
}

fs::path absolute(const std::string& path) {
  std::error_code error;
  return fs::path(normal(fs::absolute(path, error).string()));
}

// The folder all of these are in.
fs::path common_folder(const std::vector<fs::path>& folders) {
  fs::path common = folders[0];
  for (const fs::path& folder : folders) {
    fs::path both;
    auto a = common.begin();
    auto b = folder.begin();
    for (; a != common.end() && b != folder.end() && *a == *b; ++a, ++b) {
      both /= *a;
    }
    common = both;
  }
  return common;
}

// As the user would say it: below the current folder by the relative path.
std::string shown(const fs::path& path) {
  std::error_code error;
  const std::string relative = path.lexically_relative(fs::current_path(error)).string();
  return relative.empty() || relative.compare(0, 2, "..") == 0 ? path.string() : relative;
}

struct Argument {
  std::string folder;          // "" for the current one, so that paths below need no "./"
  std::set<std::string> only;  // file names; empty: the whole folder
};

void add_file(const fs::path& file, std::map<std::string, Argument>* folders) {
  const std::string folder = normal(file.parent_path().string());
  const auto [at, fresh] = folders->try_emplace(folder, Argument{folder == "." ? "" : folder, {}});
  if (fresh || !at->second.only.empty()) {
    at->second.only.insert(file.filename().string());
  }
}

// What was given, folder by folder: several files of one folder are one walk.
std::vector<Argument> arguments_of(const std::vector<std::string>& paths, Discovery* out) {
  std::map<std::string, Argument> folders;
  for (const std::string& path : paths) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) {
      out->missing.push_back(path + ": no such file or folder");
      continue;
    }
    if (S_ISDIR(status.st_mode)) {
      const std::string folder = normal(path);
      if (::access((folder + "/sbx.yaml").c_str(), F_OK) == 0) {  // one project, not its sources
        add_file(fs::path(folder + ".expect"), &folders);
        continue;
      }
      folders[folder] = {folder == "." ? "" : folder, {}};
      continue;
    }
    if (!S_ISREG(status.st_mode)) {
      out->missing.push_back(path + ": neither a file nor a folder");
      continue;
    }
    add_file(fs::path(normal(path)), &folders);
  }
  std::vector<Argument> list;
  for (auto& [name, argument] : folders) {
    list.push_back(std::move(argument));
  }
  return list;
}

// What a candidate's file says, once it is read.
struct Read {
  expect::Parsed header = {};
  bool is_test = false;
};

// A candidate that is a test, but for its id, which may need the suffix.
struct Made {
  bool is_test = false;
  Found found = {};
  std::vector<expect::Diagnostic> wrong_options = {};
};

// A candidate that is a test, and whether another has its id but for the suffix.
struct Chosen {
  std::size_t index = 0;
  bool shared = false;
};

bool is_compiled(const std::string& suffix) {
  return std::find(std::begin(kCompiled), std::end(kCompiled), suffix) != std::end(kCompiled);
}

bool listed_by_defaults(const Candidate& candidate) {
  return std::any_of(candidate.defaults.begin(), candidate.defaults.end(),
                     [&](const std::shared_ptr<Defaults>& defaults) {
                       const auto& suffixes = defaults->parsed.suffixes;
                       return std::find(suffixes.begin(), suffixes.end(), candidate.suffix) !=
                              suffixes.end();
                     });
}

Read read_candidate(const Candidate& candidate) {
  Read read;
  read.is_test = true;
  const bool source = candidate.kind == expect::TestKind::source && !candidate.suffix.empty();
  if (!candidate.excluded.empty() || !source || expect::leader_of(candidate.path).empty()) {
    return read;
  }
  std::string bytes;
  if (!read_file(candidate.path, &bytes)) {
    read.header.path = candidate.path;
    read.header.diagnostics.push_back(
        {{candidate.path, 0, 0}, expect::Code::e15_wrong_value, "the file cannot be read"});
    return read;
  }
  read.header = expect::load_header(candidate.path, bytes);
  read.is_test = read.header.has_directive || candidate.yaml != nullptr || candidate.named ||
                 is_compiled(candidate.suffix) || listed_by_defaults(candidate) ||
                 !read.header.diagnostics.empty();
  return read;
}

Found make_found(const Candidate& candidate, const Read& read) {
  const std::string& id = candidate.relative;
  Found found;
  found.relative = candidate.relative;
  found.excluded = candidate.excluded;
  if (!candidate.excluded.empty()) {
    found.file.id = id;
    found.file.path = candidate.path;
    found.file.program = candidate.program;
    return found;
  }
  expect::Parts parts;
  if (read.header.entries != nullptr || !read.header.diagnostics.empty()) {
    parts.header = &read.header;
  }
  parts.yaml = candidate.yaml.get();
  for (const auto& defaults : candidate.defaults) {
    parts.defaults.push_back(&defaults->parsed);
  }
  parts.kind = candidate.kind;
  parts.program = candidate.program;
  found.file = expect::make_test(id, candidate.path, parts);
  return found;
}

// A file named twice ("cases cases/isolation") is one test.
void drop_twins(std::vector<Candidate>* candidates) {
  std::stable_sort(
      candidates->begin(), candidates->end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.relative, a.path, b.selected) < std::tie(b.relative, b.path, a.selected);
      });
  const auto same = [](const Candidate& a, const Candidate& b) {
    return a.relative == b.relative && absolute(a.path) == absolute(b.path);
  };
  candidates->erase(std::unique(candidates->begin(), candidates->end(), same), candidates->end());
}

void find_unreferenced(const Walk& walk, std::vector<Found>* tests,
                       std::vector<expect::Diagnostic>* diagnostics) {
  const auto needed = [](const WalkedFolder& folder) { return folder.has_companions; };
  if (std::none_of(walk.folders.begin(), walk.folders.end(), needed)) {
    return;
  }
  std::map<std::string, std::vector<std::size_t>> by_folder;
  for (std::size_t i = 0; i < tests->size(); ++i) {
    by_folder[std::string(expect::folder_of((*tests)[i].file.path))].push_back(i);
  }
  for (const WalkedFolder& folder : walk.folders) {
    if (!needed(folder)) {
      continue;
    }
    const auto& members = by_folder[folder.path];
    std::vector<expect::TestFile> files;
    for (const std::size_t i : members) {
      files.push_back(std::move((*tests)[i].file));
    }
    const auto found = expect::unreferenced(folder.path, folder.files, files);
    diagnostics->insert(diagnostics->end(), found.begin(), found.end());
    for (std::size_t i = 0; i < members.size(); ++i) {
      (*tests)[members[i]].file = std::move(files[i]);
    }
  }
}

void check_defaults(const Walk& walk, std::vector<expect::Diagnostic>* diagnostics) {
  std::set<std::string> whole;
  for (const WalkedFolder& folder : walk.folders) {
    whole.insert(folder.path);
  }
  for (const auto& defaults : walk.defaults) {
    const auto& own = defaults->parsed.diagnostics;
    diagnostics->insert(diagnostics->end(), own.begin(), own.end());
    for (std::size_t i = 0; whole.count(defaults->folder) && i < defaults->used.size(); ++i) {
      if (!defaults->used[i]) {
        const auto& row = defaults->parsed.exclude[i];
        diagnostics->push_back({row.at, expect::Code::e12_unreferenced,
                                "'" + expect::visible(row.path) +
                                    "' is excluded, and no test and no folder below is called so",
                                "remove the row", row.source_line, row.path.size()});
      }
    }
  }
}

// test-opts that no box takes, under every selector: a mistake for another host is one here too.
void check_options(const expect::TestFile& file, std::vector<expect::Diagnostic>* diagnostics) {
  for (const auto& layer : file.layers) {
    for (const expect::Entry& entry : *layer) {
      if (entry.what->id != expect::Id::opts) {
        continue;
      }
      const auto parsed = parse_box_options(entry.words);
      if (!parsed) {
        diagnostics->push_back(
            expect::at_value(entry, expect::Code::e15_wrong_value,
                             parsed.error().field + ": " + parsed.error().message));
      }
    }
  }
}

Made make(const Candidate& candidate) {
  Made made;
  const Read read = read_candidate(candidate);
  made.is_test = read.is_test;
  if (made.is_test) {
    made.found = make_found(candidate, read);
    check_options(made.found.file, &made.wrong_options);
  }
  return made;
}

void drop_repeated(std::vector<expect::Diagnostic>* diagnostics) {
  const auto key = [](const expect::Diagnostic& d) {
    return std::tie(d.at.file, d.at.line, d.at.column, d.code, d.message);
  };
  std::stable_sort(diagnostics->begin(), diagnostics->end(),
                   [&](const auto& a, const auto& b) { return key(a) < key(b); });
  diagnostics->erase(std::unique(diagnostics->begin(), diagnostics->end(),
                                 [&](const auto& a, const auto& b) { return key(a) == key(b); }),
                     diagnostics->end());
}

}  // namespace

Discovery discover(const std::vector<std::string>& paths, const std::string& base) {
  Discovery out;
  const std::vector<Argument> arguments = arguments_of(paths, &out);
  if (!out.missing.empty() || arguments.empty()) {
    return out;
  }
  std::vector<fs::path> folders;
  for (const Argument& argument : arguments) {
    folders.push_back(absolute(argument.folder.empty() ? "." : argument.folder));
  }
  const fs::path root = base.empty() ? common_folder(folders) : absolute(base);
  out.base = shown(root);

  Walk walk;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string relative = folders[i].lexically_relative(root).string();
    if (relative.compare(0, 2, "..") == 0 || relative.empty()) {
      out.missing.push_back(arguments[i].folder + ": not below --base " + base);
      continue;
    }
    const DefaultsChain above = defaults_above(arguments[i].folder, &walk);
    walk_folder({arguments[i].folder, relative == "." ? "" : relative, above, arguments[i].only},
                &walk);
  }
  out.diagnostics = std::move(walk.diagnostics);
  std::vector<Candidate>& candidates = walk.candidates;
  if (arguments.size() > 1) {
    drop_twins(&candidates);
  }

  std::vector<Made> made(candidates.size());
  parallel_for(candidates.size(), [&](std::size_t i) { made[i] = make(candidates[i]); });

  // Sorted as indices: a test is a large thing to move about.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (made[i].is_test) {
      order.push_back(i);
    }
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(candidates[a].relative, candidates[a].suffix) <
           std::tie(candidates[b].relative, candidates[b].suffix);
  });
  std::vector<Chosen> chosen;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::string& relative = candidates[order[i]].relative;
    const bool shared = (i > 0 && candidates[order[i - 1]].relative == relative) ||
                        (i + 1 < order.size() && candidates[order[i + 1]].relative == relative);
    if (candidates[order[i]].selected) {
      chosen.push_back({order[i], shared});
    }
  }
  out.tests.reserve(chosen.size());
  for (const Chosen& one : chosen) {
    Found& found = out.tests.emplace_back(std::move(made[one.index].found));
    found.file.id += one.shared ? candidates[one.index].suffix : "";
  }

  find_unreferenced(walk, &out.tests, &out.diagnostics);
  check_defaults(walk, &out.diagnostics);
  for (std::size_t i = 0; i < out.tests.size(); ++i) {
    for (const auto* some :
         {&out.tests[i].file.diagnostics, &made[chosen[i].index].wrong_options}) {
      out.diagnostics.insert(out.diagnostics.end(), some->begin(), some->end());
    }
  }
  drop_repeated(&out.diagnostics);
  return out;
}

}  // namespace sbx::runner
