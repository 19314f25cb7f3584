// SPDX-License-Identifier: Apache-2.0
//
// How much memory there is and how much of it this process uses, in bytes.
#pragma once

#include <cstdint>

namespace heddle {

// Of the machine, or of the control group that we are in if that has less. 0: not known.
std::uint64_t memory_of_machine();
std::uint64_t resident_memory();

}  // namespace heddle
