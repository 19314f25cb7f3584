// SPDX-License-Identifier: Apache-2.0
//
// ContestedTable: sizes of blocks that never stand at the same address, in whatever execution. A block of the i-th of
// them begins at a granule whose number in its arena is i modulo `modulus_of`, all others at 0: so of two blocks at one
// address either both have the same size or neither is contested. The modulus is odd, and alignments are powers of two:
// going on by any alignment comes to every residue. Without State, so that it can be tested.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wire/ring.h"

namespace heddle::runtime {

constexpr std::size_t kGranule = 16;

struct ContestedTable {
  std::uint32_t count;
  std::uint32_t sizes[wire::kMostContestedSizes];
};

inline std::uint32_t modulus_of(const ContestedTable& table) { return (table.count + 1) | 1; }

// 0: not contested.
inline std::uint32_t residue_of(const ContestedTable& table, std::size_t size) {
  for (std::uint32_t i = 0; i < table.count; ++i) {
    if (table.sizes[i] == size) return i + 1;
  }
  return 0;
}

struct Arena {
  std::uintptr_t begin, end;
};

// The first address from `from` on, which is aligned, where a block of this size may begin; some address beyond the
// arena if there is none in it.
inline std::uintptr_t place_apart(const ContestedTable& table, const Arena& arena, std::uintptr_t from,
                                  std::size_t size, std::size_t alignment) {
  std::uint32_t modulus = modulus_of(table);
  std::uint32_t wanted = residue_of(table, size);
  std::uintptr_t at = from;
  while (at <= arena.end && (at - arena.begin) / kGranule % modulus != wanted) at += alignment;
  return at;
}

}  // namespace heddle::runtime
