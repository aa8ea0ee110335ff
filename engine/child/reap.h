// child/reap.h - how the init waits for its children's ends. Freestanding; keeps the room's rules.
#pragma once
#include "child/wire.h"

namespace sbx::child {

// Its view of them: a signalfd of SIGCHLD that does not block, and its end of the wire.
struct Children {
  int signals;
  int wire;
};

// Kills all that there are, and waits for them; what they used is added.
void end_everything(const Children& children, Message* sum);

enum class Till {
  end,          // of the step, or of the supervisor
  end_or_word,  // or till that says something; nobody but the step may be there before
  end_alone,    // for a task that is woken by nothing else
};
enum class Waited { ended, word, gone };
// Till the step has ended, and with it all that it left: `done` says so. Gone: it will not, for the
// supervisor is gone or everything is being ended already.
Waited wait_for(long step, Till till, const Children& children, Message* done);

}  // namespace sbx::child
