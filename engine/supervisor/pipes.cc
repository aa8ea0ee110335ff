#include "supervisor/pipes.h"

#include <fcntl.h>
#include <unistd.h>

#include "plan/op.h"

namespace sbx::supervisor {
namespace {

bool make_pipe(Pipes::Pipe* p) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) {
    return false;
  }
  p->read.reset(fds[0]);
  p->write.reset(fds[1]);
  return true;
}

// A new one has no other flag.
bool set_nonblocking(const sys::Fd& fd) {
  return ::fcntl(fd.get(), F_SETFL, O_NONBLOCK) == 0;
}

}  // namespace

bool Pipes::make(const Layout& wanted) {
  layout = wanted;
  if (!make_pipe(&none) || !make_pipe(&out) || !set_nonblocking(out.read)) {
    return false;
  }
  none.write.reset();
  return (!layout.reads || (make_pipe(&in) && set_nonblocking(in.write))) &&
         (!layout.two || (make_pipe(&err) && set_nonblocking(err.read)));
}

std::vector<std::pair<int, int>> Pipes::theirs() const {
  return {{plan::kSlotStdinNone, none.read.get()},
          {plan::kSlotStdin, layout.reads ? in.read.get() : none.read.get()},
          {plan::kSlotOut, out.write.get()},
          {plan::kSlotErr, layout.two ? err.write.get() : out.write.get()}};
}

void Pipes::let_go_of_theirs() {
  for (sys::Fd* fd : {&none.read, &in.read, &out.write, &err.write}) {
    fd->reset();
  }
}

}  // namespace sbx::supervisor
