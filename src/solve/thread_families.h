// SPDX-License-Identifier: Apache-2.0
//
// ThreadFamilies: sets of threads, each kept once and known by a number. Nodes that follow each other share most of
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace heddle {

using FamilyId = std::uint32_t;

class ThreadFamilies {
 public:
  static constexpr FamilyId kEmpty = 0;

  explicit ThreadFamilies(std::size_t threads) : words_((threads + 63) / 64) { intern(Words(words_, 0)); }

  bool has(FamilyId family, std::uint16_t thread) const {
    return (families_[family][thread / 64] >> (thread % 64) & 1) != 0;
  }
  FamilyId with(FamilyId family, std::uint16_t thread) {
    if (has(family, thread)) return family;
    Words words = families_[family];
    words[thread / 64] |= std::uint64_t{1} << (thread % 64);
    return intern(std::move(words));
  }
  FamilyId either(FamilyId one, FamilyId other) {
    if (one == other || other == kEmpty) return one;
    Words words = families_[one];
    for (std::size_t index = 0; index < words_; ++index) words[index] |= families_[other][index];
    return intern(std::move(words));
  }
  FamilyId both(FamilyId one, FamilyId other) {
    if (one == other) return one;
    Words words = families_[one];
    for (std::size_t index = 0; index < words_; ++index) words[index] &= families_[other][index];
    return intern(std::move(words));
  }

 private:
  using Words = std::vector<std::uint64_t>;

  FamilyId intern(Words words) {
    const auto [known, is_new] = numbers_.emplace(std::move(words), static_cast<FamilyId>(families_.size()));
    if (is_new) families_.push_back(known->first);
    return known->second;
  }

  std::size_t words_;
  std::vector<Words> families_;
  std::map<Words, FamilyId> numbers_;
};

}  // namespace heddle
