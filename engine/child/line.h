// child/line.h - the init's end of the wire. Freestanding; keeps the room's rules.
#pragma once
#include <poll.h>

#include "child/init.h"
#include "child/wire.h"

namespace sbx::child {

// With a descriptor, or -1: without. False: the supervisor is gone.
bool say(int wire, const Message& m, int descriptor = -1);

enum class Heard {
  word,
  cut,   // a word, but no number was free for a descriptor that came with it
  gone,  // nothing more comes
};
// The next word. Descriptors that come with it go to the slots that the plan says for them;
// `again`: what is there is the box's before, and closed.
Heard hear(InitPlan* plan, bool again, Message* m);

// Whether the supervisor is gone.
bool gone(int wire);
inline bool hung_up(const pollfd& wire) {
  return (wire.revents & (POLLHUP | POLLERR)) != 0;
}

}  // namespace sbx::child
