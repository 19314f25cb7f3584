// SPDX-License-Identifier: Apache-2.0
#include "search/strategy/exact.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "search/strategy/splitmix.h"
#include "search/strategy/stopwatch.h"
#include "solve/preemption_search.h"

namespace heddle {
namespace {

constexpr std::uint64_t kStepsAtOnce = 20000;  // some hundredths of a second: then whoever wants to stop is heard
constexpr std::uint32_t kLargeProgram = 2000;              // events
constexpr std::uint64_t kStepsBeforeSamples = 20'000'000;  // or a tenth of a second's work on a large one
constexpr std::uint64_t kStepsBeforeSamplesOfLarge = 100'000;
constexpr std::uint64_t kSamples = 1000;
constexpr std::uint64_t kEventsOfSamples = 10'000'000;  // all of them together
constexpr std::uint64_t kFirstScouts = 5;
constexpr std::uint64_t kExecutionsPerScout = 4;
constexpr std::uint32_t kEventsOfCircle = 48;  // that are shown
constexpr std::uint32_t kSamplesAtOnce = 8;
constexpr std::uint32_t kSampleDepth = 3;
constexpr std::uint64_t kVerificationStream = 0x76657269;
constexpr std::uint64_t kSampleStream = 0x73616d70;

Schedule for_ever(Schedule schedule) {
  schedule.rest = Rest::Endless;
  schedule.expected_events = kEventsOfCircle;
  return schedule;
}

// What it takes to look at an execution, in events: each byte of large reads and writes is looked at.
std::uint64_t cost_of(const Trace& trace) {
  constexpr std::uint64_t kBytesPerEvent = 16;
  std::uint64_t bytes = 0;
  for (const Event& event : trace.events) bytes += event.size;
  return trace.events.size() + bytes / kBytesPerEvent;
}

}  // namespace

ExactStrategy::ExactStrategy(Freedoms freedoms, SearchSwitches switches, std::uint64_t seed,
                             std::optional<std::uint32_t> most_preemptions, ExactLimits limits)
    : freedoms_(freedoms),
      switches_(switches),
      seed_(seed),
      most_preemptions_(most_preemptions),
      limits_(limits),
      verifier_(seed, kVerificationStream),
      sampler_(seed, kSampleStream) {
  // What is decided thread by thread says nothing of what they print together, and who prints is told apart; where nothing
  // but the search is to answer, nothing is tried out either.
  if (freedoms_.visible_output != 0) {
    switches_.closure = switches_.closure_first = switches_.peeks = switches_.symmetry = false;
  }
  begin();
}

void ExactStrategy::begin() {
  if (purpose_ == Purpose::Verification) stale_ = in_flight_;
  purpose_ = Purpose::Search;
  proof_.reset();
  search_.reset();
  scout_.reset();
  peeks_.reset();
  learner_.reset();
  model_ = std::make_unique<Model>(switches_.defect);
  if (freedoms_.visible_output != 0) model_->count_output();
  if (switches_.labels) model_->set_facts(facts_);
  merges_ = switches_.merging;
  for (std::uint16_t thread = 0; thread < ThreadSet::kCapacity; ++thread) {
    const bool is_unmerged = !merges_ || (thread < unmerged_.size() && unmerged_[thread]);
    if (is_unmerged) model_->set_merging(ThreadId(thread), false);
    const bool is_individual = thread == 0 || (thread < individual_.size() && individual_[thread]);
    if (switches_.symmetry && !is_individual) model_->set_sharing(ThreadId(thread), true);
  }
  learner_ = std::make_unique<Learner>(*model_, freedoms_);
  scout_ = std::make_unique<Scout>(*model_, freedoms_);
  peeks_ = std::make_unique<PeekPlanner>(*model_, freedoms_);
  searches_all_ = !most_preemptions_;
  if (!searches_all_)
    search_ = std::make_unique<PreemptionSearch>(*model_, freedoms_, switches_.races, *most_preemptions_,
                                                 switches_.hash_words());
  else
    search_everything();
  is_closed_ = is_done_ = has_scouted_ = was_limited_ = shows_livelock_ = has_unshown_livelock_ = false;
  executions_ = events_ = verifications_ = verified_events_ = samples_ = scouts_ = 0;
  may_hide_races_ = was_preemption_cut_ = goes_deeper_ = false;
  shown_ = {};
  verifier_ = Sampler(seed_, kVerificationStream);
  sampler_ = Sampler(seed_, kSampleStream);
  deepening_ = {};
  preemptions_done_.reset();
  asked_ = {};
  asked_by_search_ = false;
  wanted_end_.reset();
  for (const std::uint64_t end : shown_ends_) search_->note_end(end);
  gap_.reset();
}

void ExactStrategy::search_everything() {
  search_ = std::make_unique<ModelSearch>(*model_, freedoms_, switches_);
  proof_ = std::make_unique<ModularProof>(*model_, freedoms_, switches_, *search_);
}

void ExactStrategy::know(const ProgramFacts& facts) {
  facts_ = &facts;
  if (switches_.labels) model_->set_facts(facts_);
}

std::optional<Learned> ExactStrategy::learned() {
  if (gap_ || waits_for_sizes_) return std::nullopt;
  return Learned{model_.get(), learner_.get(), freedoms_, merges_, switches_.hash_words()};
}

std::uint64_t ExactStrategy::memory_ahead() const { return search_->memory_ahead(2 * kStepsAtOnce); }

std::optional<Schedule> ExactStrategy::next() {
  is_thinking_ = false;
  if (is_done_ || gap_ || stale_ != 0 || waits_for_sizes_) return std::nullopt;
  switch (purpose_) {
    case Purpose::Search:
      return search_on();
    case Purpose::Sample:
      return sample_on();
    case Purpose::Verification:
      return verify();
  }
  return std::nullopt;
}

std::optional<Schedule> ExactStrategy::search_on() {
  if (wants_sample()) return ask(first_look());
  if (in_flight_ != 0) return std::nullopt;
  Stopwatch watch(search_seconds_);
  if (wants_scout()) {
    ++scouts_;
    if (std::optional<Schedule> found = scout_->next()) return ask(std::move(*found));
    has_scouted_ = true;
  }
  if (wants_proof()) {
    switch (proof_->attempt()) {
      case ProofProgress::NeedsExecution:
        return ask(proof_->wanted());
      case ProofProgress::Proved:
        is_closed_ = true;
        version_ = model_->version();
        break;
      case ProofProgress::Open:
        break;
    }
  }
  if (is_closed_) return verify();
  if (has_grown_too_long()) return go_deeper();
  const SearchProgress progress = search_->run(kStepsAtOnce);
  is_thinking_ = progress == SearchProgress::Paused;
  switch (progress) {
    case SearchProgress::NeedsExecution:
      // An execution that leaves the same question open would leave it open for ever.
      if (search_->wanted() == asked_) {
        give_way({"an execution did not tell what it was made for", ThreadId{}, ProgramPoint::None});
        is_thinking_ = !gap_;
        return std::nullopt;
      }
      return ask_for_search();
    case SearchProgress::End:
      wanted_end_ = search_->wanted_end();
      return ask_for_search();
    case SearchProgress::Deadlock:
    case SearchProgress::Race:
      // It was executed, and there is no race after all, or more is known now of where its threads wait.
      is_thinking_ = search_->wanted() == asked_;
      if (is_thinking_) return std::nullopt;
      return ask_for_search();
    case SearchProgress::Livelock:
      shows_livelock_ = true;
      asked_ = search_->wanted();
      asked_by_search_ = true;
      return ask(for_ever(asked_));
    case SearchProgress::LevelDone:
      preemptions_done_ = preemptions_done_ ? *preemptions_done_ + 1 : 0;
      is_thinking_ = true;
      return std::nullopt;
    case SearchProgress::LimitDone:  // at random more preemptions would come
      was_preemption_cut_ = true;
      if (search_->was_cut()) return go_deeper();
      was_limited_ = false;
      preemptions_done_ = most_preemptions_;
      is_done_ = true;
      return std::nullopt;
    case SearchProgress::Complete:
      if (search_->was_cut()) return go_deeper();
      was_limited_ = false;
      if (!std::exchange(searches_all_, true)) {  // no bound was needed: what that search does not look for is left
        search_everything();
        deepening_ = {};
        is_thinking_ = true;
        return std::nullopt;
      }
      return verify();
    case SearchProgress::Paused:
    case SearchProgress::Candidate:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Schedule> ExactStrategy::ask_for_search() {
  asked_ = search_->wanted();
  asked_by_search_ = true;
  return ask(asked_);
}

std::optional<Schedule> ExactStrategy::ask(Schedule schedule) {
  ++in_flight_;
  schedule.wants_payload = true;
  schedule.wants_fingerprints = merges_;
  const bool peeks = switches_.peeks && merges_ && executions_ >= switches_.executions_before_peeks;
  if (peeks && schedule.rest != Rest::Endless) peeks_->add_requests(schedule);
  if (merges_ && schedule.rest == Rest::Continue) schedule.rest = Rest::Fair;
  return schedule;
}

// A program whose search takes long is a large one: some executions at random find what is easy to find long before the
// search comes to it, and tell the model much at once. Counted in steps, not in time: the same program, the same
// search.
bool ExactStrategy::wants_sample() const {
  const std::uint64_t patience = longest_ < kLargeProgram ? kStepsBeforeSamples : kStepsBeforeSamplesOfLarge;
  if (samples_ * longest_ > kEventsOfSamples || samples_ == kSamples) return false;
  if (search_->steps() < patience || deepening_.has_begun()) return false;
  const bool has_only_samples = samples_ != 0 || in_flight_ == 0;
  return has_only_samples && in_flight_ < kSamplesAtOnce;
}

// Not all the time: a scout also asks for what the search need not know. And none where the search itself is on trial:
// what it would have missed may be seen by chance.
bool ExactStrategy::wants_scout() const {
  return switches_.defect == Defect::None && !has_scouted_ && executions_ > 0 &&
         scouts_ < kFirstScouts + executions_ / kExecutionsPerScout;
}

bool ExactStrategy::wants_proof() const { return proof_ && !is_closed_ && executions_ > 0 && !deepening_.has_begun(); }

Schedule ExactStrategy::first_look() {
  Schedule schedule;
  schedule.rest = samples_ % 2 == 0 ? Rest::Random : Rest::Pct;
  schedule.seed = derived_seed(seed_, samples_);
  if (schedule.rest == Rest::Pct) {
    schedule.depth = kSampleDepth;
    schedule.expected_events = longest_;
  }
  ++samples_;
  return schedule;
}

// The model does not fit. If that may be because local states were taken for the same that are not, it is learned anew
// without that.
void ExactStrategy::give_way(const Disagreement& disagreement) {
  const std::uint16_t thread = number(disagreement.thread);
  const bool is_first = merges_ && model_->merges(disagreement.thread);
  if (!merges_) {
    gap_ = disagreement;
    return;
  }
  ++given_up_;
  if (model_->has_common_nodes() && switches_.symmetry) {
    switches_.symmetry = false;
  } else if (is_first) {
    if (unmerged_.size() <= thread) unmerged_.resize(thread + 1u, false);
    unmerged_[thread] = true;
  } else {
    switches_.merging = false;
  }
  begin();
}

// Where the sizes of blocks are in the way that were seen at one address, addresses can be made to tell them apart.
// Then nothing learned so far counts. Memory that is used again is not modelled anyway.
bool ExactStrategy::would_fit(const ContestedSizes& sizes) {
  ContestedSizes all;
  std::set_union(apart_.begin(), apart_.end(), sizes.begin(), sizes.end(), std::back_inserter(all));
  waits_for_sizes_ = all.size() > apart_.size() && all.size() <= kMostContestedSizes && freedoms_.reuse == 0;
  if (waits_for_sizes_) apart_ = std::move(all);
  return waits_for_sizes_;
}

// Threads to which it matters who they are share nothing with others. If some have shared something already, they may be
// in the same case without having shown it.
void ExactStrategy::note_individuals(const Trace& trace) {
  if (!switches_.symmetry || !merges_) return;
  bool is_late = false;
  const auto note = [&](std::uint16_t thread) {
    if (!model_->shares(ThreadId(thread))) return;
    if (individual_.size() <= thread) individual_.resize(thread + 1u, false);
    individual_[thread] = true;
    const bool is_known = thread < model_->thread_count();
    is_late |= is_known && model_->is_identified(ThreadId(thread));
    model_->set_sharing(ThreadId(thread), false);
  };
  for (const ThreadSummary& summary : trace.threads) {
    if (summary.is_individual) note(number(summary.thread));
  }
  for (const Event& event : trace.events) {  // who asks whether a thread has ended may tell it from others
    const bool asks = event.kind == EventKind::ThreadTryJoin || event.kind == EventKind::ThreadTimedJoin;
    if (asks) note(static_cast<std::uint16_t>(event.object));
  }
  if (!is_late) return;
  if (model_->has_common_nodes()) switches_.symmetry = false;
  begin();
}

// The search need not ask for what was seen already.
void ExactStrategy::note_races(const Trace& trace) {
  for (const Race& race : detector_.proper_races_in(trace)) {
    shown_.has_races = true;
    search_->note_race(trace.events[race.first].point, trace.events[race.second].point);
  }
  may_hide_races_ |= detector_.met_weaker_order() || detector_.met_hint();
}

// How the execution ended, and what was printed until then, is shown now. What was asked for must have come, and once the
// model is complete nothing that it does not know: else it does not fit.
bool ExactStrategy::note_end(const Trace& trace) {
  const bool is_end = trace.outcome != Outcome::EventLimit && trace.outcome != Outcome::Looping;
  const std::uint64_t end = learner_->machine().end_signature();
  const bool is_new = is_end && shown_ends_.insert(end).second;
  const std::optional<std::uint64_t> wanted = std::exchange(wanted_end_, std::nullopt);
  if (is_end) search_->note_end(end);
  if (wanted && (!is_end || *wanted != end)) {
    give_way({"an execution did not end as the model said", ThreadId{}, ProgramPoint::None});
    return false;
  }
  if (is_new && purpose_ == Purpose::Verification) {
    give_way({"an execution ended as the complete model does not know", ThreadId{}, ProgramPoint::None});
    return false;
  }
  return true;
}

// It only thought that the program could go there.
bool ExactStrategy::was_mistaken(const Run& run) {
  --in_flight_;
  if (stale_ != 0) {
    --stale_;
    return true;
  }
  if (waits_for_sizes_) return true;
  ++executions_;
  const std::uint32_t turn = run.trace.failure.diverged_turn;
  const std::vector<Turn>& turns = run.schedule.turns;
  give_way({"an execution could not go where the model led it",
            turn < turns.size() ? turns[turn].thread : ThreadId{}, ProgramPoint::None});
  return true;
}

void ExactStrategy::learn(const Run& run) {
  Stopwatch watch(learn_seconds_);
  --in_flight_;
  longest_ = std::max(longest_, static_cast<std::uint32_t>(run.trace.events.size()));
  if (stale_ != 0) {
    --stale_;
    return;
  }
  if (waits_for_sizes_) return;
  if (purpose_ == Purpose::Sample) return;  // the model would grow where nobody will look
  if (merges_ && run.trace.fingerprints.empty()) {  // compiled without
    switches_.merging = false;
    begin();
  }
  note_individuals(run.trace);
  if (purpose_ == Purpose::Search) {
    if (++executions_ == 1) first_length_ = static_cast<std::uint32_t>(run.trace.events.size());
    events_ += run.trace.events.size();
  } else if (purpose_ == Purpose::Verification) {
    verified_events_ += cost_of(run.trace);
  }
  note_limit(run.trace);
  if (std::exchange(shows_livelock_, false)) has_unshown_livelock_ |= run.trace.outcome != Outcome::Looping;
  peeks_->learn(run.trace);
  while (const std::optional<Disagreement> found = learner_->learn(run.trace)) {
    if (would_fit(found->contested)) return;
    give_way(*found);
    if (gap_) return;
  }
  const Shown before = shown_;
  if (switches_.races) note_races(run.trace);
  if (run.trace.outcome == Outcome::Deadlocked) {
    shown_.has_deadlocks = true;
    search_->note_deadlock(learner_->machine());
  }
  if (contradicts(before)) return;
  if (freedoms_.visible_output != 0 && !note_end(run.trace)) return;
  // Others that are cut say nothing of the way that the search would go.
  const bool is_too_long = std::exchange(asked_by_search_, false) && run.trace.outcome == Outcome::EventLimit &&
                           run.trace.events.size() < search_->wanted_length();
  search_->model_has_grown();  // and may begin again: then nothing is wanted any more
  if (proof_) proof_->model_has_grown();
  if (!is_too_long) return;
  if (deepening_.has_begun()) return search_->give_up_wanted();
  begin_deepening();
}

}  // namespace heddle
