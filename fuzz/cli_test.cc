#include "fuzz/cli.h"

#include <gtest/gtest.h>

#include "fuzz/status.h"
#include "fuzz/target_box.h"

namespace sbx::fuzz {
namespace {

TEST(Cli, ReadsOperandsOptionsAndFlags) {
  const auto o = parse({"run", "/t/parser", "/c 5", "-j", "3", "--mem=64", "--ro", "/x=/y", "--env",
                        "A=b=c", "--leaks", "--", "-max_len=9", "-timeout=7", "-dict=/d"});
  ASSERT_TRUE(o) << o.error().field << o.error().message;
  EXPECT_EQ(o->verb, Verb::run);
  EXPECT_EQ(o->operands, (std::vector<std::string>{"/t/parser", "/c 5"}));
  EXPECT_EQ(o->jobs, 3u);
  EXPECT_EQ(o->target.memory, 64_MiB);
  EXPECT_EQ(o->target.timeout, 7u);
  EXPECT_EQ(o->target.path, "/t/parser");
  EXPECT_EQ(o->target.shown[0].inside, "/y");
  EXPECT_EQ(parse({"run", "/t", "/c", "--ro", "/x=z=/y"})->target.shown[0].host, "/x=z");
  EXPECT_EQ(parse({"run", "/t", "/c", "--ro", "/x"})->target.shown[0].inside, "/ro0");
  EXPECT_EQ(o->target.env[0], "A=b=c");
  EXPECT_TRUE(o->target.leaks);
  EXPECT_EQ(o->flags.words, std::vector<std::string>{"-max_len=9"});
  EXPECT_NE(o->artifacts.find("/artifacts/parser"), std::string::npos);
  const auto triage = parse({"triage", "/t", "/a/", "-o", "/f", "--json", "-"});
  ASSERT_TRUE(triage);
  EXPECT_EQ(triage->json, "-");
  EXPECT_EQ(triage->operands[1], "/a");
  EXPECT_EQ(parse({"triage", "/t", "/a", "-o", "-"})->output.front(), '/')
      << "a folder, not stdout";
  EXPECT_EQ(parse({"run", "/t", "/c", "--", "-rss_limit_mb=99"})->target.memory, 99_MiB);
}

TEST(Cli, SaysWhatIsWrong) {
  const struct {
    std::vector<std::string> words;
    const char* field;
    const char* message;
  } rows[] = {
      {{}, "", "takes run, merge, minimize, cleanse, triage or replay"},
      {{"fuzz"}, "fuzz", "takes run, merge, minimize, cleanse, triage or replay"},
      {{"run", "t"}, "run", "usage: sbx-fuzz run TARGET CORPUS... [-- FLAGS]"},
      {{"merge", "t", "c"}, "merge", "usage: sbx-fuzz merge TARGET INTO FROM... [-- FLAGS]"},
      {{"minimize", "t", "i"}, "minimize", "needs -o"},
      {{"run", "t", "c", "--memm", "3"}, "--memm", "unknown option; did you mean '--mem'?"},
      {{"run", "t", "c", "-j2"}, "-j2", "unknown option; did you mean '-j'?"},
      {{"run", "t", "c", "-runs=9"},
       "-runs=9",
       "unknown option; flags of libFuzzer's come behind --"},
      {{"run", "t", "c", "--mem"}, "--mem", "needs MiB"},
      {{"replay", "d", "--mem", "9"}, "--mem", "is not for sbx-fuzz replay"},
      {{"replay", "d", "--", "-timeout=9"},
       "-timeout=9",
       "is not for sbx-fuzz replay: case.expect has the caps"},
      {{"triage", "t", "i", "-o", "f", "--", "-timeout=9", "-runs=3"},
       "-runs=3",
       "is not for sbx-fuzz triage: each input is run alone (-timeout is, and --mem)"},
      {{"triage", "t", "i", "-o", "f", "--", "-dict=d"},
       "-dict",
       "is not for sbx-fuzz triage: each input is run alone (-timeout is, and --mem)"},
      {{"run", "t", "c", "--", "-runs="}, "-runs", "takes a number"},
      {{"run", "t", "c", "--mem", "0"}, "--mem", "must be 1 to 1048576"},
      {{"run", "t", "c", "-j", "x"}, "-j", "not a number"},
      {{"run", "t", "c", "--leaks=1"}, "--leaks", "takes no value"},
      {{"run", "t", "c", "--json", "f"}, "--json", "is not for sbx-fuzz run"},
      {{"run", "t", "c", "--ro", ""}, "--ro", "must name a folder"},
      {{"run", "t", "c", "--ro", "=/x"}, "--ro", "must name a folder"},
      {{"run", "t", "c", "--ro", "d="},
       "--ro",
       "takes DIR=PATH, PATH absolute and without . and .."},
      {{"run", "t", "c", "--ro", "d=/a//b"},
       "--ro",
       "takes DIR=PATH, PATH absolute and without . and .."},
      {{"run", "t", "c", "--env", "A"}, "--env", "takes NAME=VALUE"},
      {{"run", "t", "c", "--", "-fork=2"}, "-fork", "is set by sbx-fuzz: -j"},
  };
  for (const auto& row : rows) {
    const auto o = parse(row.words);
    ASSERT_FALSE(o);
    EXPECT_EQ(o.error().field, row.field);
    EXPECT_EQ(o.error().message, row.message);
  }
  const std::string text = usage();
  for (const Option& o : options()) {
    EXPECT_NE(text.find(std::string("  ") + o.name), std::string::npos) << o.name;
  }
}

TEST(Cli, AVerbsHelpHasItsOptionsAlone) {
  for (const std::string verb : {"run", "merge", "minimize", "cleanse", "triage", "replay"}) {
    EXPECT_TRUE(is_verb(verb));
    const std::string text = usage(verb);
    EXPECT_EQ(text.find("usage: sbx-fuzz " + verb + " "), 0u) << text;
    EXPECT_EQ(text.find("\n       sbx-fuzz "), std::string::npos) << "another verb's line";
    for (const Option& o : options()) {
      const bool its =
          (" " + std::string(o.verbs) + " ").find(" " + verb + " ") != std::string::npos ||
          std::string(o.verbs).empty();
      EXPECT_EQ(text.find(std::string("\n  ") + o.name + " ") != std::string::npos, its)
          << verb << " " << o.name;
    }
    EXPECT_EQ(text.find("-max_total_time") == std::string::npos, verb == "replay");
  }
  EXPECT_FALSE(is_verb("fuzz"));
}

TEST(Status, ReadsTheParentOfAnyLlvm) {
  Progress p;
  ASSERT_TRUE(
      parse_progress("#1200: cov: 12 ft: 13 corp: 6 exec/s 108 oom/timeout/crash: 3/0/4", &p));
  EXPECT_EQ(p.runs, 1200u);
  EXPECT_EQ(p.coverage, 12u);
  EXPECT_EQ(p.features, 13u);
  EXPECT_EQ(p.corpus, 6u);
  EXPECT_EQ(p.per_second, 108u);
  ASSERT_TRUE(parse_progress("#7: cov: 1 ft: 1 corp: 1 exec/s: 9 oom/timeout/crash: 3/0/4", &p));
  EXPECT_EQ(p.per_second, 9u);
  for (const char* other : {"", "#", "#x: cov: 1", "INFO: seed corpus: files: 3", "#1: cov: 2"}) {
    EXPECT_FALSE(parse_progress(other, &p)) << other;
  }
}

TEST(TargetBox, TellsLibFuzzerHowItEnded) {
  const std::pair<Event, int> rows[] = {
      {event::Exited{0}, 0},       {event::Exited{1}, 1},
      {event::Exited{77}, 77},     {event::Exited{70}, 70},
      {event::Exited{72}, 77},     {event::MemoryLimit{1_MiB}, 71},
      {event::CpuLimit{}, 70},     {event::WallClock{}, 70},
      {event::OutputLimit{}, 70},  {event::RefusedOpen{"x"}, 77},
      {event::RefusedExit{0}, 77}, {event::Signalled{9}, 77},
      {event::Stopped{}, 72},      {event::Cannot{"x", 1, ""}, 72},
  };
  for (const auto& [event, code] : rows) {
    Report r;
    r.records = {{"", event}, {"", event::Note{"/src is read-only"}}};
    EXPECT_EQ(libfuzzer_code(r), code) << to_line(r.records[0]);
  }
  EXPECT_EQ(libfuzzer_code({}), 72);
}

TEST(TargetBox, TheUsersWordsForASanitizerComeLast) {
  Target t;
  t.path = "/b/t";
  t.memory = 64_MiB;
  t.env = {"ASAN_OPTIONS=quarantine_size_mb=3", "MINE=1"};
  const std::vector<std::string> env = sanitizer_env(t);
  EXPECT_EQ(env[0],
            "ASAN_OPTIONS=symbolize=0:exitcode=1:detect_leaks=0:quarantine_size_mb=8:quarantine_"
            "size_mb=3");
  EXPECT_EQ(env.back(), "MINE=1");
  const Request r = target_request(t, {"-runs=1", "c0"}, {}, 2, std::chrono::seconds(5));
  EXPECT_EQ(r.steps[0].argv, (std::vector<std::string>{"/src/t", "-runs=1", "c0"}));
  EXPECT_EQ(r.tree[0].host, "/b");
  EXPECT_EQ(r.limits.processes, 0u);
  EXPECT_EQ(r.limits.threads, 2u);
}

}  // namespace
}  // namespace sbx::fuzz
