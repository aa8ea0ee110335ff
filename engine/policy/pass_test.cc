// The engine's own calls pass with their word and not without; everything else is answered as the
// filter itself answers it.
#include "policy/pass.h"

#include <gtest/gtest.h>
#include <linux/audit.h>

#include <algorithm>

#include "policy/emit.h"
#include "policy/selections_test.h"

namespace sbx::policy {
namespace {

constexpr std::uint64_t kWord = 0x8badf00dfeedface;
constexpr int kOwn[] = {sys::NR("clone"), sys::NR("setsid"), sys::NR("landlock_restrict_self"),
                        sys::NR("sched_setaffinity")};

seccomp_data call(int nr, std::uint64_t sixth, std::uint32_t arch = sys::kNativeAudit) {
  seccomp_data data{};
  data.nr = nr;
  data.arch = arch;
  std::fill(std::begin(data.args), std::end(data.args), 3);
  data.args[kPassArgument] = sixth;
  return data;
}

TEST(Pass, TheEnginesOwnCallsHaveIt) {
  for (const Selection& selection : every_selection()) {
    const std::vector<sock_filter> filter = with_pass(emit(selection), kWord);
    for (const int nr : kOwn) {
      EXPECT_EQ(evaluate(filter, call(nr, kWord)), SECCOMP_RET_ALLOW) << nr;
    }
  }
}

TEST(Pass, EveryOtherWordIsNone) {
  const Selection selection;
  const std::vector<sock_filter> plain = emit(selection), filter = with_pass(plain, kWord);
  for (const int nr : kOwn) {
    for (int bit = 0; bit < 64; ++bit) {
      const seccomp_data near = call(nr, kWord ^ std::uint64_t{1} << bit);
      EXPECT_EQ(evaluate(filter, near), SECCOMP_RET_USER_NOTIF) << nr << ' ' << bit;
    }
    for (const std::uint64_t word :
         {std::uint64_t{0}, ~std::uint64_t{0}, kWord << 32, kWord & 0xffffffff}) {
      EXPECT_EQ(evaluate(filter, call(nr, word)), SECCOMP_RET_USER_NOTIF) << nr << ' ' << word;
    }
  }
}

TEST(Pass, NoOtherCallAndNoOtherNumberingHasIt) {
  for (const Selection& selection : every_selection()) {
    const std::vector<sock_filter> plain = emit(selection), filter = with_pass(plain, kWord);
    for (const std::uint32_t arch : {sys::kNativeAudit, std::uint32_t{AUDIT_ARCH_I386}}) {
      for (int nr = -1; nr < 600; ++nr) {
        const bool own =
            arch == sys::kNativeAudit && std::count(std::begin(kOwn), std::end(kOwn), nr);
        for (const std::uint64_t word : {std::uint64_t{3}, kWord}) {
          if (own && word == kWord) {
            continue;
          }
          const seccomp_data data = call(nr, word, arch);
          ASSERT_EQ(evaluate(filter, data), evaluate(plain, data)) << describe(selection) << nr;
        }
      }
    }
    const seccomp_data x32 = call(kOwn[0] | static_cast<int>(sys::kX32Bit), kWord);
    EXPECT_EQ(evaluate(filter, x32), SECCOMP_RET_USER_NOTIF);
  }
}

}  // namespace
}  // namespace sbx::policy
