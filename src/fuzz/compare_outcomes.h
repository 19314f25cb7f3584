// SPDX-License-Identifier: Apache-2.0
//
// Whether the real tool lists every outcome of a program, what it prints and how it ends, and no other.
#pragma once

#include "fuzz/compare.h"

namespace heddle::fuzz {

Compared compare_outcomes(const BuiltProgram& built, const Configuration& configuration, const std::atomic<bool>* stop);

}  // namespace heddle::fuzz
