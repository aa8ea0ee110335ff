// Every reporter over a real run: cases/selftest/judged holds a test for each way to pass, to fail
// and not to run. What each writes under --stable is in runner/baselines/selftest.
#include <filesystem>

#include "runner/approved_test.h"
#include "runner/program_test.h"

namespace sbx::runner {
namespace {

class Selftest : public testing::Test {
 protected:
  Selftest() {
    std::filesystem::copy(SBX_RUNNER_FOLDER "/../cases/selftest/judged", folder_.at("judged"),
                          std::filesystem::copy_options::recursive);
  }

  std::string run(const std::vector<std::string>& more,
                  const std::vector<std::string>& environment = {}) const {
    std::vector<std::string> words = {"judged", "--stable"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = Program(folder_, words, environment).wait();
    EXPECT_EQ(ended.code, 1);
    return ended.text;
  }

  void written(const std::string& name) const {
    std::string bytes;
    EXPECT_TRUE(read_file(folder_.at(name), &bytes)) << name;
    expect_baseline("selftest/" + name, bytes);
  }

  TestFolder folder_ = {};
};

TEST_F(Selftest, EveryReporterWritesWhatWasApproved) {
  const std::string plain = run(
      {"--junit", "junit.xml", "--json", "stream.json", "--tap=results.tap", "--html", "page.html"},
      {"GITHUB_ACTIONS=true", "GITHUB_WORKSPACE=" + folder_.path()});
  expect_baseline("selftest/plain-github.txt", plain);
  for (const char* name : {"junit.xml", "stream.json", "results.tap", "page.html"}) {
    written(name);
  }
}

TEST_F(Selftest, VerboseInColour) {
  expect_baseline("selftest/verbose-colour.txt", run({"--verbose", "--color=always"}));
}

}  // namespace
}  // namespace sbx::runner
