// expect/pattern.h - literal text with {{regex}} islands, anchored to a line.
//
//   Result<Pattern> p = Pattern::compile("took {{[0-9]+}} ms");
//   p->matches("took 12 ms") == true
//
// The islands are RE2 over bytes (Latin-1), so any byte may stand on the line. A '.' matches every
// byte. Immutable after compile; thread-safe.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "sbx/error.h"

namespace re2 {
class RE2;
}

namespace sbx::expect {

class Pattern {
 public:
  [[nodiscard]] static Result<Pattern> compile(std::string_view text);
  [[nodiscard]] bool matches(std::string_view line) const;

 private:
  std::shared_ptr<const re2::RE2> regex_;
};

}  // namespace sbx::expect
