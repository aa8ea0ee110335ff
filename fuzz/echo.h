// fuzz/echo.h - a target's log without what libFuzzer repeats of inputs in it.
//
//   without_echoes(log)
//
// The progress lines and the last words of a job hold bytes of inputs and of its dictionary. A bug
// must not be named by them: an input that holds "ERROR: AddressSanitizer: x" is no such error.
// Pure.
#pragma once
#include <string>
#include <string_view>

namespace sbx::fuzz {

[[nodiscard]] std::string without_echoes(std::string_view log);

}  // namespace sbx::fuzz
