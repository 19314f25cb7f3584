// SPDX-License-Identifier: Apache-2.0
//
// ExactStrategy: what follows when its search comes to an end, or to none: executions at random that must show nothing
// new; a search that goes deeper step by step where executions are cut, and samples of what that leaves out.
#include <algorithm>
#include <utility>

#include "search/strategy/exact.h"

namespace heddle {
namespace {

constexpr std::uint64_t kVerificationsAtOnce = 10;  // and so the fewest, however long they are
constexpr std::uint64_t kExecutionsPerVerification = 10;
constexpr std::uint64_t kMostVerifications = 1000;
constexpr std::uint64_t kEventsOfVerification = 400'000;  // about 0.2 s. In all, if they are more than the tenth
constexpr std::uint64_t kShareOfVerification = 10;        // part of the events and steps that it took to come here
constexpr std::chrono::seconds kLongVerification{2};
constexpr std::uint64_t kSamplesPerLevel = 300;
constexpr std::uint32_t kSurelyLong = 1000;  // events of a thread: before, there may be an end
constexpr std::uint64_t kExecutionsOfLongWay = 50;
constexpr std::uint64_t kLongWay = 4;  // times as long as the first execution
constexpr std::uint64_t kLongWayAtLeast = 200;
constexpr std::uint64_t kSurelyDeep = 100'000;  // steps, besides all that the threads may make

}  // namespace

// Counted in events, not by the clock: the same program, the same executions.
std::uint64_t ExactStrategy::wanted_verifications() const {
  const bool has_merged = model_->replacements() + learner_->peeked() != 0;
  const std::uint64_t more = has_merged ? executions_ / kExecutionsPerVerification : 0;
  return std::min(limits_.verifications + more, std::max(limits_.verifications, kMostVerifications));
}

// Where a thread computes for long between two events only the clock tells. By it far more than needed is made, so that
// a busy machine changes nothing.
bool ExactStrategy::has_verified_for_long() const {
  const Clock::duration share = (verifies_since_ - began_) / kShareOfVerification;
  return Clock::now() - verifies_since_ > std::max<Clock::duration>(kLongVerification, share);
}

bool ExactStrategy::is_sure() const {
  return purpose_ == Purpose::Verification && stale_ == 0 && verifier_.made() >= kVerificationsAtOnce;
}

// Executions at random may be far longer than those that the search has asked for: where threads spin, they spin until
// they are cut. So what they cost is known only from those that were made, some at a time.
bool ExactStrategy::has_verified_enough() const {
  if (verifier_.made() == verifications_) return true;
  const std::uint64_t most = std::max(kEventsOfVerification, (events_ + search_->steps()) / kShareOfVerification);
  return verifier_.made() != 0 && (verified_events_ >= most || has_verified_for_long());
}

// What was taken for the same local state must go on the same, and what the search left out must lead nowhere else:
// executions at random through a complete model may show nothing new.
std::optional<Schedule> ExactStrategy::verify() {
  if (std::exchange(purpose_, Purpose::Verification) != Purpose::Verification) {
    version_ = model_->version();
    verifies_since_ = Clock::now();
    verifications_ = wanted_verifications();
  }
  if (verifier_.made() % kVerificationsAtOnce == 0 && in_flight_ != 0) return std::nullopt;
  if (has_verified_enough()) {
    is_done_ = in_flight_ == 0;
    return std::nullopt;
  }
  ++in_flight_;
  Schedule schedule = verifier_.next(longest_);
  schedule.wants_payload = true;
  schedule.wants_fingerprints = merges_;
  return schedule;
}

// Whether the run that was just learned from shows what a complete model does not know. Of races and deadlocks the
// first of all counts: others may be the same with other threads in it. Some races no search claims to know.
bool ExactStrategy::contradicts(const Shown& before) {
  if (purpose_ != Purpose::Verification) return false;
  const char* what = nullptr;
  if (model_->version() != version_) {
    what = "an execution did what the complete model does not know";
  } else if (shown_.has_deadlocks && !before.has_deadlocks && freedoms_.visible_output == 0) {
    what = "an execution came to a deadlock that the complete model does not know";
  } else if (shown_.has_races && !before.has_races && !may_hide_races_) {
    what = "an execution had a data race that the complete model does not know";
  }
  if (what != nullptr) give_way({what, ThreadId{}, ProgramPoint::None});
  return what != nullptr;
}

// Who was stopped, and where.
void ExactStrategy::note_limit(const Trace& trace) {
  if (trace.outcome != Outcome::EventLimit || trace.events.empty()) return;
  was_full_ |= trace.is_full;
  std::vector<std::uint32_t> events;
  for (const Event& event : trace.events) {
    const std::uint16_t thread = number(event.thread);
    if (events.size() <= thread) events.resize(thread + 1u, 0);
    if (++events[thread] < most_of_a_thread_) continue;
    most_of_a_thread_ = events[thread];
    cut_at_ = event.point;
  }
}

// Threads that make no more events than executions allow cannot make the way so long, unless they go in circles: there
// nearly every state was seen before. Or one execution after the other makes it longer, beyond what the first needed.
bool ExactStrategy::has_grown_too_long() const {
  if (deepening_.has_begun()) return deepening_.is_too_long(search_->steps(), executions_);
  const std::uint64_t long_way = kLongWay * std::uint64_t{first_length_} + kLongWayAtLeast;
  const bool has_asked_often = executions_ >= kExecutionsOfLongWay + samples_;  // samples made it no longer
  if (has_asked_often && search_->runs_away(long_way)) return true;
  const std::uint64_t most = std::max(most_events(), longest_) * std::uint64_t{model_->thread_count()};
  return search_->runs_away(most + kSurelyDeep);
}

// No further than executions go: what lies beyond could not be asked for.
void ExactStrategy::begin_deepening() {
  deepening_.begin(limits_.max_events != 0 ? limits_.max_events : farthest(), search_->steps(), executions_);
  was_limited_ = true;
  search_->set_most_steps(deepening_.level());
  preemptions_done_.reset();
  asked_ = {};
}

// The search has come to the end of a level, or goes on for too long.
std::optional<Schedule> ExactStrategy::go_deeper() {
  is_thinking_ = true;
  if (!deepening_.has_begun()) {
    begin_deepening();
    return std::nullopt;
  }
  const bool is_over = deepening_.is_too_long(search_->steps(), executions_);
  goes_deeper_ = !is_over && deepening_.finish_level(farthest(), !search_->has_given_up());
  if (goes_deeper_) {
    const bool may_have_an_end = most_of_a_thread_ == 0 && deepening_.covered() < kSurelyLong;
    sample(sampler_.made() + (may_have_an_end ? 0 : kSamplesPerLevel));
  } else {
    sample(limits_.samples);
  }
  return std::nullopt;
}

void ExactStrategy::sample(std::optional<std::uint64_t> most) {
  purpose_ = Purpose::Sample;
  most_samples_ = most;
  if (limits_.samples && most_samples_) most_samples_ = std::min(*most_samples_, *limits_.samples);
}

std::optional<Schedule> ExactStrategy::sample_on() {
  if (!most_samples_ || sampler_.made() < *most_samples_) {
    ++in_flight_;
    Schedule schedule = sampler_.next(longest_);
    schedule.wants_payload = freedoms_.visible_output != 0;
    return schedule;
  }
  if (in_flight_ != 0) return std::nullopt;
  if (!goes_deeper_) {
    is_done_ = true;
    return std::nullopt;
  }
  purpose_ = Purpose::Search;
  search_->set_most_steps(deepening_.level());
  preemptions_done_.reset();
  asked_ = {};
  is_thinking_ = true;
  return std::nullopt;
}

}  // namespace heddle
