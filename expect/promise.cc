// From the entries that hold to one Expectation: what directives imply, and where they contradict.
#include <algorithm>
#include <charconv>

#include "expect/selection.h"
#include "expect/text.h"
#include "sbx/report.h"

namespace sbx::expect {
namespace {

constexpr int kRefusedExit = 125;
constexpr int kKilledExit = 124;
constexpr int kSignalExit = 128;

class Promise {
 public:
  Promise(const Selection& selection, std::vector<Diagnostic>* diagnostics)
      : selection_(selection), diagnostics_(diagnostics) {}

  Expectation make() {
    compile();
    endings();
    report();
    exit_code();
    partial_report();
    stream(Slot::out, Id::out, &out_.out);
    stream(Slot::err, Id::err, &out_.err);
    writes();
    return std::move(out_);
  }

 private:
  void contradiction(const Entry& e, std::string message, std::string suggestion = {}) {
    diagnostics_->push_back(
        at_name(e, Code::e11_contradiction, std::move(message), std::move(suggestion)));
  }

  // The record; an E16 and nullopt when no box can print it.
  std::optional<Record> checked(const Entry& e, const std::string& line) {
    std::optional<Record> record = parse_line(line);
    // The steps of a test's box are the compile step and the unlabelled run step.
    if (record && (record->label.empty() || record->label == "compile")) {
      return record;
    }
    bool prefixed = line.substr(0, 9) == "sandbox: ";
    diagnostics_->push_back(at_value(e, Code::e16_impossible_report,
                                     "no box of a test can print '" + visible(line, 120) + "'",
                                     prefixed ? "leave 'sandbox: ' out" : ""));
    return std::nullopt;
  }

  void compile() {
    const Entry* result = nullptr;
    const Entry* exit = nullptr;
    for (const Entry* e : selection_.of(Slot::compile)) {
      (e->what->id == Id::compile ? result : exit) = e;
    }
    CompileExpectation& c = out_.compile;
    if (exit != nullptr && exit->number < 0) {
      c.any_exit = true;
    } else if (exit != nullptr) {
      c.exit = static_cast<int>(exit->number);
      c.ok = *c.exit == 0;
    }
    if (result != nullptr) {
      bool ok = result->value == "ok";
      if (c.exit && ok != c.ok) {
        contradiction(*result, "'" + result->value +
                                   "' contradicts the compile step's exit code in line " +
                                   std::to_string(exit->at.line));
      }
      c.ok = ok;
    }
    const Entry* given = result != nullptr ? result : exit;
    for (const Entry* e : selection_.of(Slot::compile_stderr)) {
      c.stderr_has.push_back({OutputItem::Kind::pattern, selection_.text(*e), true, e->at});
      given = given != nullptr ? given : e;
    }
    for (const Entry* e : selection_.of(Slot::compile_report)) {
      given = given != nullptr ? given : e;
      std::string line = "compile: " + selection_.text(*e);
      std::optional<Record> record = checked(*e, line);
      if (!record) {
        continue;
      }
      auto* exited = std::get_if<event::Exited>(&record->what);
      bool good = exited != nullptr && exited->code == 0;
      if (good) {
        out_.report.has.push_back({line, e->at});
      } else {
        compile_lines_.push_back({line, e->at});
      }
      bool decided = result != nullptr || c.exit;
      if (decided && good != c.ok) {
        contradiction(*e, "the report line contradicts how the compile step is to end");
      } else if (decided && exited != nullptr && c.exit && *c.exit != exited->code) {
        contradiction(*e, "the report line contradicts the compile step's exit code");
      }
      if (!decided && !c.any_exit) {
        c.ok = good;
      }
    }
    c.given = given != nullptr;
    if (given != nullptr) {
      c.at = given->at;
    }
  }

  // expect-exit, -signal, -refused, -killed.
  void endings() {
    for (const Entry* e : selection_.of(Slot::ending)) {
      if (e->what->id == Id::exit) {
        exit_ = e;
        continue;
      }
      if (ending_ != nullptr) {
        contradiction(*e, "a box ends one way only; line " + std::to_string(ending_->at.line) +
                              " promises another");
        continue;
      }
      ending_ = e;
      std::string text = selection_.text(*e);
      switch (e->what->id) {
        case Id::signal:
          out_.signal = static_cast<int>(e->number);
          ending_exit_ = kSignalExit + out_.signal;
          ending_line_ = to_line(Record{"", event::Signalled{out_.signal}});
          break;
        case Id::refused:
          ending_exit_ = kRefusedExit;
          ending_line_ = "refused: " + text;
          break;
        default:
          ending_exit_ = kKilledExit;
          ending_line_ = "killed: " + text;
      }
      if (e->what->id == Id::killed && text.substr(0, 7) == "signal ") {
        diagnostics_->push_back(at_value(*e, Code::e15_wrong_value, "a death by signal is no cap's",
                                         "use 'expect-signal'"));
        continue;
      }
      if (!checked(*e, ending_line_)) {
        ending_line_.clear();
      }
    }
    bool fails = out_.compile.given && !out_.compile.ok && !out_.compile.any_exit;
    if (ending_ != nullptr && fails) {
      contradiction(*ending_, "nothing runs where the compile step fails",
                    "use 'expect-compile-report' for how the compile step ends");
    }
  }

  void report() {
    ReportExpectation& r = out_.report;
    r.lines = compile_lines_;
    std::vector<const Entry*> written = selection_.of(Slot::report);
    for (const Entry* e : written) {
      std::string line = selection_.text(*e);
      std::optional<Record> record = checked(*e, line);
      if (record) {
        bool known = std::any_of(compile_lines_.begin(), compile_lines_.end(),
                                 [&](const ReportLine& l) { return l.text == line; });
        if (!known) {
          r.lines.push_back({line, e->at});
        }
      }
    }
    if (!ending_line_.empty()) {
      bool there = !r.lines.empty() && r.lines.back().text == ending_line_;
      if (!there && !written.empty() && ends_a_step(r.lines)) {
        contradiction(*ending_, "'" + ending_line_ +
                                    "' is not the last line of the report in line " +
                                    std::to_string(written.front()->at.line));
      } else if (!there) {
        r.lines.push_back({ending_line_, ending_->at});
      }
    }
    r.complete = !r.lines.empty();
    // A report that shows the compile step fail says how that step ends.
    for (const ReportLine& line : r.lines) {
      std::optional<Record> record = parse_line(line.text);
      bool bad = record && record->label == "compile" && line.text != "compile: exit 0" &&
                 !std::holds_alternative<event::Note>(record->what);
      if (bad && !out_.compile.given) {
        out_.compile.ok = false;
        out_.compile.given = true;
        out_.compile.at = line.at;
      } else if (bad && out_.compile.ok && !out_.compile.any_exit) {
        diagnostics_->push_back(
            {line.at, Code::e11_contradiction,
             "'" + line.text + "' contradicts a compile step that is to succeed"});
      }
    }
  }

  // The last line is the end of the run step.
  static bool ends_a_step(const std::vector<ReportLine>& lines) {
    if (lines.empty()) {
      return false;
    }
    std::optional<Record> last = parse_line(lines.back().text);
    return last && last->label.empty() && !std::holds_alternative<event::Note>(last->what);
  }

  void exit_code() {
    std::optional<int> implied;
    if (out_.report.complete) {
      sbx::Report report;
      for (const ReportLine& line : out_.report.lines) {
        if (std::optional<Record> record = parse_line(line.text)) {
          report.records.push_back(*record);
        }
      }
      implied = report.exit_code();
    } else if (ending_ != nullptr) {
      implied = ending_exit_;
    } else if (!out_.compile.ok && !out_.compile.any_exit) {
      implied = out_.compile.exit;
    }
    bool open =
        !selection_.of(Slot::state).empty() && selection_.of(Slot::state).back()->value == "open";
    if (exit_ == nullptr) {
      bool fails = !out_.compile.ok && !out_.compile.any_exit;
      out_.exit = implied ? implied : fails || open ? std::nullopt : std::optional<int>(0);
      out_.exit_not_zero = fails && !implied;
      const Entry* source = ending_;
      if (source != nullptr) {
        out_.exit_at = source->at;
      } else if (implied && !out_.report.lines.empty()) {
        out_.exit_at = out_.report.lines.back().at;
      } else if (fails) {
        out_.exit_at = out_.compile.at;
      }
      return;
    }
    out_.exit_at = exit_->at;
    if (exit_->number < 0) {
      out_.exit = std::nullopt;
      return;
    }
    out_.exit = static_cast<int>(exit_->number);
    if (implied && *implied != *out_.exit) {
      std::string source =
          ending_ != nullptr
              ? "'" + written_name(*ending_) + "' in line " + std::to_string(ending_->at.line)
          : out_.report.complete
              ? "the report in line " + std::to_string(out_.report.lines.back().at.line)
              : "the compile step";
      contradiction(*exit_,
                    "exit " + std::to_string(*out_.exit) + " contradicts " + source +
                        ", which gives " + std::to_string(*implied),
                    "leave the exit code out, or write " + std::to_string(*implied));
    } else if (!implied && *out_.exit == 0 && !out_.compile.ok && !out_.compile.any_exit) {
      contradiction(*exit_, "exit 0 contradicts a compile step that is to fail");
    }
  }

  void partial_report() {
    ReportExpectation& r = out_.report;
    auto holds = [](const std::vector<ReportLine>& lines, const std::string& text) {
      return std::any_of(lines.begin(), lines.end(),
                         [&](const ReportLine& l) { return l.text == text; });
    };
    for (const Entry* e : selection_.of(Slot::report_has)) {
      std::string line = selection_.text(*e);
      if (checked(*e, line) && r.complete && !holds(r.lines, line) && line != "compile: exit 0") {
        contradiction(*e, "the complete report does not hold this line");
      }
      r.has.push_back({line, e->at});
    }
    for (const Entry* e : selection_.of(Slot::report_not)) {
      std::string line = selection_.text(*e);
      if (checked(*e, line) && (holds(r.lines, line) || holds(r.has, line))) {
        contradiction(*e, "the report must hold this line as well");
      }
      r.has_not.push_back({line, e->at});
    }
  }

  // `first` is Id::out or Id::err; the other rows of the stream follow it in the same order.
  void stream(Slot slot, Id first, StreamExpectation* s) {
    std::vector<const Entry*> entries = selection_.of(slot);
    if (entries.empty()) {
      return;
    }
    auto kind = [&](const Entry* e) {
      return static_cast<Id>(static_cast<int>(e->what->id) - static_cast<int>(first));
    };
    constexpr Id kLine = Id{0}, kNoeol = Id{1}, kMatch = Id{2}, kAny = Id{3}, kFile = Id{4};
    static_assert(static_cast<int>(Id::out_file) - static_cast<int>(Id::out) == 4 &&
                  static_cast<int>(Id::err_hash) - static_cast<int>(Id::err) == 5);
    s->at = entries.front()->at;
    for (const Entry* e : entries) {
      bool whole = kind(e) >= kFile;
      if (entries.size() > 1 && (whole || kind(entries.front()) >= kFile) && e != entries.front()) {
        contradiction(*e,
                      "exact lines, a file and a hash exclude one another; the first is in line " +
                          std::to_string(entries.front()->at.line));
        return;
      }
    }
    const Entry& head = *entries.front();
    std::string text = selection_.text(head);
    if (kind(&head) == kFile) {
      s->form = StreamExpectation::Form::file;
      s->file = join_path(folder_of(head.at.file), text);
      return;
    }
    if (kind(&head) > kFile) {
      constexpr std::size_t kPrefix = 7, kDigits = 64;
      s->form = StreamExpectation::Form::hash;
      s->sha256 = text.substr(kPrefix, kDigits);
      std::from_chars(text.data() + kPrefix + kDigits + 1, text.data() + text.size(), s->bytes);
      return;
    }
    s->form = StreamExpectation::Form::lines;
    if (entries.size() == 1 && kind(&head) == kLine && head.value.empty()) {
      return;  // no output at all
    }
    for (const Entry* e : entries) {
      if (!s->items.empty() && !s->items.back().newline) {
        contradiction(*e, "nothing can follow the line without a newline in line " +
                              std::to_string(s->items.back().at.line));
        return;
      }
      OutputItem item;
      item.kind = kind(e) == kMatch ? OutputItem::Kind::pattern
                  : kind(e) == kAny ? OutputItem::Kind::any
                                    : OutputItem::Kind::exact;
      item.text = selection_.text(*e);
      item.newline = kind(e) != kNoeol;
      item.at = e->at;
      s->items.push_back(std::move(item));
    }
  }

  void writes() {
    std::vector<const Entry*> entries = selection_.of(Slot::writes);
    if (entries.empty()) {
      return;
    }
    out_.writes_at = entries.front()->at;
    std::vector<std::string> paths;
    for (const Entry* e : entries) {
      if (e->value == "none" && entries.size() > 1) {
        contradiction(*e, "'none' and paths exclude one another");
      } else if (e->value != "none") {
        paths.push_back(selection_.text(*e));
      }
    }
    std::sort(paths.begin(), paths.end());
    out_.writes = std::move(paths);
  }

  const Selection& selection_;
  std::vector<Diagnostic>* diagnostics_;
  Expectation out_;
  std::vector<ReportLine> compile_lines_;
  const Entry* exit_ = nullptr;
  const Entry* ending_ = nullptr;  // signal, refused or killed
  int ending_exit_ = 0;
  std::string ending_line_;
};

}  // namespace

Expectation promise(const Selection& selection, std::vector<Diagnostic>* diagnostics) {
  return Promise(selection, diagnostics).make();
}

}  // namespace sbx::expect
