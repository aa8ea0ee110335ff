// client/helpers.h - the helpers of this process: found, started, kept, handed out. Thread-safe.
#pragma once
#include <memory>
#include <stop_token>
#include <string>

#include "plan/plan.h"
#include "sbx/box.h"
#include "sys/fd.h"

namespace sbx::client {

// The first number of what this library keeps open: above what a caller that reserves 0, 1, 2 or 3
// may be given.
inline constexpr int kFirstFd = 10;

struct Helper {
  sys::Fd socket;
  sys::Fd tomb;         // hangs up when the helper and everything in its boxes is gone
  sys::Fd captures[2];  // empty files for what a box prints on stdout and stderr, once it had some
  // A pool's alone: of the box that may stand in it, how often the host was written to before, and
  // which processor it keeps to.
  plan::Shape last = {};
  bool again = false;  // the box to come has the shape of the one before
  unsigned writes = 0;
  std::shared_ptr<const int> processor = nullptr;
};

// Where the helper of a box comes from.
class Helpers {
 public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  virtual ~Helpers() = default;
  // An idle one or a new one, for a request whose host paths are absolute. Null: none can be
  // started; *error and *what say why.
  [[nodiscard]] virtual std::unique_ptr<Helper> take(const Request& request, int* error,
                                                     std::string* what) = 0;
  // What take() gave: for the next caller, or null where its last frame was not whole.
  virtual void give_back(std::unique_ptr<Helper> helper) = 0;
  // Whether its boxes may follow one another in one tree.
  [[nodiscard]] virtual bool keep() const = 0;
};

// Those that every run() of this process shares.
[[nodiscard]] Helpers& shared_helpers();
// One of its own.
[[nodiscard]] std::unique_ptr<Helper> start_helper(int* error, std::string* what);
// One that says anything while idle has died.
[[nodiscard]] bool is_idle(const Helper& helper);

// run() by one of these helpers.
[[nodiscard]] Result<Report> run_by(Helpers& helpers, const Request& request,
                                    const std::stop_token& stop);

}  // namespace sbx::client
