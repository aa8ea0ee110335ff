// report_text.h - what report.cc reads texts with; their writers are public (sbx/report.h).
//
//   unescape(escape(raw)) == raw, where nothing was cut
//
// Pure; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace sbx {

inline constexpr int kLastSignal = 64;

// The inverse of escape(). nullopt: not a text escape() can have written.
[[nodiscard]] std::optional<std::string> unescape(std::string_view text);

}  // namespace sbx
