// SPDX-License-Identifier: Apache-2.0
#include "solve/state_hash.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle {
namespace {

// The part becomes another one.
void exchange(std::uint64_t& sum, std::uint64_t& part, std::uint64_t now) {
  sum += now - part;
  part = now;
}

}  // namespace

void StateHash::compute() {
  sum_ = second_sum_ = 0;
  const std::size_t threads = machine_.thread_count();
  const std::size_t resources = model_.resources().size();
  thread_parts_.assign(threads, 0);
  live_sets_.assign(threads, kNoAccesses);
  resource_parts_.assign(resources, 0);
  second_thread_parts_.assign(has_second_ ? threads : 0, 0);
  second_resource_parts_.assign(has_second_ ? resources : 0, 0);
  lookers_.assign(resources, 0);
  for (std::uint16_t thread = 0; thread < threads; ++thread) update_thread(thread);
  for (ResourceId resource = 0; resource < resources; ++resource) update_resource(resource);
}

void StateHash::update_thread(std::uint16_t thread) {
  exchange(sum_, thread_parts_[thread], machine_.hash_of_thread(thread));
  if (has_second_) [[unlikely]] update_second_of_thread(thread);
  const AccessSetId live = machine_.is_live(thread) ? machine_.node(thread).live : kNoAccesses;
  if (live_only_ && live != live_sets_[thread]) change_live(thread, live);
}

void StateHash::update_resource(ResourceId resource) {
  // Freed memory is noticed by who writes it, too.
  const bool matters = !live_only_ || lookers_[resource] != 0 || machine_.is_freed(resource);
  exchange(sum_, resource_parts_[resource], matters ? machine_.hash_of_resource(resource) : 0);
  if (has_second_) [[unlikely]] update_second_of_resource(resource, matters);
}

void StateHash::update_second_of_thread(std::uint16_t thread) {
  exchange(second_sum_, second_thread_parts_[thread], machine_.second_hash_of_thread(thread));
}

void StateHash::update_second_of_resource(ResourceId resource, bool matters) {
  exchange(second_sum_, second_resource_parts_[resource], matters ? machine_.second_hash_of_resource(resource) : 0);
}

void StateHash::change_live(std::uint16_t thread, AccessSetId to) {
  const std::span<const std::uint64_t> before = live_.looked_at(std::exchange(live_sets_[thread], to));
  const std::span<const std::uint64_t> after = live_.looked_at(to);
  const std::size_t common = std::min(before.size(), after.size());
  for (std::size_t word = 0; word < common; ++word) {
    if (before[word] != after[word]) count(word, before[word], after[word]);
  }
  for (std::size_t word = common; word < before.size(); ++word) count(word, before[word], 0);
  for (std::size_t word = common; word < after.size(); ++word) count(word, 0, after[word]);
}

// What one thread may look at has changed.
void StateHash::count(std::size_t word, std::uint64_t before, std::uint64_t after) {
  for (std::uint64_t rest = before ^ after; rest != 0; rest &= rest - 1) {
    const auto resource = static_cast<ResourceId>(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    const bool is_more = (after & rest & -rest) != 0;
    lookers_[resource] = static_cast<std::uint16_t>(lookers_[resource] + (is_more ? 1 : -1));
    const bool matters_otherwise = lookers_[resource] == (is_more ? 1 : 0);
    if (matters_otherwise && !machine_.is_untouched(resource)) update_resource(resource);
  }
}

}  // namespace heddle
