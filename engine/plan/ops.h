// plan/ops.h - a small writer of op lists, used by build.cc alone.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace sbx::plan {

// One argument of an op: a value, a string or struct of the arena, or a slot.
struct Arg {
  std::uint64_t value = 0;
  bool slot = false;
  Arg(long v) : value(static_cast<std::uint64_t>(v)) {}
  Arg(int v) : Arg(static_cast<long>(v)) {}
  Arg(unsigned v) : value(v) {}
  Arg(unsigned long v) : value(v) {}
  Arg(const void* p) : value(reinterpret_cast<std::uintptr_t>(p)) {}
};
struct Slot : Arg {
  explicit Slot(int n) : Arg(n) { slot = true; }
};

class Writer {
 public:
  Writer(Arena& arena, std::vector<Op>& ops) : arena_(arena), ops_(ops) {}

  Op& add(const std::string& name, long nr, std::initializer_list<Arg> args, int out = kNoSlot) {
    Op op;
    op.nr = static_cast<std::uint16_t>(nr);
    op.name = arena_.text(name);
    op.out = static_cast<std::int8_t>(out);
    int i = 0;
    for (const Arg& a : args) {
      op.a[i] = a.value;
      op.slots = static_cast<std::uint8_t>(op.slots | (a.slot ? 1u << i : 0u));
      ++i;
    }
    ops_.push_back(op);
    return ops_.back();
  }
  void close(int slot) { add("close a descriptor", __NR_close, {Slot(slot)}); }
  const char* text(const std::string& s) { return arena_.text(s); }
  Arena& arena() { return arena_; }

 private:
  Arena& arena_;
  std::vector<Op>& ops_;
};

// The prologue opens the limit, while the host's /proc can be reached; the tree's last op writes
// it.
inline constexpr const char* kLimitMountNamespaces = "limit user/max_mnt_namespaces";
// See prologue().
void write_prologue(Writer& w, const HostFacts& facts);
// What an init does for the box that follows one in the same tree.
void write_renewal(Writer& w);
// The next process or thread has the number after that one.
void write_last_number(Writer& w, long number);
// The tree: detached clones, the root, overlay, mount points, pivot. build_tree.cc. `keep` leaves
// open what looks at it later and what lays the next; `renew` is that next one.
void write_tree(Plan& plan, Writer& w, const Request& request, const HostFacts& facts,
                Purpose purpose);
// Of the Landlock rulesets: what the init has of the steps before.
enum class Ruleset { none, other, same };
// The ruleset of the first step, for a tree that stands: instead of the one before. build_step.cc.
void write_next_ruleset(Plan& plan, Writer& w, const Request& request, const HostFacts& facts);
// A step's program, where the host's copy can be looked at before the box exists. build.cc.
ProgramFile find_program(const Plan& plan, const Step& step, const ProgramFile& seen = {});
// Starts the step's program, the last thing it does.
ProgramWords write_program(Writer& w, const Step& step);
// Another one instead; what it says is kept in that arena. False: it does not fit.
[[nodiscard]] bool write_over(const ProgramWords& words, Arena& arena, const Step& step);
// What one step needs: its Landlock rules, the walls, the program. build_step.cc.
void write_step(Plan& plan, const Request& request, const HostFacts& facts, std::size_t index,
                Ruleset stands);

}  // namespace sbx::plan
