// sbx/error.h - how an engine call fails.
//
// Three outcomes, never mixed:
//   Error   the CALLER asked for something no box can be (empty argv, relative inside path).
//   Nothing
//           ran.
//   Report  everything else, "the box could not be built" (exit 126) included. See report.h.
//   abort   a bug in sbx itself (SBX_CHECK), in release builds too.
#pragma once
#include <string>
#include <tl/expected.hpp>

namespace sbx {

struct Error {
  std::string field;    // which field of the request is wrong: "argv", "tree[2].inside"
  std::string message;  // one sentence, lower case, no full stop
};

// tl::expected with [[nodiscard]] on the type: a dropped error does not compile under -Werror.
template <class T>
struct [[nodiscard]] Result : tl::expected<T, Error> {
  using tl::expected<T, Error>::expected;
};

// Prints file, line and expression to stderr and aborts. For bugs of ours, never for bad input.
[[noreturn]] void check_failed(const char* expression, const char* file, int line);

}  // namespace sbx

#define SBX_CHECK(x) \
  (static_cast<bool>(x) ? static_cast<void>(0) : ::sbx::check_failed(#x, __FILE__, __LINE__))
