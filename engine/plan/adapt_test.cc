// A plan that another request takes over.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

#include "plan/plan.h"

namespace sbx::plan {
namespace {

namespace fs = std::filesystem;

class Adapt : public testing::Test {
 protected:
  Adapt() : folder_(fs::temp_directory_path() / ("adapt-" + std::to_string(::getpid()))) {
    fs::create_directories(folder_ / "other");
    std::ofstream(folder_ / "a") << "#!/bin/sh\n";
    std::ofstream(folder_ / "b") << "#!/bin/sh\n";
    request_.tree = {{.host = folder_, .inside = "/src", .how = How::overlay}};
    request_.steps.resize(1);
    request_.steps[0].argv = {"/src/a", "one"};
  }
  ~Adapt() override { fs::remove_all(folder_); }

  Plan plan() const {
    HostFacts facts;
    facts.landlock_abi = 6;
    Result<Plan> made = build(request_, facts, Purpose::again);
    EXPECT_TRUE(made) << (made ? "" : made.error().message);
    return made ? std::move(*made) : Plan{};
  }
  // What the last op of the first step would start, word for word.
  static std::vector<std::string> started_by(const Plan& plan) {
    const Op& op = plan.steps[0].room.back();
    std::vector<std::string> words = {reinterpret_cast<const char*>(op.a[0])};
    for (const int list : {1, 2}) {
      for (auto* at = reinterpret_cast<const char* const*>(op.a[list]); *at != nullptr; ++at) {
        words.emplace_back(*at);
      }
      words.emplace_back("|");
    }
    return words;
  }

  const fs::path folder_;
  Request request_;
};

TEST_F(Adapt, OtherWordsAndAnotherEnvironmentAreTakenOver) {
  Plan plan = this->plan();
  const std::size_t ops = plan.steps[0].room.size();
  Request now = request_;
  now.steps[0].argv = {"/src/b", "two", ""};
  now.steps[0].env = {"A=1", "PATH=/nowhere"};
  ASSERT_TRUE(adapt(plan, request_, now));
  EXPECT_EQ(started_by(plan), (std::vector<std::string>{"/src/b", "/src/b", "two", "", "|",
                                                        "HOME=/src", "PATH=/nowhere", "A=1", "|"}));
  EXPECT_EQ(plan.steps[0].program, "/src/b");
  EXPECT_EQ(plan.steps[0].room.size(), ops);
  // And back: nothing of the box between is left.
  ASSERT_TRUE(adapt(plan, now, request_));
  EXPECT_EQ(started_by(plan), (std::vector<std::string>{"/src/a", "/src/a", "one", "|", "HOME=/src",
                                                        "PATH=/usr/bin:/bin", "|"}));
}

// The step may wait in the call that reads them.
TEST_F(Adapt, WordsAreWrittenWhereTheFirstWereWhileTheyFit) {
  Plan plan = this->plan();
  const Op before = plan.steps[0].room.back();
  const ProgramWords& room = plan.steps[0].words;
  Request now = request_;
  const auto set = [&](std::size_t path, std::size_t words, std::size_t env) {
    now.steps[0].argv.assign(words, "w");
    now.steps[0].argv[0] = "/src/" + std::string(path - 5, 'p');
    now.steps[0].env.clear();
    for (std::size_t i = 2; i < env; ++i) {  // HOME and PATH are there
      now.steps[0].env.push_back("V" + std::to_string(i) + "=1");
    }
  };
  set(room.path_room - 1, room.argv_room - 1, room.env_room - 1);
  ASSERT_TRUE(adapt(plan, request_, now));
  EXPECT_EQ(std::memcmp(before.a, plan.steps[0].room.back().a, sizeof before.a), 0);
  EXPECT_EQ(started_by(plan).size(), 1 + room.argv_room - 1 + 1 + room.env_room - 1 + 1);
  EXPECT_EQ(started_by(plan)[0], now.steps[0].argv[0]);
  for (const auto& [path, words, env] : std::vector<std::array<std::size_t, 3>>{
           {room.path_room, 1, 2}, {6, room.argv_room, 2}, {6, 1, room.env_room}}) {
    set(path, words, env);
    EXPECT_FALSE(adapt(plan, request_, now)) << path << " " << words << " " << env;
  }
}

TEST_F(Adapt, AStepTakesAnotherProgramWhereNothingElseDiffers) {
  Plan waits = this->plan();
  Request now = request_;
  now.steps[0].argv = {"/src/b"};
  std::swap(now, request_);
  Plan planned = this->plan();
  ASSERT_TRUE(takes_over(waits, planned.steps[0], request_.steps[0]));
  EXPECT_EQ(started_by(waits)[0], "/src/b");
  request_.threads = true;
  planned = this->plan();
  EXPECT_FALSE(takes_over(waits, planned.steps[0], request_.steps[0]));
}

TEST_F(Adapt, WhateverElseDiffersNeedsAnotherPlan) {
  const std::vector<std::function<void(Request&)>> changes = {
      [&](Request& r) { r.tree[0].host = folder_ / "other"; },
      [](Request& r) { r.tree[0].how = How::read_only; },
      [](Request& r) { r.tree.push_back({.host = "/etc", .inside = "/etc"}); },
      [](Request& r) { r.steps.push_back(r.steps[0]); },
      [](Request& r) { r.steps[0].label = "run"; },
      [](Request& r) { r.steps[0].cwd = "/tmp"; },
      [](Request& r) { r.steps[0].profile = Profile::compile; },
      [](Request& r) { r.steps[0].libc = Libc::musl; },
      [](Request& r) { r.steps[0].limits = Limits{}; },
      [](Request& r) { r.steps[0].takes_stdin = false; },
      [](Request& r) { r.limits.memory = 64_MiB; },
      [](Request& r) { r.threads = true; },
      [](Request& r) { r.net = true; },
      [](Request& r) { r.proc = true; },
      [](Request& r) { r.dev = true; },
      [](Request& r) { r.aslr = true; },
      [](Request& r) { r.list_writes = true; },
      [](Request& r) { r.fail_at = 3; },
      [](Request& r) { r.steps[0].argv.clear(); },  // and one that no box can be
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Request now = request_;
    changes[i](now);
    Plan plan = this->plan();
    EXPECT_FALSE(adapt(plan, request_, now)) << i;
  }
  Plan plan = this->plan();
  EXPECT_TRUE(adapt(plan, request_, request_));
}

TEST_F(Adapt, APathThatLeadsToAnotherTreeNeedsAnotherPlan) {
  Plan plan = this->plan();
  fs::rename(folder_, folder_.string() + ".moved");
  EXPECT_FALSE(adapt(plan, request_, request_)) << "it is gone";
  fs::create_directory(folder_);
  EXPECT_FALSE(adapt(plan, request_, request_)) << "it is another";
  fs::remove_all(folder_);
  fs::rename(folder_.string() + ".moved", folder_);
  EXPECT_TRUE(adapt(plan, request_, request_));
}

TEST_F(Adapt, AnotherCLibraryNeedsAnotherFilter) {
  Plan plan = this->plan();
  Request now = request_;
  now.steps[0].argv[0] = "/src/c";
  fs::copy_file("/proc/self/exe", folder_ / "c");  // it has an interpreter, the script has none
  EXPECT_FALSE(adapt(plan, request_, now));
  now.steps[0].libc = request_.steps[0].libc = Libc::gnu;
  plan = this->plan();
  EXPECT_TRUE(adapt(plan, request_, now)) << "it was said which";
}

TEST_F(Adapt, AProgramIsLookedAtAgainWhereItChanged) {
  fs::copy_file("/proc/self/exe", folder_ / "c");
  const ProgramFile first = look_at(folder_ / "c");
  EXPECT_NE(first.size, 0u);
  ProgramFile known = first;
  known.size = 1;  // a mark
  EXPECT_EQ(look_at(folder_ / "c", known).size, 1u);
  fs::remove(folder_ / "c");
  EXPECT_EQ(look_at(folder_ / "c", known).size, 0u);
  fs::copy_file("/proc/self/exe", folder_ / "c");
  EXPECT_EQ(look_at(folder_ / "c", known).size, first.size);
}

}  // namespace
}  // namespace sbx::plan
