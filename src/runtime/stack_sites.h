// SPDX-License-Identifier: Apache-2.0
//
// Visibility of stack objects, as the worker drives it between executions. See stack_sites.cpp.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

void apply_visibility();  // makes the ring's set of sites visible, and keeps its sizes of blocks apart
void track_all_sites();   // discovery run: register every object
void untrack_all_sites();

// Site of the object at `address` of a thread's stack, as far as it was registered; also when it is gone already.
std::uint32_t site_at(Thread& owner, std::uintptr_t address);

}  // namespace heddle::runtime
