#include "fuzz/command_line.h"

#include <gtest/gtest.h>

#include "fuzz/flags.h"

namespace sbx::fuzz {
namespace {

using Words = std::vector<std::string>;

TEST(CommandLine, IsWordsAndAFile) {
  Command c = parse_command("sbx-fuzz -reload=0 -features_dir=t/F1 t/C1 >t/1.log 2>&1");
  EXPECT_EQ(c.words, (Words{"sbx-fuzz", "-reload=0", "-features_dir=t/F1", "t/C1"}));
  EXPECT_EQ(c.output, "t/1.log");
  EXPECT_EQ(flag_value(c.words, "features_dir"), "t/F1");
  EXPECT_EQ(flag_value(c.words, "features"), "");
  EXPECT_EQ(inputs_of(c.words), Words{"t/C1"});
  EXPECT_EQ(without_flag(c.words, "reload"), (Words{"sbx-fuzz", "-features_dir=t/F1", "t/C1"}));
  c = parse_command("");
  EXPECT_TRUE(c.words.empty());
  c = parse_command("  a   b  ");
  EXPECT_EQ(c.words, (Words{"a", "b"}));
  EXPECT_EQ(flag_value({"x", "-a=1", "-a=2"}, "a"), "2");
}

TEST(Flags, AreHandedOnMappedTakenOverOrRefused) {
  auto f = take_flags({"-max_len=64", "-dict=my words", "-rss_limit_mb=300", "-seed=7",
                       "-timeout=3", "-only_ascii=1", "-runs=-1", "-own=x"});
  ASSERT_TRUE(f) << f.error().message;
  EXPECT_EQ(f->words, (Words{"-max_len=64", "-only_ascii=1", "-runs=-1", "-own=x"}));
  ASSERT_EQ(f->files.size(), 1u);
  EXPECT_EQ(f->files[0].path, "my words");
  EXPECT_EQ(f->memory, 300_MiB);
  EXPECT_EQ(f->seed, 7u);
  EXPECT_EQ(f->timeout, 3u);
  f = take_flags({"-rss_limit_mb=0"});
  ASSERT_TRUE(f);
  EXPECT_FALSE(f->memory);
  const struct {
    const char* word;
    const char* field;
  } refused[] = {
      {"-fork=2", "-fork"},
      {"-jobs=3", "-jobs"},
      {"-stop_file=x", "-stop_file"},
      {"-seed=x", "-seed"},
      {"-timeout=0", "-timeout"},
      {"-rss_limit_mb=a", "-rss_limit_mb"},
      {"-dict=", "-dict"},
      {"-handle_abrt=0", "-handle_abrt"},
      {"-a=b c", "-a=b c"},
      {"-a=b\nc", "-a=b\nc"},
      {"corpus", "corpus"},
      {"--help", "--help"},
      {"-runs", "-runs"},
      {"-runs=", "-runs"},
      {"-runs=-", "-runs"},
      {"-max_total_time=1h", "-max_total_time"},
      {"", ""},
  };
  for (const auto& row : refused) {
    const auto bad = take_flags({row.word});
    ASSERT_FALSE(bad) << row.word;
    EXPECT_EQ(bad.error().field, row.field);
    EXPECT_FALSE(bad.error().message.empty());
  }
}

}  // namespace
}  // namespace sbx::fuzz
