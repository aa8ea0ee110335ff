// expect/static_checks.h - what is wrong with a test on some host, found on every host.
//
//   static_checks(&test);   // adds E05, E06, E07, E09, E11, E13, E14, E15 and E16 to its
//   diagnostics
//
// Looks at every situation that the test's selectors can tell apart. Used by make_test alone.
#pragma once
#include "expect/expectation.h"

namespace sbx::expect {

// Sets test->revisions as well. REQUIRES: test->layers[0] is there.
void static_checks(TestFile* test);

}  // namespace sbx::expect
