// SPDX-License-Identifier: Apache-2.0
#include "fuzz/enumerator.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fuzz/interpreter.h"
#include "fuzz/state_bytes.h"

namespace heddle::fuzz {
namespace {

constexpr std::uint64_t kOnPath = kEndless - 1;
constexpr std::uint64_t kMostRaceStates = 100'000;
constexpr std::uint64_t kMoreIfLater = 8;  // states, if assertions can fail later

struct Touched {
  std::uint8_t slot;
  std::uint16_t id;
  std::uint8_t thread;
  bool writes;
  bool is_atomic;
  friend auto operator<=>(const Touched&, const Touched&) = default;
};

class Walk {
 public:
  Walk(const Program& program, std::uint64_t most_states, Operations operations)
      : interpreter_(program, operations), most_states_(most_states) {}

  Enumeration run() {
    result_.interleavings = paths_from(interpreter_.start());
    result_.is_complete = !gave_up_;
    result_.states = paths_.size();
    if (gave_up_) return std::move(result_);
    if (result_.interleavings == kEndless && can_be_caught()) result_.outcomes.failures.insert(kHang);
    find_all_races();
    return std::move(result_);
  }
  bool has_addressed_locals() const { return interpreter_.has_addressed_locals(); }
  // A thread other than main touches what main lends: only then it is visible at all.
  bool is_lent_used() const { return is_lent_used_; }

 private:
  // Sums saturate below the two values that mean something else.
  static std::uint64_t sum(std::uint64_t one, std::uint64_t other) {
    if (one == kEndless || other == kEndless) return kEndless;
    return std::min<std::uint64_t>(one + other, std::uint64_t{1} << 62);
  }

  std::uint64_t paths_from(const State& state) {
    if (gave_up_) return 0;
    const auto [at, is_new] = paths_.emplace(state, kOnPath);
    if (!is_new) return at->second == kOnPath ? kEndless : at->second;
    if (paths_.size() > most_states_) {
      gave_up_ = true;
      return 0;
    }
    std::uint64_t& paths = at->second;  // references stay valid when others are added
    if (interpreter_.is_over(state)) {
      if (state.failed_at != 0) result_.outcomes.failures.insert({state.failure, state.failed_at});
      return paths = 1;
    }
    std::uint64_t total = 0;
    const bool goes_on = interpreter_.for_each_step(state, [&](std::uint8_t thread, unsigned way) {
      const auto after = std::make_unique<State>(state);
      interpreter_.step(*after, thread, way, result_.outcomes);
      note_access(state, *after, thread);
      total = sum(total, paths_from(*after));
    });
    if (!goes_on) {
      result_.outcomes.deadlocks.insert(interpreter_.who_waits(state));
      total = 1;
    }
    return paths = total;
  }

  // Whether there is a state from which no end can be reached, neither of the process nor in a deadlock.
  bool can_be_caught() {
    std::unordered_map<const State*, std::vector<const State*>> before;
    std::vector<const State*> work;
    Outcomes ignored;
    for (const auto& [state, paths] : paths_) {
      bool is_end = true;
      for (std::uint8_t thread = 0; thread < interpreter_.thread_count() && !interpreter_.is_over(state); ++thread) {
        if (!interpreter_.is_enabled(state, thread)) continue;
        is_end = false;
        for (unsigned way = 0; way < interpreter_.alternatives(state, thread); ++way) {
          State after = state;
          interpreter_.step(after, thread, way, ignored);
          before[&paths_.find(after)->first].push_back(&state);
        }
      }
      if (is_end) work.push_back(&state);
    }
    std::unordered_set<const State*> ends(work.begin(), work.end());
    while (!work.empty()) {
      const State* state = work.back();
      work.pop_back();
      for (const State* earlier : before[state]) {
        if (ends.insert(earlier).second) work.push_back(earlier);
      }
    }
    return ends.size() < paths_.size();
  }

  // What the thread did, and who can do something that conflicts with it right after that.
  void note_access(const State& before, const State& after, std::uint8_t thread) {
    const std::optional<NextAccess> made = interpreter_.next_access(before, thread);
    if (!made) return;
    is_lent_used_ |= thread != 0 && made->slot == kLentSlot;
    touched_.insert({made->slot, made->id, thread, made->writes, made->is_atomic});
    if (interpreter_.is_over(after)) return;
    for (std::uint8_t other = 0; other < interpreter_.thread_count(); ++other) {
      if (other == thread || !interpreter_.is_enabled(after, other)) continue;  // another may insist
      const std::optional<NextAccess> next = interpreter_.next_access(after, other);
      if (next && is_conflict(*made, *next)) result_.adjacent_races.insert(std::minmax(made->id, next->id));
    }
  }

  void find_all_races() {
    std::set<RacePair> candidates;
    for (const Touched& one : touched_) {
      for (const Touched& other : touched_) {
        const auto access = [](const Touched& each) {
          return NextAccess{each.slot, each.writes, each.is_atomic, each.id};
        };
        const bool may_race = one.thread < other.thread && is_conflict(access(one), access(other));
        if (may_race) candidates.insert(std::minmax(one.id, other.id));
      }
    }
    result_.outcomes.races = result_.adjacent_races;
    result_.knows_races = find_races(interpreter_, candidates, kMostRaceStates, result_.outcomes.races);
    result_.has_ordered_pairs = result_.outcomes.races.size() < candidates.size();
  }

  Interpreter interpreter_;
  std::uint64_t most_states_;
  bool gave_up_ = false;
  bool is_lent_used_ = false;
  Enumeration result_;
  std::set<Touched> touched_;
  std::unordered_map<State, std::uint64_t, HashBytes, SameBytes> paths_;
};

}  // namespace

Enumeration enumerate(const Program& program, std::uint64_t most_states) {
  Walk walk(program, most_states, {});
  Enumeration result = walk.run();
  const bool lends_in_vain = result.is_complete && program.lends && !walk.is_lent_used();
  if (lends_in_vain) {
    Outcomes with_lent = std::move(result.outcomes);
    result = Walk(program, most_states, {.is_lent_private = true}).run();
    result.possible = std::move(with_lent);
  }
  const std::set<FailureAt>& failures = result.outcomes.failures;
  const bool can_fail = std::any_of(failures.begin(), failures.end(),
                                    [](const FailureAt& each) { return each.kind == FailureKind::Assertion; });
  const bool may_be_more = can_fail && walk.has_addressed_locals() && !program.visible_ends;
  if (!result.is_complete || !may_be_more) return result;
  Enumeration later = Walk(program, kMoreIfLater * most_states, {.fails_later = true}).run();
  result.is_complete = later.is_complete;
  result.knows_races &= later.knows_races;
  result.possible = std::move(later.outcomes);
  return result;
}

}  // namespace heddle::fuzz
