// SPDX-License-Identifier: Apache-2.0
//
// Adds to a program what the first generator does not know: values over the whole range, threads that are given
// something, or begin with one routine or another, as values decide.
#pragma once

#include "fuzz/program.h"
#include "fuzz/random.h"

namespace heddle::fuzz {

void widen(Program& program, Random& random);

// Every access can be made with values of the range that its variable has.
bool ranges_fit(const Program& program);

}  // namespace heddle::fuzz
