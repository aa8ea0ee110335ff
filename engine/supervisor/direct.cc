#include "sbx/direct.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "sbx/danger/trace.h"
#include "supervisor/box.h"
#include "supervisor/check.h"

namespace sbx {
namespace {

// What writing to the caller's streams could end this process by, for as long as a box runs.
class Ignored {
 public:
  explicit Ignored(int signal) : signal_(signal) {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(signal_, &ignore, &before_);
  }
  ~Ignored() { ::sigaction(signal_, &before_, nullptr); }
  Ignored(const Ignored&) = delete;
  Ignored& operator=(const Ignored&) = delete;

 private:
  int signal_;
  struct sigaction before_ = {};
};

Result<Report> here(const Request& request, supervisor::Recorder* recorder) {
  if (auto error = plan::validate(request)) {
    return tl::unexpected(*error);
  }
  if (auto error = plan::validate_host(request)) {
    return tl::unexpected(*error);
  }
  if (request.streams.out.kind == Output::Kind::capture ||
      request.streams.err.kind == Output::Kind::capture) {
    return tl::unexpected(Error{"streams", "captures need sbx::run"});
  }
  // 0, 1 and 2 must be somebody's before pipes are made.
  for (int i = 0; i < 3 && ::fcntl(2, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) >= 0; ++i) {
  }
  const Ignored broken_pipe(SIGPIPE), file_size(SIGXFSZ);
  supervisor::Ends ends;
  ends.in = request.streams.in.fd;
  ends.out = request.streams.out.kind == Output::Kind::descriptor ? request.streams.out.fd : -1;
  ends.err = request.streams.err.kind == Output::Kind::descriptor ? request.streams.err.fd : -1;
  return supervisor::run_box(plan::with_absolute_paths(request), ends, {.recorder = recorder});
}

}  // namespace

Result<Report> run_here(const Request& request) {
  return here(request, nullptr);
}

Result<Trace> trace_here(const Request& request) {
  supervisor::Recorder recorder;
  auto report = here(request, &recorder);
  if (!report) {
    return tl::unexpected(report.error());
  }
  return Trace{std::move(*report), recorder.calls()};
}

void drop_early() {
  supervisor::InitProcess::take_early();
}

std::vector<Capability> check_here() {
  return supervisor::check();
}

}  // namespace sbx
