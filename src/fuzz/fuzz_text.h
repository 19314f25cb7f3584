// SPDX-License-Identifier: Apache-2.0
//
// What the truth machine says.
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/fuzzing.h"

namespace heddle::fuzz {

// The program as a file: what differs, how to see it again, the source.
std::string kept_file(const Disagreement& found, const FuzzOptions& options, const std::string& path);
std::string progress_line(const Tally& tally, std::uint64_t programs, std::size_t disagreements, double seconds);
// One line.
std::string describe(const Noticed& noticed);
std::string summary(const FuzzResult& result, const FuzzOptions& options, double seconds);

}  // namespace heddle::fuzz
