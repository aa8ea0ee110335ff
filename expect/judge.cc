#include "expect/judge.h"

#include <algorithm>

#include "expect/diff.h"
#include "expect/mapped_file.h"
#include "expect/match.h"
#include "expect/sha256.h"
#include "expect/text.h"
#include "sbx/report.h"

namespace sbx::expect {
namespace {

constexpr std::size_t kShort = 200;        // bytes of a value in `expected` and `got`
constexpr std::size_t kExcerpt = 4 << 10;  // bytes of an output that is shown without a diff

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// The report line that decided the exit code.
std::string_view last_event(const std::vector<std::string>& report) {
  for (auto line = report.rbegin(); line != report.rend(); ++line) {
    if (!starts_with(*line, "note: ")) {
      return *line;
    }
  }
  return {};
}

std::string excerpt(std::string_view bytes) {
  std::string out;
  for (const DiffLine& line : diff_lines_of(bytes.substr(0, kExcerpt))) {
    out += "  " + visible(line.text) + "\n";
  }
  if (bytes.size() > kExcerpt) {
    out += "  ... " + std::to_string(bytes.size() - kExcerpt) + " bytes more\n";
  }
  return out;
}

std::string joined(const std::vector<ReportLine>& lines) {
  std::string out;
  for (const ReportLine& line : lines) {
    out += (out.empty() ? "" : "; ") + line.text;
  }
  return out;
}
std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += (out.empty() ? "" : "; ") + line;
  }
  return out;
}

class Judge {
 public:
  Judge(const Expectation& expect, const Outcome& got) : expect_(expect), got_(got) {}

  std::vector<Mismatch> run() {
    if (compile()) {
      exit_code();
      stream(MismatchKind::out, expect_.out, got_.out, got_.out_digest, got_.out_sidecar);
      stream(MismatchKind::err, expect_.err, got_.err, got_.err_digest, got_.err_sidecar);
      report();
      writes();
      unchecked();
    }
    return std::move(mismatches_);
  }

 private:
  Mismatch& add(MismatchKind kind, std::string summary, std::string_view expected,
                std::string_view got, const Place& at) {
    Mismatch m;
    m.kind = kind;
    m.summary = std::move(summary);
    m.expected = visible(expected, kShort);
    m.got = visible(got, kShort);
    m.at = at;
    m.text = "expected: " + m.expected + "\n     got: " + m.got + "\n";
    mismatches_.push_back(std::move(m));
    return mismatches_.back();
  }

  // False: it failed unexpectedly, and everything else would only repeat that.
  bool compile() {
    const CompileExpectation& c = expect_.compile;
    std::string_view failure, line;
    for (const std::string& l : got_.report) {
      if (starts_with(l, "compile: ") && !starts_with(l, "compile: note: ")) {
        line = l;
        failure = l != "compile: exit 0" && failure.empty() ? line : failure;
      }
    }
    std::string_view printed = got_.compile_err.empty() ? got_.err : got_.compile_err;
    bool keep_going = true;
    if (c.ok && !c.any_exit && !failure.empty()) {
      Mismatch& m =
          add(MismatchKind::compile, "the compile step failed", "compile: exit 0", failure, c.at);
      m.text += excerpt(printed);
      keep_going = false;
    } else if (!c.ok && failure.empty()) {
      add(MismatchKind::compile, "the compile step did not fail", "a failing compile step",
          line.empty() ? "no compile step" : line, c.at);
    }
    if (c.exit && !line.empty() && keep_going) {
      std::string wanted = "compile: exit " + std::to_string(*c.exit);
      std::string_view came = failure.empty() ? line : failure;
      if (came != wanted && (*c.exit != 0) == !failure.empty()) {
        add(MismatchKind::compile, "the compile step's exit code differs", wanted, came, c.at);
      }
    }
    for (const OutputItem& item : c.stderr_has) {
      Result<Pattern> pattern = Pattern::compile(item.text);
      std::vector<std::string_view> lines = split_lines(printed);
      bool found = pattern && std::any_of(lines.begin(), lines.end(),
                                          [&](std::string_view l) { return pattern->matches(l); });
      if (!found) {
        Mismatch& m = add(MismatchKind::compile, "no line of the compiler matches", item.text,
                          printed.empty() ? "no output" : printed, item.at);
        m.text = "expected: " + m.expected + "\n     got:\n" + excerpt(printed);
      }
    }
    return keep_going;
  }

  void exit_code() {
    std::string_view event = last_event(got_.report);
    std::string came = "exit " + std::to_string(got_.exit_code);
    if (!event.empty() && event != came) {
      came += " (" + std::string(event) + ")";
    }
    bool signalled = starts_with(event, "killed: signal ");
    if (expect_.signal != 0) {
      std::string wanted = to_line(Record{"", event::Signalled{expect_.signal}});
      if (event != wanted) {
        add(MismatchKind::signal, "did not die by the signal", wanted, came, expect_.exit_at);
      }
      return;
    }
    if (expect_.exit_not_zero && got_.exit_code == 0) {
      add(MismatchKind::exit, "the exit code differs", "any exit code but 0", came,
          expect_.exit_at);
    }
    if (!expect_.exit) {
      return;
    }
    // exit(139) and a death by SIGSEGV give one code; only the report tells them apart.
    bool confused = signalled && !expect_.report.complete && got_.exit_code == *expect_.exit;
    if (got_.exit_code != *expect_.exit || confused) {
      Mismatch& m = add(MismatchKind::exit,
                        confused ? "died by a signal instead of exiting" : "the exit code differs",
                        "exit " + std::to_string(*expect_.exit), came, expect_.exit_at);
      if (!got_.err.empty() && expect_.err.form == StreamExpectation::Form::unchecked) {
        m.text += "stderr:\n" + excerpt(got_.err);
      }
    }
  }

  void stream(MismatchKind kind, const StreamExpectation& s, std::string_view got,
              const std::optional<Digest>& digest, const std::optional<std::string_view>& sidecar) {
    std::string name(kind_name(kind));
    switch (s.form) {
      case StreamExpectation::Form::unchecked:
        return;
      case StreamExpectation::Form::file:
        if (!sidecar) {
          add(kind, name + ": cannot read " + s.file, s.file, "not readable", s.at);
        } else {
          bytes(kind, *sidecar, got, digest, s.at);
        }
        return;
      case StreamExpectation::Form::hash:
        hash(kind, {s.sha256, s.bytes}, got, digest, s.at);
        return;
      case StreamExpectation::Form::lines:
        break;
    }
    bool exact = std::all_of(s.items.begin(), s.items.end(), [](const OutputItem& item) {
      return item.kind == OutputItem::Kind::exact;
    });
    if (exact) {
      bytes(kind, exact_bytes(s.items), got, digest, s.at);
      return;
    }
    if (digest) {
      add(kind, name + " is too large to match line by line", "lines",
          std::to_string(digest->bytes) + " bytes", s.at);
      return;
    }
    MatchResult match = match_lines(s.items, got);
    if (!match.matched) {
      Place at = match.item < s.items.size() ? s.items[match.item].at : s.at;
      Mismatch& m = add(kind, name + " differs", match.expected, match.got, at);
      m.text = std::move(match.diff);
    }
  }

  static Digest digest_of(std::string_view bytes) { return {sha256_hex(bytes), bytes.size()}; }

  void hash(MismatchKind kind, const Digest& wanted, std::string_view got,
            const std::optional<Digest>& digest, const Place& at) {
    Digest came = digest ? *digest : digest_of(got);
    if (came.sha256 != wanted.sha256 || came.bytes != wanted.bytes) {
      auto text = [](const Digest& d) {
        return "sha256:" + d.sha256 + " " + std::to_string(d.bytes);
      };
      add(kind, std::string(kind_name(kind)) + " has another hash or length", text(wanted),
          text(came), at);
    }
  }

  void bytes(MismatchKind kind, std::string_view expected, std::string_view got,
             const std::optional<Digest>& digest, const Place& at) {
    if (digest) {
      hash(kind, digest_of(expected), got, digest, at);
      return;
    }
    if (expected == got) {
      return;
    }
    std::string note = difference_note(expected, got);
    std::string summary = std::string(kind_name(kind)) + " differs";
    summary += note.empty() ? ""
                            : " " + std::string(starts_with(note, "only") ? "" : "(") + note +
                                  (starts_with(note, "only") ? "" : ")");
    std::size_t same = 0;
    std::size_t shorter = std::min(expected.size(), got.size());
    while (same < shorter && expected[same] == got[same]) {
      ++same;
    }
    std::size_t line = same == 0 ? std::string_view::npos : expected.rfind('\n', same - 1);
    std::size_t from = line == std::string_view::npos ? 0 : line + 1;
    auto rest = [&](std::string_view side) {
      return from == 0 && side.size() <= kShort
                 ? side
                 : side.substr(from, std::min(side.find('\n', from), side.size()) - from);
    };
    Mismatch& m = add(kind, std::move(summary), rest(expected), rest(got), at);
    m.text = diff_bytes(expected, got, {});
  }

  void report() {
    const ReportExpectation& r = expect_.report;
    if (r.complete) {
      std::vector<DiffLine> wanted, came;
      for (const ReportLine& line : r.lines) {
        wanted.push_back({line.text, true, nullptr});
      }
      bool implied = !starts_with(r.lines.front().text, "compile: ");
      for (const std::string& line : got_.report) {
        if (!implied || line != "compile: exit 0") {
          implied = false;
          came.push_back({line, true, nullptr});
        }
      }
      std::string diff = diff_lines(wanted, came, {});
      if (!diff.empty()) {
        Mismatch& m = add(MismatchKind::report, "the report differs", joined(r.lines),
                          joined(got_.report), first_difference(r.lines, came));
        m.text = std::move(diff);
      }
    }
    auto there = [&](const ReportLine& line) {
      return std::find(got_.report.begin(), got_.report.end(), line.text) != got_.report.end();
    };
    for (const ReportLine& line : r.has) {
      if (!there(line)) {
        add(MismatchKind::report, "the report lacks a line", line.text, joined(got_.report),
            line.at);
      }
    }
    for (const ReportLine& line : r.has_not) {
      if (there(line)) {
        add(MismatchKind::report, "the report holds a line it must not", "not: " + line.text,
            joined(got_.report), line.at);
      }
    }
  }

  static Place first_difference(const std::vector<ReportLine>& wanted,
                                const std::vector<DiffLine>& came) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (i >= came.size() || came[i].text != wanted[i].text) {
        return wanted[i].at;
      }
    }
    return wanted.back().at;
  }

  void writes() {
    if (!expect_.writes || *expect_.writes == got_.writes) {
      return;
    }
    std::vector<DiffLine> wanted, came;
    for (const std::string& path : *expect_.writes) {
      wanted.push_back({path, true, nullptr});
    }
    for (const std::string& path : got_.writes) {
      came.push_back({path, true, nullptr});
    }
    auto text = [](const std::vector<std::string>& paths) {
      return paths.empty() ? std::string("none") : joined(paths);
    };
    Mismatch& m = add(MismatchKind::writes, "what was written differs", text(*expect_.writes),
                      text(got_.writes), expect_.writes_at);
    m.text = diff_lines(wanted, came, {});
  }

  void unchecked() {
    bool compile_failed = !expect_.compile.ok;
    auto output = [&](const char* name, const StreamExpectation& s, std::string_view bytes,
                      const std::optional<Digest>& digest) {
      std::uint64_t size = digest ? digest->bytes : bytes.size();
      if (s.form == StreamExpectation::Form::unchecked && size > 0 && !compile_failed) {
        Mismatch& m = add(MismatchKind::unchecked, std::string(name) + " is not judged", "",
                          std::to_string(size) + " bytes of " + name, {});
        m.text = "no directive judges " + std::to_string(size) + " bytes of " + name + ":\n" +
                 excerpt(bytes);
      }
    };
    output("stdout", expect_.out, got_.out, got_.out_digest);
    output("stderr", expect_.err, got_.err, got_.err_digest);
    if (expect_.report.complete) {
      return;
    }
    for (const std::string& line : got_.report) {
      std::optional<Record> record = parse_line(line);
      bool plain = record && std::holds_alternative<event::Exited>(record->what);
      bool judged = std::any_of(expect_.report.has.begin(), expect_.report.has.end(),
                                [&](const ReportLine& l) { return l.text == line; });
      if (!plain && !judged) {
        Mismatch& m = add(MismatchKind::unchecked, "a report line is not judged", "", line, {});
        m.text = "no directive judges the report's '" + visible(line, kShort) + "'\n";
      }
    }
  }

  const Expectation& expect_;
  const Outcome& got_;
  std::vector<Mismatch> mismatches_;
};

}  // namespace

std::string_view kind_name(MismatchKind kind) {
  switch (kind) {
    case MismatchKind::exit:
      return "exit";
    case MismatchKind::signal:
      return "signal";
    case MismatchKind::out:
      return "stdout";
    case MismatchKind::err:
      return "stderr";
    case MismatchKind::report:
      return "report";
    case MismatchKind::writes:
      return "writes";
    case MismatchKind::compile:
      return "compile";
    case MismatchKind::unchecked:
      return "unchecked";
  }
  return "";
}

std::vector<Mismatch> judge(const Expectation& expect, const Outcome& got) {
  return Judge(expect, got).run();
}

std::vector<Mismatch> judge_with_sidecars(const Expectation& expect, Outcome got) {
  std::optional<MappedFile> out, err;
  if (expect.out.form == StreamExpectation::Form::file && !got.out_sidecar) {
    out.emplace(expect.out.file);
    if (out->ok()) {
      got.out_sidecar = out->view();
    }
  }
  if (expect.err.form == StreamExpectation::Form::file && !got.err_sidecar) {
    err.emplace(expect.err.file);
    if (err->ok()) {
      got.err_sidecar = err->view();
    }
  }
  return judge(expect, got);
}

}  // namespace sbx::expect
