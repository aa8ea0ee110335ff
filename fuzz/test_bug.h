// fuzz/test_bug.h - a bug whose texts are hostile, for tests.
#pragma once
#include "fuzz/reproducer.h"

namespace sbx::fuzz {

inline BugRecord a_bug() {
  BugRecord bug;
  bug.target = "parser";
  bug.failure.failed = true;
  bug.failure.kind = "refused:open";
  bug.failure.title = "refused: open /etc/<b>\\n";
  bug.failure.frames = {"include", "parse"};
  bug.failure.key = "0123456789ab";
  bug.input = std::string("a\0<\"&", 5);
  bug.original = 9;
  bug.same = bug.runs = 10;
  bug.count = 3;
  bug.first = "refused-open-1";
  bug.seen = "2026-11-30";
  bug.report.records = {{"", event::RefusedOpen{"/etc/<b>\n"}}};
  bug.log =
      "==12== ERROR: libFuzzer: deadly signal\n"
      "    #0 0x7ffff7a5a04f  (/lib/libc.so.6+0x3c04f) (BuildId: 93)\n"
      "    #1 0x1234 in include(char const*) /home/me/p.cc:7:3\nat 0x000000000008\n";
  bug.memory = 64_MiB;
  bug.timeout = 5;
  return bug;
}

}  // namespace sbx::fuzz
