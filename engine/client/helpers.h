// client/helpers.h - the helpers of this process: found, started, kept, handed out. Thread-safe.
#pragma once
#include <memory>
#include <string>

#include "sys/fd.h"

namespace sbx::client {

struct Helper {
  sys::Fd socket;
};

// An idle one or a new one. Null: none can be started; *error and *what say why.
[[nodiscard]] std::unique_ptr<Helper> take_helper(int* error, std::string* what);
// For the next caller. Only one whose last frame was whole.
void give_back(std::unique_ptr<Helper> helper);

}  // namespace sbx::client
