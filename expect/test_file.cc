// Joining what belongs to one test, the checks that hold for every host, and resolving for one.
#include <algorithm>
#include <set>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/selection.h"
#include "expect/text.h"
#include "sbx/host.h"

namespace sbx::expect {
namespace {

using Entries = std::vector<Entry>;

// One layer of the header's and the .expect file's entries; a key in both is E06.
std::shared_ptr<const Entries> join(const Parts& parts, std::vector<Diagnostic>* diagnostics) {
  if (parts.yaml == nullptr || parts.yaml->entries == nullptr) {
    return parts.header != nullptr && parts.header->entries != nullptr
               ? parts.header->entries
               : std::make_shared<const Entries>();
  }
  if (parts.header == nullptr || parts.header->entries == nullptr ||
      parts.header->entries->empty()) {
    return parts.yaml->entries;
  }
  auto all = std::make_shared<Entries>(*parts.header->entries);
  for (const Entry& e : *parts.yaml->entries) {
    for (const Entry& h : *parts.header->entries) {
      bool stream = e.what->slot == Slot::out || e.what->slot == Slot::err;
      if (e.what->slot == h.what->slot && e.when.text == h.when.text &&
          (e.what == h.what || stream)) {
        diagnostics->push_back(at_name(e, Code::e06_given_twice,
                                       "'" + written_name(e) + "' is given here and in the header",
                                       "the other is in " + to_string(h.at)));
        break;
      }
    }
    all->push_back(e);
  }
  return all;
}

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
                      slot == Slot::compile_report || slot == Slot::toolchain;
      bool reproduces = e.what->id > Id::target && e.what->id <= Id::runs;
      if (compiles && test_->kind == TestKind::binary) {
        add(at_name(
            e, Code::e05_no_meaning_here,
            "'" + written_name(e) + "' has no meaning for a built program: nothing is compiled"));
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
                    "name the hosts: 'test-skip[musl]: REASON'"));
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

bool is_folder(std::string_view run) {
  return !run.empty() && run.back() == '/';
}

void set_program(TestFile* test, const Parts& parts) {
  test->kind = parts.kind;
  test->program = parts.program.empty() ? test->path : parts.program;
  if (parts.yaml == nullptr) {
    return;
  }
  std::string_view folder = folder_of(parts.yaml->path);
  if (!parts.yaml->exec.empty()) {
    test->kind = TestKind::binary;
    test->program = join_path(folder, parts.yaml->exec);
  } else if (!parts.yaml->run.empty()) {
    bool source = !is_folder(parts.yaml->run) && !leader_of(parts.yaml->run).empty();
    test->kind = source ? TestKind::source : TestKind::project;
    test->program = join_path(folder, parts.yaml->run);
  }
  for (const Entry& e : *test->layers[0]) {
    if (e.what->id == Id::target) {
      test->kind = TestKind::reproducer;
    }
  }
}

std::vector<std::string> words_of(const Selection& selection, Slot slot) {
  std::vector<std::string> words;
  for (const Entry* e : selection.of(slot)) {
    for (const std::string& word : e->words) {
      words.push_back(selection.expanded(word, *e));
    }
  }
  return words;
}

std::string reasons_of(const Selection& selection, Slot slot) {
  std::string out;
  for (const Entry* e : selection.of(slot)) {
    out += (out.empty() ? "" : "; ") + selection.text(*e);
  }
  return out;
}

void set_needs(const Selection& selection, TestSpec* spec) {
  const Cell& cell = selection.where().cell;
  for (const Entry* e : selection.of(Slot::needs)) {
    spec->needs.push_back(e->value);
    Result<Atom> feature = parse_feature(e->value);
    if (feature && holds(*feature, selection.where())) {
      continue;
    }
    auto reason = cell.reasons.find(feature ? feature->name : e->value);
    std::string text = "needs " + e->value;
    text += reason == cell.reasons.end() ? "" : ": " + reason->second;
    spec->skip += (spec->skip.empty() ? "" : "; ") + text;
  }
}

void set_input(const Selection& selection, TestSpec* spec) {
  const Entry* e = selection.one(Slot::input);
  if (e == nullptr) {
    return;
  }
  if (e->what->id == Id::stdin_text) {
    spec->stdin_text = selection.text(*e);
  } else {
    spec->stdin_file = join_path(folder_of(e->at.file), selection.text(*e));
  }
}

void set_env(const Selection& selection, TestSpec* spec) {
  for (const Entry* e : selection.of(Slot::env)) {
    std::string text = selection.text(*e);
    std::size_t equals = text.find('=');
    std::pair<std::string, std::string> variable(text.substr(0, equals), text.substr(equals + 1));
    auto same = std::find_if(spec->env.begin(), spec->env.end(),
                             [&](const auto& other) { return other.first == variable.first; });
    if (same != spec->env.end()) {
      same->second = variable.second;
    } else {
      spec->env.push_back(std::move(variable));
    }
  }
}

void set_reproducer(const Selection& selection, TestSpec* spec) {
  Reproducer& r = spec->reproducer;
  if (const Entry* e = selection.one(Slot::target)) {
    r.target = e->value;
  }
  if (const Entry* e = selection.one(Slot::reproducer_input)) {
    r.input = join_path(folder_of(e->at.file), selection.text(*e));
  }
  if (const Entry* e = selection.one(Slot::state)) {
    r.open = e->value == "open";
  }
  if (const Entry* e = selection.one(Slot::key)) {
    r.key = e->value;
  }
  if (const Entry* e = selection.one(Slot::runs)) {
    r.runs = static_cast<unsigned>(e->number);
  }
}

TestSpec spec_of(const TestFile& test, const Cell& cell, const std::string& revision,
                 std::vector<Diagnostic>* diagnostics) {
  Selection selection(test, {cell, revision}, diagnostics);
  TestSpec spec;
  spec.id = revision.empty() ? test.id : test.id + "#" + revision;
  spec.revision = revision;
  spec.path = test.path;
  spec.kind = test.kind;
  spec.program = test.program;
  spec.opts = words_of(selection, Slot::opts);
  spec.args = words_of(selection, Slot::args);
  set_env(selection, &spec);
  set_input(selection, &spec);
  if (const Entry* e = selection.one(Slot::timeout)) {
    spec.timeout = std::chrono::milliseconds(e->number);
  }
  if (const Entry* e = selection.one(Slot::toolchain)) {
    spec.toolchain = e->value;
  }
  for (std::string& tag : words_of(selection, Slot::tags)) {
    if (std::find(spec.tags.begin(), spec.tags.end(), tag) == spec.tags.end()) {
      spec.tags.push_back(std::move(tag));
    }
  }
  const Entry* serial = selection.one(Slot::serial);
  spec.serial = serial != nullptr && serial->number != 0;
  spec.skip = reasons_of(selection, Slot::skip);
  set_needs(selection, &spec);
  spec.xfail = reasons_of(selection, Slot::xfail);
  set_reproducer(selection, &spec);
  spec.expect = promise(selection, diagnostics);
  spec.at = test.layers[0]->empty() ? Place{test.path, 1, 1} : test.layers[0]->front().at;
  return spec;
}

}  // namespace

TestFile make_test(std::string id, std::string path, const Parts& parts) {
  TestFile test;
  test.id = std::move(id);
  test.path = std::move(path);
  for (const Parsed* part : {parts.header, parts.yaml}) {
    if (part != nullptr) {
      test.diagnostics.insert(test.diagnostics.end(), part->diagnostics.begin(),
                              part->diagnostics.end());
    }
  }
  bool readable = test.diagnostics.empty();
  test.layers.push_back(join(parts, &test.diagnostics));
  for (const Parsed* part : parts.defaults) {
    test.layers.push_back(part->entries);
  }
  set_program(&test, parts);
  if (readable && test.diagnostics.empty()) {
    Checks(&test).run();
  }
  return test;
}

std::vector<TestSpec> resolve(const TestFile& test, const Cell& cell,
                              std::vector<Diagnostic>* diagnostics) {
  std::vector<TestSpec> specs;
  if (test.revisions.empty()) {
    specs.push_back(spec_of(test, cell, "", diagnostics));
  }
  for (const std::string& revision : test.revisions) {
    specs.push_back(spec_of(test, cell, revision, diagnostics));
  }
  return specs;
}

std::vector<Diagnostic> unreferenced(std::string_view folder, const std::vector<std::string>& files,
                                     const std::vector<TestFile>& tests) {
  constexpr std::string_view kSuffixes[] = {".expect", ".stdout", ".stderr", ".stdin"};
  std::set<std::string> used;
  for (const TestFile& test : tests) {
    for (const auto& layer : test.layers) {
      for (const Entry& e : *layer) {
        used.insert(e.at.file);
        if (e.what->value == Value::sidecar) {
          used.insert(join_path(folder_of(e.at.file), e.value));
        }
      }
    }
    used.insert(test.path);
  }
  std::vector<Diagnostic> out;
  for (const std::string& file : files) {
    bool watched = std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                               [&](std::string_view s) { return file.ends_with(s); });
    std::string path = join_path(folder, file);
    if (watched && file != "defaults.expect" && used.count(path) == 0) {
      out.push_back({{path, 0, 0},
                     Code::e12_unreferenced,
                     "no test refers to this file",
                     "remove it, or name it in a test"});
    }
  }
  return out;
}

}  // namespace sbx::expect
