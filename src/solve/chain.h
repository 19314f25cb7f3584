// SPDX-License-Identifier: Apache-2.0
//
// Chains: where there is one way to go on, most states are passed without being stored.
#pragma once

#include <cstdint>

#include "solve/state_key.h"

namespace heddle {

inline constexpr std::uint32_t kLongestChain = 63;  // so that a loop in which nobody else has a say comes to an end

// Inside of a chain one state in eight is stored all the same. Which one, the state itself decides: so two chains that
// come together notice it, wherever they began.
inline bool is_waypoint(StateKey key) { return key.first % 8 == 0; }

}  // namespace heddle
