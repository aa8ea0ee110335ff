#include "expect/bless.h"

#include <algorithm>
#include <map>

#include "expect/entry.h"
#include "expect/output_entries.h"
#include "expect/rewrite.h"
#include "expect/selection.h"
#include "expect/sha256.h"
#include "expect/text.h"
#include "sbx/report.h"

namespace sbx::expect {
namespace {

tl::unexpected<Error> fail(std::string field, std::string message) {
  return tl::unexpected<Error>(Error{std::move(field), std::move(message)});
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

class Blesser {
 public:
  Blesser(const TestFile& test, const ReadFile& read, const BlessOptions& options)
      : test_(test), read_(read), options_(options) {}

  Result<bool> one(const Observed& observed) {
    std::vector<Diagnostic> diagnostics;
    Selection selection(test_, {observed.cell, observed.revision}, &diagnostics);
    Expectation expect = promise(selection, &diagnostics);
    std::vector<Mismatch> mismatches = judged(expect, observed.outcome);
    bool ending = false, report = false, out = false, err = false, writes = false;
    for (const Mismatch& m : mismatches) {
      switch (m.kind) {
        case MismatchKind::unchecked:
          break;
        case MismatchKind::compile:
          return fail("expect-compile", "a changed compile step is not blessed; edit the test");
        case MismatchKind::exit:
        case MismatchKind::signal:
          ending = true;
          break;
        case MismatchKind::report:
          report = true;
          break;
        case MismatchKind::out:
          out = true;
          break;
        case MismatchKind::err:
          err = true;
          break;
        case MismatchKind::writes:
          writes = true;
          break;
      }
    }
    if (!(ending || report || out || err || writes)) {
      return true;
    }
    if (ending || report) {
      Result<bool> done = change_ending(selection, expect, observed);
      if (!done) {
        return done;
      }
    }
    struct Stream {
      bool changed;
      Slot slot;
      Id line;
      const StreamExpectation& expect;
      std::string_view bytes;
      const std::optional<Digest>& digest;
    };
    const Outcome& o = observed.outcome;
    for (const Stream& s : {Stream{out, Slot::out, Id::out, expect.out, o.out, o.out_digest},
                            Stream{err, Slot::err, Id::err, expect.err, o.err, o.err_digest}}) {
      if (s.changed) {
        Result<bool> done = change_stream(observed, s.slot, s.line, s.expect, s.bytes, s.digest);
        if (!done) {
          return done;
        }
      }
    }
    if (writes) {
      std::vector<NewEntry> entries;
      for (const std::string& path : o.writes) {
        entries.push_back({Id::writes, without_variables(path)});
      }
      if (entries.empty()) {
        entries.push_back({Id::writes, "none"});
      }
      Result<bool> done = apply(observed, Slot::writes, std::move(entries));
      if (!done) {
        return done;
      }
    }
    return verify(observed);
  }

  std::vector<FileEdit> edits() {
    std::vector<FileEdit> out;
    for (auto& [path, bytes] : files_) {
      if (bytes != read_(path)) {
        out.push_back({path, std::move(bytes)});
      }
    }
    return out;
  }

 private:
  std::optional<std::string> bytes_of(const std::string& path) const {
    auto found = files_.find(path);
    return found != files_.end() ? found->second : read_(path);
  }

  std::vector<Mismatch> judged(const Expectation& expect, Outcome outcome) const {
    std::optional<std::string> out, err;
    if (expect.out.form == StreamExpectation::Form::file && (out = bytes_of(expect.out.file))) {
      outcome.out_sidecar = *out;
    }
    if (expect.err.form == StreamExpectation::Form::file && (err = bytes_of(expect.err.file))) {
      outcome.err_sidecar = *err;
    }
    return judge(expect, outcome);
  }

  // expect-exit, -signal, -refused, -killed, and the written report where there is one.
  Result<bool> change_ending(const Selection& selection, const Expectation& expect,
                             const Observed& observed) {
    const std::vector<std::string>& report = observed.outcome.report;
    std::string last;
    for (const std::string& line : report) {
      bool promised = std::any_of(expect.report.lines.begin(), expect.report.lines.end(),
                                  [&](const ReportLine& l) { return l.text == line; });
      if (line.find("cannot ") == 0 || line.find("compile: cannot ") == 0) {
        return fail("expect-exit", "no box was built: " + line);
      }
      bool hard = starts_with(line, "refused: ") || starts_with(line, "killed: ");
      if (hard && !promised && !options_.refusals) {
        return fail("expect-refused", "'" + line + "' is not blessed without --bless-refusals");
      }
      last = starts_with(line, "note: ") ? last : line;
    }
    if (!expect.report.has.empty() || !expect.report.has_not.empty()) {
      for (const Mismatch& m : judge(expect, observed.outcome)) {
        if (m.summary == "the report lacks a line" ||
            m.summary == "the report holds a line it must not") {
          return fail("expect-report-has", "a part of the report is not blessed; edit the test");
        }
      }
    }
    std::vector<const Entry*> written = selection.of(Slot::report);
    bool has_ending = !selection.of(Slot::ending).empty();
    if (has_ending || written.empty()) {
      Result<NewEntry> ending = ending_of(last);
      if (!ending) {
        return fail(ending.error().field, ending.error().message);
      }
      Result<bool> done = apply(observed, Slot::ending, {*ending});
      if (!done) {
        return done;
      }
    }
    if (written.empty()) {
      return true;
    }
    std::vector<NewEntry> lines;
    bool compile_written = starts_with(selection.text(*written.front()), "compile: ");
    for (const std::string& line : report) {
      if (lines.empty() && !compile_written && line == "compile: exit 0") {
        continue;
      }
      auto same = std::find_if(written.begin(), written.end(),
                               [&](const Entry* e) { return selection.text(*e) == line; });
      lines.push_back(
          {Id::report, same != written.end() ? (*same)->value : without_variables(line)});
    }
    return apply(observed, Slot::report, std::move(lines));
  }

  static Result<NewEntry> ending_of(const std::string& line) {
    std::optional<Record> record = parse_line(line);
    if (!record || !record->label.empty()) {
      return fail("expect-exit", "the box did not reach the program: '" + line + "'");
    }
    if (auto* exited = std::get_if<event::Exited>(&record->what)) {
      return NewEntry{Id::exit, std::to_string(exited->code)};
    }
    if (auto* signalled = std::get_if<event::Signalled>(&record->what)) {
      std::string name = signal_name(signalled->number);
      return NewEntry{Id::signal, starts_with(name, "SIG") ? name.substr(3) : name};
    }
    std::size_t colon = line.find(": ");
    bool refused = starts_with(line, "refused: ");
    return NewEntry{refused ? Id::refused : Id::killed, without_variables(line.substr(colon + 2))};
  }

  Result<bool> change_stream(const Observed& observed, Slot slot, Id line,
                             const StreamExpectation& expect, std::string_view bytes,
                             const std::optional<Digest>& digest) {
    using Form = StreamExpectation::Form;
    auto id = [&](int offset) { return static_cast<Id>(static_cast<int>(line) + offset); };
    constexpr int kFile = 4, kHash = 5;
    std::string name(directive(line).header);
    if (expect.form == Form::hash) {
      Digest d = digest ? *digest : Digest{sha256_hex(bytes), bytes.size()};
      return apply(observed, slot,
                   {{id(kHash), "sha256:" + d.sha256 + " " + std::to_string(d.bytes)}});
    }
    if (digest) {
      return fail(name, "the output is too large to be kept; promise its hash");
    }
    if (expect.form == Form::file && !bytes.empty()) {
      files_[expect.file] = std::string(bytes);
      return true;
    }
    std::vector<Diagnostic> ignored;
    Selection selection(test_, {observed.cell, observed.revision}, &ignored);
    std::vector<NewEntry> entries =
        output_entries(test_.path, line, expect, selection.of(slot), bytes);
    if (entries.empty()) {
      std::string sidecar(stem_of(test_.path));
      sidecar += observed.revision.empty() ? "" : "." + observed.revision;
      sidecar += slot == Slot::out ? ".stdout" : ".stderr";
      files_[join_path(folder_of(test_.path), sidecar)] = std::string(bytes);
      entries.push_back({id(kFile), sidecar});
    }
    Result<bool> done = apply(observed, slot, std::move(entries));
    if (done && expect.form == Form::file && !referred(expect.file)) {
      files_[expect.file] = std::nullopt;
    }
    return done;
  }

  bool referred(const std::string& path) const {
    return std::any_of(test_.layers[0]->begin(), test_.layers[0]->end(), [&](const Entry& e) {
      return e.what->value == Value::sidecar && join_path(folder_of(e.at.file), e.value) == path;
    });
  }

  // Puts the entries where the winning ones stand, or where the test's directives are.
  Result<bool> apply(const Observed& observed, Slot slot, std::vector<NewEntry> entries) {
    std::vector<Diagnostic> ignored;
    Selection selection(test_, {observed.cell, observed.revision}, &ignored);
    Rewrite change{slot, "", std::move(entries), {}};
    for (const Entry* e : selection.of(slot)) {
      bool own =
          e >= test_.layers[0]->data() && e < test_.layers[0]->data() + test_.layers[0]->size();
      if (own) {
        change.replaced.push_back(e);
      }
    }
    std::string file = change.replaced.empty() ? file_for_new() : change.replaced[0]->at.file;
    if (file.empty()) {
      return fail(test_.path, "it has no place for directives; write a .expect file first");
    }
    if (!change.replaced.empty()) {
      change.selector = change.replaced[0]->when.text;
    }
    // What several revisions share must not change for the others.
    if (test_.revisions.size() > 1 && change.selector.find("rev:") == std::string::npos) {
      if (change.selector.find('|') != std::string::npos) {
        return fail(change.selector, "a selector with '|' that revisions share is not rewritten");
      }
      std::string revision = "rev:" + observed.revision;
      change.selector = change.selector.empty() ? revision : revision + "," + change.selector;
      change.replaced.clear();
    }
    std::optional<std::string> bytes = bytes_of(file);
    if (!bytes) {
      return fail(file, "cannot be read");
    }
    bool yaml = file.ends_with(".expect");
    Result<std::string> text =
        yaml ? rewrite_yaml(file, *bytes, change) : rewrite_header(file, *bytes, change);
    if (!text) {
      return fail(text.error().field, text.error().message);
    }
    files_[file] = *text;
    return reload(file);
  }

  std::string file_for_new() const {
    if (!test_.layers[0]->empty()) {
      return test_.layers[0]->front().at.file;
    }
    return leader_of(test_.path).empty() && !test_.path.ends_with(".expect") ? "" : test_.path;
  }

  // Reads `file` again and puts its entries in the place of the old ones.
  Result<bool> reload(const std::string& file) {
    std::string bytes = *bytes_of(file);
    Parsed parsed = file.ends_with(".expect") ? load_yaml(file, bytes) : load_header(file, bytes);
    if (!parsed.diagnostics.empty()) {
      return fail(file, parsed.diagnostics[0].message);
    }
    auto entries = std::make_shared<std::vector<Entry>>();
    for (const Entry& e : *test_.layers[0]) {
      if (e.at.file != file) {
        entries->push_back(e);
      }
    }
    entries->insert(entries->end(), parsed.entries->begin(), parsed.entries->end());
    test_.layers[0] = std::move(entries);
    return true;
  }

  Result<bool> verify(const Observed& observed) const {
    std::vector<Diagnostic> diagnostics;
    Selection selection(test_, {observed.cell, observed.revision}, &diagnostics);
    Expectation expect = promise(selection, &diagnostics);
    if (!diagnostics.empty()) {
      return fail(to_string(diagnostics[0].at), diagnostics[0].message);
    }
    for (const Mismatch& m : judged(expect, observed.outcome)) {
      if (m.kind != MismatchKind::unchecked) {
        return fail(std::string(kind_name(m.kind)), "cannot be blessed: " + m.summary);
      }
    }
    return true;
  }

  TestFile test_;
  const ReadFile& read_;
  const BlessOptions& options_;
  std::map<std::string, std::optional<std::string>> files_;
};

}  // namespace

Result<std::vector<FileEdit>> bless(const TestFile& test, const std::vector<Observed>& observed,
                                    const ReadFile& read_file, const BlessOptions& options) {
  if (options.ci) {
    return fail("", "expectations are not rewritten under CI");
  }
  if (test.layers[0]->empty()) {
    // Somebody else's program: directives in it would be a change nobody asked for.
    const auto rests = std::find_if(test.layers.begin(), test.layers.end(),
                                    [](const auto& layer) { return !layer->empty(); });
    return fail("",
                "it has no expectation of its own" +
                    (rests == test.layers.end() ? std::string()
                                                : " and rests on " + (*rests)->front().at.file) +
                    "; write " + std::string(stem_of(test.path)) + ".expect beside it");
  }
  Blesser blesser(test, read_file, options);
  for (const Observed& o : observed) {
    Result<bool> done = blesser.one(o);
    if (!done) {
      return fail(done.error().field, done.error().message);
    }
  }
  return blesser.edits();
}

}  // namespace sbx::expect
