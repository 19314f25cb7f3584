// SPDX-License-Identifier: Apache-2.0
//
// Memory in 8-byte cells: which bytes of which cells an access covers.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle {

// Calls visit(number of the cell, one bit per byte) for each cell that [address, address + size) touches.
template <typename Visit>
void for_each_cell(std::uint64_t address, std::uint64_t size, Visit&& visit) {
  while (size > 0) {
    const std::uint64_t offset = address % 8;
    const std::uint64_t count = std::min<std::uint64_t>(size, 8 - offset);
    visit(address / 8, static_cast<std::uint8_t>(((1u << count) - 1) << offset));
    address += count;
    size -= count;
  }
}

}  // namespace heddle
