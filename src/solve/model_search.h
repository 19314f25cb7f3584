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
#include "solve/components.h"
#include "solve/model_step.h"
#include "solve/persistent_set.h"
#include "solve/racing_pairs.h"
#include "solve/situation.h"
#include "solve/sleep_set.h"
#include "solve/visited_table.h"
#include "trace/schedule.h"

namespace heddle {

struct SearchSwitches {
  bool persistent_sets = true;
  bool live_memory = true;
  bool chain_fusion = true;
  bool merging = true;  // of pasts with the same fingerprint
  bool labels = true;   // results that a thread cannot tell apart are one
  bool sleep_sets = true;
  Defect defect = Defect::None;
  bool races = false;  // look for two accesses that nothing orders
};

enum class SearchProgress : std::uint8_t {
  NeedsExecution,  // of wanted()
  Deadlock,        // wanted() leads to a deadlock that no execution has shown yet
  Race,            // wanted() makes two accesses that race, one after the other
  Livelock,        // wanted() leads to where threads run in circles and nothing else can ever happen
  Complete,        // nothing unknown can be reached
  Paused,          // the number of steps asked for is used up
};

class ModelSearch {
 public:
  ModelSearch(Model& model, Freedoms freedoms, SearchSwitches switches);

  // Goes on for at most so many steps.
  SearchProgress run(std::uint64_t steps);
  const Schedule& wanted() const { return wanted_; }
  // So many of its events lead to what is asked for; the rest asks for more on the way.
  std::uint64_t wanted_length() const { return wanted_length_; }
  // Call after the model has learned from an execution, before run().
  void model_has_grown();
  // No execution can be long enough to tell: what wanted() leads to counts as an end of the process from now on.
  void give_up_wanted();
  // An execution has shown this one: machine state at its end.
  void note_deadlock(const Machine& at) { deadlocks_.insert(at.waiting_signature()); }
  // An execution has shown a race between these two.
  void note_race(ProgramPoint one, ProgramPoint other) { races_.insert(one, other); }
  // Two accesses that should race, but no execution shows it.
  const std::optional<RacingPairs::Pair>& unshown_race() const { return races_.given_up(); }
  // Begin again with an empty table.
  void restart();

  std::uint64_t states() const { return states_; }  // stored, over all rounds
  std::uint64_t steps() const { return steps_; }
  std::uint32_t rounds() const { return round_; }
  std::uint64_t table_states() const { return visited_.size(); }  // stored in this round
  // Memory that is taken at once if so many states more come.
  std::uint64_t memory_ahead(std::uint64_t states) const { return visited_.growth_within(states); }
  // Memory for these and for the way back.
  std::uint64_t table_bytes() const;

 private:
  using Step = ModelStep;
  struct Frame {
    std::size_t mark;  // of the machine
    std::size_t path_length;
    std::size_t first_step;  // in open_
    std::size_t next_step;
    SleepSet::Threads asleep;  // those whose steps were all tried here, too
    bool is_full;              // every thread that can run is tried
    bool wants_full;           // one of its steps closed a cycle
  };
  enum class Entered : std::uint8_t { Pushed, Backtrack, Wants, Deadlock, Race, Cycle };
  enum class Taken : std::uint8_t { Yes, NeedsExecution, GivenUp };
  enum class Left : std::uint8_t { ToNextStep, AtLivelock, Everything };

  Entered enter();
  Taken take(const Step& step);
  void want(const Step* last);
  bool meets_race();
  void push_steps(std::uint16_t thread);
  Left backtrack();
  bool leave();
  void push(std::uint64_t hash, const std::vector<std::uint16_t>& chosen);
  Entered enter_awake(std::uint64_t hash, bool is_new, const std::vector<std::uint16_t>& chosen);
  void meet_again(std::uint64_t hash);
  void add_other_steps(Frame& frame);
  void forget();
  void find_again();

  Model& model_;
  Freedoms freedoms_;
  SearchSwitches switches_;
  Machine machine_;
  Situation situation_;
  PersistentSet persistent_;
  SleepSet sleep_;
  bool sleeps_ = false;           // steps that need not be tried are not
  bool met_cycle_ = false;        // for good: then they are
  SleepSet::Threads asleep_ = 0;  // in the state the machine is in
  std::vector<std::uint16_t> awake_;
  std::uint32_t round_ = 0;
  std::uint32_t shape_ = 0;
  std::uint64_t replacements_ = 0;  // of the model, when the machine was last put together
  bool is_dirty_ = false;
  bool was_renamed_ = false;  // states have other hashes than when they were entered
  bool has_cycle_ = false;
  bool at_new_state_ = true;  // the machine stands in a state that was not entered yet
  bool retries_ = false;      // the step in retry_ wants to be taken again
  Step retry_{};
  Schedule wanted_;
  std::uint64_t wanted_length_ = 0;
  std::optional<Step> unknown_;          // what wanted_ leads to, if that is a step
  std::unordered_set<NodeId> given_up_;  // whose results no execution can tell
  std::vector<Step> path_;
  std::vector<Frame> frames_;
  std::vector<Step> open_;  // steps still to take, by frame
  VisitedTable visited_;
  Components components_;  // its path: the states of frames_
  std::unordered_set<std::uint64_t> deadlocks_;
  std::unordered_set<std::uint64_t> livelocks_;
  RacingPairs races_;
  std::uint64_t states_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace heddle
