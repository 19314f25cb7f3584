// SPDX-License-Identifier: Apache-2.0
//
// Threads that wait for each other's locks or ends, in a circle: whatever the others do, none of them will ever go on.
#pragma once

#include <vector>

#include "trace/trace.h"

namespace heddle {

// Each waits for the next one, the last for the first; empty if there is no circle. The same one whoever it is entered
// by: it begins with its lowest thread.
std::vector<ThreadId> wait_cycle(const std::vector<ThreadSummary>& threads);

}  // namespace heddle
