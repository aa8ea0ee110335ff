// The supervisor's answer to any notification from any victim: it never lets a foreign call, a
// namespace, a process over the limit, or a call through that it could not look at.
#include "supervisor/decide.h"

#include <sched.h>

#include <cstdint>
#include <cstring>

#include "sbx/error.h"
#include "sys/names.h"

namespace {

// Answers from the fuzzer's bytes; zeroes when they are used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint64_t number(std::size_t bytes = 8) {
    std::uint64_t v = 0;
    std::size_t n = bytes < size_ ? bytes : size_;
    std::memcpy(&v, data_, n);
    data_ += n;
    size_ -= n;
    return v;
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

using sbx::supervisor::Read;

class Victim : public sbx::supervisor::Victim {
 public:
  explicit Victim(Bytes* bytes) : bytes_(bytes) {}
  Read text(std::uint64_t, std::size_t max, std::string* out) override {
    std::size_t n = bytes_->number(1);
    out->clear();
    for (std::size_t i = 0; i < n && i < max; ++i) {
      *out += static_cast<char>(bytes_->number(1));
    }
    return answer();
  }
  Read bytes(std::uint64_t, std::size_t size, void* out) override {
    for (std::size_t i = 0; i < size; ++i) {
      static_cast<std::uint8_t*>(out)[i] = static_cast<std::uint8_t>(bytes_->number(1));
    }
    return answer();
  }
  Read cwd(std::string* out) override { return text(0, 64, out); }
  Read descriptor(int, std::string* out) override { return text(0, 64, out); }
  Read address_space(std::uint64_t* n) override { return *n = bytes_->number(), answer(); }
  Read data(std::uint64_t* n) override { return *n = bytes_->number(), answer(); }
  Read mapped_within(std::uint64_t, std::uint64_t, std::uint64_t* n) override {
    return *n = bytes_->number(), answer();
  }
  Read is_itself(std::int64_t, bool* itself) override {
    return *itself = (bytes_->number(1) & 1) != 0, answer();
  }
  Read population(sbx::supervisor::Population* out) override {
    out->processes = static_cast<unsigned>(bytes_->number(1));
    out->threads = static_cast<unsigned>(bytes_->number(1));
    return answer();
  }
  Read program(const std::string&, bool* exists, std::uint64_t* size) override {
    *exists = (bytes_->number(1) & 1) != 0;
    *size = bytes_->number();
    return answer();
  }
  [[nodiscard]] bool blind() const { return blind_; }

 private:
  Read answer() {
    std::uint64_t b = bytes_->number(1);
    const Read r = b < 200 ? Read::ok : static_cast<Read>(b % 4);
    blind_ = blind_ || r != Read::ok;
    return r;
  }
  bool blind_ = false;
  Bytes* bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  sbx::plan::StepPlan step;
  step.program = "/src/p";
  step.roots = {"/src", "/tmp", "/out"};
  step.limits.processes = static_cast<unsigned>(bytes.number(1)) % 4;
  step.limits.threads = static_cast<unsigned>(bytes.number(1)) % 4;
  step.limits.execs = 1 + static_cast<unsigned>(bytes.number(1)) % 4;
  sbx::supervisor::StepMemory memory;
  while (!bytes.empty()) {
    sbx::sys::Notification n{};
    n.pid = static_cast<std::uint32_t>(bytes.number(1));
    n.data.arch = (bytes.number(1) & 7) != 0 ? sbx::sys::kNativeAudit
                                             : static_cast<std::uint32_t>(bytes.number(4));
    n.data.nr = static_cast<std::int32_t>(bytes.number((bytes.number(1) & 1) != 0 ? 2 : 4));
    for (std::uint64_t& a : n.data.args) {
      a = bytes.number((bytes.number(1) & 1) != 0 ? 8 : 1);
    }
    Victim victim(&bytes);
    auto v = sbx::supervisor::decide(n, step, memory, victim, 0);
    const bool proceeds = v.kind == sbx::supervisor::Verdict::Kind::proceed;
    SBX_CHECK(!(proceeds && victim.blind()));
    if (n.data.arch != sbx::sys::kNativeAudit || n.data.nr < 0) {
      SBX_CHECK(v.kind == sbx::supervisor::Verdict::Kind::refuse);
    }
    if (proceeds && n.data.nr == sbx::sys::nr_if("clone")) {
      SBX_CHECK((n.data.args[0] & sbx::sys::kCloneNewAny) == 0);
      SBX_CHECK(
          ((n.data.args[0] & CLONE_THREAD) != 0 ? step.limits.threads : step.limits.processes) > 0);
    }
    SBX_CHECK(!(proceeds && n.data.nr == sbx::sys::nr_if("clone3")));
    SBX_CHECK(memory.execs <= step.limits.execs);
  }
  return 0;
}
