// SPDX-License-Identifier: Apache-2.0
//
// What a debugger needs of the runtime when it runs one recorded execution (State::debugged). See debugger.cpp.
#pragma once

#include <cstdint>

namespace heddle::runtime {

// hand_over()'s last part, for the thread that runs next; stops where the debugger wants it.
void hand_over_under_debugger(std::uint16_t next);
// In the thread whose event comes next.
void stop_before_event();
// A C++ exception is being thrown.
void stop_at_throw();
// The runtime is about to end the execution, whatever the reason; not after a fatal signal, which the debugger has seen.
void stop_at_end();

}  // namespace heddle::runtime
