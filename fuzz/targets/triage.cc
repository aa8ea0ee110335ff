// Any bytes as what a target, libFuzzer and a symbolizer say: keys have their form, nothing of a
// hostile merge comes back but numbers, what is scrubbed stays scrubbed.
#include <cstdint>
#include <string>

#include "fuzz/command_line.h"
#include "fuzz/key.h"
#include "fuzz/merge_control.h"
#include "fuzz/reproducer.h"
#include "fuzz/stack.h"
#include "fuzz/status.h"
#include "fuzz/symbols.h"
#include "fuzz/target_file.h"
#include "sbx/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const int code : {1, 70, 77}) {
    sbx::Report report;
    report.records = {{"", sbx::event::Exited{code}}};
    const sbx::fuzz::Failure f = sbx::fuzz::failure_of(report, text);
    SBX_CHECK(f.failed && f.key.size() == 12 && !f.kind.empty() && !f.title.empty());
    SBX_CHECK(f.frames.size() <= 3);
  }
  const std::string once = sbx::fuzz::scrubbed(text);
  SBX_CHECK(sbx::fuzz::scrubbed(once) == once);

  constexpr const char* kControl = "2\n0\nc0/a\nc0/b\n";
  const sbx::fuzz::MergeControl back =
      sbx::fuzz::parse_control(sbx::fuzz::believed(kControl, kControl + text));
  SBX_CHECK(back.header == kControl);
  SBX_CHECK(sbx::fuzz::believed(kControl, text).compare(0, back.header.size(), kControl) == 0);
  static_cast<void>(sbx::fuzz::parse_control(text));

  SBX_CHECK(sbx::fuzz::parse_symbols(text, 3).size() == 3);
  static_cast<void>(sbx::fuzz::plain_function(text));
  static_cast<void>(sbx::fuzz::parse_command(text));
  sbx::fuzz::Progress progress;
  static_cast<void>(sbx::fuzz::parse_progress(text, &progress));
  if (const auto target = sbx::fuzz::parse_target("target.yaml", text)) {
    static_cast<void>(sbx::fuzz::render_target(*target));
  }
  return 0;
}
