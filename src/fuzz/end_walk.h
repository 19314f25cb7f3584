// SPDX-License-Identifier: Apache-2.0
//
// EndWalk: every way in which a program can end, each with what was printed until then. A walk of its own, because what
// was printed tells states apart that are otherwise the same.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "fuzz/program.h"

namespace heddle::fuzz {

using PrintedEnd = std::pair<std::string, std::string>;  // output, and how it ended

inline constexpr char kExit[] = "exit 0";

struct PrintedEnds {
  std::set<PrintedEnd> needed;
  // If what main lends in vain is visible, as it is where all of every stack is.
  std::set<PrintedEnd> possible;
};

// Nothing if there are too many states, or one prints too much.
std::optional<PrintedEnds> printed_ends(const Program& program, std::uint64_t most_states);

// What must be there and is not, and what is and cannot be, one per line.
std::string difference(const std::set<PrintedEnd>& needed, const std::set<PrintedEnd>& possible,
                       const std::set<PrintedEnd>& seen);

}  // namespace heddle::fuzz
