// SPDX-License-Identifier: Apache-2.0
//
// ModelSearch: every state of the model that matters, depth first, each once. Where the model does not know what comes
// next the search stops and says which schedule would tell; once the execution was learned from, it goes on where it
// was. It is done when a whole round met nothing unknown and relied on no future that grew meanwhile: then the model is
// complete.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "learn/machine.h"
#include "solve/branch_shares.h"
#include "solve/components.h"
#include "solve/model_walk.h"
#include "solve/persistent_set.h"
#include "solve/situation.h"
#include "solve/sleep_set.h"
#include "solve/state_search.h"
#include "solve/thread_classes.h"
#include "solve/visited_table.h"

namespace heddle {

struct SearchSwitches {
  bool persistent_sets = true;
  bool live_memory = true;
  bool chain_fusion = true;
  bool merging = true;  // of pasts with the same fingerprint
  bool labels = true;   // results that a thread cannot tell apart are one
  bool sleep_sets = true;
  bool closure = true;         // thread by thread, where the search takes long
  bool closure_first = false;  // even before it has begun
  bool saturation = true;      // and what must have happened before a result tells whether it is possible
  bool peeks = true;  // other results of an event are tried out when it is executed
  bool symmetry = true;  // threads that can take each other's place are not told apart
  Defect defect = Defect::None;
  std::uint64_t executions_before_peeks = 50;  // a program that needs few is explored sooner without
  bool races = false;  // look for two accesses that nothing orders
  bool wide_hash = false;  // two words stand for a state instead of one

  HashWords hash_words() const { return wide_hash ? HashWords::Two : HashWords::One; }
};

class ModelSearch final : public StateSearch {
 public:
  ModelSearch(Model& model, Freedoms freedoms, SearchSwitches switches);

  SearchProgress run(std::uint64_t steps) override;
  void model_has_grown() override;
  void restart() override;
  std::optional<double> share_done() override;
  bool runs_away(std::uint64_t length) const override {
    return walk_.length() > length && 2 * frames_.size() > visited_.size();
  }

  std::uint64_t table_states() const override { return visited_.size(); }
  std::uint64_t exchangeable_threads() const override { return classes_.size(); }
  std::uint64_t table_bytes() const override;
  std::uint64_t memory_ahead(std::uint64_t states) const override { return visited_.growth_within(states); }

 private:
  using Step = ModelStep;
  struct Frame {
    ModelWalk::Place place;
    std::size_t first_step;  // in open_
    std::size_t next_step;
    SleepSet::Threads asleep;  // those whose steps were all tried here, too
    bool is_full;              // every thread that can run is tried
    bool wants_full;           // one of its steps closed a cycle
    std::uint64_t states_before;
  };
  enum class Entered : std::uint8_t { Pushed, Backtrack, Wants, Deadlock, End, Race, Cycle };
  enum class Taken : std::uint8_t { Yes, NeedsExecution, GivenUp };
  enum class Left : std::uint8_t { ToNextStep, AtLivelock, Everything };

  Entered enter();
  Taken take(const Step& step);
  void want(const Step* last);
  bool meets_race();
  bool meets_cycle();
  bool counts_ends() const { return freedoms_.visible_output != 0; }
  Entered enter_end();
  Left backtrack();
  bool leave();
  void push(StateKey key, const std::vector<std::uint16_t>& chosen);
  Entered enter_awake(StateKey key, bool is_new, const std::vector<std::uint16_t>& chosen);
  void meet_again(StateKey key);
  void add_other_steps(Frame& frame);
  void forget();
  void find_again();
  void note_child_done(const Frame& frame);
  std::optional<double> estimate();
  ThreadClasses find_classes() const;

  Model& model_;
  Freedoms freedoms_;
  SearchSwitches switches_;
  ModelWalk walk_;
  Machine& machine_;  // of walk_
  ThreadClasses classes_;
  Situation situation_;
  PersistentSet persistent_;
  SleepSet sleep_;
  bool sleeps_ = false;           // steps that need not be tried are not
  bool met_cycle_ = false;        // for good: then they are
  SleepSet::Threads asleep_ = 0;  // in the state the machine is in
  std::vector<std::uint16_t> awake_;
  std::uint32_t round_ = 0;  // as the model counts
  std::uint32_t shape_ = 0;
  bool sections_wait_ = false;
  std::uint64_t replacements_ = 0;  // of the model, when the machine was last put together
  std::uint64_t found_in_freed_ = 0;  // likewise
  bool is_dirty_ = false;
  bool was_renamed_ = false;  // states have other hashes than when they were entered
  bool has_cycle_ = false;
  bool at_new_state_ = true;  // the machine stands in a state that was not entered yet
  bool retries_ = false;      // the step in retry_ wants to be taken again
  Step retry_{};
  std::vector<Frame> frames_;
  std::vector<Step> open_;  // steps still to take, by frame
  std::vector<std::uint64_t> states_after_;  // as open_: how many there were when all that the step leads to was done
  BranchShares branches_;
  std::uint64_t estimated_at_ = 0;  // so many steps; 0: not in this round
  std::optional<double> estimate_;
  VisitedTable visited_;
  Components components_;  // its path: the states of frames_
  std::unordered_set<std::uint64_t> livelocks_;
};

}  // namespace heddle
