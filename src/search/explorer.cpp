// SPDX-License-Identifier: Apache-2.0
#include "search/explorer.h"

#include <algorithm>

#include "analysis/data_races.h"
#include "analysis/outcome.h"
#include "search/confirm.h"
#include "search/no_verdict.h"
#include "trace/event_flags.h"

namespace heddle {
namespace {

// The pair, whichever came first.
std::uint64_t points_of(const Race& race, const Trace& trace) {
  const auto one = static_cast<std::uint32_t>(trace.events[race.first].point);
  const auto other = static_cast<std::uint32_t>(trace.events[race.second].point);
  return std::uint64_t{std::min(one, other)} << 32 | std::max(one, other);
}

bool has_weaker_order(const Event& event) {
  if (!is_atomic(event) && event.kind != EventKind::Fence) return false;
  const bool is_failed_cas = event.kind == EventKind::Cas && !succeeded(event);
  return event.order != MemoryOrder::SequentiallyConsistent ||
         (is_failed_cas && event.failure_order != MemoryOrder::SequentiallyConsistent);
}

// C++ then allows more than interleavings, whether races are looked for or not. What main does alone has one order.
bool has_weaker_orders(const Trace& trace) {
  const auto creates = [](const Event& event) { return event.kind == EventKind::ThreadCreate; };
  const auto first = std::find_if(trace.events.begin(), trace.events.end(), creates);
  return std::any_of(first, trace.events.end(), has_weaker_order);
}

}  // namespace

Result<Progress> Explorer::step() {
  if (!has_begun_ && strategy_.wants_whole_stack()) runner_.make_whole_stack_visible();
  has_begun_ = true;
  if (const ContestedSizes sizes = strategy_.contested_sizes(); !sizes.empty()) {
    if (Result<void> kept = keep_apart(sizes); !kept) return kept.error();
  }
  while (runner_.has_room()) {
    std::optional<Schedule> schedule = strategy_.next();
    if (!schedule) break;
    runner_.submit(std::move(*schedule));
  }
  if (runner_.idle()) return strategy_.is_thinking() ? Progress::More : Progress::Exhausted;

  Result<Run> run = runner_.collect();
  if (!run) return run.error();
  if (Result<void> taken = take_in(std::move(*run)); !taken) return taken.error();
  return Progress::More;
}

Result<void> Explorer::finish_runs(Until until) {
  while (!runner_.idle() && !(until == Until::Failure && has_failed_)) {
    Result<Run> run = runner_.collect();
    if (!run) return run.error();
    if (Result<void> taken = take_in(std::move(*run)); !taken) return taken;
  }
  return {};
}

Result<void> Explorer::abandon() {
  Result<std::uint64_t> given_up = runner_.abandon();
  if (!given_up) return given_up.error();
  statistics_.discarded += *given_up;
  return {};
}

Result<void> Explorer::take_in(Run run) {
  if (run.trace.outcome == Outcome::StackShared) return grow_visibility(std::move(run.trace.failure.shared_sites));
  if (run.trace.outcome == Outcome::Diverged && strategy_.was_mistaken(run)) {
    ++statistics_.discarded;
    return {};
  }
  if (std::optional<Error> error = no_verdict(run, runner_.facts())) return *error;
  count(run.trace);
  note_leaks(run.trace);
  statistics_.has_weaker_orders |= has_weaker_orders(run.trace);
  if (collected_ == Collected::Outcomes) {
    note_outcome(run);
    note_unseen_output(run.trace);
  } else {
    note_finding(run);
    note_races(run);
  }
  if (statistics_.executions == 1 && statistics_.verified == 0) strategy_.know(runner_.facts());
  strategy_.learn(run);
  return {};
}

void Explorer::count(const Trace& trace) {
  const Purpose purpose = strategy_.purpose();
  if (purpose == Purpose::Verification) {
    ++statistics_.verified;
    return;
  }
  ++statistics_.executions;
  if (purpose == Purpose::Sample) ++statistics_.sampled;
  ++statistics_.outcomes[static_cast<std::size_t>(trace.outcome)];
  statistics_.events += trace.events.size();
  if (!trace.is_full) return;
  ++statistics_.full;
  statistics_.room = trace.events.size();
}

void Explorer::note_leaks(const Trace& trace) {
  for (const Leak& leak : trace.leaks) {
    LeakSummary& summary = leaks_[leak.point];
    if (leak.bytes > summary.largest.bytes) summary.largest = leak;
    ++summary.executions;
  }
}

void Explorer::note_finding(const Run& run) {
  std::optional<Finding> finding = judge(run, runner_.facts(), judge_);
  if (!finding) return;
  ++statistics_.failing;
  has_failed_ = true;
  if (keys_.insert(finding->key).second) findings_.push_back(std::move(*finding));
}

void Explorer::note_outcome(const Run& run) {
  std::optional<Finding> outcome = outcome_of(run, runner_.facts());
  if (outcome && keys_.insert(outcome_key(*outcome)).second) findings_.push_back(std::move(*outcome));
}

void Explorer::note_unseen_output(const Trace& trace) {
  if (trace.unseen_output && !unseen_output_) unseen_output_ = trace.unseen_output;
}

void Explorer::note_races(const Run& run) {
  if (judge_.races == RacesAre::Ignored) return;
  const Trace& trace = run.trace;
  const std::vector<Race>& races = detector_.races_in(trace);
  statistics_.has_hints |= detector_.met_hint();
  const auto is_new = [&](const Race& race) { return !racing_points_.contains(points_of(race, trace)); };
  if (std::none_of(races.begin(), races.end(), is_new)) return;
  for (const Race& race : detector_.proper_races_in(trace)) {
    if (!racing_points_.insert(points_of(race, trace)).second) continue;
    if (!is_program_s_own(race, trace, runner_.facts())) continue;
    const bool is_first = keys_.insert(race_key(race, trace, runner_.facts())).second;
    if (is_first) findings_.push_back(data_race(race, run, runner_.facts()));
  }
}

// Traces of different visibility cannot be compared, so everything in flight is thrown away and the strategy starts
// over. Findings made so far are real executions; they are confirmed now, while their schedules still mean something.
Result<void> Explorer::grow_visibility(std::vector<std::uint32_t> sites) {
  ++statistics_.discarded;
  Result<std::vector<std::uint32_t>> more = discard_runs();
  if (!more) return more.error();
  sites.insert(sites.end(), more->begin(), more->end());
  if (Result<void> confirmed = confirm_findings(); !confirmed) return confirmed;
  const std::size_t before = runner_.visible_sites().size();
  runner_.make_visible(sites);
  if (runner_.visible_sites().size() == before) {
    return Error{ErrorCode::Internal, "an object on a stack counts as private although it was made visible"};
  }
  begin_again();
  return {};
}

// The same with addresses that change.
Result<void> Explorer::keep_apart(const ContestedSizes& sizes) {
  Result<std::vector<std::uint32_t>> shared = discard_runs();  // shared sites come again
  if (!shared) return shared.error();
  if (Result<void> confirmed = confirm_findings(); !confirmed) return confirmed;
  const std::size_t before = runner_.contested_sizes().size();
  runner_.keep_apart(sizes);
  if (runner_.contested_sizes().size() == before) {
    return Error{ErrorCode::Internal, "blocks of different sizes were at one address although they are kept apart"};
  }
  begin_again();
  return {};
}

// Which stack sites these found to be shared.
Result<std::vector<std::uint32_t>> Explorer::discard_runs() {
  std::vector<std::uint32_t> sites;
  while (!runner_.idle()) {
    Result<Run> run = runner_.collect();
    if (!run) return run.error();
    ++statistics_.discarded;
    const std::vector<std::uint32_t>& more = run->trace.failure.shared_sites;
    if (run->trace.outcome == Outcome::StackShared) sites.insert(sites.end(), more.begin(), more.end());
  }
  return sites;
}

void Explorer::begin_again() {
  if (collected_ == Collected::Outcomes) {  // they come again
    findings_.clear();
    keys_.clear();
    confirmed_ = 0;
    unseen_output_.reset();
  }
  strategy_.restart();
  statistics_.restart();
  leaks_.clear();
}

Result<void> Explorer::confirm_findings() {
  for (; confirmed_ < findings_.size(); ++confirmed_) {
    const bool is_outcome = collected_ == Collected::Outcomes;
    const Output output = is_outcome ? Output::Discard : Output::Capture;  // of an outcome it is known already
    Result<Finding> confirmed = confirm(runner_, findings_[confirmed_], output);
    if (!confirmed) return confirmed.error();
    ++statistics_.discarded;
    if (is_outcome) confirmed->output = std::move(findings_[confirmed_].output);
    findings_[confirmed_] = std::move(*confirmed);
  }
  return {};
}

void Explorer::forget_unconfirmed() {
  if (findings_.size() > confirmed_) findings_.resize(confirmed_);
}

}  // namespace heddle
