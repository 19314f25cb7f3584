// SPDX-License-Identifier: Apache-2.0
//
// The policies pct and pos for scripted programs: the papers' algorithms written down plainly, as the reference for
// tests of strategies. The one for real programs is runtime/priority.cpp. For tests only.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "trace/trace.h"

namespace heddle {

class ScriptedPriorities {
 public:
  using Random = std::function<std::uint64_t()>;
  // Whether the pending operation of `thread` conflicts with the event.
  using Conflicts = std::function<bool(std::uint16_t thread, const Event& event)>;

  ScriptedPriorities(const Schedule& schedule, Random random);

  std::uint16_t pick_pct(const ThreadSet& candidates, const std::vector<Event>& events);
  std::uint16_t pick_pos(const ThreadSet& candidates, const std::vector<Event>& events, const Conflicts& conflicts);

 private:
  std::uint16_t highest(const ThreadSet& candidates);
  void give_way(const Event& last);

  Random random_;
  std::map<std::size_t, std::uint64_t> changes_;  // after so many events, to this priority
  std::map<std::uint16_t, std::uint64_t> priorities_;
  std::uint64_t lowest_;
};

}  // namespace heddle
