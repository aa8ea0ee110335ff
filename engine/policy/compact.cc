#include "policy/compact.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

#include "sbx/error.h"

namespace sbx::policy {
namespace {

// A conditional jump is 8 bits wide.
constexpr std::size_t kFarthest = 255;

bool is_jump(const sock_filter& i) {
  return BPF_CLASS(i.code) == BPF_JMP;
}
bool is_far_jump(const sock_filter& i) {
  return i.code == (BPF_JMP | BPF_JA);
}
bool is_answer(const sock_filter& i) {
  return BPF_CLASS(i.code) == BPF_RET;
}

// Written from its end, so that every target stands before what jumps there. A place is how many
// instructions follow it.
class Backwards {
 public:
  explicit Backwards(const std::vector<sock_filter>& filter)
      : filter_(filter), places_(filter.size()) {}

  std::vector<sock_filter> write() {
    for (std::size_t i = filter_.size(); i-- > 0;) {
      if (!is_answer(filter_[i])) {
        put(i);
      }
    }
    std::reverse(out_.begin(), out_.end());
    return out_;
  }

 private:
  void put(std::size_t i) {
    sock_filter now = filter_[i];
    if (is_far_jump(now)) {
      const std::size_t target = i + 1 + now.k;
      bring_near(target, UINT32_MAX);
      now.k = static_cast<std::uint32_t>(distance(target));
    } else if (is_jump(now)) {
      const std::size_t yes = i + 1 + now.jt, no = i + 1 + now.jf;
      bring_near(yes, kFarthest - 1);  // the other's answer may come between
      bring_near(no, kFarthest);
      SBX_CHECK(distance(yes) <= kFarthest && distance(no) <= kFarthest);
      now.jt = static_cast<std::uint8_t>(distance(yes));
      now.jf = static_cast<std::uint8_t>(distance(no));
    } else {
      SBX_CHECK(i + 1 < filter_.size() && !is_answer(filter_[i + 1]));
    }
    places_[i] = out_.size();
    out_.push_back(now);
  }

  // An answer is written once more where the latest is out of reach of the next instruction.
  void bring_near(std::size_t target, std::size_t farthest) {
    const sock_filter& answer = filter_[target];
    if (!is_answer(answer)) {
      return;
    }
    const auto known = answers_.find(answer.k);
    if (known == answers_.end() || out_.size() - known->second - 1 > farthest) {
      answers_[answer.k] = out_.size();
      out_.push_back(answer);
    }
  }

  // From the instruction that is written next.
  [[nodiscard]] std::size_t distance(std::size_t target) const {
    const sock_filter& there = filter_[target];
    const std::size_t place = is_answer(there) ? answers_.at(there.k) : places_[target];
    return out_.size() - place - 1;
  }

  const std::vector<sock_filter>& filter_;
  std::vector<std::size_t> places_;
  std::map<std::uint32_t, std::size_t> answers_;  // the latest of each
  std::vector<sock_filter> out_;
};

}  // namespace

std::vector<sock_filter> compact(const std::vector<sock_filter>& filter) {
  return std::all_of(filter.begin(), filter.end(), is_answer) ? filter : Backwards(filter).write();
}

}  // namespace sbx::policy
