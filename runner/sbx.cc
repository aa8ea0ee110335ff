// sbx: one program in one box. This process is the supervisor of its box (sbx/direct.h).
#include <unistd.h>

#include <string>
#include <vector>

#include "sbx/direct.h"
#include "sbx_cli.h"
#include "streams.h"

int main(int argc, char** argv) {
  sbx::runner::open_standard_streams();
  const int code =
      sbx::runner::sbx_main(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  sbx::drop_early();
  ::_exit(code);  // nothing is buffered, and what is freed costs time
}
