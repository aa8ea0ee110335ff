// expect/selection.h - which entries hold in one situation, and what they promise together.
//
//   Selection selection(test, {cell, "threads"}, &diagnostics);
//   Expectation e = promise(selection, &diagnostics);
//
// Shared by the static checks (over every cell of the matrix) and by resolve() (on this host), so
// that both see the same rules. Refers to the test and the cell; not kept beyond them.
#pragma once
#include <bitset>
#include <string_view>
#include <vector>

#include "expect/entry.h"
#include "expect/expectation.h"

namespace sbx::expect {

class Selection {
 public:
  // Ambiguities (E09) are added to *diagnostics.
  Selection(const TestFile& test, const Situation& where, std::vector<Diagnostic>* diagnostics);

  // The entries of a slot that hold: of the nearest layer where any does, those of the most
  // specific selector; in a slot that adds up, all, the farthest layer's first.
  [[nodiscard]] std::vector<const Entry*> of(Slot) const;
  // The last of them; nullptr when there is none.
  [[nodiscard]] const Entry* one(Slot) const;
  // Its value with variables expanded. E07 where this architecture lacks a name.
  [[nodiscard]] std::string text(const Entry&) const;
  [[nodiscard]] std::string expanded(std::string_view raw, const Entry&) const;

  [[nodiscard]] const TestFile& test() const { return test_; }
  [[nodiscard]] const Situation& where() const { return where_; }

 private:
  const TestFile& test_;
  Situation where_;
  std::vector<Diagnostic>* diagnostics_;
  std::bitset<kSlots> used_;  // slots that have an entry; most have none, and are asked for often
};

// The Expectation of what is selected. Contradictions (E11) and report lines no box can print (E16)
// are added to *diagnostics.
[[nodiscard]] Expectation promise(const Selection&, std::vector<Diagnostic>* diagnostics);

}  // namespace sbx::expect
