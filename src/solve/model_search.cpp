// SPDX-License-Identifier: Apache-2.0
#include "solve/model_search.h"

#include <algorithm>
#include <span>
#include <utility>

#include "solve/chain.h"
#include "solve/random_ways.h"
#include "solve/wait_cycle.h"
#include "trace/result.h"

namespace heddle {
namespace {

// How much is left is looked at again when a tenth more was done, but not in searches that are over in a moment.
constexpr std::uint64_t kStepsBeforeEstimate = 500'000;
constexpr std::uint64_t kStepsOfEstimate = 20'000;
constexpr std::uint64_t kStepsBetweenEstimates = 50 * kStepsOfEstimate;

}  // namespace

ModelSearch::ModelSearch(Model& model, Freedoms freedoms, SearchSwitches switches)
    : model_(model),
      freedoms_(freedoms),
      switches_(switches),
      walk_(model, freedoms),
      machine_(walk_.machine()),
      situation_(model, machine_, switches.live_memory, switches.hash_words()),
      persistent_(model, machine_, situation_, switches.races),
      sleep_(model, machine_),
      visited_(switches.hash_words()),
      components_(switches.hash_words()) {
  restart();
}

void ModelSearch::restart() {
  round_ = model_.begin_round();
  ++rounds_;
  model_.root(ThreadId{});
  model_.settle(round_);
  shape_ = model_.resources().shape();
  sections_wait_ = model_.sections_wait();
  is_dirty_ = was_renamed_ = has_cycle_ = false;
  classes_ = find_classes();
  situation_.set_classes(classes_.empty() ? nullptr : &classes_);
  walk_.reset();
  situation_.set_most_steps(walk_.steps_by_thread(), most_steps_);
  forget();
  frames_.clear();
  open_.clear();
  wanted_length_ = 0;  // the machine does not stand there any more
  was_cut_ = false;
  // Who sleeps is kept by number: no other thread may stand in its place.
  sleeps_ = switches_.sleep_sets && !met_cycle_ && freedoms_.spurious_wakeups == 0 &&
            machine_.thread_count() <= SleepSet::kMost && classes_.empty() && !sections_wait_;
  asleep_ = 0;
  visited_.keep_notes(sleeps_);
  components_.clear();
  estimated_at_ = 0;
  replacements_ = model_.replacements();
  found_in_freed_ = model_.found_in_freed();
  at_new_state_ = true;
  retries_ = false;
}

ThreadClasses ModelSearch::find_classes() const {
  return switches_.symmetry ? ThreadClasses(model_) : ThreadClasses();
}

void ModelSearch::forget() {
  situation_.forget();
  persistent_.forget();
}

std::uint64_t ModelSearch::table_bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return visited_.bytes() + components_.bytes() + walk_.bytes() + of(frames_) + of(open_);
}

// A future that the search relied on has grown: this round goes on, for whatever it still finds unknown is unknown, but
// it proves nothing. Memory that was cut differently is another matter: the state itself has no meaning any more.
void ModelSearch::model_has_grown() {
  is_dirty_ |= model_.settle(round_);
  forget();
  const bool has_room = !sleeps_ || model_.thread_count() <= SleepSet::kMost;
  const bool is_same = model_.resources().shape() == shape_ && model_.sections_wait() == sections_wait_ && has_room &&
                       find_classes() == classes_;
  if (!is_same) return restart();
  if (model_.replacements() != replacements_ || model_.found_in_freed() != found_in_freed_) find_again();
}

// Nodes on the path were replaced by others: goes the same way anew. States seen before are not found again under their
// old names, which costs time, no more.
void ModelSearch::find_again() {
  replacements_ = model_.replacements();
  found_in_freed_ = model_.found_in_freed();
  was_renamed_ = true;
  const std::vector<Step> path = walk_.path();
  walk_.reset();
  components_.clear();
  const bool was_new = at_new_state_;
  const std::uint64_t steps = steps_;
  const SleepSet::Threads asleep = std::exchange(asleep_, 0);
  std::size_t frame = 0;
  for (std::size_t length = 0;; ++length) {
    for (; frame < frames_.size() && frames_[frame].place.length == length; ++frame) {
      frames_[frame].place = walk_.place();
      situation_.look(round_);
      visited_.insert(situation_.hash());
      if (sleeps_) visited_.note(situation_.hash()) = frames_[frame].asleep;
      components_.enter(situation_.hash());
      components_.note_exit();  // what was seen under other names is not known any more
    }
    if (length == path.size()) break;
    if (take(path[length]) != Taken::Yes) return restart();
  }
  at_new_state_ = was_new;
  steps_ = steps;
  asleep_ = asleep;
}

SearchProgress ModelSearch::run(std::uint64_t steps) {
  const std::uint64_t end = steps_ + steps;
  for (;;) {
    if (retries_) {
      const Step step = retry_;
      const Taken taken = take(step);
      if (taken == Taken::NeedsExecution) return SearchProgress::NeedsExecution;
      retries_ = false;
      if (taken == Taken::GivenUp) at_new_state_ = false;
    }
    if (at_new_state_) {
      switch (enter()) {
        case Entered::Wants:
          return SearchProgress::NeedsExecution;
        case Entered::Deadlock:
          at_new_state_ = false;
          return SearchProgress::Deadlock;
        case Entered::End:
          at_new_state_ = false;
          return SearchProgress::End;
        case Entered::Race:  // comes back to this state
          return SearchProgress::Race;
        case Entered::Pushed:
        case Entered::Backtrack:
          at_new_state_ = false;
          break;
        case Entered::Cycle:
          met_cycle_ = true;
          restart();
          continue;
      }
    }
    if (steps_ >= end) return SearchProgress::Paused;
    switch (backtrack()) {
      case Left::ToNextStep:
        if (take(retry_) != Taken::NeedsExecution) continue;
        retries_ = true;
        return SearchProgress::NeedsExecution;
      case Left::AtLivelock:
        return SearchProgress::Livelock;
      case Left::Everything:
        break;
    }
    const bool may_hide_livelock = was_renamed_ && has_cycle_;
    const bool is_dirty = is_dirty_ && !model_.has(Defect::OneRound);
    if (!is_dirty && !may_hide_livelock) return SearchProgress::Complete;
    restart();
  }
}

// Moves to the next step that was not taken yet; it stands in retry_.
ModelSearch::Left ModelSearch::backtrack() {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    walk_.back_to(frame.place);
    if (frame.next_step < open_.size()) {
      if (sleeps_ && frame.next_step > frame.first_step) {  // who was tried before sleeps from now on
        const std::uint16_t before = open_[frame.next_step - 1].thread;
        if (before != open_[frame.next_step].thread) frame.asleep |= SleepSet::only(before);
      }
      asleep_ = frame.asleep;
      note_child_done(frame);
      retry_ = open_[frame.next_step++];
      return Left::ToNextStep;
    }
    if (frame.wants_full && !frame.is_full) {
      add_other_steps(frame);
      continue;
    }
    note_child_done(frame);
    branches_.note(std::span(states_after_).subspan(frame.first_step, open_.size() - frame.first_step),
                   frame.states_before);
    open_.resize(frame.first_step);
    frames_.pop_back();
    if (leave()) return Left::AtLivelock;
  }
  return Left::Everything;
}

// All steps from the state of the last frame are done. If it is the last of a component that nothing leads out of, that
// is a livelock, for whatever else could happen was tried. True if it is a new one.
bool ModelSearch::leave() {
  if (components_.leave() != Components::Completed::DeadEnd) return false;
  const std::uint64_t where = counts_ends() ? machine_.end_signature() : machine_.waiting_signature();
  const bool is_new = livelocks_.insert(where).second;
  if (is_new) want(nullptr);
  return is_new;
}

// The step of the frame that was taken last leads to nothing more.
void ModelSearch::note_child_done(const Frame& frame) {
  if (states_after_.size() < open_.size()) states_after_.resize(open_.size());
  if (frame.next_step > frame.first_step) states_after_[frame.next_step - 1] = states_;
}

std::optional<double> ModelSearch::share_done() {
  if (steps_ < kStepsBeforeEstimate) return std::nullopt;
  const std::uint64_t interval = std::max(estimated_at_ / 10, kStepsBetweenEstimates);
  if (estimated_at_ != 0 && steps_ - estimated_at_ < interval) return estimate_;
  estimated_at_ = steps_;
  estimate_ = estimate();
  return estimate_;
}

// Two ways to estimate it, each wrong in its own way: where they nearly agree, and not too early, the lower one is
// right within a factor of two (docs/exact.md).
std::optional<double> ModelSearch::estimate() {
  constexpr double kLeast = 0.25, kMostApart = 2.5;
  if (is_dirty_ || most_steps_ != 0) return std::nullopt;  // another round follows
  std::optional<double> states;                            // this round will have
  for (std::size_t index = frames_.size(); index-- > 0;) {
    const Frame& frame = frames_[index];
    const std::size_t end = index + 1 < frames_.size() ? frames_[index + 1].first_step : open_.size();
    const auto below = states.value_or(static_cast<double>(states_)) - static_cast<double>(frame.states_before);
    const std::optional<double> share =
        branches_.share(end - frame.first_step, frame.next_step - frame.first_step, below);
    if (!share) return std::nullopt;
    states = static_cast<double>(frame.states_before) + below / *share;
  }
  if (!states) return std::nullopt;
  const auto earlier = static_cast<double>(states_ - visited_.size());  // in other rounds
  const double by_branches = static_cast<double>(visited_.size()) / (*states - earlier);
  RandomWays ways(model_, freedoms_, switches_, sleeps_, classes_.empty() ? nullptr : &classes_);
  const std::optional<double> by_ways = ways.share_in(visited_, kStepsOfEstimate);
  if (!by_ways) return std::nullopt;
  const double lower = std::min(by_branches, *by_ways), higher = std::max(by_branches, *by_ways);
  return lower < kLeast || higher > kMostApart * lower ? std::nullopt : std::optional(lower);
}

// A thread that was left out of the persistent set all around a cycle would never have its turn.
void ModelSearch::add_other_steps(Frame& frame) {
  frame.is_full = true;
  std::vector<bool> is_there(machine_.thread_count());
  for (std::size_t step = frame.first_step; step < open_.size(); ++step) is_there[open_[step].thread] = true;
  situation_.look(round_);
  for (std::uint16_t thread : situation_.enabled()) {
    if (!is_there[thread]) walk_.append_steps(thread, open_);
  }
}

// Takes the step in the model, or says what must be executed first.
ModelSearch::Taken ModelSearch::take(const Step& step) {
  ++steps_;
  const SleepSet::Threads asleep = sleeps_ ? sleep_.after(step.thread, asleep_) : 0;
  if (walk_.take(step)) {
    asleep_ = asleep;
    at_new_state_ = true;
    return Taken::Yes;
  }
  if (is_too_long(walk_.length() + 1)) {
    components_.note_exit();
    return Taken::GivenUp;
  }
  want(&step);
  return Taken::NeedsExecution;
}

void ModelSearch::want(const Step* last) {
  wanted_length_ = walk_.length() + (last == nullptr ? 0 : 1);
  wanted_ = last == nullptr ? walk_.schedule() : walk_.schedule_to(*last);
}

// Two threads are about to make accesses that race, and no execution has shown it: wanted_ would. A free comes second,
// for after it the other access would be a use after free.
bool ModelSearch::meets_race() {
  const std::optional<RacingThreads> found = races_.find(model_, machine_, walk_.path(), situation_.held());
  if (!found) return false;
  want(nullptr);
  if (found->way) {
    wanted_ = *found->way;
    return true;
  }
  wanted_.append(ThreadId(found->first));
  if (found->may_follow) wanted_.append(ThreadId(found->second));
  return true;
}

void ModelSearch::meet_again(StateKey key) {
  const Components::Standing standing = components_.meet(key);
  if (standing == Components::Standing::Finished) return;
  has_cycle_ = true;
  const bool closes_cycle = standing == Components::Standing::OnPath && !model_.has(Defect::CycleProviso);
  if (closes_cycle) frames_.back().wants_full = true;
}

// Enters a state of which only those steps are to be taken that were not tried before another one that they do not
// interfere with. If it was seen, those who slept then and do not now are left to do.
ModelSearch::Entered ModelSearch::enter_awake(StateKey key, bool is_new,
                                              const std::vector<std::uint16_t>& chosen) {
  if (!is_new && components_.meet(key) != Components::Standing::Finished) return Entered::Cycle;
  SleepSet::Threads& slept = visited_.note(key);
  const SleepSet::Threads to_try = is_new ? ~asleep_ : slept & ~asleep_;
  asleep_ = slept = is_new ? asleep_ : slept & asleep_;
  awake_.clear();
  for (const std::uint16_t thread : chosen) {
    if ((to_try & SleepSet::only(thread)) != 0) awake_.push_back(thread);
  }
  if (!awake_.empty()) push(key, awake_);
  components_.note_exit();  // to what is tried elsewhere
  return awake_.empty() ? Entered::Backtrack : Entered::Pushed;
}

// The state becomes one to come back to.
void ModelSearch::push(StateKey key, const std::vector<std::uint16_t>& chosen) {
  components_.enter(key);
  const bool is_full = chosen.size() == situation_.enabled().size();
  frames_.push_back({walk_.place(), open_.size(), open_.size(), asleep_, is_full, false, states_});
  for (std::uint16_t thread : chosen) walk_.append_steps(thread, open_);
  walk_.append_spurious_steps(open_);
}

// The process has ended, or nobody can go on. Where it counts what was printed until then, each end is executed once.
ModelSearch::Entered ModelSearch::enter_end() {
  components_.note_exit();
  if (!counts_ends()) return Entered::Backtrack;
  wanted_end_ = machine_.end_signature();
  if (!ends_.insert(wanted_end_).second) return Entered::Backtrack;
  want(nullptr);
  return Entered::End;
}

// Some wait for each other for ever, the others could go on: executed once, like a race.
bool ModelSearch::meets_cycle() {
  const std::uint64_t cycle = counts_ends() ? 0 : waiting_cycle(machine_, situation_);
  if (cycle == 0 || !deadlocks_.insert(cycle).second) return false;
  want(nullptr);
  return true;
}

ModelSearch::Entered ModelSearch::enter() {
  for (std::uint32_t chained = 0;; ++chained) {
    if (machine_.process_has_ended()) return enter_end();
    situation_.look(round_);
    if (situation_.holds_anybody()) {  // who might lead out of a circle
      was_cut_ = true;
      components_.note_exit();
    }
    if (const std::optional<std::uint16_t> unknown = situation_.unknown()) {
      if (is_too_long(walk_.length() + 1)) {
        components_.note_exit();
        return Entered::Backtrack;
      }
      const Step step{*unknown, 0, false, false};
      want(&step);
      return Entered::Wants;
    }
    const std::vector<std::uint16_t>& enabled = situation_.enabled();
    if (enabled.empty()) {
      if (situation_.holds_anybody()) {  // no end, and nobody waits for ever but those who wait for each other
        return meets_cycle() ? Entered::Race : Entered::Backtrack;
      }
      if (counts_ends()) return enter_end();
      components_.note_exit();
      const std::uint64_t signature = machine_.waiting_signature();
      if (signature == 0 || !deadlocks_.insert(signature).second) return Entered::Backtrack;
      want(nullptr);
      return Entered::Deadlock;
    }
    if (switches_.races && !model_.has(Defect::LostRace) && situation_.may_race() && meets_race()) return Entered::Race;
    if (meets_cycle()) return Entered::Race;
    const bool reduces = switches_.persistent_sets && freedoms_.spurious_wakeups == 0;
    const std::vector<std::uint16_t>& chosen = reduces ? persistent_.choose() : enabled;
    const bool is_forced = switches_.chain_fusion && chosen.size() == 1 && freedoms_.spurious_wakeups == 0 &&
                           (machine_.alternatives(chosen.front()) == 1 || model_.has(Defect::FusedChoices)) &&
                           chained < kLongestChain && !is_waypoint(situation_.hash());
    if (is_forced) {
      if (sleeps_ && (asleep_ & SleepSet::only(chosen.front())) != 0) {
        components_.note_exit();
        return Entered::Backtrack;
      }
      const Step step{chosen.front(), 0, false, false};
      switch (take(step)) {
        case Taken::Yes:
          continue;
        case Taken::GivenUp:
          return Entered::Backtrack;
        case Taken::NeedsExecution:
          retries_ = true;
          retry_ = step;
          return Entered::Wants;
      }
    }
    const StateKey now = situation_.hash();
    const bool is_new = visited_.insert(now);
    if (is_new) ++states_;
    if (sleeps_) return enter_awake(now, is_new, chosen);
    if (!is_new) {
      meet_again(now);
      return Entered::Backtrack;
    }
    push(now, chosen);
    return Entered::Pushed;
  }
}

}  // namespace heddle
