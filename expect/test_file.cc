// Joining what belongs to one test, and resolving it for one host.
#include <algorithm>
#include <set>

#include "expect/entry.h"
#include "expect/expectation.h"
#include "expect/selection.h"
#include "expect/static_checks.h"
#include "expect/text.h"

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
                 std::vector<Diagnostic>* diagnostics, Depth depth) {
  Selection selection(test, {cell, revision}, diagnostics);
  TestSpec spec;
  spec.id = revision.empty() ? test.id : test.id + "#" + revision;
  spec.revision = revision;
  spec.path = test.path;
  spec.kind = test.kind;
  spec.program = test.program;
  spec.opts = words_of(selection, Slot::opts);
  const Entry* opts = selection.one(Slot::opts);
  spec.opts_folder = folder_of(opts == nullptr ? spec.path : opts->at.file);
  spec.compile_opts = words_of(selection, Slot::compile_opts);
  spec.args = words_of(selection, Slot::args);
  set_env(selection, &spec);
  set_input(selection, &spec);
  if (const Entry* e = selection.one(Slot::timeout)) {
    spec.timeout = std::chrono::milliseconds(e->number);
  }
  for (const Entry* e : selection.of(Slot::toolchain)) {
    if (e->words.empty() || test.program.ends_with(e->words[0])) {
      spec.toolchain = e->value;
    }
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
  if (depth == Depth::whole) {
    spec.expect = promise(selection, diagnostics);
  }
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
    static_checks(&test);
  }
  return test;
}

std::vector<TestSpec> resolve(const TestFile& test, const Cell& cell,
                              std::vector<Diagnostic>* diagnostics, Depth depth) {
  std::vector<TestSpec> specs;
  if (test.revisions.empty()) {
    specs.push_back(spec_of(test, cell, "", diagnostics, depth));
  }
  for (const std::string& revision : test.revisions) {
    specs.push_back(spec_of(test, cell, revision, diagnostics, depth));
  }
  return specs;
}

std::vector<Diagnostic> unreferenced(std::string_view folder, const std::vector<std::string>& files,
                                     const std::vector<TestFile>& tests) {
  constexpr std::string_view kSuffixes[] = {".expect", ".stdout", ".stderr", ".stdin"};
  std::set<std::string> used;
  std::set<std::string_view> unread;  // stems of tests of which it is not known what they name
  for (const TestFile& test : tests) {
    if (test.layers.empty() || !test.diagnostics.empty()) {  // excluded; not understood
      unread.insert(stem_of(test.path));
    }
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
    if (watched && file != "defaults.expect" && used.count(path) == 0 &&
        unread.count(stem_of(file)) == 0) {
      out.push_back({{path, 0, 0},
                     Code::e12_unreferenced,
                     "no test refers to this file",
                     "remove it, or name it in a test"});
    }
  }
  return out;
}

}  // namespace sbx::expect
