// SPDX-License-Identifier: Apache-2.0
#include "runtime/contested_table.h"

#include <gtest/gtest.h>

#include <map>

namespace heddle::runtime {
namespace {

constexpr std::uintptr_t kBegin = 0x100000000000;
constexpr Arena kArena{kBegin, kBegin + (std::uintptr_t{1} << 30)};

ContestedTable table_of(std::uint32_t count) {
  ContestedTable table{};
  table.count = count;
  for (std::uint32_t i = 0; i < count; ++i) table.sizes[i] = 8 * (i + 1);
  return table;
}

TEST(ContestedTable, BlocksAtOneAddressHaveTheSameSizeIfEitherIsContested) {
  for (const std::uint32_t count : {1u, 2u, 3u, 8u, 63u, wire::kMostContestedSizes}) {
    const ContestedTable table = table_of(count);
    std::map<std::uintptr_t, std::uint32_t> residues;
    for (std::size_t size = 0; size < 8 * (count + 2); ++size) {
      for (const std::size_t alignment : {16u, 32u, 64u, 4096u}) {
        for (std::uintptr_t from = kBegin; from < kBegin + 4 * alignment; from += alignment) {
          const std::uintptr_t at = place_apart(table, kArena, from, size, alignment);
          const auto [known, is_new] = residues.try_emplace(at, residue_of(table, size));
          EXPECT_EQ(known->second, residue_of(table, size)) << count << ' ' << size << ' ' << alignment;
        }
      }
    }
  }
}

TEST(ContestedTable, BlocksStayAlignedAndLittleIsLeftEmpty) {
  const ContestedTable table = table_of(5);
  for (const std::size_t alignment : {16u, 64u, 4096u}) {
    for (const std::size_t size : {7u, 8u, 40u}) {
      const std::uintptr_t from = kBegin + 3 * alignment, at = place_apart(table, kArena, from, size, alignment);
      EXPECT_EQ(at % alignment, 0u);
      EXPECT_GE(at, from);
      EXPECT_LT(at - from, modulus_of(table) * alignment);
    }
  }
}

TEST(ContestedTable, SizesOfAsManyGranulesAreDifferentSizes) {
  ContestedTable table{};
  table.count = 2;
  table.sizes[0] = 9;
  table.sizes[1] = 16;
  EXPECT_NE(place_apart(table, kArena, kBegin, 9, 16), place_apart(table, kArena, kBegin, 16, 16));
  EXPECT_EQ(place_apart(table, kArena, kBegin, 10, 16), place_apart(table, kArena, kBegin, 11, 16));
}

TEST(ContestedTable, WhereTheArenaEndsTheSearchDoesToo) {
  const ContestedTable table = table_of(4);
  EXPECT_GT(place_apart(table, kArena, kArena.end, 8, 4096), kArena.end);
  EXPECT_EQ(place_apart(table, kArena, kArena.end + 4096, 8, 4096), kArena.end + 4096);
}

}  // namespace
}  // namespace heddle::runtime
