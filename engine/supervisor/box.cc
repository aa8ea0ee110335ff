#include "supervisor/box.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "supervisor/hints.h"
#include "supervisor/idmap.h"
#include "supervisor/watch.h"
#include "supervisor/writes.h"
#include "sys/landlock.h"

namespace sbx::supervisor {
namespace {

bool to_one_file(const Ends& ends) {
  struct stat x, y;
  const bool both = ends.out >= 0 && ends.err >= 0 && !ends.apart;
  return both &&
         (ends.out == ends.err || (::fstat(ends.out, &x) == 0 && ::fstat(ends.err, &y) == 0 &&
                                   x.st_dev == y.st_dev && x.st_ino == y.st_ino));
}

bool inspection_forbidden() {
  static const bool forbidden = first_line(kPtraceScope) == kNobodyTraces;
  return forbidden;
}

// One try at one box with one set of facts.
class Attempt {
 public:
  // `cell`: one that fits; null: the box builds its own tree.
  Attempt(const Request& request, const Ends& ends, const plan::HostFacts& facts,
          const Around& around, std::unique_ptr<Cell> cell)
      : request_(request),
        ends_(ends),
        facts_(facts),
        around_(around),
        one_processor_(around.one_processor != nullptr ? *around.one_processor : own_.emplace()),
        cell_(std::move(cell)) {}

  // `init`: one that waits; null: the box starts its own.
  Report run(std::unique_ptr<InitProcess> init) {
    Report report;
    again_ = cell_ != nullptr;
    init_ = again_ ? cell_->take() : std::move(init);
    if (facts_.landlock_abi < sys::kMinimumLandlockAbi) {
      cannot(&report, "create the Landlock ruleset", landlock_error());
      return report;
    }
    if (inspection_forbidden()) {
      cannot(&report, "inspect what a program asks for", EPERM);
      return report;
    }
    const Pipes::Layout layout{ends_.in >= 0, !to_one_file(ends_)};
    at_once_ = again_ && cell_->give(request_, layout, &plan_, &pipes_);
    if (!at_once_ && !pipes_.make(layout)) {
      cannot(&report, "make the box's pipes", errno);
      return report;
    }
    if (!at_once_ && !make_plan(&report)) {
      return report;
    }
    if (!renewal_failed_ && start(&report)) {
      watch(&report);
    }
    close_trees();
    if (init_) {
      init_->end();
    }
    return report;
  }

  // The box, where the next one may have it.
  std::unique_ptr<Cell> cell() { return std::move(cell_); }
  // A tree that stood could not be made this box's: nothing has run yet.
  [[nodiscard]] bool needs_its_own() const { return again_ && renewal_failed_; }

  // What to change before another try; nothing when the outcome stands.
  [[nodiscard]] bool changed(plan::HostFacts* facts) const {
    if (idmap_refused_ && facts->idmap) {
      facts->idmap = false;
      return true;
    }
    if (request_.fail_at >= 0 || failed_op_.empty()) {
      return false;
    }
    // EBADF: before 6.13 a layer cannot be a descriptor that O_PATH opened.
    bool refused = failed_error_ == EINVAL || failed_error_ == EOPNOTSUPP ||
                   failed_error_ == ESTALE || (failed_error_ == EBADF && facts->overlay_by_fd);
    if (refused && failed_op_ == "mount an overlay on /src") {
      if (facts->overlay_by_fd) {
        facts->overlay_by_fd = false;
      } else {
        facts->overlay = false;
      }
      return true;
    }
    if (failed_error_ == EINVAL && failed_op_ == "clone the tree at /src" &&
        !facts->recursive_tree) {
      facts->recursive_tree = true;
      return true;
    }
    return false;
  }

 private:
  static int landlock_error() {
    int abi = sys::landlock_abi();
    return abi < 0 ? -abi : ENOSYS;
  }

  void cannot(Report* report, const std::string& op, int error, const std::string& label = "") {
    failed_op_ = op;
    failed_error_ = error;
    report->records.push_back({label, event::Cannot{op, error, hint_for(op, error)}});
  }

  [[nodiscard]] plan::Purpose purpose() const {
    return around_.recorder != nullptr ? plan::Purpose::record
           : again_                    ? plan::Purpose::again
           : keeps()                   ? plan::Purpose::keep
                                       : plan::Purpose::confine;
  }
  [[nodiscard]] bool keeps() const {
    return around_.cell != nullptr && plan::can_be_kept(request_, facts_);
  }

  bool make_plan(Report* report) {
    auto built =
        plan::build(request_, facts_, purpose(), again_ ? cell_->standing() : plan::Standing{});
    if (!built) {
      report->records.push_back(
          {"", event::Cannot{"use " + built.error().field, EINVAL, built.error().message}});
      return false;
    }
    plan_ = std::move(*built);
    renewal_failed_ = again_ && !cell_->has_trees_of(plan_);
    return true;
  }

  bool start(Report* report) {
    if (at_once_) {
      made_ = true;
      init_->take_ready(plan_);
      return true;
    }
    if (again_) {
      if (!one_processor_.fixed()) {  // else it came when it was new
        one_processor_.join(init_->pid());
      }
    } else if (!new_init(report)) {
      return false;
    }
    made_ = again_ && cell_->takes_its_step(plan_.steps.front(), request_.steps.front());
    if (const int error = init_->go(plan_, descriptors(), made_)) {
      renewal_failed_ = true;
      init_failed(report, "start the box's init", error);
      return false;
    }
    pipes_.let_go_of_theirs();
    close_trees();
    return true;
  }

  // The files of /proc of a task that is gone answer EACCES or ESRCH: no host forbade anything.
  void init_failed(Report* report, const char* op, int error) {
    const bool died = init_->died_of(error);
    cannot(report, died ? "hear from the box's init" : op, died ? EPIPE : error);
  }

  // One that has its maps and waits for the plan.
  bool new_init(Report* report) {
    if (facts_.root) {
      const plan::Source* which = nullptr;
      int error = clone_trees(plan_, &which);
      if (error != 0) {
        cannot(report, "clone the tree at " + which->inside, error);
        return false;
      }
    }
    int error = 0;
    if (!init_ || !init_->waits()) {
      init_ = InitProcess::start(&error);
    }
    if (!init_) {
      cannot(report, "clone the box's init", error);
      return false;
    }
    one_processor_.join(init_->pid());
    if (!init_->prepared() && (error = init_->write_maps(facts_)) != 0) {
      init_failed(report, "write the box's maps", error);
      return false;
    }
    if (facts_.root && facts_.idmap && (error = map_owners(plan_, init_->pid())) != 0) {
      idmap_refused_ = !init_->died_of(error);
      init_failed(report, "map the tree's owner", error);
      return false;
    }
    return true;
  }

  // What goes to the init, by slot.
  std::vector<std::pair<int, int>> descriptors() const {
    std::vector<std::pair<int, int>> all = pipes_.theirs();
    auto add = [&](int slot, int fd) {
      if (fd >= 0) {
        all.emplace_back(slot, fd);
      }
    };
    if (!again_) {
      add(plan::kSlotTombstone, around_.tombstone);
    }
    for (const plan::Source& s : plan_.sources) {
      add(s.slot, plan_.initial[s.slot]);
    }
    return all;
  }

  void close_trees() {
    for (int& fd : plan_.initial) {
      if (fd >= 0) {
        ::close(fd);
        fd = -1;
      }
    }
  }

  void watch(Report* report) {
    std::vector<OutRelay> outs;
    outs.emplace_back(std::move(pipes_.out.read), ends_.out);
    if (pipes_.layout.two) {
      outs.emplace_back(std::move(pipes_.err.read), ends_.err);
    }
    InRelay in(ends_.in, std::move(pipes_.in.write));
    Watch watch(plan_, {.init = init_->pid(),
                        .init_pidfd = init_->pidfd(),
                        .wire = init_->wire(),
                        .caller = around_.caller,
                        .caller_pidfd = around_.caller_pidfd,
                        .outs = &outs,
                        .in = &in,
                        .one_processor = &one_processor_,
                        .recorder = around_.recorder,
                        .reaped = again_ ? cell_->reaped() : std::chrono::microseconds{},
                        .stands = [this] { look_at_the_tree(); },
                        .told = init_->told(),
                        .again = again_,
                        .made = made_,
                        .at_once = at_once_,
                        .listener = init_->take_listener(),
                        .carriers = init_->carriers(),
                        .reached = init_->reached()});
    for (const std::string& note : plan_.notes) {
      report->records.push_back({"", event::Note{note}});
    }
    std::optional<Trouble> trouble;
    watch.run(report, &trouble);
    if (request_.list_writes && !trouble) {  // else the init is on its way out, with its mounts
      report->writes = list_writes(open_upper(init_->pid(), init_->upper()).get());
    }
    if (keep(watch, *report)) {
      cell_->put_aside(std::move(outs));  // all that was printed has gone its way
      return;
    }
    init_->end();
    cell_.reset();
    watch.drain();
    if (trouble) {
      renewal_failed_ = !watch.began();
      explain(*trouble, report);
    }
  }

  void look_at_the_tree() {
    if (again_) {
      cell_->look(request_, *init_);
    } else if (keeps()) {
      cell_ = Cell::of(request_, facts_, plan_, *init_);
    }
  }

  // Nothing of a box is kept in which anything but its programs themselves ended them.
  bool keep(const Watch& watch, const Report& report) {
    for (const Record& r : report.records) {
      if (!std::holds_alternative<event::Exited>(r.what) &&
          !std::holds_alternative<event::Signalled>(r.what) &&
          !std::holds_alternative<event::Note>(r.what)) {
        return false;
      }
    }
    if (!cell_ || !watch.settled()) {
      return false;
    }
    cell_->keep(std::move(init_), watch.reaped(), request_, std::move(plan_), at_once_,
                pipes_.layout, watch.leaves_unnamed());
    return true;
  }

  void explain(const Trouble& t, Report* report) {
    const plan::Op* op = t.failure.op >= 0 ? plan_.op(t.failure.op) : nullptr;
    if (op == nullptr) {
      cannot(report, t.lost ? "hear from the box's init" : "start the box's init",
             t.lost ? EPIPE : t.failure.error);
      return;
    }
    std::string label;
    for (const plan::StepPlan& s : plan_.steps) {
      label = t.failure.op >= s.prepare_base ? s.label : label;
    }
    cannot(report, op->name, t.failure.error, label);
  }

  const Request& request_;
  const Ends& ends_;
  const plan::HostFacts& facts_;
  const Around& around_;
  std::optional<OneProcessor> own_;
  OneProcessor& one_processor_;
  plan::Plan plan_;
  std::unique_ptr<InitProcess> init_;  // ends before the plan does
  Pipes pipes_;
  std::unique_ptr<Cell> cell_;
  bool again_ = false;
  bool made_ = false;     // its step was there before
  bool at_once_ = false;  // and so were its plan and its pipes
  bool renewal_failed_ = false;
  std::string failed_op_;
  int failed_error_ = 0;
  bool idmap_refused_ = false;
};

}  // namespace

plan::HostFacts& host_facts() {
  static plan::HostFacts facts = [] {
    plan::HostFacts f = plan::probe_facts();
    f.processors = OneProcessor::everywhere();
    return f;
  }();
  return facts;
}

Report run_box(const Request& request, const Ends& ends, const Around& around,
               std::unique_ptr<InitProcess> spare) {
  std::unique_ptr<Cell> cell = around.cell != nullptr ? std::move(*around.cell) : nullptr;
  if (cell && !cell->fits(request)) {
    cell.reset();
  }
  plan::HostFacts facts = cell ? cell->facts() : host_facts();
  if (request.fail_at >= 0) {
    spare.reset();  // its first ops are over
  }
  for (;;) {
    Attempt attempt(request, ends, facts, around, std::move(cell));
    Report report = attempt.run(std::move(spare));
    if (attempt.needs_its_own() || attempt.changed(&facts)) {
      continue;
    }
    if (around.cell != nullptr) {
      *around.cell = attempt.cell();
    }
    return report;
  }
}

}  // namespace sbx::supervisor
