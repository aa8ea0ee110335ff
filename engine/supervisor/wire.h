// supervisor/wire.h - the supervisor's end of the wire to a box's init.
#pragma once
#include "child/wire.h"
#include "sys/fd.h"

namespace sbx::supervisor {

// 0 or an errno. An init that is gone is heard of where its words are.
int send_word(int wire, child::Word word, int value = 0);

// One message and the descriptor it may carry. False: the init is gone.
[[nodiscard]] bool receive_message(int wire, child::Message* m, sys::Fd* fd);

}  // namespace sbx::supervisor
