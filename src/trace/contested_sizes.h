// SPDX-License-Identifier: Apache-2.0
//
// ContestedSizes: sizes of heap blocks that were seen at one address, where another thread than the one that allocates
// depends on which it is. The runtime gives each of them addresses of its own, so that the address tells the size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

using ContestedSizes = std::vector<std::uint32_t>;  // in bytes; sorted, each once

inline constexpr std::size_t kMostContestedSizes = 64;  // with more of them too much of an arena would be left empty

}  // namespace heddle
