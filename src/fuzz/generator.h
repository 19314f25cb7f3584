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
// The same, and what came later (widening.h).
Program generate_wide(std::uint64_t seed, unsigned size = 100);
// With threads that do the same, wherever the program lets them.
Program generate_twins(std::uint64_t seed, unsigned size = 100);
// With locks that are destroyed (destruction.h).
Program generate_destroying(std::uint64_t seed, unsigned size = 100);
// A scene (scenes.h), and what came later added to it.
Program generate_scene(std::uint64_t seed);

// Programs that were once wrong are known by their numbers: what is new goes into others. The first generator has
// nothing new; of the second, programs whose numbers end in 1, 6 and 8 are those of the first, those that end in 3 have
// twins, one in twenty is a scene, and one in twenty destroys locks.
constexpr unsigned kNewestGenerator = 2;
constexpr bool is_widened(std::uint64_t index, unsigned generator) {
  return generator != 1 && index % 5 != 1 && index % 5 != 3;
}
constexpr bool has_wanted_twins(std::uint64_t index, unsigned generator) { return generator != 1 && index % 10 == 3; }
constexpr bool destroys(std::uint64_t index, unsigned generator) { return generator != 1 && index % 20 == 10; }
constexpr bool is_scene(std::uint64_t index, unsigned generator) { return generator != 1 && index % 20 == 5; }

// A program of that number.
Program generate_number(std::uint64_t index, std::uint64_t seed, unsigned generator, unsigned size);

}  // namespace heddle::fuzz
