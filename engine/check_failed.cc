#include <cstdio>
#include <cstdlib>

#include "sbx/error.h"

namespace sbx {

void check_failed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "sbx: %s:%d: broken promise: %s\n", file, line, expression);
  std::abort();
}

}  // namespace sbx
