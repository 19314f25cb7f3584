// SPDX-License-Identifier: Apache-2.0
//
// StateKey: what stands for a state in tables: one word, or two where one is not thought to be enough.
#pragma once

#include <cstdint>

namespace heddle {

enum class HashWords : std::uint8_t { One, Two };

struct StateKey {
  StateKey(std::uint64_t first_word, std::uint64_t second_word = 0) : first(first_word), second(second_word) {}
  std::uint64_t first;
  std::uint64_t second;  // 0 if one word is enough
  friend bool operator==(const StateKey&, const StateKey&) = default;
};

}  // namespace heddle
