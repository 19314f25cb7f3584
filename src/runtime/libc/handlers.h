// SPDX-License-Identifier: Apache-2.0
//
// What the program wants to do about signals.
#pragma once

#include <cstdint>

namespace heddle::runtime {

enum class Receiver : std::uint8_t { Caller, AnyThread };

// A signal that the program sends to itself: true if a handler of the program ran, or it ignores the signal. False: the
// system has to deliver it.
bool run_own_handler(int signal, Receiver receiver);

// The calling thread's signal mask becomes `blocked`. What waited and is blocked no more comes at once.
void block_signals(std::uint64_t blocked);

}  // namespace heddle::runtime
