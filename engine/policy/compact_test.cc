#include "policy/compact.h"

#include <gtest/gtest.h>
#include <linux/seccomp.h>

#include <algorithm>
#include <cstddef>
#include <random>

#include "policy/emit.h"

namespace sbx::policy {
namespace {

constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);

sock_filter load() {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber);
}
sock_filter allow() {
  return BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
}
sock_filter ask() {
  return BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
}
sock_filter at_least(std::uint32_t value, unsigned yes, unsigned no) {
  return BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, static_cast<std::uint8_t>(yes),
                  static_cast<std::uint8_t>(no));
}
std::ptrdiff_t answers(const std::vector<sock_filter>& filter) {
  return std::count_if(filter.begin(), filter.end(),
                       [](const sock_filter& i) { return BPF_CLASS(i.code) == BPF_RET; });
}
void expect_the_same(const std::vector<sock_filter>& a, const std::vector<sock_filter>& b,
                     std::uint32_t numbers) {
  for (std::uint32_t nr = 0; nr < numbers; ++nr) {
    seccomp_data data{};
    data.nr = static_cast<int>(nr);
    ASSERT_EQ(evaluate(a, data), evaluate(b, data)) << nr;
  }
}

TEST(Compact, AnswersAreShared) {
  const std::vector<sock_filter> filter = {
      load(), at_least(4, 2, 0), at_least(2, 2, 0), allow(), ask(), ask()};
  std::vector<sock_filter> leaves = {
      load(), at_least(4, 3, 0), at_least(2, 1, 0), allow(), ask(), at_least(8, 1, 0), ask(),
      allow()};
  const std::vector<sock_filter> now = compact(leaves);
  EXPECT_EQ(now.size(), 6u);
  EXPECT_EQ(answers(now), 2);
  expect_the_same(leaves, now, 20);
  expect_the_same(filter, compact(filter), 20);
}

TEST(Compact, AnAnswerAloneStays) {
  EXPECT_EQ(compact({ask()}).size(), 1u);
}

// A chain that is longer than a jump reaches needs its answers more than once.
TEST(Compact, NoJumpIsTooFar) {
  constexpr std::uint32_t kLinks = 2000;
  std::vector<sock_filter> chain = {load()};
  for (std::uint32_t i = 0; i < kLinks; ++i) {
    chain.push_back(at_least(kLinks - i, 0, 1));
    chain.push_back((kLinks - i) % 3 == 0 ? allow() : ask());
  }
  chain.push_back(ask());
  const std::vector<sock_filter> now = compact(chain);
  EXPECT_LT(now.size(), kLinks + kLinks / 50);
  expect_the_same(chain, now, kLinks + 5);
}

// Any tree of decisions, with leaves of both kinds at any depth.
std::vector<sock_filter> any_tree(std::mt19937& random, std::uint32_t from, std::uint32_t to) {
  if (to - from < 2 || random() % 20 == 0) {
    return {random() % 2 == 0 ? allow() : ask()};
  }
  const std::uint32_t middle = from + 1 + static_cast<std::uint32_t>(random()) % (to - from - 1);
  std::vector<sock_filter> left = any_tree(random, from, middle);
  const std::vector<sock_filter> right = any_tree(random, middle, to);
  std::vector<sock_filter> out;
  if (left.size() <= 255) {
    out.push_back(at_least(middle, static_cast<unsigned>(left.size()), 0));
  } else {
    out.push_back(at_least(middle, 0, 1));
    out.push_back(BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(left.size())));
  }
  out.insert(out.end(), left.begin(), left.end());
  out.insert(out.end(), right.begin(), right.end());
  return out;
}

TEST(Compact, AnyTreeDecidesAsBefore) {
  constexpr std::uint32_t kNumbers = 1200;
  std::mt19937 random(20261130);
  for (int i = 0; i < 200; ++i) {
    std::vector<sock_filter> filter = {load()};
    const std::vector<sock_filter> tree = any_tree(random, 0, kNumbers);
    filter.insert(filter.end(), tree.begin(), tree.end());
    if (tree.size() == 1) {
      continue;
    }
    const std::vector<sock_filter> now = compact(filter);
    EXPECT_LE(now.size(), filter.size());
    expect_the_same(filter, now, kNumbers);
  }
}

}  // namespace
}  // namespace sbx::policy
