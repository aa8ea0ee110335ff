#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

#include "client/helpers.h"
#include "helper/protocol.h"
#include "plan/plan.h"
#include "sbx/box.h"
#include "sbx/host.h"

namespace sbx {
namespace {

// A kernel that cannot end a box in this time is beyond us; nobody hangs.
constexpr int kGoneMs = 10000;

struct Stream {
  int fd = -1;
  bool capture;

  // `file`: for a capture; a memfd, made where there is none.
  Stream(const Output& output, sys::Fd* file) : capture(output.kind == Output::Kind::capture) {
    if (capture) {
      if (!*file) {
        const sys::Fd low(::memfd_create("sbx capture", MFD_CLOEXEC));
        file->reset(low ? ::fcntl(low.get(), F_DUPFD_CLOEXEC, client::kFirstFd) : -1);
      }
      fd = file->get();
    } else if (output.kind == Output::Kind::descriptor && ::fcntl(output.fd, F_GETFD) >= 0) {
      fd = output.fd;
    }
  }
  // False: errno says why there is nothing to capture into.
  [[nodiscard]] bool good() const { return !capture || fd >= 0; }
  // What was captured. False: the file is not as empty as it was.
  [[nodiscard]] bool take(std::string* text) const {
    const off_t size = capture ? ::lseek(fd, 0, SEEK_END) : 0;
    text->resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    std::size_t done = 0;
    while (done < text->size()) {
      ssize_t n = ::pread(fd, text->data() + done, text->size() - done, static_cast<off_t>(done));
      if (n <= 0) {
        break;
      }
      done += static_cast<std::size_t>(n);
    }
    text->resize(done);
    return size == 0 || (::ftruncate(fd, 0) == 0 && ::lseek(fd, 0, SEEK_SET) == 0);
  }
};

Report cannot(const std::string& op, int error, const std::string& hint = "") {
  Report report;
  report.records.push_back({"", event::Cannot{op, error, hint}});
  return report;
}

// Whether no box could be planned.
bool refused_a_path(const Report& report) {
  const auto* cannot =
      report.records.size() == 1 ? std::get_if<event::Cannot>(&report.records[0].what) : nullptr;
  return cannot != nullptr && cannot->op.compare(0, 4, "use ") == 0;
}

// A limit of the caller's is the helper's too.
std::string why_no_helper(const std::string& what, int error) {
  if (error == ENOENT) {
    return "is sbx-helper installed? $SBX_HELPER names it";
  }
  if (what == "greet the helper") {
    return "it ended at once: is it sbx-helper, and has it memory and descriptors?";
  }
  return error == EMFILE   ? "too few open files are allowed"
         : error == EAGAIN ? "too few processes are allowed"
                           : "";
}

}  // namespace

Result<Report> client::run_by(Helpers& helpers, const Request& request,
                              const std::stop_token& stop) {
  if (auto error = plan::validate(request)) {
    return tl::unexpected(*error);
  }
  // A pool's helper that has a box of these mounts looks at them itself.
  if (auto wrong = helpers.keep() ? std::nullopt : plan::validate_host(request)) {
    return tl::unexpected(*wrong);
  }
  int error = 0;
  std::string what;
  std::optional<Request> changed;
  const Request& absolute = plan::has_relative_paths(request)
                                ? changed.emplace(plan::with_absolute_paths(request))
                                : request;
  std::unique_ptr<Helper> helper = helpers.take(absolute, &error, &what);
  if (!helper) {
    return cannot(what, error, why_no_helper(what, error));
  }
  const bool looks = helper->again;
  if (auto wrong = !helpers.keep() || looks ? std::nullopt : plan::validate_host(request)) {
    helpers.give_back(std::move(helper));
    return tl::unexpected(*wrong);
  }
  const Stream out(request.streams.out, &helper->captures[0]);
  const Stream err(request.streams.err, &helper->captures[1]);
  if (!out.good() || !err.good()) {
    error = errno;
    helpers.give_back(std::move(helper));
    return cannot("capture the program's output", error);
  }
  helper::Attached attached;
  attached.keep = helpers.keep();
  std::vector<int> fds;
  auto attach = [&](int fd) {
    if (fd >= 0) {
      fds.push_back(fd);
    }
    return fd >= 0;
  };
  const int in = request.streams.in.fd;
  attached.in = attach(in >= 0 && ::fcntl(in, F_GETFD) >= 0 ? in : -1);
  attached.out = attach(out.fd);
  attached.err_is_out = out.fd >= 0 && err.fd == out.fd;
  attached.err = !attached.err_is_out && attach(err.fd);
  attached.apart = out.capture && err.capture;
  attached.processor = helper->processor ? *helper->processor : -1;
  std::string bytes;
  Report report;
  bool whole = helper::send_frame(helper->socket.get(), helper::encode(absolute, attached), fds);
  {
    std::stop_callback on_stop(
        stop, [&] { ::send(helper->socket.get(), "s", 1, MSG_NOSIGNAL | MSG_DONTWAIT); });
    // In poll, for in recv it would be woken by what the helper reads, too.
    pollfd reply{helper->socket.get(), POLLIN, 0};
    whole = whole && (::poll(&reply, 1, -1) >= 0 || errno == EINTR) &&
            helper::receive_frame(helper->socket.get(), &bytes, nullptr) &&
            helper::decode(bytes, &report);
  }
  if (!whole) {
    // The helper died. The box's init ends the box by itself and holds the tombstone till then.
    const sys::Fd tomb = std::move(helper->tomb);
    helper.reset();
    helpers.give_back(nullptr);
    pollfd gone{tomb.get(), 0, 0};
    ::poll(&gone, 1, kGoneMs);
    return cannot("hear from the helper", EPIPE, "it was killed; the box is gone with it");
  }
  const bool emptied = out.take(&report.out) && err.take(&report.err);
  if (!emptied || stop.stop_requested()) {
    helper.reset();  // a stop that came late may still lie in its socket
  }
  helpers.give_back(std::move(helper));
  if (looks && refused_a_path(report)) {
    if (auto wrong = plan::validate_host(request)) {
      return tl::unexpected(*wrong);
    }
  }
  return report;
}

Result<Report> run(const Request& request, std::stop_token stop) {
  return client::run_by(client::shared_helpers(), request, stop);
}

std::vector<Capability> check_host() {
  client::Helpers& helpers = client::shared_helpers();
  int error = 0;
  std::string what, bytes;
  std::vector<Capability> all;
  std::unique_ptr<client::Helper> helper = helpers.take({}, &error, &what);
  if (helper) {
    helper::Attached attached;
    attached.ask = helper::Ask::check;
    if (helper::send_frame(helper->socket.get(), helper::encode(Request{}, attached), {}) &&
        helper::receive_frame(helper->socket.get(), &bytes, nullptr) &&
        helper::decode(bytes, &all)) {
      helpers.give_back(std::move(helper));
      return all;
    }
    error = EPIPE;
    what = "hear from the helper";
  }
  return {{"helper", false, true, "cannot " + what + ": " + errno_name(error)}};
}

}  // namespace sbx
