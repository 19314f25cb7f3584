// SPDX-License-Identifier: Apache-2.0
#include "fuzz/cheapest_ways.h"

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_set>

#include "fuzz/interpreter.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint8_t kNobody = 0xff;

struct Reached {
  State state;
  std::uint8_t last;
  std::uint32_t cost;
};

template <typename Key>
void keep_least(std::map<Key, std::uint32_t>& costs, const Key& key, std::uint32_t cost) {
  const auto [known, is_new] = costs.emplace(key, cost);
  if (!is_new) known->second = std::min(known->second, cost);
}

class CheapestWalk {
 public:
  CheapestWalk(const Program& program, Counted counted, std::uint64_t most_states)
      : interpreter_(program), counted_(counted), most_states_(most_states) {}

  std::optional<CheapestWays> run() {
    open_.push_back({interpreter_.start(), kNobody, 0});
    while (!open_.empty()) {
      const Reached reached = open_.front();
      open_.pop_front();
      std::string key(reinterpret_cast<const char*>(&reached.state), sizeof reached.state);
      key += static_cast<char>(reached.last);
      if (!seen_.insert(std::move(key)).second) continue;
      if (seen_.size() > most_states_) return std::nullopt;
      expand(reached);
    }
    return std::move(ways_);
  }

 private:
  void expand(const Reached& from) {
    if (interpreter_.is_over(from.state)) {
      if (from.state.failed_at == 0) return;
      keep_least(ways_.failures, FailureAt{from.state.failure, from.state.failed_at}, from.cost);
      return;
    }
    const bool could_go_on = from.last != kNobody && interpreter_.is_enabled(from.state, from.last);
    Outcomes ignored;
    const bool goes_on = interpreter_.for_each_step(from.state, [&](std::uint8_t thread, unsigned way) {
      const bool is_switch = from.last != kNobody && thread != from.last;
      const bool costs = is_switch && (counted_ == Counted::Switches || could_go_on);
      Reached after{from.state, thread, from.cost + (costs ? 1 : 0)};
      interpreter_.step(after.state, thread, way, ignored);
      costs ? open_.push_back(after) : open_.push_front(after);
    });
    if (goes_on) return;
    keep_least(ways_.deadlocks, interpreter_.who_waits(from.state), from.cost);
    keep_least(ways_.findings, places(from.state), from.cost);
  }

  WaitingPlaces places(const State& state) const {
    WaitingPlaces list;
    for (std::uint8_t thread = 0; thread < interpreter_.thread_count(); ++thread) {
      if (state.threads[thread].phase != Phase::Running) continue;
      const Instruction& waits = interpreter_.next(state, thread);
      if (waits.what != Do::Join) list.push_back(waits.id);
    }
    std::sort(list.begin(), list.end());
    return list;
  }

  Interpreter interpreter_;
  Counted counted_;
  std::uint64_t most_states_;
  std::deque<Reached> open_;  // the cheapest first: a step costs one or nothing
  std::unordered_set<std::string> seen_;
  CheapestWays ways_;
};

}  // namespace

std::optional<CheapestWays> cheapest_ways(const Program& program, Counted counted, std::uint64_t most_states) {
  return CheapestWalk(program, counted, most_states).run();
}

}  // namespace heddle::fuzz
