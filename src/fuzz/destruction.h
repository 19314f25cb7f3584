// SPDX-License-Identifier: Apache-2.0
//
// Destroys locks and condition variables that threads of a program use, and sometimes makes them anew.
#pragma once

#include "fuzz/program.h"
#include "fuzz/random.h"

namespace heddle::fuzz {

void destroy_somewhere(Program& program, Random& random);

}  // namespace heddle::fuzz
