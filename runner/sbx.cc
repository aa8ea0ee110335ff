// sbx: one program in one box. This process is the supervisor of its box (sbx/direct.h).
#include <string>
#include <vector>

#include "sbx_cli.h"
#include "streams.h"

int main(int argc, char** argv) {
  sbx::runner::open_standard_streams();
  return sbx::runner::sbx_main(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
