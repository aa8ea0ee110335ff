// One self-contained page: failures first, with their diffs and the command that repeats them, then
// the slowest tests as bars, then every test. Opens from a file, loads nothing.
#include <algorithm>
#include <set>
#include <utility>

#include "expect/text.h"
#include "runner/out/html_assets.h"
#include "runner/out/text.h"

namespace sbx::runner {

namespace {

constexpr std::size_t kBars = 50;
constexpr std::size_t kStreamShown = 4000;  // bytes of an output that no diff is about

std::string html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const std::string_view written = entity(c);
    out += written.empty() ? std::string_view(&c, 1) : written;
  }
  return out;
}

// Bytes of a program: what no browser can show becomes a visible escape.
std::string visible_html(std::string_view bytes) {
  std::string out;
  for (const std::string_view line : expect::split_lines(bytes)) {
    out += html(expect::visible(line)) + "\n";
  }
  return out;
}

// Of a unified diff; the two lines that name its sides are neither added nor removed.
const char* type_of(std::string_view line, std::size_t number) {
  constexpr std::size_t kNames = 2;
  if (number < kNames && (line.substr(0, 4) == "--- " || line.substr(0, 4) == "+++ ")) {
    return "at";
  }
  const char mark = line.empty() ? ' ' : line[0];
  return mark == '-' ? "del" : mark == '+' ? "add" : mark == '@' ? "at" : nullptr;
}

std::string diff_html(std::string_view text) {
  std::string out = "<pre>";
  std::size_t number = 0;
  for (const std::string_view line : expect::split_lines(text)) {
    const char* type = type_of(line, number++);
    const std::string escaped = html(line);
    out += type == nullptr ? escaped
                           : "<span class=\"" + std::string(type) + "\">" + escaped + "</span>";
    out += "\n";
  }
  return out + "</pre>\n";
}

std::string_view shown_status(Status status) {
  return is_failure(status) ? to_string(Status::failed) : to_string(status);
}

std::string attributes(const TestResult& result) {
  std::string tags;
  for (const std::string& tag : result.tags) {
    tags += (tags.empty() ? "" : " ") + tag;
  }
  return "data-id=\"" + html(expect::visible(result.id)) + "\" data-status=\"" +
         std::string(shown_status(result.status)) + "\" data-tags=\"" +
         html(expect::visible(tags)) + "\"";
}

std::string chip(std::string_view type, const std::string& text) {
  return "<span class=\"chip " + std::string(type) + "\">" + html(text) + "</span>";
}

std::string command_row(const char* label, const std::string& command) {
  if (command.empty()) {
    return "";
  }
  return "<span class=\"soft\">" + std::string(label) + "</span><code>" +
         html(expect::visible(command)) +
         "</code><button class=\"copy chip\" type=\"button\" hidden>copy</button>\n";
}

// Closed where a difference shows it already.
std::string stream_html(const char* name, const std::string& bytes, std::uint64_t all,
                        const std::vector<Failure>& failures) {
  if (all == 0) {
    return "";
  }
  const bool shown_already =
      std::any_of(failures.begin(), failures.end(),
                  [&](const Failure& failure) { return failure.kind == name; });
  const std::string_view shown = first_lines(bytes, kStreamShown);
  std::string title = std::string(name) + ", " + std::to_string(all) + " bytes";
  if (shown.size() < all) {
    title += ", the first " + std::to_string(shown.size());
  }
  return "<details class=\"stream\"" + std::string(shown_already ? "" : " open") +
         "><summary class=\"what\">" + title + "</summary><pre>" + visible_html(shown) +
         "</pre></details>\n";
}

class Html final : public Reporter {
 public:
  Html(File to, bool stable) : to_(std::move(to)), stable_(stable) {}

  void begin(const RunInfo& run) override { command_ = run.command; }

  void result(const TestResult& result) override {
    tags_.insert(result.tags.begin(), result.tags.end());
    statuses_.insert(std::string(shown_status(result.status)));
    if (is_failure(result.status)) {
      failures_ += card(result);
    } else if (result.status == Status::flaky) {
      flaky_ += card(result);
    }
    rows_ += row(result);
    if (!stable_ && result.runs > 0) {
      times_.push_back({result.wall, attributes(result), expect::visible(result.id)});
    }
  }

  void end(const RunEnd& end) override {
    put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
        last_line(end.totals) + "</title>\n<style>" + std::string(kHtmlStyle) +
        "</style>\n</head>\n<body>\n<h1>" + last_line(end.totals) + "</h1>\n");
    put("<div class=\"soft\"><code>" + html(expect::visible(stable_ ? "" : command_)) + "</code>" +
        (stable_ ? "" : " in " + human_time(end.totals.wall)) +
        (end.interrupted.empty() ? "" : ", ended by " + html(end.interrupted)) + "</div>\n");
    put(totals(end.totals) + filters());
    section("Failures", failures_);
    section("Flaky", flaky_);
    section("Slowest", bars());
    section("All tests", "<table>\n<tr><th>status</th><th>test</th><th>tags</th>" +
                             std::string(stable_ ? "" : "<th>time</th>") + "</tr>\n" + rows_ +
                             "</table>\n");
    put("<script>" + std::string(kHtmlScript) + "</script>\n</body>\n</html>\n");
    std::fflush(to_.get());
  }

 private:
  struct Timed {
    std::chrono::microseconds wall;
    std::string attributes;
    std::string id;
  };

  [[nodiscard]] std::string time(const TestResult& result) const {
    return stable_ || result.runs == 0 ? "" : human_time(result.wall);
  }

  [[nodiscard]] std::string card(const TestResult& result) const {
    const bool flaky = result.status == Status::flaky;
    std::string out = "<details " + std::string(flaky ? "class=\"flaky-card\" " : "open ") +
                      attributes(result) + ">\n<summary><span class=\"id\">" +
                      html(expect::visible(result.id)) + "</span><span class=\"soft took\">" +
                      time(result) + "</span><span class=\"headline\">" + html(headline(result)) +
                      "</span></summary>\n";
    for (const Failure& failure : result.failures) {
      out += "<div class=\"what\">" + html(failure.summary) + "</div>\n";
      if (!failure.file.empty()) {
        out += "<div class=\"soft\"><code>" + html(expect::visible(failure.file)) +
               (failure.line > 0 ? ":" + std::to_string(failure.line) : "") + "</code> <code>" +
               html(expect::visible(failure.source)) + "</code></div>\n";
      }
      if (!failure.text.empty()) {
        out += diff_html(failure.text);
      }
    }
    const bool shown = std::any_of(result.failures.begin(), result.failures.end(),
                                   [](const Failure& failure) { return failure.kind == "report"; });
    if (!shown && !result.report.empty()) {
      out += "<div class=\"what\">report</div><pre>";
      for (const std::string& line : result.report) {
        out += "sandbox: " + html(line) + "\n";
      }
      out += "</pre>\n";
    }
    out += stream_html("stdout", result.out, result.out_bytes, result.failures);
    out += stream_html("stderr", result.err, result.err_bytes, result.failures);
    out += "<div class=\"commands\">" + command_row("repeat", result.repeat) +
           command_row("without judging", result.bare) +
           command_row("outputs", stable_ ? "" : result.kept) + "</div>\n";
    return out + "</details>\n";
  }

  [[nodiscard]] std::string row(const TestResult& result) const {
    std::string tags;
    for (const std::string& tag : result.tags) {
      tags += (tags.empty() ? "" : " ") + tag;
    }
    const std::string reason =
        result.reason.empty()
            ? ""
            : " <span class=\"soft\">" + html(expect::visible(result.reason)) + "</span>";
    return "<tr class=\"test\" " + attributes(result) + "><td>" +
           chip(shown_status(result.status), std::string(to_string(result.status))) +
           "</td><td class=\"id\">" + html(expect::visible(result.id)) + reason + "</td><td>" +
           html(expect::visible(tags)) + "</td>" +
           (stable_ ? "" : "<td class=\"num\">" + time(result) + "</td>") + "</tr>\n";
  }

  [[nodiscard]] std::string bars() {
    std::stable_sort(times_.begin(), times_.end(),
                     [](const Timed& a, const Timed& b) { return a.wall > b.wall; });
    if (times_.empty()) {
      return "";
    }
    const double most = std::max(1.0, static_cast<double>(times_.front().wall.count()));
    std::string out = "<table class=\"times\">\n";
    for (std::size_t i = 0; i < times_.size() && i < kBars; ++i) {
      const int percent =
          static_cast<int>(100.0 * static_cast<double>(times_[i].wall.count()) / most);
      out += "<tr " + times_[i].attributes + "><td class=\"num\">" + human_time(times_[i].wall) +
             "</td><td class=\"barcell\"><span class=\"bar\" style=\"width:" +
             std::to_string(percent) + "%\"></span></td><td class=\"id\">" + html(times_[i].id) +
             "</td></tr>\n";
    }
    return out + "</table>\n";
  }

  static std::string totals(const Totals& totals) {
    std::string out = "<div class=\"totals\">";
    const auto add = [&](std::string_view type, unsigned count, const char* word, bool always) {
      if (count > 0 || always) {
        out += chip(count > 0 ? type : "", std::to_string(count) + " " + word);
      }
    };
    add("failed", totals.failed, "failed", true);
    add("passed", totals.passed, "passed", true);
    add("skipped", totals.skipped, "skipped", true);
    add("excluded", totals.excluded, "excluded", false);
    add("flaky", totals.flaky, "flaky", false);
    add("xfailed", totals.xfailed, "failed as expected", false);
    add("not-run", totals.not_run, "not run", false);
    add("flaky", totals.unchecked, "with unjudged output", false);
    return out + "</div>\n";
  }

  [[nodiscard]] std::string filters() const {
    std::string out =
        "<div class=\"filters\" hidden>\n<input id=\"text\" type=\"search\" "
        "placeholder=\"filter by id\" aria-label=\"filter by id\">\n"
        "<select id=\"tag\" aria-label=\"filter by tag\"><option value=\"\">every tag</option>";
    for (const std::string& tag : tags_) {
      const std::string shown = html(expect::visible(tag));
      out += "<option value=\"" + shown + "\">" + shown + "</option>";
    }
    out += "</select>\n";
    for (const std::string& status : statuses_) {
      out += "<label><input type=\"checkbox\" data-status=\"" + status + "\" checked>" +
             chip(status, status) + "</label>\n";
    }
    return out + "<span class=\"soft\" id=\"shown\"></span>\n</div>\n";
  }

  void section(const char* title, const std::string& content) {
    if (!content.empty()) {
      put("<section>\n<h2>" + std::string(title) + "</h2>\n" + content + "</section>\n");
    }
  }

  void put(const std::string& text) { std::fwrite(text.data(), 1, text.size(), to_.get()); }

  File to_;
  bool stable_;
  std::string command_ = {};
  std::string failures_ = {};
  std::string flaky_ = {};
  std::string rows_ = {};
  std::vector<Timed> times_ = {};
  std::set<std::string> tags_ = {};
  std::set<std::string> statuses_ = {};
};

}  // namespace

std::unique_ptr<Reporter> make_html(File to, bool stable) {
  return std::make_unique<Html>(std::move(to), stable);
}

}  // namespace sbx::runner
