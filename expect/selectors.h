// expect/selectors.h - `[x86_64,musl|root]`: which hosts a directive is for.
//
//   selector = term *( "|" term )      or
//   term     = atom *( "," atom )      and
//   atom     = [ "!" ] ( arch | libc | privilege | feature [ ">=" N ] | "kernel>=" N.N | "rev:"
//   NAME )
//
//   Result<Selector> s = parse_selector("musl,!root");
//   if (s->matches({cell, "threads"})) { ... }
//
// Values; pure functions; thread-safe. The bare directive is the selector with one empty term.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "expect/expectation.h"
#include "sbx/error.h"

namespace sbx::expect {

struct Atom {
  enum class Kind { arch, libc, privilege, feature, revision } kind = Kind::arch;
  std::string name;  // "x86_64", "musl", "root", "kernel", "landlock", "threads"
  int major = 0;     // feature: at least this; 1 where none is written
  int minor = 0;     // kernel only
  bool negated = false;
};

using Term = std::vector<Atom>;  // all must hold; empty: always

// Where a selector is asked.
struct Situation {
  const Cell& cell;
  std::string_view revision = {};
};

struct Selector {
  std::vector<Term> terms = {Term{}};
  std::string text = {};  // as written, without brackets
  [[nodiscard]] bool bare() const { return terms.size() == 1 && terms[0].empty(); }
  [[nodiscard]] bool matches(const Situation&) const;
};

// The selector that holds where both do.
[[nodiscard]] Selector both(const Selector&, const Selector&);

// Error::field is the atom that is wrong, Error::message the sentence, with its suggestion after a
// newline where there is one.
[[nodiscard]] Result<Selector> parse_selector(std::string_view text);
// "userns", "landlock>=4", "kernel>=6.7": what test-needs takes.
[[nodiscard]] Result<Atom> parse_feature(std::string_view text);

[[nodiscard]] bool holds(const Atom&, const Situation&);
// Every atom of `b` follows from one of `a`: "kernel>=6.12" contains "kernel>=6.7".
[[nodiscard]] bool contains(const Term& a, const Term& b);

// Index of the selector that wins in `where`: its matching term strictly contains every other
// matching one's. `text` compares: entries with the same one belong together.
struct Choice {
  enum class How { none, one, ambiguous } how = How::none;
  std::size_t index = 0;  // one: the winner; ambiguous: the first of two
  std::size_t other = 0;  // ambiguous: the second
};
[[nodiscard]] Choice choose(const std::vector<const Selector*>&, const Situation& where);

// Every host that the atoms of these selectors can tell apart: the arch x libc x privilege matrix
// times the feature levels mentioned; `base` gives what is not mentioned. Empty: more than
// kMaxCells.
inline constexpr std::size_t kMaxCells = 4096;
[[nodiscard]] std::vector<Cell> matrix(const std::vector<const Selector*>&, const Cell& base);

}  // namespace sbx::expect
