// SPDX-License-Identifier: Apache-2.0
//
// What a process does with the processor: tells one that is blocked, or that runs for ever, from one that merely gets
// no processor because the machine is busy.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

namespace heddle {

struct ProcessLoad {
  bool is_runnable = false;
  std::chrono::milliseconds cpu_time{0};
};

// Nothing if there is no such process or the system does not tell.
std::optional<ProcessLoad> load_of(pid_t process);

}  // namespace heddle
