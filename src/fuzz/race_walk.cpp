// SPDX-License-Identifier: Apache-2.0
#include "fuzz/race_walk.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "fuzz/knowledge.h"

namespace heddle::fuzz {
namespace {

struct Known {
  State state;
  Knowledge knowledge;
};

class RaceWalk {
 public:
  RaceWalk(const Interpreter& interpreter, const std::set<RacePair>& candidates, std::uint64_t most_states,
           std::set<RacePair>& races)
      : interpreter_(interpreter), most_states_(most_states), races_(races) {
    for (const RacePair& pair : candidates) {
      if (!races.contains(pair)) open_.insert(pair);
    }
    count_open();
  }

  bool run() {
    enter({interpreter_.start(), {}});
    while (!work_.empty() && !open_.empty()) {
      if (seen_.size() > most_states_) return false;
      const Known from = std::move(work_.back());
      work_.pop_back();
      interpreter_.for_each_step(from.state, [&](std::uint8_t thread, unsigned way) { step(from, thread, way); });
    }
    return true;
  }

 private:
  void step(const Known& from, std::uint8_t thread, unsigned way) {
    Known to = from;
    interpreter_.step(to.state, thread, way, ignored_);
    if (from.state.threads[thread].phase == Phase::Running) {
      const std::optional<NextAccess> access = interpreter_.next_access(from.state, thread);
      const Done done{from.state, to.state, thread, interpreter_.next(from.state, thread), access};
      to.knowledge.learn(done);
      if (access) note(to.knowledge, thread, *access);
      to.knowledge.tell(done);
    }
    if (!interpreter_.is_over(to.state)) enter(std::move(to));
  }

  void note(Knowledge& knowledge, std::uint8_t thread, const NextAccess& access) {
    knowledge.access(thread, access, [&](const Made& earlier) {
      const RacePair pair = std::minmax(earlier.id, access.id);
      races_.insert(pair);
      if (open_.erase(pair) != 0) count_open();
    });
    knowledge.remember(thread, access);
  }

  // Accesses about which nothing is open are not told apart.
  void enter(Known known) {
    known.knowledge.drop([&](const Made& each) { return !is_open_[each.id % kIds]; });
    known.knowledge.tidy(known.state);
    key_.assign(reinterpret_cast<const char*>(&known.state), sizeof known.state);
    for (const Made& each : known.knowledge.made()) {
      const std::uint64_t rest = std::uint64_t{each.id} << 16 | std::uint64_t{each.slot} << 8 |
                                 (each.writes ? 2u : 0u) | (each.is_atomic ? 1u : 0u);
      key_.append(reinterpret_cast<const char*>(&each.knows), sizeof each.knows);
      key_.append(reinterpret_cast<const char*>(&rest), sizeof rest);
    }
    if (seen_.insert(key_).second) work_.push_back(std::move(known));
  }

  void count_open() {
    is_open_.assign(kIds, false);
    for (const RacePair& pair : open_) is_open_[pair.first % kIds] = is_open_[pair.second % kIds] = true;
  }

  static constexpr std::size_t kIds = 2048;  // more than there are statements

  const Interpreter& interpreter_;
  std::uint64_t most_states_;
  std::set<RacePair>& races_;
  std::set<RacePair> open_;  // candidates that were not met
  std::vector<bool> is_open_;
  std::vector<Known> work_;
  std::unordered_set<std::string> seen_;
  std::string key_;
  Outcomes ignored_;
};

}  // namespace

bool find_races(const Interpreter& interpreter, const std::set<RacePair>& candidates, std::uint64_t most_states,
                std::set<RacePair>& races) {
  return RaceWalk(interpreter, candidates, most_states, races).run();
}

}  // namespace heddle::fuzz
