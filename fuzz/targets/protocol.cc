// Any bytes as a frame between a caller and its helper.
#include "helper/protocol.h"

#include <cstdint>
#include <string>

#include "plan/plan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  sbx::Request request;
  sbx::helper::Attached attached;
  sbx::Report report;
  std::vector<sbx::Capability> all;
  if (sbx::helper::decode(bytes, &request, &attached)) {
    sbx::Request again;
    SBX_CHECK(sbx::helper::decode(sbx::helper::encode(request, attached), &again, &attached));
    static_cast<void>(sbx::plan::validate(request));
  }
  static_cast<void>(sbx::helper::decode(bytes, &report));
  static_cast<void>(sbx::helper::decode(bytes, &all));
  return 0;
}
