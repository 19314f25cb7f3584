// SPDX-License-Identifier: Apache-2.0
//
// The splitmix64 mixer: from (seed, index) to a well-spread seed of its own, so that run i of a campaign does not
// depend on how many runs were in flight before it.
#pragma once

#include <cstdint>

namespace heddle {

constexpr std::uint64_t splitmix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

constexpr std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t index) {
  return splitmix(splitmix(seed) ^ index);
}

}  // namespace heddle
