// supervisor/watch.h - the loop over one box: notifications, streams, clocks, the caller.
#pragma once
#include <poll.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "child/wire.h"
#include "plan/plan.h"
#include "supervisor/box.h"
#include "supervisor/decide.h"
#include "supervisor/fuzzed.h"
#include "supervisor/hints.h"
#include "supervisor/init_process.h"
#include "supervisor/listener.h"
#include "supervisor/one_processor.h"
#include "supervisor/recorder.h"
#include "supervisor/relay.h"
#include "supervisor/surface.h"

namespace sbx::supervisor {

[[nodiscard]] std::unique_ptr<Victim> real_task(pid_t task, pid_t init);

// The end of the box, by whichever call the host lets through.
void kill_init(pid_t init, int pidfd);

// What the loop watches; everything is borrowed but the relays.
struct Watched {
  pid_t init = -1;
  int init_pidfd = -1;
  int wire = -1;  // the supervisor's end
  int caller = -1;
  int caller_pidfd = -1;
  std::vector<OutRelay>* outs = nullptr;
  InRelay* in = nullptr;
  OneProcessor* one_processor = nullptr;
  Recorder* recorder = nullptr;        // a trace: it counts, and nothing is judged
  std::chrono::microseconds reaped{};  // cpu time of what the init had reaped before
  std::function<void()> stands{};      // called when the first step asks to start its program
  std::int32_t told = 0;               // InitProcess::told of this box
  bool again = false;                  // a box was here before, and its init may have carriers
  bool made = false;                   // the first step was made before its program was known
  bool at_once = false;                // and the init has nothing to do for it
  // Where it has come already: the first step's own, or that of another that was made.
  std::shared_ptr<Listener> listener{};
  CarrierListeners* carriers = nullptr;  // of the init, and filled here
  bool* reached = nullptr;               // set here: a program may have reached the init
  // Tests listen and look by means of their own.
  std::function<std::unique_ptr<Listener>(sys::Fd)> listen = [](sys::Fd fd) {
    return std::make_unique<KernelListener>(std::move(fd));
  };
  std::function<std::unique_ptr<Victim>(pid_t task, pid_t init)> look_at = real_task;
};

// How a box ended before its program could be judged.
struct Trouble {
  plan::Failure failure;  // op -1: not one of the plan's
  bool lost = false;      // the init died without a word
};

class Watch {
 public:
  Watch(const plan::Plan& plan, Watched watched) : plan_(plan), w_(std::move(watched)) {}

  // Runs every step; leaves the box dead or about to be killed by the caller of this.
  void run(Report* report, std::optional<Trouble>* trouble);
  // Whether a program asked to be started.
  [[nodiscard]] bool began() const { return began_; }
  // Whether nothing was ended but by itself: the init waits, and has reaped every process.
  [[nodiscard]] bool settled() const { return settled_; }
  // Whether the programs may have left a file that has no name.
  [[nodiscard]] bool leaves_unnamed() const { return leaves_unnamed_; }
  // Cpu time of everything the init has reaped, the steps' that ended included.
  [[nodiscard]] std::chrono::microseconds reaped() const { return w_.reaped; }
  // What of the caller's end was seen; the report is then for nobody.
  [[nodiscard]] bool caller_gone() const { return caller_gone_; }
  // Moves what the box printed, till its pipes are empty.
  void drain();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Next { running, step_over, box_over };

  Next one_step(std::size_t index, Report* report, std::optional<Trouble>* trouble);
  Next turn(const plan::StepPlan& step, Report* report, std::optional<Trouble>* trouble);
  // 0, or the errno of a wait that is none. `hears`: what is printed is an event too.
  int wait_for_events(int timeout_ms, bool hears);
  bool notifications(const plan::StepPlan& step, Report* report);
  bool handle(const sys::Notification& n, const plan::StepPlan& step, Report* report);
  Next wire_message(const plan::StepPlan& step, Report* report, std::optional<Trouble>* trouble);
  // watch_cell.cc
  [[nodiscard]] bool was_gone(const child::Message& done) const;
  [[nodiscard]] bool may_be_of_before(const child::Message& done) const;
  // Where the listener of that carrier is kept, null till it has come. Null: there is no such one.
  [[nodiscard]] std::shared_ptr<Listener>* listener_of(int carrier) const;
  // False: it did not come, and the box was ended.
  bool take_listener(const child::Message& m, sys::Fd fd, const plan::StepPlan& step,
                     Report* report);
  Next finish(const plan::StepPlan& step, const child::Message& m, Report* report);
  // Whether what the box prints has ended it: too much of it, or nobody can take it.
  bool output_ends(const plan::StepPlan& step, Report* report);
  bool clocks(const plan::StepPlan& step, Report* report);
  // False: the box was ended, for a task of it could not be given its processors.
  bool let_go(pid_t task, const plan::StepPlan& step, Report* report);
  static std::chrono::milliseconds soonest_spent(const plan::StepPlan& step,
                                                 std::chrono::milliseconds used);
  // watch_fuzz.cc: a fuzz step is told to stop, and has a second for its last words.
  void watch_fuzz(const plan::StepPlan& step);
  Verdict judge(const sys::Notification& n, const plan::StepPlan& step, Victim& victim);
  // False: the box was ended, for what it printed armed it and it could not be.
  bool listen_to_fuzz(const plan::StepPlan& step, Report* report);
  // True: a fuzz step's end began with this outcome; the loop goes on until it is over.
  bool stopped(const plan::StepPlan& step, Event e, Report* report, pid_t thread = -1);
  bool out_of_time(const plan::StepPlan& step, Event e, Report* report);
  // The caller's input is taken for a program that is there: a box that could not be built is built
  // in another way, or in another cell, and what this one had read would be lost to it.
  [[nodiscard]] bool feeds() const { return takes_stdin_ && began_; }
  // Whether there is anything to take, and it cannot be given back.
  [[nodiscard]] bool feeds_for_good() const {
    return takes_stdin_ && w_.in->reads() && !w_.in->can_rewind();
  }
  bool caller_asks_to_stop();
  void pump();
  // Ends the box so that no refused call ever returns.
  void kill(pid_t task);
  // Whether no task under the filter was left within that time. False: there is no filter yet.
  bool nobody_left(std::chrono::milliseconds within);
  // What the supervisor itself cannot do ends the box: no call is let through unread.
  void give_up(const char* op, int error, pid_t task, const plan::StepPlan& step, Report* report) {
    kill(task);
    record(step, event::Cannot{op, error, hint_for(op, error)}, report);
  }
  bool ends(std::uint64_t id);
  void record(const plan::StepPlan& step, Event e, Report* report) {
    if (fuzzed_ && fuzzed_->stopping()) {
      return;  // its outcome stands already
    }
    report->records.push_back({step.label, std::move(e)});
  }

  const plan::Plan& plan_;
  Watched w_;
  std::shared_ptr<Listener> listener_;
  StepMemory memory_;
  std::optional<Fuzzed> fuzzed_;
  unsigned asked_ = 0;  // notifications of the step
  Budget budget_;
  // `now_`: when the loop's last wait was over.
  Clock::time_point now_, started_, deadline_, next_cpu_look_, hears_from_;
  std::chrono::milliseconds unheard_{};
  bool caller_gone_ = false;
  bool began_ = false, settled_ = false;
  // Whether who asks is of this box: a step of the one that was to come may wait till its init says
  // otherwise, and what starts a program waits for that.
  bool is_its_own_ = true;
  std::optional<sys::Notification> early_;
  bool leaves_unnamed_ = false;
  std::size_t index_ = 0;
  bool takes_stdin_ = false;
  std::vector<pollfd> waited_for_;  // kept, for a box waits hundreds of times
  bool wire_readable_ = false, listener_readable_ = false, caller_readable_ = false,
       streams_ready_ = false;
};

}  // namespace sbx::supervisor
