// What a plan holds that depends on the boxes before.
#include <gtest/gtest.h>

#include "plan/plan.h"

namespace sbx::plan {
namespace {

constexpr std::uint64_t kPass = 0x123456789abcdef0;

Request two_steps() {
  Request r;
  Mount src;
  src.host = "/tmp";
  src.inside = "/src";
  r.tree = {src};
  r.steps.resize(2);
  r.steps[0].argv = {"/usr/bin/cc"};
  r.steps[0].profile = Profile::compile;
  r.steps[1].argv = {"/src/a"};
  r.steps[1].label = "run";
  return r;
}

Plan again(const Request& r, long numbers, std::vector<Carried>* carriers) {
  HostFacts facts;
  facts.landlock_abi = 6;
  facts.most_numbers = numbers;
  facts.pass = kPass;
  Result<Plan> plan = build(r, facts, Purpose::again, {nullptr, carriers});
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return plan ? std::move(*plan) : Plan{};
}

std::vector<int> carriers_of(const Plan& plan) {
  std::vector<int> all;
  for (const StepPlan& s : plan.steps) {
    all.push_back(s.carrier);
  }
  return all;
}

TEST(Build, EveryKindOfStepHasACarrierTillThereAreNoMore) {
  std::vector<Carried> carriers;
  Request r = two_steps();
  EXPECT_EQ(carriers_of(again(r, 32768, &carriers)), (std::vector{0, 1}));
  EXPECT_EQ(carriers_of(again(r, 32768, &carriers)), (std::vector{0, 1}));
  std::swap(r.steps[0], r.steps[1]);
  EXPECT_EQ(carriers_of(again(r, 32768, &carriers)), (std::vector{1, 0}));
  r.threads = true;  // another filter
  EXPECT_EQ(carriers_of(again(r, 32768, &carriers)), (std::vector{-1, -1}));
  r.threads = false;
  r.aslr = true;  // inherited as well
  EXPECT_EQ(carriers_of(again(r, 32768, &carriers)), (std::vector{-1, -1}));
  EXPECT_EQ(carriers.size(), kMostCarriers);
}

TEST(Build, NoneWhereItsNumberWouldBeNearOrNobodyKnows) {
  for (const long numbers : {0L, 301L, 16383L}) {
    std::vector<Carried> carriers;
    EXPECT_EQ(carriers_of(again(two_steps(), numbers, &carriers)), (std::vector{-1, -1}));
    EXPECT_TRUE(carriers.empty());
  }
  EXPECT_EQ(carriers_of(again(two_steps(), 4194304, nullptr)), (std::vector{-1, -1}));
}

TEST(Build, WhatAStepInheritsItDoesNotDoItself) {
  std::vector<Carried> carriers, none;
  const auto has = [](const std::vector<Op>& ops, long nr) {
    return std::any_of(ops.begin(), ops.end(), [nr](const Op& op) { return op.nr == nr; });
  };
  const Plan carried = again(two_steps(), 32768, &carriers), bare = again(two_steps(), 0, &none);
  for (const long nr : {__NR_seccomp, __NR_prctl, __NR_capset, __NR_personality}) {
    EXPECT_TRUE(has(carried.steps[1].carried, nr)) << nr;
    EXPECT_FALSE(has(carried.steps[1].room, nr)) << nr;
    EXPECT_TRUE(has(bare.steps[1].room, nr)) << nr;
  }
  EXPECT_TRUE(bare.steps[1].carried.empty());
  EXPECT_EQ(bare.steps[1].pass, 0u);
  for (const long nr : {__NR_landlock_restrict_self, __NR_prlimit64, __NR_setsid, __NR_execve}) {
    EXPECT_TRUE(has(carried.steps[1].room, nr)) << nr;
  }
}

// What its filter would have asked of a step on its way, and of its carrier, has the word.
TEST(Build, ACarriedStepsOwnCallsHaveTheirWord) {
  HostFacts facts;
  facts.landlock_abi = 6;
  facts.most_numbers = 32768;
  facts.pass = kPass;
  facts.processors.emplace();
  std::vector<Carried> carriers;
  const Result<Plan> plan = build(two_steps(), facts, Purpose::again, {nullptr, &carriers});
  ASSERT_TRUE(plan);
  const StepPlan& step = plan->steps[1];
  EXPECT_EQ(step.pass, kPass);
  for (const Op& op : step.room) {
    const bool is_own = op.nr == __NR_setsid || op.nr == __NR_landlock_restrict_self ||
                        op.nr == __NR_sched_setaffinity;
    EXPECT_EQ(op.a[5], is_own ? kPass : 0) << op.name;
  }
  facts.pass = 0;
  carriers.clear();
  const Result<Plan> without = build(two_steps(), facts, Purpose::again, {nullptr, &carriers});
  ASSERT_TRUE(without);
  EXPECT_EQ(carriers_of(*without), (std::vector{-1, -1})) << "nothing to let them through by";
}

TEST(Build, EveryOpIsFoundByItsIndex) {
  std::vector<Carried> carriers;
  const Plan plan = again(two_steps(), 32768, &carriers);
  for (int i = 0; i < plan.op_count; ++i) {
    EXPECT_NE(plan.op(i), nullptr) << i;
  }
  EXPECT_EQ(plan.op(plan.steps[1].carried_base), plan.steps[1].carried.data());
  EXPECT_EQ(plan.op(plan.op_count), nullptr);
  EXPECT_EQ(plan.op(-1), nullptr);
}

}  // namespace
}  // namespace sbx::plan
