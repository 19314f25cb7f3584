// SPDX-License-Identifier: Apache-2.0
//
// Makes programs from numbers: the same number, the same program. Which kinds of statements a program is made of is
// drawn first, so that those it has meet on the same few objects; values are so few that they collide.
#pragma once

#include <cstdint>

#include "fuzz/program.h"

namespace heddle::fuzz {

// `size` in percent: of how many statements a usual program of that number of threads has.
Program generate(std::uint64_t seed, unsigned size = 100);

}  // namespace heddle::fuzz
