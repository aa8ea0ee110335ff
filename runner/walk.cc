#include "runner/walk.h"

#include <dirent.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "expect/entry.h"
#include "expect/text.h"
#include "runner/jobs.h"
#include "runner/read_file.h"

namespace sbx::runner {

namespace fs = std::filesystem;
using expect::join_path;
using expect::Parsed;

namespace {

constexpr std::string_view kExpect = ".expect";
constexpr std::string_view kDefaults = "defaults.expect";
constexpr std::string_view kIgnore = ".sbx-ignore";
constexpr std::string_view kProject = "sbx.yaml";

struct Names {
  std::vector<std::string> files;
  std::vector<std::string> folders;
  [[nodiscard]] bool has(std::string_view file) const {
    return std::binary_search(files.begin(), files.end(), file);
  }
  [[nodiscard]] bool has_folder(std::string_view folder) const {
    return std::binary_search(folders.begin(), folders.end(), folder);
  }
};

// d_type spares a stat for each name; a link counts as the file it leads to, never as a folder:
// a loop of links would have no end.
Names names_in(const std::string& folder) {
  Names names;
  DIR* dir = ::opendir(folder.c_str());
  if (dir == nullptr) {
    return names;
  }
  while (const dirent* entry = ::readdir(dir)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") {
      continue;
    }
    unsigned char type = entry->d_type;
    if (type == DT_UNKNOWN || type == DT_LNK) {
      struct stat status = {};
      if (::fstatat(::dirfd(dir), name.c_str(), &status, 0) != 0) {
        continue;
      }
      const bool link = type == DT_LNK;
      type = S_ISREG(status.st_mode) ? DT_REG : S_ISDIR(status.st_mode) && !link ? DT_DIR : DT_FIFO;
    }
    if (type == DT_REG) {
      names.files.push_back(name);
    } else if (type == DT_DIR) {
      names.folders.push_back(name);
    }
  }
  ::closedir(dir);
  std::sort(names.files.begin(), names.files.end());
  std::sort(names.folders.begin(), names.folders.end());
  return names;
}

std::string suffix_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? "" : name.substr(dot);
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_sidecar(const std::string& name) {
  return ends_with(name, ".stdout") || ends_with(name, ".stderr") || ends_with(name, ".stdin");
}

bool is_reproducer(const Parsed& yaml) {
  return yaml.entries != nullptr &&
         std::any_of(yaml.entries->begin(), yaml.entries->end(), [](const expect::Entry& entry) {
           return entry.what->id == expect::Id::target;
         });
}

// The reason of the nearest exclude that names `path`. All that do are marked as used, so that a
// narrow row beside a wide one is no error.
std::string exclusion(const DefaultsChain& chain, const std::string& path) {
  std::string reason;
  for (const auto& defaults : chain) {
    // What is matched is relative to the file's folder: a folder's own name may hold a '*'.
    const std::size_t above = defaults->folder.empty() ? 0 : defaults->folder.size() + 1;
    const std::string below = path.size() > above ? path.substr(above) : "";
    for (std::size_t i = 0; i < defaults->excluded.size(); ++i) {
      const std::string& named = defaults->excluded[i];
      if (below == named || ::fnmatch(named.c_str(), below.c_str(), FNM_PATHNAME) == 0) {
        defaults->used[i].store(true, std::memory_order_relaxed);
        reason = reason.empty() ? defaults->parsed.exclude[i].reason : reason;
      }
    }
  }
  return reason;
}

std::shared_ptr<Defaults> load_defaults_of(const std::string& folder, Walk* walk) {
  const std::string path = join_path(folder, kDefaults);
  std::string bytes;
  if (!read_file(path, &bytes)) {
    return nullptr;
  }
  auto defaults = std::make_shared<Defaults>();
  defaults->parsed = expect::load_defaults(path, bytes);
  defaults->folder = folder;
  for (const Parsed::Exclude& row : defaults->parsed.exclude) {
    std::string named = fs::path(row.path).lexically_normal().string();
    if (named.size() > 1 && named.back() == '/') {
      named.pop_back();
    }
    defaults->excluded.push_back(std::move(named));
  }
  defaults->used = std::vector<std::atomic<bool>>(defaults->excluded.size());
  walk->defaults.push_back(defaults);
  return defaults;
}

bool suffix_wanted(const DefaultsChain& chain, const std::string& name) {
  for (const auto& defaults : chain) {
    const auto& suffixes = defaults->parsed.suffixes;
    if (!suffixes.empty()) {
      return std::find(suffixes.begin(), suffixes.end(), suffix_of(name)) != suffixes.end();
    }
  }
  return !expect::leader_of(name).empty();
}

// One folder's candidates.
class Folder {
 public:
  Folder(const WalkFrom& from, const Names& names, DefaultsChain chain, Walk* walk)
      : from_(from), names_(names), chain_(std::move(chain)), walk_(walk) {}

  void collect() {
    for (const std::string& name : from_.only) {
      stems_.insert(std::string(expect::stem_of(name)));
    }
    for (const std::string& name : names_.files) {
      if (ends_with(name, kExpect) && name != kDefaults && wanted_stem(name)) {
        add_yaml(name);
      }
    }
    for (const std::string& name : names_.files) {
      if (name[0] != '.' && !claimed_.count(name) && !ends_with(name, kExpect) &&
          !is_sidecar(name) && wanted_stem(name) &&
          (suffix_wanted(chain_, name) || from_.only.count(name))) {
        add_unclaimed(name, nullptr);
      }
    }
  }

  [[nodiscard]] bool claimed(const std::string& name) const { return claimed_.count(name) > 0; }

 private:
  [[nodiscard]] bool wanted_stem(const std::string& name) const {
    return from_.only.empty() || stems_.count(std::string(expect::stem_of(name)));
  }

  [[nodiscard]] std::string path_of(const std::string& name) const {
    return join_path(from_.folder, name);
  }

  Candidate& add(const std::string& name, const std::shared_ptr<Parsed>& yaml) {
    Candidate candidate;
    candidate.relative = join_path(from_.relative, std::string(expect::stem_of(name)));
    candidate.folder = from_.folder;
    candidate.yaml = yaml;
    candidate.defaults = chain_;
    candidate.path = path_of(name);
    candidate.named = from_.only.count(name) > 0;
    candidate.selected = from_.only.empty() || candidate.named;
    candidate.excluded = exclusion(chain_, candidate.path);
    walk_->candidates.push_back(std::move(candidate));
    return walk_->candidates.back();
  }

  void add_source(const std::string& name, const std::shared_ptr<Parsed>& yaml) {
    add_unclaimed(name, yaml);
    claimed_.insert(name);
  }

  void add_unclaimed(const std::string& name, const std::shared_ptr<Parsed>& yaml) {
    Candidate& candidate = add(name, yaml);
    candidate.program = candidate.path;
    candidate.suffix = suffix_of(name);
    if (yaml != nullptr && from_.only.count(std::string(expect::stem_of(name)) + ".expect")) {
      candidate.named = candidate.selected = true;
    }
  }

  void add_yaml(const std::string& name) {
    auto yaml = std::make_shared<Parsed>();
    std::string bytes;
    if (!read_file(path_of(name), &bytes)) {
      walk_->diagnostics.push_back(
          {{path_of(name), 0, 0}, expect::Code::e15_wrong_value, "the file cannot be read"});
      return;
    }
    *yaml = expect::load_yaml(path_of(name), bytes);
    if (is_reproducer(*yaml)) {
      add(name, yaml).kind = expect::TestKind::reproducer;
    } else if (!yaml->exec.empty()) {
      Candidate& candidate = add(name, yaml);
      candidate.kind = expect::TestKind::binary;
      candidate.program = path_of(yaml->exec);
    } else if (!yaml->run.empty()) {
      add_run(name, yaml);
    } else if (!add_sibling(name, yaml) && !yaml->diagnostics.empty()) {
      add(name, yaml).kind = expect::TestKind::binary;  // not understood: what is wrong is told
    }
  }

  void add_run(const std::string& name, const std::shared_ptr<Parsed>& yaml) {
    std::string run = fs::path(yaml->run).lexically_normal().string();
    while (run.size() > 1 && run.back() == '/') {
      run.pop_back();
    }
    if (names_.has(run)) {
      add_source(run, yaml);
      Candidate& candidate = walk_->candidates.back();
      candidate.relative = join_path(from_.relative, std::string(expect::stem_of(name)));
      candidate.selected = from_.only.empty() || from_.only.count(run) || from_.only.count(name);
      return;
    }
    struct stat status = {};
    if (::stat(path_of(run).c_str(), &status) != 0) {
      walk_->diagnostics.push_back({{path_of(name), 0, 0},
                                    expect::Code::e12_unreferenced,
                                    "'run: " + yaml->run + "' names nothing that exists"});
      return;
    }
    Candidate& candidate = add(name, yaml);
    candidate.program = path_of(run);
    candidate.kind = S_ISDIR(status.st_mode) ? expect::TestKind::project : expect::TestKind::source;
    claimed_.insert(run);
  }

  // False: there is none, or more than one.
  bool add_sibling(const std::string& name, const std::shared_ptr<Parsed>& yaml) {
    const std::string stem(expect::stem_of(name));
    std::vector<std::string> found;
    for (const std::string& file : names_.files) {
      if (file != name && !is_sidecar(file) && expect::stem_of(file) == stem) {
        found.push_back(file);
      }
    }
    const bool folder = names_.has_folder(stem);
    if (found.size() > 1) {  // a source among data of the same name is the one that is meant
      std::vector<std::string> sources;
      std::copy_if(found.begin(), found.end(), std::back_inserter(sources),
                   [](const std::string& file) { return !expect::leader_of(file).empty(); });
      found = sources.size() == 1 ? sources : found;
    }
    if (found.size() + (folder ? 1 : 0) == 1) {
      if (!folder) {
        add_source(found[0], yaml);
        return true;
      }
      Candidate& candidate = add(name, yaml);
      candidate.kind = expect::TestKind::project;
      candidate.program = path_of(stem);
      claimed_.insert(stem);
      return true;
    }
    if (yaml->diagnostics.empty() && (folder || !found.empty())) {
      walk_->diagnostics.push_back({{path_of(name), 0, 0},
                                    expect::Code::e11_contradiction,
                                    "more than one '" + stem + "' stands beside it",
                                    "say which with 'run:'"});
    } else if (yaml->diagnostics.empty()) {
      walk_->diagnostics.push_back({{path_of(name), 0, 0},
                                    expect::Code::e12_unreferenced,
                                    "no '" + stem + ".*' and no folder '" + stem +
                                        "' stands beside it, and it has no 'run' or 'exec'"});
    }
    return false;
  }

  const WalkFrom& from_;
  const Names& names_;
  DefaultsChain chain_;
  Walk* walk_;
  std::set<std::string> stems_ = {};
  std::set<std::string> claimed_ = {};
};

// Each in a walk of its own, several at once where there are many; what they found is then put
// together in the order of their names.
void walk_all(const std::vector<WalkFrom>& folders, bool at_once, Walk* walk) {
  constexpr std::size_t kMany = 16;  // below it the threads below these folders are worth more
  if (!at_once || folders.size() < kMany) {
    for (const WalkFrom& next : folders) {
      walk_folder(next, walk, at_once);
    }
    return;
  }
  std::vector<Walk> found(folders.size());
  parallel_for(
      folders.size(), [&](std::size_t i) { walk_folder(folders[i], &found[i], false); }, kMany);
  const auto append = [](auto* from, auto* to) {
    to->insert(to->end(), std::make_move_iterator(from->begin()),
               std::make_move_iterator(from->end()));
  };
  for (Walk& one : found) {
    append(&one.candidates, &walk->candidates);
    append(&one.folders, &walk->folders);
    append(&one.defaults, &walk->defaults);
    append(&one.diagnostics, &walk->diagnostics);
  }
}

void walk_below(const WalkFrom& from, const Names& names, const DefaultsChain& chain,
                const Folder& folder, bool at_once, Walk* walk) {
  std::vector<WalkFrom> below;
  for (const std::string& name : names.folders) {
    if (name[0] == '.' || folder.claimed(name)) {
      continue;
    }
    WalkFrom next{join_path(from.folder, name), join_path(from.relative, name), chain, {}};
    const std::string reason = exclusion(chain, next.folder);
    if (!reason.empty()) {
      Candidate candidate;
      candidate.path = candidate.program = next.folder;
      candidate.relative = next.relative;
      candidate.folder = from.folder;
      candidate.excluded = reason;
      walk->candidates.push_back(std::move(candidate));
      continue;
    }
    if (::access(join_path(next.folder, kIgnore).c_str(), F_OK) == 0) {
      continue;
    }
    if (::access(join_path(next.folder, kProject).c_str(), F_OK) == 0) {
      walk->diagnostics.push_back({{join_path(next.folder, kProject), 0, 0},
                                   expect::Code::e14_asserts_nothing,
                                   "the project has no '" + name + ".expect' beside its folder"});
      continue;
    }
    below.push_back(std::move(next));
  }
  walk_all(below, at_once, walk);
}

}  // namespace

DefaultsChain defaults_above(const std::string& folder, Walk* walk) {
  DefaultsChain chain;
  std::error_code error;
  fs::path at = fs::absolute(folder.empty() ? "." : folder, error).lexically_normal();
  if (!at.has_filename()) {
    at = at.parent_path();
  }
  const fs::path here = fs::current_path(error);
  while (at.has_parent_path() && at != at.parent_path() && !fs::exists(at / ".git", error)) {
    at = at.parent_path();
    // The shortest way to say it, so that messages read like the paths that were given.
    const std::string relative = at.lexically_relative(here).string();
    const bool below = !relative.empty() && relative.compare(0, 2, "..") != 0;
    const std::string shown = below ? (relative == "." ? "" : relative) : at.string();
    if (auto defaults = load_defaults_of(shown, walk)) {
      chain.push_back(std::move(defaults));
    }
  }
  return chain;
}

void walk_folder(const WalkFrom& from, Walk* walk, bool at_once) {
  const Names names = names_in(from.folder.empty() ? "." : from.folder);
  DefaultsChain chain = from.defaults;
  if (names.has(kDefaults)) {
    if (auto defaults = load_defaults_of(from.folder, walk)) {
      chain.insert(chain.begin(), std::move(defaults));
    }
  }
  Folder folder(from, names, chain, walk);
  folder.collect();
  if (!from.only.empty()) {
    return;
  }
  const bool companions = std::any_of(
      names.files.begin(), names.files.end(),
      [](const std::string& name) { return is_sidecar(name) || ends_with(name, kExpect); });
  walk->folders.push_back({from.folder, names.files, companions});
  walk_below(from, names, chain, folder, at_once, walk);
}

}  // namespace sbx::runner
