#include "sbx/pool.h"

#include <poll.h>
#include <sched.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "client/helpers.h"

namespace sbx {
namespace {

// A kernel that cannot end what is idle in this time is beyond us; nobody hangs.
constexpr int kGoneMs = 10000;

}  // namespace

using Several = std::vector<std::unique_ptr<client::Helper>>;

// Returns when nothing is left of their cells.
void end_all(const Several& helpers) {
  for (const auto& helper : helpers) {
    ::shutdown(helper->socket.get(), SHUT_WR);
  }
  for (const auto& helper : helpers) {  // it ends its cell before it lets go of its end
    pollfd p{helper->socket.get(), POLLIN, 0};
    ::poll(&p, 1, kGoneMs);
  }
}

// Spreads helpers over the processors: those that keep to one are not moved by the kernel.
class Processors : public std::enable_shared_from_this<Processors> {
 public:
  Processors() {
    cpu_set_t all;
    if (::sched_getaffinity(0, sizeof all, &all) == 0) {
      for (int i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(static_cast<unsigned>(i), &all)) {
          places_.push_back({i, 0});
        }
      }
    }
  }
  // One that the fewest have, of several the caller's own. It is free again when nobody holds what
  // this returned. Null: they could not be counted.
  std::shared_ptr<const int> take() {
    const int here = ::sched_getcpu();
    std::lock_guard lock(mutex_);
    const auto best =
        std::min_element(places_.begin(), places_.end(), [here](const Place& a, const Place& b) {
          return a.taken != b.taken ? a.taken < b.taken
                                    : a.processor == here && b.processor != here;
        });
    if (best == places_.end()) {
      return nullptr;
    }
    ++best->taken;
    return {&best->processor, [all = shared_from_this(), best](const int*) {
              std::lock_guard back(all->mutex_);
              --best->taken;
            }};
  }

 private:
  struct Place {
    int processor;
    unsigned taken;
  };
  std::mutex mutex_;
  std::vector<Place> places_;
};

// One helper a cell.
class Pool::Cells : public client::Helpers {
 public:
  explicit Cells(unsigned most)
      : most_(most > 0 ? most : std::max(1u, std::thread::hardware_concurrency())) {}

  ~Cells() override { end_all(idle_); }

  std::unique_ptr<client::Helper> take(const Request& request, int* error,
                                       std::string* what) override {
    std::unique_ptr<client::Helper> helper = take_idle(request);
    if (!helper) {
      if (!(helper = client::start_helper(error, what))) {
        give_back(nullptr);
        return nullptr;
      }
      helper->processor = processors_->take();
    }
    helper->again = plan::has_shape(request, helper->last);
    if (!helper->again) {
      helper->last = plan::shape_of(request);
    }
    std::lock_guard lock(mutex_);
    helper->writes = writes_;
    return helper;
  }

  // A box wrote to the host, perhaps to the trees of others: what stands may not see it. Those in
  // use are thrown away when they come back.
  void host_was_written() {
    Several stale;
    {
      std::lock_guard lock(mutex_);
      ++writes_;
      stale.swap(idle_);
    }
    end_all(stale);
  }

  void give_back(std::unique_ptr<client::Helper> helper) override {
    Several stale;
    {
      std::lock_guard lock(mutex_);
      --leased_;
      if (helper) {
        (helper->writes == writes_ ? idle_ : stale).push_back(std::move(helper));
      }
    }
    given_back_.notify_one();
    end_all(stale);
  }

  [[nodiscard]] bool keep() const override { return true; }

 private:
  // The one that had this shape last, else, once there are as many as may be, any other. Null: a
  // new one may be started. Counts as leased either way.
  std::unique_ptr<client::Helper> take_idle(const Request& request) {
    std::unique_lock lock(mutex_);
    given_back_.wait(lock, [this] { return leased_ < most_; });
    ++leased_;
    for (;;) {
      auto best = std::find_if(idle_.begin(), idle_.end(), [&](const auto& helper) {
        return plan::has_shape(request, helper->last);
      });
      if (best == idle_.end() && leased_ + idle_.size() > most_) {
        best = idle_.begin();
      }
      if (best == idle_.end()) {
        return nullptr;
      }
      std::unique_ptr<client::Helper> helper = std::move(*best);
      idle_.erase(best);
      if (client::is_idle(*helper)) {
        return helper;
      }
    }
  }

  const std::size_t most_;
  const std::shared_ptr<Processors> processors_ = std::make_shared<Processors>();
  std::mutex mutex_;
  std::condition_variable given_back_;
  Several idle_;
  std::size_t leased_ = 0;
  unsigned writes_ = 0;
};

Pool::Pool(Request shape, unsigned cells)
    : shape_(std::move(shape)), cells_(std::make_unique<Cells>(cells)) {}

Pool::~Pool() = default;

Result<Report> Pool::run(Step step, std::stop_token stop) {
  Request request = shape_;
  request.steps = {std::move(step)};
  return run(request, std::move(stop));
}

Result<Report> Pool::run(const Request& request, std::stop_token stop) {
  Result<Report> report = client::run_by(*cells_, request, stop);
  const bool writes = std::any_of(request.tree.begin(), request.tree.end(),
                                  [](const Mount& m) { return m.how == How::read_write; });
  if (writes) {
    cells_->host_was_written();
  }
  return report;
}

}  // namespace sbx
