// SPDX-License-Identifier: Apache-2.0
#include "solve/live_resources.h"

#include <bit>

namespace heddle {

void LiveResources::find(AccessSetId set) {
  if (set >= by_set_.size()) by_set_.resize(set + 1u);
  by_set_[set].is_known = true;
  std::vector<std::uint64_t>& result = by_set_[set].words;
  const AccessSets& accesses = model_.accesses();
  const std::vector<std::uint64_t>& words = accesses.words(set);
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint64_t rest = words[word]; rest != 0; rest &= rest - 1) {
      const auto access = static_cast<AccessId>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      if (accesses.mode_of(access) == Mode::Write) continue;  // who only writes does not see what stood there
      const ResourceId resource = accesses.resource_of(access);
      if (resource / 64 >= result.size()) result.resize(resource / 64 + 1);
      result[resource / 64] |= std::uint64_t{1} << (resource % 64);
    }
  }
}

}  // namespace heddle
