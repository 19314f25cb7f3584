// SPDX-License-Identifier: Apache-2.0
//
// ExactStrategy: learns what each thread does from executions and searches the model made of that; executes only what
// the model does not know. When the search is complete, every execution of the program is one of the model's.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <unordered_set>

#include "analysis/race_detector.h"
#include "learn/learner.h"
#include "search/strategy/deepening.h"
#include "search/strategy/sampler.h"
#include "search/strategy/strategy.h"
#include "solve/model_search.h"
#include "solve/modular_proof.h"
#include "solve/peek_planner.h"
#include "solve/scout.h"

namespace heddle {

// What keeps executions and samples from being more.
struct ExactLimits {
  std::uint32_t max_events = 0;                   // of one thread, then an execution is cut; 0: not known
  std::optional<std::uint64_t> samples = 10'000;  // after a search that was cut; nothing: until somebody stops it
  std::uint64_t verifications = 200;              // after one that was not; at least, unless they take too long
};

class ExactStrategy final : public Strategy {
 public:
  // `most_preemptions`: what more lead to is left out, and then nothing is proved.
  explicit ExactStrategy(Freedoms freedoms = {}, SearchSwitches switches = {}, std::uint64_t seed = 1,
                         std::optional<std::uint32_t> most_preemptions = std::nullopt, ExactLimits limits = {});

  std::string_view name() const override { return "exact"; }
  Guarantee guarantee() const override {
    const bool is_whole = !gap_ && !has_unshown_livelock_ && !search_->unshown_race();
    return is_whole ? Guarantee::Exhaustive : Guarantee::None;
  }
  std::string shortfall() const override;
  std::optional<std::uint32_t> preemption_bound() const override;
  bool fits() const override { return !gap_; }
  std::optional<bool> was_limited() const override { return was_limited_; }
  std::optional<CutSearch> cut_search() const override;
  Purpose purpose() const override { return stale_ != 0 ? Purpose::Verification : purpose_; }
  bool is_sure() const override;
  bool wants_whole_stack() const override { return switches_.merging; }
  ContestedSizes contested_sizes() const override { return waits_for_sizes_ ? apart_ : ContestedSizes{}; }
  void know(const ProgramFacts& facts) override;
  std::optional<Schedule> next() override;
  bool is_thinking() const override { return is_thinking_; }
  std::optional<ModelFigures> model_figures() const override;
  std::optional<Learned> learned() override;
  std::uint64_t memory_ahead() const override;
  void learn(const Run& run) override;
  bool was_mistaken(const Run& run) override;
  void restart() override {
    in_flight_ = stale_ = 0;
    waits_for_sizes_ = false;
    purpose_ = Purpose::Search;
    shown_ends_.clear();
    begin();
  }

  // Why the model does not fit the program, if so.
  const std::optional<Disagreement>& gap() const { return gap_; }

 private:
  void begin();
  void search_everything();
  std::optional<Schedule> ask(Schedule schedule);
  std::optional<Schedule> ask_for_search();
  std::optional<Schedule> search_on();
  std::optional<Schedule> go_deeper();
  std::optional<Schedule> sample_on();
  std::optional<Schedule> verify();
  bool has_grown_too_long() const;
  void begin_deepening();
  void sample(std::optional<std::uint64_t> most);
  void note_limit(const Trace& trace);
  std::uint32_t most_events() const { return std::max(limits_.max_events, most_of_a_thread_); }
  std::uint32_t farthest() const { return most_events() != 0 ? most_events() : longest_; }
  std::uint64_t wanted_verifications() const;
  bool has_verified_enough() const;
  bool has_verified_for_long() const;
  struct Shown {
    bool has_races = false;
    bool has_deadlocks = false;
  };
  bool contradicts(const Shown& before);
  bool wants_sample() const;
  bool wants_scout() const;
  bool wants_proof() const;
  Schedule first_look();
  void note_races(const Trace& trace);
  void note_individuals(const Trace& trace);
  bool note_end(const Trace& trace);
  void give_way(const Disagreement& disagreement);
  bool would_fit(const ContestedSizes& sizes);
  std::string place_of(ProgramPoint point) const;

  Freedoms freedoms_;
  SearchSwitches switches_;
  std::uint64_t seed_;
  std::optional<std::uint32_t> most_preemptions_;
  ExactLimits limits_;
  const ProgramFacts* facts_ = nullptr;
  std::unique_ptr<Model> model_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Scout> scout_;
  std::unique_ptr<PeekPlanner> peeks_;
  std::unique_ptr<StateSearch> search_;
  std::unique_ptr<ModularProof> proof_;  // of what search_ looks for, if that is everything
  RaceDetector detector_;
  std::vector<bool> unmerged_;  // threads whose fingerprints were found wanting
  std::vector<bool> individual_;  // threads whose place no other can take
  bool merges_ = true;          // at least one does
  std::uint64_t given_up_ = 0;  // how often one was
  ContestedSizes apart_;          // sizes of blocks that have addresses of their own
  bool waits_for_sizes_ = false;  // to have them: some are new
  std::uint64_t executions_ = 0;
  std::uint64_t samples_ = 0;
  std::uint64_t scouts_ = 0;
  bool has_scouted_ = false;   // none of the ways a scout goes tells anything new
  std::uint32_t longest_ = 0;  // execution so far
  std::uint32_t first_length_ = 0;  // of the first one
  Purpose purpose_ = Purpose::Search;
  std::uint32_t stale_ = 0;  // executions under way that verify what is not claimed any more
  std::uint64_t events_ = 0;         // learned from
  std::uint64_t verifications_ = 0;  // that are wanted
  std::uint64_t verified_events_ = 0;  // of those made; bytes that are read or written at a time count, too
  Sampler verifier_;
  using Clock = std::chrono::steady_clock;
  Clock::time_point began_ = Clock::now();
  Clock::time_point verifies_since_;
  Shown shown_;  // by executions, since all was learned anew
  Deepening deepening_;
  std::uint32_t most_of_a_thread_ = 0;  // events in an execution that was cut
  bool was_full_ = false;               // one was cut for lack of room
  ProgramPoint cut_at_ = ProgramPoint::None;
  Sampler sampler_;
  std::optional<std::uint64_t> most_samples_ = 0;  // to be made before the search goes on, in all
  bool goes_deeper_ = false;                       // after these
  std::uint64_t version_ = 0;  // of the model that is verified
  std::optional<std::uint32_t> preemptions_done_;
  bool searches_all_ = true;         // not only what few preemptions lead to
  bool was_preemption_cut_ = false;  // more than most_preemptions_ would have led further
  bool may_hide_races_ = false;  // something tells without ordering
  bool was_limited_ = false;
  std::unordered_set<std::uint64_t> shown_ends_;  // by executions, whatever the model was
  std::optional<std::uint64_t> wanted_end_;       // of the execution that was asked for
  bool shows_livelock_ = false;  // the execution that was asked for should
  bool has_unshown_livelock_ = false;
  Schedule asked_;  // last
  bool asked_by_search_ = false;  // the execution that is made
  std::uint32_t in_flight_ = 0;
  bool is_thinking_ = false;
  bool is_done_ = false;
  bool is_closed_ = false;  // proved without the search
  double search_seconds_ = 0;  // processor time, like the next
  double learn_seconds_ = 0;
  std::optional<Disagreement> gap_;
};

}  // namespace heddle
