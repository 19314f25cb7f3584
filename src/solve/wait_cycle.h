// SPDX-License-Identifier: Apache-2.0
//
// Threads of the model that wait for each other's locks or ends, in a circle, while others may still run.
#pragma once

#include <cstdint>

#include "learn/machine.h"
#include "solve/thread_bits.h"

namespace heddle {

// Who waits where in such a circle, as one number; 0 if there is none. Once there it stays. `waiting`: whose next step
// is not possible.
std::uint64_t waiting_cycle(const Machine& machine, const ThreadBits& waiting);

}  // namespace heddle
