// SPDX-License-Identifier: Apache-2.0
//
// One program explored by dfs and by exact: do they list the same outcomes?
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "learn/defect.h"

namespace heddle {
class Runner;
}

namespace heddle::fuzz {

enum class LibraryVerdict : std::uint8_t {
  Agrees,
  Differs,
  TooLarge,   // dfs could not execute every interleaving; what it and the samplers saw was listed by exact
  GaveUp,     // exact claims nothing
  NoVerdict,  // neither says anything: the program does what is refused
  Interrupted
};

struct LibraryCompared {
  LibraryVerdict verdict = LibraryVerdict::Agrees;
  std::string difference;  // or why there is none to tell
  std::uint64_t executions = 0;
};

// The defect is switched on in exact.
LibraryCompared compare_library(Runner& runner, Defect defect, const std::atomic<bool>* stop);

}  // namespace heddle::fuzz
