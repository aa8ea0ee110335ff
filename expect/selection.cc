#include "expect/selection.h"

#include <algorithm>

namespace sbx::expect {
namespace {

std::string describe(const Situation& where) {
  std::string out =
      where.cell.arch + ", " + where.cell.libc + ", " + (where.cell.root ? "root" : "user");
  return where.revision.empty() ? out : out + ", rev:" + std::string(where.revision);
}

}  // namespace

Selection::Selection(const TestFile& test, const Situation& where,
                     std::vector<Diagnostic>* diagnostics)
    : test_(test), where_(where), diagnostics_(diagnostics) {
  for (const auto& layer : test.layers) {
    for (const Entry& e : *layer) {
      used_.set(static_cast<std::size_t>(e.what->slot));
    }
  }
}

std::vector<const Entry*> Selection::of(Slot slot) const {
  std::vector<const Entry*> found;
  if (!used_.test(static_cast<std::size_t>(slot))) {
    return found;
  }
  if (adds_up(slot)) {
    for (auto layer = test_.layers.rbegin(); layer != test_.layers.rend(); ++layer) {
      for (const Entry& e : **layer) {
        if (e.what->slot == slot && e.when.matches(where_)) {
          found.push_back(&e);
        }
      }
    }
    return found;
  }
  for (const auto& layer : test_.layers) {
    std::vector<const Entry*> all;
    for (const Entry& e : *layer) {
      if (e.what->slot == slot) {
        all.push_back(&e);
      }
    }
    // Nearly always there is one selector, the bare one: nothing to choose from.
    if (all.empty()) {
      continue;
    }
    bool same = std::all_of(all.begin(), all.end(),
                            [&](const Entry* e) { return e->when.text == all.front()->when.text; });
    if (same && all.front()->when.bare()) {
      return all;
    }
    // One candidate a selector: the entries of a long list share theirs.
    std::vector<const Entry*> candidates;
    std::vector<const Selector*> selectors;
    for (const Entry* entry : all) {
      const Entry& e = *entry;
      bool known = std::any_of(selectors.begin(), selectors.end(),
                               [&](const Selector* s) { return s->text == e.when.text; });
      if (!known) {
        candidates.push_back(&e);
        selectors.push_back(&e.when);
      }
    }
    Choice choice = choose(selectors, where_);
    if (choice.how == Choice::How::none) {
      continue;
    }
    const Entry& winner = *candidates[choice.index];
    if (choice.how == Choice::How::ambiguous) {
      const Entry& other = *candidates[choice.other];
      diagnostics_->push_back(at_name(other, Code::e09_ambiguous,
                                      "'" + written_name(other) + "' and '" + written_name(winner) +
                                          "' (line " + std::to_string(winner.at.line) +
                                          ") both hold for " + describe(where_),
                                      "add one for both conditions, or exclude one with '!'"));
    }
    for (const Entry* e : all) {
      if (e->when.text == winner.when.text) {
        found.push_back(e);
      }
    }
    return found;
  }
  return found;
}

const Entry* Selection::one(Slot slot) const {
  std::vector<const Entry*> found = of(slot);
  return found.empty() ? nullptr : found.back();
}

std::string Selection::expanded(std::string_view raw, const Entry& e) const {
  Result<std::string> out = expand(raw, where_.cell);
  if (out) {
    return *out;
  }
  diagnostics_->push_back(at_value(e, Code::e07_unknown_name, out.error().message));
  return std::string(raw);
}

std::string Selection::text(const Entry& e) const {
  return expanded(e.value, e);
}

}  // namespace sbx::expect
