// A plan that was made before its request was known.
#include <sys/stat.h>

#include <utility>

#include "plan/ops.h"

namespace sbx::plan {
namespace {

// Whatever a request has, but its streams, which no plan knows of, and the words of its programs.
bool alike(const Request& before, const Request& now) {
  const auto& [tree, steps, limits, streams, threads, net, proc, dev, aslr, list_writes, fail_at] =
      before;
  if (tree != now.tree || steps.size() != now.steps.size() || limits != now.limits ||
      threads != now.threads || net != now.net || proc != now.proc || dev != now.dev ||
      aslr != now.aslr || list_writes != now.list_writes || fail_at != now.fail_at) {
    return false;
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Step other = steps[i];
    other.argv = now.steps[i].argv;
    other.env = now.steps[i].env;
    if (other != now.steps[i]) {
      return false;
    }
  }
  return true;
}

bool same_trees(const Plan& plan, const Request& request) {
  for (const Mount& m : request.tree) {
    struct stat now;
    const bool there = ::stat(m.host.c_str(), &now) == 0;
    const auto planned =
        std::find_if(plan.sources.begin(), plan.sources.end(),
                     [&m](const Source& s) { return s.inside == m.inside && s.host == m.host; });
    if (there != (planned != plan.sources.end())) {
      return false;
    }
    if (there && (now.st_dev != planned->device || now.st_ino != planned->inode)) {
      return false;
    }
  }
  return true;
}

bool same_room(const StepPlan& a, const StepPlan& b) {
  return a.selection == b.selection && a.limits == b.limits && a.cwd == b.cwd && a.aslr == b.aslr &&
         a.roots == b.roots;
}

}  // namespace

bool takes_over(Plan& plan, const StepPlan& other, const Step& step) {
  StepPlan& first = plan.steps.front();
  return same_room(first, other) && write_over(first.words, plan.arena, step);
}

bool adapt(Plan& plan, const Request& before, const Request& now) {
  if (!alike(before, now) || validate(now) || !same_trees(plan, now)) {
    return false;
  }
  for (std::size_t i = 0; i < now.steps.size(); ++i) {
    const Step& step = now.steps[i];
    StepPlan& out = plan.steps[i];
    const ProgramFile file = find_program(plan, step, out.file);
    if (step.libc == Libc::automatic && file.libc != out.file.libc) {
      return false;  // another filter
    }
    out.file = file;
    if (i > 0) {
      out.file.size = 0;  // it may have been made meanwhile
    }
    out.program = step.argv[0];
    if (!write_over(out.words, plan.arena, step)) {
      return false;
    }
  }
  return true;
}

}  // namespace sbx::plan
