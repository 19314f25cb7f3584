// SPDX-License-Identifier: Apache-2.0
//
// Supervisor (the pristine program, stopped right before main) and workers (its forks, which execute). See worker.cpp.
#pragma once

#include "wire/ring.h"

namespace heddle::runtime {

// Gives standard output a buffer of ours: libc would allocate one at the first output, smaller for a terminal, and a
// replay there would find all that the program allocates later at other addresses. The mode is one of setvbuf.
void buffer_output(int mode);

// Runs schedules from the ring until the explorer says quit. Never returns.
[[noreturn]] void supervise();
// Executes slot 0 in this very process, so that a debugger sees the program's memory and stacks. Never returns.
[[noreturn]] void run_under_debugger();
// The current thread was given a turn that no record stands for yet.
bool has_unrecorded_turn();
// Writes the state of every thread into `slot`. Only reads State and the program's memory.
void describe_threads(wire::Slot& slot);

}  // namespace heddle::runtime
