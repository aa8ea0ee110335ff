// plan/plan.h - everything about one box, decided before any process exists.
//
//   HostFacts facts = probe_facts();
//   Result<Plan> plan = build(request, facts);
//
// A Plan owns every byte its ops point to; it may be moved (the arena's blocks stay where they are)
// and must outlive the children that run it. Not thread-safe.
#pragma once
#include <linux/filter.h>
#include <sched.h>
#include <sys/types.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan/op.h"
#include "policy/emit.h"
#include "sbx/box.h"
#include "sys/kernel_abi.h"

namespace sbx::plan {

// What --dev shows, and what a mount may show one by one.
inline constexpr const char* kDeviceFiles[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                               "/dev/urandom"};

[[nodiscard]] bool is_device_file(const std::string& inside);

// What the plan needs to know of the host. Probed once by the supervisor's process.
struct HostFacts {
  uid_t uid = 0;
  gid_t gid = 0;
  bool root = false;          // may write maps for other ids: real root with the full range mapped
  bool idmap = false;         // root: id-mapped clones of the tree work (falls back on refusal)
  int landlock_abi = 0;       // 0: none
  bool overlay = true;        // false after the kernel refused one: /src is read-only
  bool overlay_by_fd = true;  // 6.13; false: a fixed relative name in the option string
  bool recursive_tree = false;  // mounts below the tree: a recursive read-only /src
  struct Entry {
    std::string path;  // "/lib"
    std::string link;  // "usr/lib" when it is a symbolic link, else empty
    bool folder = true;
  };
  std::vector<Entry> libraries;  // what of /lib /lib64 /usr/lib... exists here
  long most_numbers = 0;         // pid_max: processes are numbered below it; 0: nobody knows
  std::uint64_t pass = 0;        // random, of this process alone: policy/pass.h. 0: there is none
  std::optional<cpu_set_t> processors;  // a program's; nothing: those where it is born
};

// One tree of the host that goes into the box.
struct Source {
  std::string host;
  std::string inside;  // "/src"; the overlay's lower layer has the tree's own
  int slot = kNoSlot;  // the detached clone
  bool recursive = false;
  bool folder = true;
  std::uint64_t attributes = 0;  // kMount*: set on the clone
  bool idmap = false;            // root: map the tree's owner to the box's user
  // Of a tree that was asked for: which folder or file the path led to.
  dev_t device = 0;
  ino_t inode = 0;
};

// What a carrier has: a thread of a kept box's init under the filter of a step. The steps that it
// clones are born under it, so that it is installed once and not for each box.
struct Carried {
  policy::Selection selection;
  bool aslr = false;
  bool operator==(const Carried&) const = default;
};
struct ProgramFile {
  Libc libc = Libc::automatic;  // by PT_INTERP: musl, gnu, or automatic where it has none
  std::uint64_t size = 0;       // load_size()
  // Which file said so, and when it was changed last; inode 0: none could be read.
  dev_t device = 0;
  ino_t inode = 0;
  timespec changed{};
};

// What a step's execve reads: it may wait in that call while another program is written over the
// one that it named.
struct ProgramWords {
  char* path = nullptr;
  const char** argv = nullptr;
  const char** env = nullptr;
  // What fits, with the null that ends each.
  std::size_t path_room = 0, argv_room = 0, env_room = 0;
};

struct StepPlan {
  std::string label;
  Limits limits;
  policy::Selection selection;
  std::string program;  // absolute, inside
  ProgramWords words;   // what its last op starts
  ProgramFile file;     // what was to be seen of it; size 0: looked at when it starts
  std::string cwd;      // absolute, inside
  bool aslr = false;
  std::vector<std::string> roots;  // what it may open below, inside
  bool takes_stdin = true;
  std::vector<std::string> armed_by, leaves_by;  // a fuzz step's, see Step
  bool keeps_ruleset = false;                    // of the cell: its next step may have the same
  int carrier = -1;         // the index of the one that clones it; -1: it installs its own filter
  std::uint64_t pass = 0;   // under the carrier's
  std::vector<Op> prepare;  // run by the init before the step's clone
  std::vector<Op> room;     // run by the step
  // Where the carrier is not there yet: by the init, before its clone and after it; by itself.
  std::vector<Op> number, number_again, carried;
  // Index of their first op over the whole plan.
  int prepare_base = 0, room_base = 0, number_base = 0, number_again_base = 0, carried_base = 0;
};

// Blocks that never move, freed together.
class Arena {
 public:
  const char* text(const std::string& s) {
    return static_cast<const char*>(bytes(s.c_str(), s.size() + 1));
  }
  template <class T>
  T* keep(const T& value) {
    return static_cast<T*>(bytes(&value, sizeof value));
  }
  template <class T>
  T* keep_all(const std::vector<T>& values) {
    return static_cast<T*>(bytes(values.data(), values.size() * sizeof(T)));
  }
  // For so many, which are not there yet.
  template <class T>
  T* room_for(std::size_t count) {
    return static_cast<T*>(bytes(nullptr, count * sizeof(T)));
  }

 private:
  void* bytes(const void* from, std::size_t size) {
    constexpr std::size_t kBlock = 512;  // of units: 16 KiB where long double needs 32 bytes
    const std::size_t units = size / sizeof(std::max_align_t) + 1;
    if (units > left_) {
      left_ = std::max(units, kBlock);
      blocks_.push_back(std::make_unique_for_overwrite<std::max_align_t[]>(left_));
      next_ = blocks_.back().get();
    }
    void* at = next_;
    next_ += units;
    left_ -= units;
    if (from != nullptr && size > 0) {
      std::memcpy(at, from, size);
    }
    return at;
  }
  std::vector<std::unique_ptr<std::max_align_t[]>> blocks_;
  std::max_align_t* next_ = nullptr;
  std::size_t left_ = 0;
};

struct Plan {
  Arena arena;
  std::vector<Source> sources;
  std::vector<Op> init;  // run by the init once its maps are written
  std::vector<StepPlan> steps;
  std::vector<std::string> notes;  // how the box differs from what was asked
  int initial[kSlots];             // slot values before the first op (root: the detached clones)
  int op_count = 0;                // over the whole plan
  int fail_at = -1;
  [[nodiscard]] const Op* op(int index) const;
};

enum class Purpose {
  confine,
  record,  // the filter of every step asks for every call, see sbx/danger/trace.h
  keep,    // confine, in a box whose tree may serve others
  again,   // confine, in a tree that stands: the init's ops are what a later box needs
  renew,   // the same where the box before wrote: the init's ops lay a new tree over its own
};
// Whether boxes of this request can follow one another in the same namespaces: not where what one
// of them does lies where the next finds it (a network, /proc, folders of the host that are
// written).
[[nodiscard]] bool can_be_kept(const Request&, const HostFacts&);
// Whether the tree of a kept box can be laid anew: before 6.13 a layer has to have a name.
[[nodiscard]] bool can_be_renewed(const Request&, const HostFacts&);
// What the tree depends on. Boxes of one shape may have one tree after another.
struct Shape {
  std::vector<Mount> tree;
  bool dev = false;
  Bytes space{};  // of the tmpfs
  bool operator==(const Shape&) const = default;
};
[[nodiscard]] Shape shape_of(const Request&);
[[nodiscard]] bool has_shape(const Request&, const Shape&);
// Whether /src is an overlay.
[[nodiscard]] bool overlaid(const Request&, const HostFacts&);

// The errors a request can have, found without touching the host.
[[nodiscard]] std::optional<Error> validate(const Request&);

// The host paths a request names and that are not there. One stat each.
[[nodiscard]] std::optional<Error> validate_host(const Request&);

// The request with its host paths made absolute. A relative one means the folder this process is in
// now; who builds the box may be in another.
[[nodiscard]] Request with_absolute_paths(Request);
[[nodiscard]] bool has_relative_paths(const Request&);

// Landlock's ABI, ids, the library folders. One lstat each; no child.
[[nodiscard]] HostFacts probe_facts();

// What an init has kept of the boxes before.
struct Standing {
  const std::vector<std::string>* ruleset = nullptr;  // the roots of the step whose it is
  std::vector<Carried>* carriers = nullptr;           // those of new filters are added
  const std::vector<ProgramFile>* files = nullptr;    // the steps', where they need no other look
};
// Allocates everything. Error: the request names a host path that cannot be used. REQUIRES: host
// paths are absolute.
[[nodiscard]] Result<Plan> build(const Request&, const HostFacts&,
                                 Purpose purpose = Purpose::confine, const Standing& standing = {});

// Makes a plan of `before` one of `now`, where nothing but the programs of their steps, with their
// words and environment, tells the two apart: neither their trees nor the kinds of their programs.
// False: `now` needs a plan of its own, and this one names anybody's programs.
[[nodiscard]] bool adapt(Plan&, const Request& before, const Request& now);

// Makes the first step of a plan, which may wait for its program, start that of `step`, of which
// `other` was planned. False: more tells the two apart.
[[nodiscard]] bool takes_over(Plan& plan, const StepPlan& other, const Step& step);

// What an init can do before it knows its request: the first ops of every plan's `init`.
struct Prologue {
  Arena arena;
  std::vector<Op> ops;
};
[[nodiscard]] Prologue prologue(const HostFacts&);

// What an ELF file of the host says of itself; all 0 for anything else. `seen`: what some file,
// perhaps this one, said before.
[[nodiscard]] ProgramFile look_at(const std::string& host_path, const ProgramFile& seen = {});

// Sum of the PT_LOAD segments' memory sizes, whole pages; 0 for what is no ELF of this machine.
[[nodiscard]] std::uint64_t load_size(int fd);

}  // namespace sbx::plan
