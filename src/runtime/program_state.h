// SPDX-License-Identifier: Apache-2.0
//
// The complete state of the program at an event, kept to be compared with a later one (endless_loop.cpp).
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// The current thread's registers stand on its stack from `stack_pointer` on. False: there is something whose state
// cannot be kept.
bool save_program_state(std::uintptr_t stack_pointer);
// Is the state the saved one, byte for byte?
bool program_state_came_again(std::uintptr_t stack_pointer);
void drop_program_state();

}  // namespace heddle::runtime
