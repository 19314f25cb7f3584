// SPDX-License-Identifier: Apache-2.0
//
// Looks for memory that the finished execution has lost. Called once, at its very end.
#pragma once

namespace heddle::runtime {

// Writes what it finds into the slot, if the explorer wants to know.
void find_leaks();

}  // namespace heddle::runtime
