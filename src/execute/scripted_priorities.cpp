// SPDX-License-Identifier: Apache-2.0
#include "execute/scripted_priorities.h"

#include <algorithm>

namespace heddle {
namespace {

constexpr std::uint64_t kDrawn = std::uint64_t{1} << 63;
constexpr std::uint64_t kLowered = std::uint64_t{1} << 62;

}  // namespace

ScriptedPriorities::ScriptedPriorities(const Schedule& schedule, Random random)
    : random_(std::move(random)), lowest_(kLowered) {
  if (schedule.rest != Rest::Pct) return;
  const std::uint32_t wanted = std::min(schedule.depth - 1, schedule.expected_events);
  while (changes_.size() < wanted) {
    changes_.emplace(1 + random_() % schedule.expected_events, kLowered + wanted - changes_.size());
  }
}

std::uint16_t ScriptedPriorities::highest(const ThreadSet& candidates) {
  std::uint16_t best = 0;
  std::uint64_t best_priority = 0;
  candidates.for_each([&](ThreadId thread) {
    std::uint64_t& priority = priorities_[number(thread)];
    if (priority == 0) priority = random_() | kDrawn;
    if (priority <= best_priority) return;
    best_priority = priority;
    best = number(thread);
  });
  return best;
}

void ScriptedPriorities::give_way(const Event& last) {
  if (last.kind == EventKind::Yield && random_() % 2 == 0) priorities_[number(last.thread)] = --lowest_;
}

std::uint16_t ScriptedPriorities::pick_pct(const ThreadSet& candidates, const std::vector<Event>& events) {
  if (!events.empty()) {
    give_way(events.back());
    const auto change = changes_.find(events.size());
    std::uint64_t& priority = priorities_[number(events.back().thread)];
    if (change != changes_.end()) priority = std::min(priority, change->second);
  }
  return highest(candidates);
}

std::uint16_t ScriptedPriorities::pick_pos(const ThreadSet& candidates, const std::vector<Event>& events,
                                           const Conflicts& conflicts) {
  if (!events.empty()) {
    const Event& last = events.back();
    for (auto& [thread, priority] : priorities_) {
      if (thread == number(last.thread) || conflicts(thread, last)) priority = 0;
    }
    give_way(last);
  }
  return highest(candidates);
}

}  // namespace heddle
