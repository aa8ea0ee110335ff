// runner/listing.h - `sbx-test --list`: the selected tests, for people, scripts and CTest.
//
//   std::fputs(render_listing(cases, options, "cases", "/usr/bin/sbx-test").c_str(), stdout);
//
// Pure; thread-safe.
#pragma once
#include <string>
#include <vector>

#include "runner/cases.h"
#include "runner/options.h"

namespace sbx::runner {

// program: absolute path of sbx-test, for the commands of ListForm::ctest.
[[nodiscard]] std::string render_listing(const std::vector<Case>&, const Options&,
                                         const std::string& base, const std::string& program);

}  // namespace sbx::runner
