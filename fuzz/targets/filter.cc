// The emitted filter answers what the table says, for every call of every architecture.
#include <cstdint>
#include <cstring>

#include "policy/emit.h"
#include "sbx/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  seccomp_data call;
  if (size < 1 + sizeof call) {
    return 0;
  }
  std::memcpy(&call, data + 1, sizeof call);
  call.nr = (data[0] & 64) != 0 ? call.nr & 0x3ff : call.nr;  // mostly numbers that exist
  call.arch = (data[0] & 128) != 0 ? sbx::sys::kNativeAudit : call.arch;
  const sbx::policy::Selection selection{(data[0] & 1) != 0,  (data[0] & 2) != 0,
                                         (data[0] & 4) != 0,  (data[0] & 8) != 0,
                                         (data[0] & 16) != 0, (data[0] & 32) != 0};
  SBX_CHECK(sbx::policy::evaluate(sbx::policy::emit(selection), call) ==
            sbx::policy::verdict(selection, call));
  return 0;
}
