// SPDX-License-Identifier: Apache-2.0
//
// What the truth machine says.
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/fuzzing.h"

namespace heddle::fuzz {

std::string progress_line(const Tally& tally, std::uint64_t programs, std::size_t disagreements, double seconds);
// One line.
std::string describe(const Noticed& noticed);
std::string summary(const FuzzResult& result, const FuzzOptions& options, double seconds);

}  // namespace heddle::fuzz
