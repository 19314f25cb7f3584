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

// One number that another thread with the same locks would have, and no thread with others.
std::uint64_t united(std::uint64_t thread, std::uint64_t held) {
  const std::uint64_t both = (thread + held) * 0x9e3779b97f4a7c15;
  return both ^ (both >> 29);
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
  held_.assign(classes_ == nullptr ? 0 : resources, {});
  all_held_.assign(classes_ == nullptr ? 0 : threads, 0);
  second_all_held_.assign(all_held_.size(), 0);
  for (std::uint16_t thread = 0; thread < threads; ++thread) update_thread(thread);
  for (ResourceId resource = 0; resource < resources; ++resource) update_resource(resource);
}

void StateHash::put_thread(std::uint16_t thread) {
  const std::uint64_t part = is_exchangeable(thread)
                                 ? united(machine_.hash_of_thread(thread, classes_->name(thread)), all_held_[thread])
                                 : machine_.hash_of_thread(thread, thread);
  exchange(sum_, thread_parts_[thread], part);
  if (has_second_) [[unlikely]] update_second_of_thread(thread);
}

void StateHash::update_thread(std::uint16_t thread) {
  put_thread(thread);
  const AccessSetId live = machine_.is_live(thread) ? machine_.node(thread).live : kNoAccesses;
  if (live_only_ && live != live_sets_[thread]) change_live(thread, live);
}

void StateHash::update_resource(ResourceId resource) {
  // Freed memory is noticed by who writes it, too. What was printed matters to whoever reads it in the end.
  if (is_output(resource) && model_.has(Defect::LostOutput)) return;
  const bool matters = !live_only_ || lookers_[resource] != 0 || machine_.is_freed(resource) || is_output(resource);
  std::uint64_t part = matters ? machine_.hash_of_resource(resource) : 0;
  std::uint64_t second_part = matters && has_second_ ? machine_.second_hash_of_resource(resource) : 0;
  if (classes_ != nullptr) {
    const Held now = held(resource, matters);
    if (now.by != kNobody) {
      part = now.part;
      second_part = now.second_part;
    }
    put_held(resource, now);
  }
  exchange(sum_, resource_parts_[resource], part);
  if (has_second_) [[unlikely]] exchange(second_sum_, second_resource_parts_[resource], second_part);
}

void StateHash::update_second_of_thread(std::uint16_t thread) {
  const std::uint64_t part =
      is_exchangeable(thread)
          ? united(machine_.second_hash_of_thread(thread, classes_->name(thread)), second_all_held_[thread])
          : machine_.second_hash_of_thread(thread, thread);
  exchange(second_sum_, second_thread_parts_[thread], part);
}

StateHash::Held StateHash::held(ResourceId resource, bool matters) const {
  if (!matters || !model_.resources()[resource].is_lock) return {};
  const std::optional<std::uint16_t> owner = machine_.owner_of(resource);
  if (!owner || !classes_->has(*owner)) return {};
  return {*owner, machine_.hash_without_owner(resource), machine_.second_hash_without_owner(resource)};
}

void StateHash::put_held(ResourceId resource, const Held& held) {
  Held& before = held_[resource];
  if (before == held) return;
  const auto add = [&](const Held& lock, std::uint64_t sign) {
    if (lock.by == kNobody) return;
    all_held_[lock.by] += sign * lock.part;
    second_all_held_[lock.by] += sign * lock.second_part;
    put_thread(lock.by);
  };
  add(before, ~std::uint64_t{0});
  add(held, 1);
  before = held;
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
