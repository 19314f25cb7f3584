// SPDX-License-Identifier: Apache-2.0
//
// Sets of accesses (resource, mode), each kept once and known by a number: futures of nodes are such sets, and nodes of
// one thread share most of them.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "learn/access.h"

namespace heddle {

using ResourceId = std::uint32_t;
using AccessId = std::uint32_t;
using AccessSetId = std::uint32_t;
constexpr AccessSetId kNoAccesses = 0;

class AccessSets {
 public:
  explicit AccessSets(Defect defect = Defect::None);

  AccessId access(ResourceId resource, Mode mode);
  std::size_t access_count() const { return accesses_.size(); }
  ResourceId resource_of(AccessId access) const { return accesses_[access].resource; }
  Mode mode_of(AccessId access) const { return accesses_[access].mode; }
  // The accesses known so far that conflict with this one.
  const std::vector<AccessId>& conflicts_of(AccessId access) const { return accesses_[access].conflicts; }
  // Number of `resource` in `mode`, or kUnknownAccess if nobody was ever seen to do that.
  AccessId find(ResourceId resource, Mode mode) const;
  static constexpr AccessId kUnknownAccess = 0xffffffff;

  bool contains(AccessSetId set, AccessId access) const {
    const Words& words = sets_[set].words;
    return access / 64 < words.size() && (words[access / 64] >> (access % 64) & 1) != 0;
  }
  bool contains_any(AccessSetId set, const std::vector<AccessId>& accesses) const {
    for (AccessId access : accesses) {
      if (contains(set, access)) return true;
    }
    return false;
  }
  AccessSetId unite(AccessSetId one, AccessSetId other);
  AccessSetId add(AccessSetId set, const std::vector<AccessId>& accesses);
  AccessSetId remove(AccessSetId set, const std::vector<AccessId>& accesses);
  // One bit per access.
  const std::vector<std::uint64_t>& words(AccessSetId set) const { return sets_[set].words; }

 private:
  using Words = std::vector<std::uint64_t>;
  struct Access {
    ResourceId resource;
    Mode mode;
    std::vector<AccessId> conflicts;
  };
  struct Set {
    Words words;
  };

  AccessSetId intern(Words words);

  Defect defect_;

  std::vector<Access> accesses_;
  std::unordered_map<std::uint64_t, AccessId> numbers_;  // resource, mode
  std::unordered_map<ResourceId, std::vector<AccessId>> of_resource_;
  std::vector<Set> sets_;
  std::unordered_multimap<std::uint64_t, AccessSetId> by_hash_;
  std::unordered_map<std::uint64_t, AccessSetId> unions_;  // pair of sets
};

}  // namespace heddle
