#include "fuzz/tables.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "expect/text.h"
#include "fuzz/echo.h"
#include "fuzz/json_text.h"
#include "fuzz/stack.h"

namespace sbx::fuzz {
namespace {

using Json = nlohmann::ordered_json;

std::string where_of(const Failure& f) {
  std::string text;
  for (const std::string& frame : f.frames) {
    text += (text.empty() ? "" : " < ") + frame;
  }
  return text;
}

std::string rate_of(const BugRecord& r) {
  return r.runs == 0 ? "-" : std::to_string(r.same) + "/" + std::to_string(r.runs);
}

// "parse.cc:12:3" of the innermost frame that counts; nothing without line numbers.
struct Place {
  std::string file;
  unsigned line = 0;
};
Place place_of(const BugRecord& r) {
  Place place;
  for (const Frame& f : first_stack(without_echoes(r.log))) {
    const bool counts = std::find(r.failure.frames.begin(), r.failure.frames.end(),
                                  plain_function(f.function)) != r.failure.frames.end();
    const std::size_t colon = f.place.find(':');
    if (counts && colon != std::string::npos) {
      place.file = f.place.substr(0, colon);
      place.line = static_cast<unsigned>(std::strtoul(f.place.c_str() + colon + 1, nullptr, 10));
      return place;
    }
  }
  return place;
}

// A path as a URI (RFC 3986): what is no letter of one is percent-encoded.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kAsItIs = "-._~/+@!$&'()*,;=";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || kAsItIs.find(c) != std::string_view::npos)) {
      out += c;
    } else {
      char text[4];
      std::snprintf(text, sizeof text, "%%%02X", byte);
      out += text;
    }
  }
  return out;
}

std::string markup(std::string_view printable) {
  std::string out;
  for (const char c : printable) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string html(std::string_view text) {
  return markup(expect::visible(text));
}

std::string html_lines(std::string_view text) {
  std::string out;
  for (std::string_view line : expect::split_lines(text)) {
    out += html(line) + "\n";
  }
  return out;
}

// Offsets, bytes and what of them can be read, as far as a reader looks.
std::string hex_dump(std::string_view bytes) {
  constexpr std::size_t kMost = 512, kLine = 16;
  std::string out;
  for (std::size_t at = 0; at < std::min(bytes.size(), kMost); at += kLine) {
    const std::string_view line = bytes.substr(at, kLine);
    char text[32];
    std::snprintf(text, sizeof text, "%06zx ", at);
    out += text;
    std::string readable;
    for (std::size_t i = 0; i < kLine; ++i) {
      const unsigned char c = i < line.size() ? static_cast<unsigned char>(line[i]) : ' ';
      std::snprintf(text, sizeof text, i < line.size() ? " %02x" : "   ", c);
      out += text;
      readable += c >= ' ' && c < 0x7f ? static_cast<char>(c) : '.';
    }
    out += "  " + readable.substr(0, line.size()) + "\n";
  }
  return out + (bytes.size() > kMost ? "... (" + std::to_string(bytes.size()) + " bytes)\n" : "");
}

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>sbx-fuzz</title><style>
:root{color-scheme:light dark}
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}
h1{font-size:1.4em;margin-bottom:.2em}
table{border-collapse:collapse;width:100%;margin:1em 0}
th,td{text-align:left;padding:.35em .8em .35em 0;border-bottom:1px solid #8884;vertical-align:top}
td.n,th.n{text-align:right}
code,pre{font:13px/1.4 ui-monospace,monospace}
pre{background:#8881;padding:.8em;overflow:auto;max-height:28em;border-radius:4px}
section{margin:2.5em 0}h2{font-size:1.1em;margin-bottom:.2em}
.where{opacity:.75}.new{color:#c33;font-weight:600}.fixed{color:#c60;font-weight:600}
a{color:inherit}
.day{white-space:nowrap}
</style></head><body>
)";

}  // namespace

std::string state_of(const Bug& bug) {
  switch (bug.before) {
    case Standing::unknown:
      return "new";
    case Standing::open:
      return "known";
    case Standing::fixed:
      return "was fixed";
  }
  return "";
}

std::string render_table(const std::vector<Bug>& bugs) {
  constexpr std::size_t kBug = 72;
  std::vector<std::array<std::string, 7>> rows = {
      {"key", "bug", "inputs", "bytes", "reproduces", "first seen", "state"}};
  for (const Bug& b : bugs) {
    const BugRecord& r = b.record;
    std::string what = shortened(r.failure.title, kBug);
    const std::string where = where_of(r.failure);
    what += where.empty() ? "" : " in " + expect::visible(where, kBug);
    rows.push_back({r.failure.key, what, std::to_string(r.count), std::to_string(r.input.size()),
                    rate_of(r), r.seen, state_of(b)});
  }
  std::array<std::size_t, 7> width{};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      width[i] = std::max(width[i], row[i].size());
    }
  }
  std::string out;
  for (auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(width[i] - row[i].size(), ' ');
      const bool number = i == 2 || i == 3;
      out += i == 0 ? "" : "  ";
      out += number ? blanks + row[i] : i + 1 == row.size() ? row[i] : row[i] + blanks;
    }
    out += "\n";
  }
  return out;
}

std::string render_json(const std::vector<Bug>& bugs, const std::vector<std::string>& passing) {
  Json list = Json::array();
  for (const Bug& b : bugs) {
    Json one = Json::parse(render_meta(b.record));
    one["state"] = state_of(b);
    one["folder"] = b.folder;
    one["report"] = Json::array();
    for (const Record& r : b.record.report.records) {
      one["report"].push_back(to_line(r));
    }
    list.push_back(std::move(one));
  }
  return json_text(Json{{"sbx-fuzz", 1}, {"bugs", list}, {"passing", passing}});
}

std::string render_sarif(const std::vector<Bug>& bugs) {
  Json rules = Json::array(), results = Json::array();
  for (const Bug& b : bugs) {
    const Failure& f = b.record.failure;
    const bool known = std::any_of(rules.begin(), rules.end(),
                                   [&](const Json& rule) { return rule["id"] == f.kind; });
    if (!known) {
      rules.push_back({{"id", f.kind}, {"shortDescription", {{"text", f.kind}}}});
    }
    const std::string where = where_of(f);
    Json one = {{"ruleId", f.kind},
                {"level", "error"},
                {"message", {{"text", f.title + (where.empty() ? "" : " in " + where)}}},
                {"partialFingerprints", {{"sbxKey/v1", f.key}}},
                {"properties", {{"inputs", b.record.count}, {"reproducer", b.folder}}}};
    const Place place = place_of(b.record);
    if (!place.file.empty()) {
      one["locations"] = Json::array({{{"physicalLocation",
                                        {{"artifactLocation", {{"uri", uri_of(place.file)}}},
                                         {"region", {{"startLine", std::max(1u, place.line)}}}}}}});
    }
    results.push_back(std::move(one));
  }
  return json_text(
      Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
           {"version", "2.1.0"},
           {"runs", Json::array({{{"tool", {{"driver", {{"name", "sbx-fuzz"}, {"rules", rules}}}}},
                                  {"results", results}}})}});
}

std::string render_html(const std::vector<Bug>& bugs, const std::vector<std::string>& passing,
                        const std::string& target) {
  std::size_t inputs = 0;
  for (const Bug& b : bugs) {
    inputs += b.record.count;
  }
  std::string out = kHead;
  out += "<h1>" + html(target) + "</h1>\n<p>" + std::to_string(bugs.size()) + " bugs in " +
         std::to_string(inputs) + " inputs that fail" +
         (passing.empty() ? "" : "; " + std::to_string(passing.size()) + " do not fail alone") +
         "</p>\n<table><thead><tr><th>key</th><th>bug</th><th class=n>inputs</th><th class=n>bytes"
         "</th><th class=n>reproduces</th><th>first seen</th><th>state</th></tr></thead><tbody>\n";
  for (const Bug& b : bugs) {
    const BugRecord& r = b.record;
    const char* look = b.before == Standing::unknown ? "new"
                       : b.before == Standing::fixed ? "fixed"
                                                     : "";
    out += "<tr><td><a href=\"#" + r.failure.key + "\"><code>" + r.failure.key +
           "</code></a></td><td>" + markup(r.failure.title) + "<br><span class=where>" +
           html(where_of(r.failure)) + "</span></td><td class=n>" + std::to_string(r.count) +
           "</td><td class=n>" + std::to_string(r.input.size()) + "</td><td class=n>" + rate_of(r) +
           "</td><td class=day>" + r.seen + "</td><td class=\"" + look + "\">" + state_of(b) +
           "</td></tr>\n";
  }
  out += "</tbody></table>\n";
  for (const Bug& b : bugs) {
    const BugRecord& r = b.record;
    std::string report;
    for (const Record& line : r.report.records) {
      report += "sandbox: " + to_line(line) + "\n";
    }
    out += "<section id=\"" + r.failure.key + "\"><h2><code>" + r.failure.key + "</code> " +
           markup(r.failure.title) + "</h2><p class=where>" + html(where_of(r.failure)) +
           "</p><p>Again: <code>sbx-fuzz replay " + html(b.folder) +
           "</code></p>\n<h3>Input</h3><pre>" + html_lines(hex_dump(r.input)) +
           "</pre>\n<h3>The box says</h3><pre>" + html_lines(report) +
           "</pre>\n<h3>The target says</h3><pre>" + html_lines(scrubbed(r.log)) +
           "</pre></section>\n";
  }
  return out + "</body></html>\n";
}

}  // namespace sbx::fuzz
