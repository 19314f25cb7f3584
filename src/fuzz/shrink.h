// SPDX-License-Identifier: Apache-2.0
//
// Makes a program smaller that is judged differently, as long as it still is: leaves out threads, statements and
// blocks, replaces values by smaller ones.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "fuzz/program.h"

namespace heddle::fuzz {

// Programs one step smaller, the largest steps first. All are well formed and numbered.
std::vector<Program> smaller_programs(const Program& program);

// Tells of each of some programs whether it is still judged differently.
using StillDiffers = std::function<std::vector<bool>(const std::vector<Program>&)>;

// Asks about at most so many programs.
Program shrink(Program program, const StillDiffers& still_differs, unsigned most_asked);

}  // namespace heddle::fuzz
