// SPDX-License-Identifier: Apache-2.0
//
// StateSearch: what every search of the model has in common. It goes on until only an execution can tell, says which
// one, and goes on where it was once that was learned from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_set>

#include "learn/machine.h"
#include "solve/racing_pairs.h"
#include "solve/search_progress.h"
#include "trace/schedule.h"

namespace heddle {

class StateSearch {
 public:
  virtual ~StateSearch() = default;
  StateSearch() = default;
  StateSearch(const StateSearch&) = delete;
  StateSearch& operator=(const StateSearch&) = delete;

  // Goes on for at most so many steps.
  virtual SearchProgress run(std::uint64_t steps) = 0;
  const Schedule& wanted() const { return wanted_; }
  // So many of its events lead to what is asked for; the rest asks for more on the way.
  std::uint64_t wanted_length() const { return wanted_length_; }
  // Call after the model has learned from an execution, before run().
  virtual void model_has_grown() = 0;
  // No execution can be long enough to tell: ways as long as that end there from now on.
  void give_up_wanted() {
    if (wanted_length_ != 0) too_long_ = std::min(too_long_, wanted_length_);
  }
  bool has_given_up() const { return too_long_ != std::numeric_limits<std::uint64_t>::max(); }
  // Begins again with an empty table, and a thread that has taken so many steps stands still; 0: none does.
  void set_most_steps(std::uint32_t most) {
    most_steps_ = most;
    restart();
  }
  // Something was left out because a thread stood still, or a way was given up.
  bool was_cut() const { return was_cut_; }
  // The way is longer than this, and there is hardly a state that is not on it: it leads ever further.
  virtual bool runs_away(std::uint64_t length) const = 0;
  // Begin again with an empty table.
  virtual void restart() = 0;
  // How much of this round was done, estimated; nothing: it cannot say. Takes as long as some thousand steps, now and
  // then.
  virtual std::optional<double> share_done() { return std::nullopt; }

  // An execution has shown this one: machine state at its end.
  void note_deadlock(const Machine& at) { deadlocks_.insert(at.waiting_signature()); }
  // An execution has shown this end, with what was printed until then (Machine::end_signature).
  void note_end(std::uint64_t signature) { ends_.insert(signature); }
  // With SearchProgress::End: where wanted() ends.
  std::uint64_t wanted_end() const { return wanted_end_; }
  // An execution has shown a race between these two.
  void note_race(ProgramPoint one, ProgramPoint other) { races_.insert(one, other); }
  bool knows_race(ProgramPoint one, ProgramPoint other) const { return races_.is_known(one, other); }
  // Two accesses that should race, but no execution shows it.
  const std::optional<RacingPairs::Pair>& unshown_race() const { return races_.given_up(); }

  std::uint64_t states() const { return states_; }  // stored, over all rounds
  std::uint64_t steps() const { return steps_; }
  std::uint32_t rounds() const { return rounds_; }
  virtual std::uint64_t table_states() const = 0;  // stored in this round
  // Threads that are not told apart from others.
  virtual std::uint64_t exchangeable_threads() const { return 0; }
  // Memory for these and for the way back.
  virtual std::uint64_t table_bytes() const = 0;
  // Memory that is taken at once if so many states more come.
  virtual std::uint64_t memory_ahead(std::uint64_t states) const = 0;

 protected:
  // So many steps are too many.
  bool is_too_long(std::uint64_t length) {
    const bool is_cut = length >= too_long_;
    was_cut_ |= is_cut;
    return is_cut;
  }

  Schedule wanted_;
  std::uint64_t wanted_length_ = 0;  // 0: nothing is wanted
  std::uint64_t too_long_ = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t most_steps_ = 0;
  bool was_cut_ = false;
  std::unordered_set<std::uint64_t> deadlocks_;
  std::unordered_set<std::uint64_t> ends_;
  std::uint64_t wanted_end_ = 0;
  RacingPairs races_;
  std::uint64_t states_ = 0;
  std::uint64_t steps_ = 0;
  std::uint32_t rounds_ = 0;
};

}  // namespace heddle
