#include "fuzz/tables.h"

#include <gtest/gtest.h>

#include "fuzz/run_tool.h"
#include "fuzz/test_bug.h"

namespace sbx::fuzz {
namespace {

TEST(Tables, EscapeWhatTheTargetSays) {
  Bug bug;
  bug.record = a_bug();
  bug.folder = "found/parser/0123456789ab";
  const std::string table = render_table({bug});
  EXPECT_NE(table.find("0123456789ab  refused: open /etc/<b>\\n in include < parse       3      5  "
                       "10/10       2026-11-30  new\n"),
            std::string::npos)
      << table;
  const std::string html = render_html({bug}, {"x<y"}, "a<b");
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_NE(html.find("/etc/&lt;b&gt;\\n"), std::string::npos);
  EXPECT_NE(html.find("61 00 3c 22 26"), std::string::npos);
  EXPECT_NE(html.find("a.&lt;&quot;&amp;"), std::string::npos);
  const std::string json = render_json({bug}, {"passes"});
  EXPECT_NE(json.find("\"reproduced\": \"10/10\""), std::string::npos);
  const std::string sarif = render_sarif({bug, bug});
  EXPECT_NE(sarif.find("\"sbxKey/v1\": \"0123456789ab\""), std::string::npos);
  EXPECT_NE(sarif.find("\"uri\": \"/home/me/p.cc\""), std::string::npos);
  EXPECT_NE(sarif.find("\"startLine\": 7"), std::string::npos);
  EXPECT_EQ(sarif.find("shortDescription"), sarif.rfind("shortDescription")) << "one rule a kind";
}

// As key.cc reads a log: everything a target can put into one.
Bug a_hostile_bug() {
  const std::string log =
      "t: <script>.cc:3: void f(): Assertion `s != \"<script>alert('&')</script>\xff\xc3\x28' "
      "failed.\n==1== ERROR: libFuzzer: deadly signal\n"
      "    #0 0x1 in f<\"</pre><script>\">() /s<script>\"&%\xff.cc:3:1\n"
      "    #1 0x1 in g'\"&\xfe /p.cc:4:1\n\x01\x1b]0;x\x07</pre></body>\xed\xa0\x80\n";
  Bug bug;
  bug.record = a_bug();
  bug.record.report.records = {{"", event::Exited{77}}};
  bug.record.log = log;
  bug.record.failure = failure_of(bug.record.report, log);
  bug.record.input = "</pre><script>\xff\n";
  bug.record.first = "crash-<b>\xff\n\"";
  bug.folder = "/f <i>\"&'\n\xff/parser";
  return bug;
}

bool is_json(const std::string& text, const std::string& holds) {
  std::string out;
  return run_tool({"/usr/bin/env", "python3", "-c",
                   "import json, sys\n"
                   "data = json.loads(sys.stdin.buffer.read().decode('ascii'))\n"
                   "assert " +
                       holds},
                  text, &out);
}

TEST(Tables, HostileTextIsNoMarkup) {
  const Bug bug = a_hostile_bug();
  ASSERT_EQ(bug.record.failure.kind.substr(0, 7), "assert:");
  const std::string html = render_html({bug}, {"<script>\xff"}, "/t <script>\"\n\xff");
  for (const char* raw : {"<script", "</script", "<i>", "<b>", "\xff", "\xfe", "\x01", "\x1b"}) {
    EXPECT_EQ(html.find(raw), std::string::npos) << raw;
  }
  const auto count = [&](std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = html.find(what); at != std::string::npos; at = html.find(what, at + 1)) {
      ++n;
    }
    return n;
  };
  EXPECT_EQ(count("</body>"), 1u);
  EXPECT_EQ(count("<pre>"), 3u);
  EXPECT_EQ(count("</pre>"), 3u);
  EXPECT_NE(html.find("&quot;&lt;script&gt;alert('&amp;')&lt;/script&gt;\\xff\\xc3("),
            std::string::npos);
  EXPECT_NE(html.find("/f &lt;i&gt;&quot;&amp;'\\n\\xff/parser"), std::string::npos);
}

TEST(Tables, HostileTextIsJsonToAnotherReader) {
  const Bug bug = a_hostile_bug();
  EXPECT_TRUE(is_json(render_json({bug}, {"<\xff\n\""}),
                      "len(data['bugs']) == 1 and '<script>alert' in data['bugs'][0]['kind']"));
  const std::string sarif = render_sarif({bug});
  EXPECT_TRUE(is_json(sarif, "'<script>' in data['runs'][0]['results'][0]['message']['text']"));
  EXPECT_NE(sarif.find("\"uri\": \"/s%3Cscript%3E%22&%25%FF.cc\""), std::string::npos) << sarif;
  EXPECT_FALSE(is_json(sarif, "not data")) << "the reader judges";
}

}  // namespace
}  // namespace sbx::fuzz
