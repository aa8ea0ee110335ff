// A line that parses renders itself; nothing else does.
#include "sbx/report.h"

#include <cstdint>
#include <string>

#include "sbx/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string line(reinterpret_cast<const char*>(data), size);
  if (auto record = sbx::parse_line(line)) {
    SBX_CHECK(sbx::to_line(*record) == line);
  }
  // Any path a program passes makes a line that parses back to the same line.
  std::string path_line = sbx::to_line({"", sbx::event::RefusedOpen{line}});
  auto back = sbx::parse_line(path_line);
  SBX_CHECK(back && sbx::to_line(*back) == path_line);
  return 0;
}
