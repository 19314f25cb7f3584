// SPDX-License-Identifier: Apache-2.0
//
// A sequence of numbers that depends on nothing but its seed (splitmix64).
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::fuzz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t value = state_;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
  }
  // 0 ... count - 1
  std::uint8_t below(std::uint64_t count) { return static_cast<std::uint8_t>(next() % count); }
  std::uint8_t between(std::uint8_t lowest, std::uint8_t highest) {
    return static_cast<std::uint8_t>(lowest + next() % (highest - lowest + 1u));
  }
  bool percent(unsigned chance) { return next() % 100 < chance; }
  template <typename Element>
  const Element& one_of(const std::vector<Element>& elements) {
    return elements[next() % elements.size()];
  }

 private:
  std::uint64_t state_;
};

}  // namespace heddle::fuzz
