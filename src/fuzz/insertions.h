// SPDX-License-Identifier: Apache-2.0
//
// Puts statements of the second generator into threads that are there already: what a thread carries besides variables,
// atomic sections, futexes, signals, exit functions.
#pragma once

#include "fuzz/program.h"
#include "fuzz/random.h"

namespace heddle::fuzz {

void insert_calls(Program& program, Random& random);

}  // namespace heddle::fuzz
