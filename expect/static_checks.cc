#include "expect/static_checks.h"

#include <algorithm>
#include <set>

#include "expect/entry.h"
#include "expect/selection.h"
#include "expect/text.h"
#include "sbx/host.h"

namespace sbx::expect {
namespace {

using Entries = std::vector<Entry>;

constexpr std::size_t kMaxSelectors = 128;  // different ones in one test
constexpr std::size_t kMaxWork = 4000000;   // directives times situations that are looked at

class Checks {
 public:
  explicit Checks(TestFile* test) : test_(test), all_(&test->diagnostics) {}

  void run() {
    revisions();
    meaning();
    asserts();
    if (all_->empty()) {
      matrix_checks();
    }
  }

 private:
  const Entries& own() const { return *test_->layers[0]; }

  void add(Diagnostic d) {
    bool there = std::any_of(all_->begin(), all_->end(), [&](const Diagnostic& o) {
      return o.code == d.code && o.at.line == d.at.line && o.at.file == d.at.file &&
             o.at.column == d.at.column;
    });
    if (!there) {
      all_->push_back(std::move(d));
    }
  }

  void revisions() {
    const Entry* declared = nullptr;
    for (const Entry& e : own()) {
      if (e.what->id != Id::revisions) {
        continue;
      }
      if (declared != nullptr) {
        add(at_name(e, Code::e06_given_twice, "revisions are declared twice",
                    "the first are in " + to_string(declared->at)));
      }
      declared = &e;
      test_->revisions = e.words;
    }
    std::set<std::string> used;
    for (const Entry& e : own()) {
      for (const Term& term : e.when.terms) {
        for (const Atom& atom : term) {
          if (atom.kind == Atom::Kind::revision) {
            use(e, atom.name, &used);
          }
        }
      }
    }
    for (const std::string& name : test_->revisions) {
      if (name != "default" && used.count(name) == 0) {
        add(at_value(*declared, Code::e07_unknown_name,
                     "no directive selects revision '" + name + "'",
                     "write one with [rev:" + name + "], or leave the name out"));
      }
    }
  }

  void use(const Entry& e, const std::string& name, std::set<std::string>* used) {
    if (std::find(test_->revisions.begin(), test_->revisions.end(), name) ==
        test_->revisions.end()) {
      std::vector<std::string_view> names(test_->revisions.begin(), test_->revisions.end());
      std::string hint = did_you_mean(name, names);
      add(at_name(e, Code::e07_unknown_name, "revision '" + name + "' is not declared",
                  hint.empty() ? "declare it with 'test-revisions: default " + name + "'" : hint));
    }
    used->insert(name);
  }

  // E05: directives that nothing could obey.
  void meaning() {
    const Entry* target = nullptr;
    bool input = false, state = false;
    for (const Entry& e : own()) {
      target = e.what->id == Id::target ? &e : target;
      input = input || e.what->id == Id::input;
      state = state || e.what->id == Id::state;
    }
    for (const Entry& e : own()) {
      Slot slot = e.what->slot;
      bool compiles = slot == Slot::compile || slot == Slot::compile_stderr ||
                      slot == Slot::compile_report || slot == Slot::toolchain ||
                      slot == Slot::compile_opts;
      bool reproduces = e.what->id > Id::target && e.what->id <= Id::runs;
      if (compiles && test_->kind == TestKind::binary) {
        add(at_name(
            e, Code::e05_no_meaning_here,
            "'" + written_name(e) + "' has no meaning for a built program: nothing is compiled"));
      } else if (slot == Slot::compile_opts && test_->kind == TestKind::project) {
        add(at_name(e, Code::e05_no_meaning_here,
                    "'" + written_name(e) + "' has no meaning for a project",
                    "write it into the 'build' commands of its sbx.yaml"));
      } else if (reproduces && target == nullptr) {
        add(at_name(e, Code::e05_no_meaning_here,
                    "'" + written_name(e) + "' has no meaning without 'target'"));
      }
    }
    if (target != nullptr && (!input || !state)) {
      add(at_name(*target, Code::e15_wrong_value, "a reproducer needs 'input' and 'state'"));
    }
  }

  void asserts() {
    for (const auto& layer : test_->layers) {
      for (const Entry& e : *layer) {
        if (is_promise(*e.what) || e.what->id == Id::state) {
          return;
        }
      }
    }
    Diagnostic d{{test_->path, 1, 1},
                 Code::e14_asserts_nothing,
                 "the test asserts nothing",
                 "say at least 'expect-exit: 0'"};
    if (!own().empty()) {
      d = at_name(own().front(), d.code, d.message, d.suggestion);
    }
    add(std::move(d));
  }

  void matrix_checks() {
    std::vector<const Selector*> selectors;
    std::vector<const Entry*> skips;
    for (const auto& layer : test_->layers) {
      for (const Entry& e : *layer) {
        selectors.push_back(&e.when);
        if (e.what->slot == Slot::skip) {
          skips.push_back(&e);
        }
      }
    }
    Cell base;
    base.arch = arch();
    std::set<std::string_view> texts;
    for (const Selector* s : selectors) {
      texts.insert(s->text);
    }
    std::vector<Cell> cells;
    if (texts.size() <= kMaxSelectors) {
      cells = matrix(selectors, base);
    }
    std::size_t situations = cells.size() * std::max<std::size_t>(test_->revisions.size(), 1);
    if (cells.empty() || situations * selectors.size() > kMaxWork) {
      add({{test_->path, 1, 1},
           Code::e07_unknown_name,
           "more different conditions than can be checked",
           ""});
      return;
    }
    std::vector<std::string> revisions = test_->revisions;
    if (revisions.empty()) {
      revisions.emplace_back();
    }
    std::vector<std::size_t> held(skips.size(), 0);
    for (const Cell& cell : cells) {
      for (const std::string& revision : revisions) {
        one_cell({cell, revision});
        for (std::size_t i = 0; i < skips.size(); ++i) {
          held[i] += skips[i]->when.matches({cell, revision}) ? 1 : 0;
        }
      }
    }
    for (std::size_t i = 0; i < skips.size(); ++i) {
      if (held[i] == cells.size() * revisions.size()) {
        add(at_name(*skips[i], Code::e13_unconditional_skip,
                    "the skip holds on every host: the test would never run",
                    skips[i]->at.file.ends_with(".expect")
                        ? "name the hosts: {when: musl, reason: REASON}"
                        : "name the hosts: 'test-skip[musl]: REASON'"));
      }
    }
  }

  void one_cell(const Situation& where) {
    std::vector<Diagnostic> found;
    Selection selection(*test_, where, &found);
    static_cast<void>(promise(selection, &found));
    for (int slot = 0; slot < kSlots; ++slot) {
      for (const Entry* e : selection.of(static_cast<Slot>(slot))) {
        static_cast<void>(selection.text(*e));  // E07 and E09 of the slots that promise nothing
      }
    }
    for (Diagnostic& d : found) {
      add(std::move(d));
    }
  }

  TestFile* test_;
  std::vector<Diagnostic>* all_;
};

}  // namespace

void static_checks(TestFile* test) {
  Checks(test).run();
}

}  // namespace sbx::expect
