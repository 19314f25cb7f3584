// SPDX-License-Identifier: Apache-2.0
#include "learn/access_set.h"

#include <algorithm>
#include <utility>

namespace heddle {
namespace {

std::uint64_t pair_key(std::uint32_t one, std::uint32_t other) { return std::uint64_t{one} << 32 | other; }

std::uint64_t hash_words(const std::vector<std::uint64_t>& words) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  for (std::uint64_t word : words) {
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

AccessSets::AccessSets(Defect defect) : defect_(defect) { intern({}); }

AccessId AccessSets::access(ResourceId resource, Mode mode) {
  const std::uint64_t key = pair_key(resource, static_cast<std::uint32_t>(mode));
  if (const auto known = numbers_.find(key); known != numbers_.end()) return known->second;
  const auto number = static_cast<AccessId>(accesses_.size());
  numbers_.emplace(key, number);
  accesses_.push_back({resource, mode, {}});
  std::vector<AccessId>& others = of_resource_[resource];
  others.push_back(number);
  for (AccessId other : others) {
    if (!conflicts(mode, accesses_[other].mode, defect_)) continue;
    accesses_[number].conflicts.push_back(other);
    if (other != number) accesses_[other].conflicts.push_back(number);
  }
  return number;
}

AccessId AccessSets::find(ResourceId resource, Mode mode) const {
  const auto known = numbers_.find(pair_key(resource, static_cast<std::uint32_t>(mode)));
  return known == numbers_.end() ? kUnknownAccess : known->second;
}

AccessSetId AccessSets::intern(Words words) {
  while (!words.empty() && words.back() == 0) words.pop_back();
  const std::uint64_t hash = hash_words(words);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    if (sets_[known->second].words == words) return known->second;
  }
  const auto number = static_cast<AccessSetId>(sets_.size());
  sets_.push_back({std::move(words)});
  by_hash_.emplace(hash, number);
  return number;
}

AccessSetId AccessSets::unite(AccessSetId one, AccessSetId other) {
  if (one == other || other == kNoAccesses) return one;
  if (one == kNoAccesses) return other;
  if (one > other) std::swap(one, other);
  const std::uint64_t key = pair_key(one, other);
  if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
  Words words = sets_[one].words;
  const Words& more = sets_[other].words;
  words.resize(std::max(words.size(), more.size()));
  for (std::size_t index = 0; index < more.size(); ++index) words[index] |= more[index];
  const AccessSetId result = intern(std::move(words));
  unions_.emplace(key, result);
  return result;
}

AccessSetId AccessSets::add(AccessSetId set, const std::vector<AccessId>& accesses) {
  const bool has_all = std::all_of(accesses.begin(), accesses.end(), [&](AccessId a) { return contains(set, a); });
  if (has_all) return set;
  Words words = sets_[set].words;
  for (AccessId access : accesses) {
    if (access / 64 >= words.size()) words.resize(access / 64 + 1);
    words[access / 64] |= std::uint64_t{1} << (access % 64);
  }
  return intern(std::move(words));
}

AccessSetId AccessSets::remove(AccessSetId set, const std::vector<AccessId>& accesses) {
  if (accesses.empty()) return set;
  Words words = sets_[set].words;
  for (AccessId access : accesses) {
    if (access / 64 < words.size()) words[access / 64] &= ~(std::uint64_t{1} << (access % 64));
  }
  return intern(std::move(words));
}

}  // namespace heddle
