// SPDX-License-Identifier: Apache-2.0
//
// Threads of the model that wait for each other's locks or ends, in a circle, while others may still run.
#pragma once

#include <cstdint>

#include "learn/machine.h"
#include "solve/situation.h"

namespace heddle {

// Who waits where in such a circle, as one number; 0 if there is none. Once there it stays.
std::uint64_t waiting_cycle(const Machine& machine, const Situation& situation);

}  // namespace heddle
