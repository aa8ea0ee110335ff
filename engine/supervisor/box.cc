#include "supervisor/box.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>

#include "child/init_memory.h"
#include "supervisor/hints.h"
#include "supervisor/idmap.h"
#include "supervisor/one_processor.h"
#include "supervisor/watch.h"
#include "supervisor/writes.h"
#include "sys/landlock.h"
#include "sys/raw_syscall.h"

namespace sbx::supervisor {
namespace {

constexpr unsigned long kNamespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

struct Pipe {
  sys::Fd read, write;
};

bool make_pipe(Pipe* p) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) {
    return false;
  }
  p->read.reset(fds[0]);
  p->write.reset(fds[1]);
  return true;
}

void set_nonblocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

bool same_file(int a, int b) {
  struct stat x, y;
  return a >= 0 && b >= 0 && ::fstat(a, &x) == 0 && ::fstat(b, &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

// One try at one box with one set of facts.
class Attempt {
 public:
  Attempt(const Request& request, const Ends& ends, const plan::HostFacts& facts,
          Recorder* recorder)
      : request_(request), ends_(ends), facts_(facts), recorder_(recorder) {}

  Report run(int caller, int caller_pidfd, int tombstone) {
    Report report;
    if (facts_.landlock_abi < sys::kMinimumLandlockAbi) {
      cannot(&report, "create the Landlock ruleset", landlock_error());
      return report;
    }
    if (!streams()) {
      cannot(&report, "make the box's pipes", errno);
      return report;
    }
    descriptors_.tombstone = tombstone;
    descriptors_.processors = one_processor_.before();
    auto built = plan::build(request_, facts_, descriptors_,
                             recorder_ != nullptr ? plan::Purpose::record : plan::Purpose::confine);
    if (!built) {
      report.records.push_back(
          {"", event::Cannot{"use " + built.error().field, EINVAL, built.error().message}});
      return report;
    }
    plan_ = std::move(*built);
    if (start(&report)) {
      watch(&report, caller, caller_pidfd);
    }
    end_init();
    return report;
  }

  // What to change before another try; nothing when the outcome stands.
  [[nodiscard]] bool changed(plan::HostFacts* facts) const {
    if (idmap_refused_ && facts->idmap) {
      facts->idmap = false;
      return true;
    }
    if (request_.fail_at >= 0 || failed_op_.empty()) {
      return false;
    }
    bool refused =
        failed_error_ == EINVAL || failed_error_ == EOPNOTSUPP || failed_error_ == ESTALE;
    if (refused && failed_op_ == "mount an overlay on /src") {
      if (facts->overlay_by_fd) {
        facts->overlay_by_fd = false;  // before 6.13
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

  bool streams() {
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
      return false;
    }
    wire_.reset(pair[0]);
    init_wire_.reset(pair[1]);
    if (!make_pipe(&none_) || !make_pipe(&out_) || (ends_.in >= 0 && !make_pipe(&in_))) {
      return false;
    }
    none_.write.reset();
    bool one = same_file(ends_.out, ends_.err);
    if (!one && !make_pipe(&err_)) {
      return false;
    }
    descriptors_.wire = init_wire_.get();
    descriptors_.stdin_none = none_.read.get();
    descriptors_.stdin_step = in_.read.get();
    descriptors_.out = out_.write.get();
    descriptors_.err = one ? out_.write.get() : err_.write.get();
    for (const sys::Fd* fd : {&out_.read, &err_.read, &in_.write}) {
      if (*fd) {
        set_nonblocking(fd->get());
      }
    }
    return true;
  }

  bool start(Report* report) {
    if (facts_.root) {
      const plan::Source* which = nullptr;
      int error = clone_trees(plan_, &which);
      if (error != 0) {
        cannot(report, "clone the tree at " + which->inside, error);
        return false;
      }
    }
    init_memory_.emplace(plan_);
    if (!clone_init()) {
      cannot(report, "clone the box's init", errno);
      return false;
    }
    close_childrens_ends();
    int error = write_maps(init_, facts_);
    if (error != 0) {
      cannot(report, "write the box's maps", error);
      return false;
    }
    if (facts_.root && facts_.idmap && map_owners(plan_, init_) != 0) {
      idmap_refused_ = true;
      return false;
    }
    child::Message go;
    if (::send(wire_.get(), &go, sizeof go, MSG_NOSIGNAL) < 0) {
      cannot(report, "start the box's init", errno);
      return false;
    }
    return true;
  }

  bool clone_init() {
    sigset_t all, old;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, &old);
    int pidfd = -1;
    const long pid = init_memory_->start(kNamespaces, &pidfd);
    ::sigprocmask(SIG_SETMASK, &old, nullptr);
    if (sys::failed(pid)) {
      errno = static_cast<int>(-pid);
      return false;
    }
    init_ = static_cast<pid_t>(pid);
    init_pidfd_.reset(pidfd);
    return true;
  }

  void close_childrens_ends() {
    init_wire_.reset();
    none_.read.reset();
    in_.read.reset();
    out_.write.reset();
    err_.write.reset();
  }

  void close_trees() {
    for (int& fd : plan_.initial) {
      if (fd >= 0) {
        ::close(fd);
        fd = -1;
      }
    }
  }

  void watch(Report* report, int caller, int caller_pidfd) {
    close_trees();
    std::vector<OutRelay> outs;
    outs.emplace_back(std::move(out_.read), ends_.out);
    if (err_.read) {
      outs.emplace_back(std::move(err_.read), ends_.err);
    }
    InRelay in(ends_.in, std::move(in_.write));
    Watch watch(plan_, {init_, init_pidfd_.get(), wire_.get(), caller, caller_pidfd, &outs, &in,
                        &one_processor_, recorder_});
    for (const std::string& note : plan_.notes) {
      report->records.push_back({"", event::Note{note}});
    }
    std::optional<Trouble> trouble;
    watch.run(report, &trouble);
    if (request_.list_writes) {
      std::string upper =
          "/proc/" + std::to_string(init_) + "/fd/" + std::to_string(plan::kUpperFd);
      sys::Fd fd(::open(upper.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      report->writes = list_writes(fd.get());
    }
    end_init();
    watch.drain();
    if (trouble) {
      explain(*trouble, report);
    }
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

  // Its end is the end of everything in its pid namespace.
  void end_init() {
    if (!init_pidfd_) {
      return;
    }
    kill_init(init_, init_pidfd_.get());
    siginfo_t info;
    while (::waitid(static_cast<idtype_t>(P_PIDFD), static_cast<id_t>(init_pidfd_.get()), &info,
                    WEXITED | __WALL) != 0 &&
           errno == EINTR) {
    }
    init_pidfd_.reset();
    close_trees();
  }

  const Request& request_;
  const Ends& ends_;
  const plan::HostFacts& facts_;
  OneProcessor one_processor_;
  Recorder* recorder_;
  plan::Plan plan_;
  std::optional<child::InitMemory> init_memory_;  // outlives the init
  plan::Descriptors descriptors_;
  sys::Fd wire_, init_wire_, init_pidfd_;
  Pipe none_, in_, out_, err_;
  pid_t init_ = -1;
  std::string failed_op_;
  int failed_error_ = 0;
  bool idmap_refused_ = false;
};

}  // namespace

plan::HostFacts& host_facts() {
  static plan::HostFacts facts = plan::probe_facts();
  return facts;
}

Report run_box(const Request& request, const Ends& ends, int caller, int caller_pidfd,
               int tombstone, Recorder* recorder) {
  plan::HostFacts facts = host_facts();
  for (;;) {
    Attempt attempt(request, ends, facts, recorder);
    Report report = attempt.run(caller, caller_pidfd, tombstone);
    if (!attempt.changed(&facts)) {
      return report;
    }
  }
}

}  // namespace sbx::supervisor
