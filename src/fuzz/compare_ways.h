// SPDX-License-Identifier: Apache-2.0
//
// Whether findings are shown with as few context switches as the enumerator needs, and whether a search with few
// preemptions finds all that these lead to.
#pragma once

#include "fuzz/compare.h"

namespace heddle::fuzz {

// Whether there is something to compare: failures or deadlocks, in steps that the real tool sees alike.
bool has_comparable_ways(const Program& program, const Enumeration& expected);

Compared compare_shortest(const BuiltProgram& built, const Configuration& configuration, const std::atomic<bool>* stop);
Compared compare_bounded(const BuiltProgram& built, const Enumeration& expected, const Configuration& configuration,
                         const std::atomic<bool>* stop);

}  // namespace heddle::fuzz
