// expect/output_entries.h - the bytes of an output as directives.
//
//   output_entries("t.c", Id::out, expect.out, old, "hello\n")   // {{Id::out, "hello"}}
//
// Used by bless alone. Pure functions; thread-safe.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "expect/rewrite.h"

namespace sbx::expect {

// So that expand() gives `text` back.
[[nodiscard]] std::string without_variables(std::string_view text);

// `line` is Id::out or Id::err. Of the `old` entries, those that still match are kept as written.
// Empty: too large, or with bytes that no directive can carry; it needs a sidecar.
[[nodiscard]] std::vector<NewEntry> output_entries(const std::string& path, Id line,
                                                   const StreamExpectation& expect,
                                                   const std::vector<const Entry*>& old,
                                                   std::string_view bytes);

}  // namespace sbx::expect
