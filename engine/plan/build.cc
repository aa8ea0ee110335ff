#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "plan/ops.h"
#include "sys/landlock.h"
#include "sys/release.h"

namespace sbx::plan {
namespace {

constexpr int kMaxSources = 24;  // slots kept for them, see build_tree.cc
constexpr std::uint64_t kReadOnlyTree = sys::kMountReadOnly | sys::kMountNoSuid | sys::kMountNoDev;

// 64-bit programs need no more; every tree costs the box a mount and an unmount.
const char* const kLibraryFolders[] = {"/lib", "/lib64", "/usr/lib", "/usr/lib64"};
constexpr std::uint64_t kDeviceAttributes = sys::kMountNoSuid | sys::kMountNoExec;

long number_in(const char* path) {
  std::FILE* f = std::fopen(path, "re");
  long number = 0;
  if (f == nullptr) {
    return 0;
  }
  if (std::fscanf(f, "%ld", &number) != 1) {
    number = 0;
  }
  std::fclose(f);
  return number;
}

// Whether the tree is there; which it is.
bool look_at_tree(Source* s) {
  struct stat st;
  if (::stat(s->host.c_str(), &st) != 0) {
    return false;
  }
  s->folder = S_ISDIR(st.st_mode);
  s->device = st.st_dev;
  s->inode = st.st_ino;
  return true;
}

// Ids may be mapped freely only where the whole range is mapped here too (not in a container that
// holds root alone).
bool whole_range_mapped() {
  std::FILE* f = std::fopen("/proc/self/uid_map", "re");
  if (f == nullptr) {
    return false;
  }
  unsigned long inside = 1, outside = 1, length = 0;
  bool whole = false;
  while (std::fscanf(f, "%lu %lu %lu", &inside, &outside, &length) == 3) {
    whole = whole || (inside == 0 && length > 65534);
  }
  std::fclose(f);
  return whole;
}

void add_source(Plan& plan, Source s) {
  s.slot = kSlotFirstFree + static_cast<int>(plan.sources.size());
  plan.sources.push_back(std::move(s));
}

bool has(const Plan& plan, const std::string& inside) {
  for (const Source& s : plan.sources) {
    if (s.inside == inside) {
      return true;
    }
  }
  return false;
}

void add_libraries(Plan& plan, const HostFacts& facts) {
  for (const HostFacts::Entry& e : facts.libraries) {
    if (e.link.empty()) {
      add_source(plan, {.host = e.path,
                        .inside = e.path,
                        .recursive = e.folder,
                        .folder = e.folder,
                        .attributes = kReadOnlyTree});
    }
  }
}

std::optional<Error> add_tree(Plan& plan, const Request& r, const HostFacts& facts) {
  for (std::size_t i = 0; i < r.tree.size(); ++i) {
    const Mount& m = r.tree[i];
    Source s{.host = m.host, .inside = m.inside, .folder = false};
    if (!look_at_tree(&s)) {
      if (m.optional) {
        continue;
      }
      return Error{"tree[" + std::to_string(i) + "].host", m.host + ": " + errno_name(errno)};
    }
    if (m.inside == "/src") {
      if (!s.folder) {
        return Error{"tree[" + std::to_string(i) + "].host", m.host + ": is no folder"};
      }
      s.idmap = facts.root && facts.idmap;
      if (facts.root && !facts.idmap) {
        plan.notes.push_back("the box's root is the host's (the file system refuses id-mapping)");
      }
      s.recursive = facts.recursive_tree;
      bool written = m.how != How::read_only;
      if (!written || !facts.overlay || facts.recursive_tree) {
        s.attributes = kReadOnlyTree;
      } else if (m.how == How::read_write) {
        s.attributes = sys::kMountNoSuid | sys::kMountNoDev;
      }
      if (m.how == How::overlay && s.attributes != 0) {
        plan.notes.push_back(facts.recursive_tree
                                 ? "/src is read-only (mounts below the tree)"
                                 : "/src is read-only (the file system refuses an overlay)");
      }
    } else {
      s.recursive = s.folder && m.how == How::read_only && !m.as_owner;
      s.idmap = facts.root && facts.idmap && m.as_owner;
      s.attributes = is_device_file(m.inside)   ? kDeviceAttributes
                     : m.how == How::read_write ? sys::kMountNoSuid | sys::kMountNoDev
                                                : kReadOnlyTree;
    }
    add_source(plan, std::move(s));
  }
  if (r.dev) {
    for (const char* path : kDeviceFiles) {
      if (has(plan, path)) {
        continue;
      }
      add_source(plan,
                 {.host = path, .inside = path, .folder = false, .attributes = kDeviceAttributes});
    }
  }
  if (plan.sources.size() > kMaxSources) {
    return Error{"tree",
                 "has more than " + std::to_string(kMaxSources) + " mounts, libraries included"};
  }
  return std::nullopt;
}

std::vector<std::string> roots_of(const Plan& plan, const Request& r, const Step& step,
                                  const HostFacts& facts) {
  std::vector<std::string> roots = {"/src", "/out", "/tmp"};
  for (const Source& s : plan.sources) {
    bool hidden = false;
    for (const Mount& m : r.tree) {
      hidden = hidden || (m.inside == s.inside && !m.only.empty() && m.only != step.label);
    }
    if (!hidden && s.inside != "/src") {
      roots.push_back(s.inside);
    }
  }
  for (const HostFacts::Entry& e : facts.libraries) {
    if (!e.link.empty()) {
      roots.push_back(e.path);  // the name the program uses; the link leads to a source
    }
  }
  if (r.proc) {
    roots.push_back("/proc");
  }
  return roots;
}

policy::Selection selection_of(const Request& r, const Step& step, Libc libc) {
  policy::Selection s;
  s.compile = step.profile == Profile::compile;
  s.threads = r.threads;
  s.net = r.net;
  s.glibc = libc != Libc::musl;
  s.musl = libc != Libc::gnu;
  s.fuzz = step.profile == Profile::fuzz;
  s.leaks = step.leaks;
  s.memory_cap = !s.fuzz;
  return s;
}

// The carrier of a step with that filter: the one that is there, or one to come. -1: none.
int carrier_of(const StepPlan& step, const HostFacts& facts, std::vector<Carried>* carriers) {
  constexpr long kFarAway = 1 << 14;  // a program that makes as many processes meets its number
  if (carriers == nullptr || step.selection.fuzz || facts.most_numbers < kFarAway ||
      facts.pass == 0) {
    return -1;
  }
  const Carried wanted{step.selection, step.aslr};
  auto found = std::find(carriers->begin(), carriers->end(), wanted);
  if (found == carriers->end()) {
    if (carriers->size() == kMostCarriers) {
      return -1;
    }
    found = carriers->insert(found, wanted);
  }
  return static_cast<int>(found - carriers->begin());
}

// Of the tmpfs.
Bytes space_of(const Request& r) {
  Bytes most{0};
  for (const Step& s : r.steps) {
    most = std::max(most, (s.limits ? *s.limits : r.limits).output);
  }
  return most;
}

}  // namespace

ProgramFile find_program(const Plan& plan, const Step& step, const ProgramFile& seen) {
  for (const Source& s : plan.sources) {
    if (step.argv[0].compare(0, s.inside.size() + 1, s.inside + "/") == 0) {
      return look_at(s.host + step.argv[0].substr(s.inside.size()), seen);
    }
  }
  return {};
}

bool can_be_renewed(const Request& r, const HostFacts& facts) {
  return facts.overlay_by_fd || !overlaid(r, facts);
}

bool can_be_kept(const Request& r, const HostFacts& facts) {
  const bool used_up = r.steps.size() > 1 || r.list_writes;
  bool kept = !r.net && !r.proc && r.fail_at < 0 && (!used_up || can_be_renewed(r, facts));
  for (const Mount& m : r.tree) {
    kept = kept && m.how != How::read_write;
  }
  return kept;
}

Shape shape_of(const Request& r) {
  return {r.tree, r.dev, space_of(r)};
}

bool has_shape(const Request& r, const Shape& shape) {
  return r.dev == shape.dev && space_of(r) == shape.space && r.tree == shape.tree;
}

bool overlaid(const Request& r, const HostFacts& facts) {
  for (const Mount& m : r.tree) {
    if (m.inside == "/src") {
      return m.how == How::overlay && facts.overlay && !facts.recursive_tree;
    }
  }
  return false;
}

const Op* Plan::op(int index) const {
  const auto within = [index](const std::vector<Op>& ops, int base) -> const Op* {
    const bool is = index >= base && index - base < static_cast<int>(ops.size());
    return is ? &ops[static_cast<std::size_t>(index - base)] : nullptr;
  };
  const Op* found = within(init, 0);
  for (const StepPlan& s : steps) {
    for (const auto& [ops, base] :
         {std::pair(&s.prepare, s.prepare_base), std::pair(&s.room, s.room_base),
          std::pair(&s.number, s.number_base), std::pair(&s.number_again, s.number_again_base),
          std::pair(&s.carried, s.carried_base)}) {
      found = found != nullptr ? found : within(*ops, base);
    }
  }
  return found;
}

HostFacts probe_facts() {
  HostFacts f;
  f.uid = ::geteuid();
  f.gid = ::getegid();
  f.root = f.uid == 0 && whole_range_mapped();
  f.idmap = f.root;
  // What this says is tried first; a kernel that refuses it gets the other. The name costs two
  // moves.
  f.overlay_by_fd = sys::at_least(sys::release(), 6, 13);
  f.most_numbers = number_in("/proc/sys/kernel/pid_max");
  if (::getrandom(&f.pass, sizeof f.pass, 0) != sizeof f.pass) {
    f.pass = 0;  // then every step installs its own filter
  }
  const int abi = sys::landlock_abi();
  f.landlock_abi = abi > 0 ? abi : 0;
  for (const char* path : kLibraryFolders) {
    struct stat st;
    if (::lstat(path, &st) != 0) {
      continue;
    }
    HostFacts::Entry e{path, "", true};
    if (S_ISLNK(st.st_mode)) {
      char target[4096];
      ssize_t n = ::readlink(path, target, sizeof target - 1);
      e.link.assign(target, n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    f.libraries.push_back(e);
  }
  if (::access("/etc/ld.so.cache", R_OK) == 0) {
    f.libraries.push_back({"/etc/ld.so.cache", "", false});
  }
  return f;
}

Result<Plan> build(const Request& r, const HostFacts& facts, Purpose purpose,
                   const Standing& standing) {
  const std::vector<std::string>* ruleset = standing.ruleset;
  if (auto e = validate(r)) {
    return tl::unexpected(*e);
  }
  Plan plan;
  plan.fail_at = r.fail_at;
  for (int& slot : plan.initial) {
    slot = -1;
  }
  add_libraries(plan, facts);
  if (auto e = add_tree(plan, r, facts)) {
    return tl::unexpected(*e);
  }
  const bool kept =
      purpose == Purpose::keep || purpose == Purpose::again || purpose == Purpose::renew;
  Writer init(plan.arena, plan.init);
  if (purpose == Purpose::again || purpose == Purpose::renew) {
    write_renewal(init);
  } else {
    write_prologue(init, facts);
  }
  if (purpose != Purpose::again) {
    write_tree(plan, init, r, facts, purpose);
  }
  plan.steps.resize(r.steps.size());
  for (std::size_t i = 0; i < r.steps.size(); ++i) {
    plan.steps[i].roots = roots_of(plan, r, r.steps[i], facts);
  }
  if (purpose == Purpose::renew) {
    write_next_ruleset(plan, init, r, facts);
    ruleset = &plan.steps[0].roots;
  }
  const auto count_ops = [&plan](const std::vector<Op>& ops, int* base) {
    *base = plan.op_count;
    plan.op_count += static_cast<int>(ops.size());
  };
  plan.op_count = static_cast<int>(plan.init.size());
  for (std::size_t i = 0; i < r.steps.size(); ++i) {
    const Step& step = r.steps[i];
    StepPlan& out = plan.steps[i];
    out.label = step.label;
    out.limits = step.limits ? *step.limits : r.limits;
    if (r.threads && step.profile == Profile::program) {
      constexpr unsigned kThreadsGranted = 64;
      out.limits.processes = out.limits.processes > 0 ? out.limits.processes : kThreadsGranted;
      out.limits.threads = out.limits.threads > 0 ? out.limits.threads : kThreadsGranted;
    }
    out.file = standing.files != nullptr ? (*standing.files)[i] : find_program(plan, step);
    const bool says = step.libc != Libc::automatic;
    out.selection = selection_of(r, step, says ? step.libc : out.file.libc);
    out.selection.record = purpose == Purpose::record;
    out.program = step.argv[0];
    if (i > 0) {
      out.file.size = 0;  // it may have been made meanwhile
    }
    out.cwd = step.cwd;
    out.aslr = r.aslr;
    out.carrier = carrier_of(out, facts, standing.carriers);
    out.pass = out.carrier < 0 ? 0 : facts.pass;
    // Pools run short programs by the thousand: it pays below some 1000 calls.
    out.selection.brief = kept && out.carrier < 0 && step.profile == Profile::program;
    out.takes_stdin = step.takes_stdin;
    out.armed_by = step.armed_by;
    out.leaves_by = step.leaves_by;
    out.keeps_ruleset = kept;
    write_step(plan, r, facts, i,
               ruleset == nullptr      ? Ruleset::none
               : *ruleset == out.roots ? Ruleset::same
                                       : Ruleset::other);
    ruleset = kept ? &out.roots : nullptr;
    count_ops(out.prepare, &out.prepare_base);
    count_ops(out.room, &out.room_base);
    count_ops(out.number, &out.number_base);
    count_ops(out.carried, &out.carried_base);
    count_ops(out.number_again, &out.number_again_base);
  }
  return plan;
}

}  // namespace sbx::plan
