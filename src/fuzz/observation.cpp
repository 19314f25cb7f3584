// SPDX-License-Identifier: Apache-2.0
#include "fuzz/observation.h"

#include <algorithm>

#include "analysis/judge.h"
#include "execute/runner.h"

namespace heddle::fuzz {
namespace {

FailureKind kind_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::Assertion:
      return FailureKind::Assertion;
    case FindingKind::UseAfterFree:
      return FailureKind::UseAfterFree;
    case FindingKind::DoubleFree:
      return FailureKind::DoubleFree;
    case FindingKind::NullDereference:
      return FailureKind::NullDereference;
    case FindingKind::Hang:
      return FailureKind::Hang;
    case FindingKind::Crash:
    case FindingKind::Deadlock:
    case FindingKind::DataRace:
    case FindingKind::InvalidFree:
    case FindingKind::BufferOverflow:
    case FindingKind::StackOverflow:
    case FindingKind::UncaughtException:
    case FindingKind::ExitCode:
    case FindingKind::Leak:
    case FindingKind::Outcome:
      return FailureKind::Other;
  }
  return FailureKind::Other;
}

}  // namespace

std::vector<std::uint16_t> statements_of_points(const ProgramFacts& facts, const std::vector<std::uint16_t>& ids) {
  std::vector<std::uint16_t> found;
  found.reserve(facts.points.size());
  for (const PointFacts& point : facts.points) {
    const bool is_ours = point.location.line < ids.size() && point.location.file.ends_with(".cpp");
    found.push_back(is_ours ? ids[point.location.line] : std::uint16_t{0});
  }
  return found;
}

std::uint16_t Observation::statement_at(ProgramPoint point) const {
  const auto index = static_cast<std::size_t>(point);
  return index < points_.size() ? points_[index] : std::uint16_t{0};
}

// Threads are numbered by whoever is created first; their parents and the order of their siblings stay.
std::uint8_t Observation::number_of(ThreadId thread) const {
  const std::uint16_t wanted = heddle::number(thread);
  if (wanted == 0) return 0;
  const ThreadIdentities identities = runner_.thread_identities();
  if (wanted >= identities.size()) return 0xff;
  const auto [parent, ordinal] = identities[wanted];
  std::size_t elder = 0;
  for (std::size_t other = 1; other < identities.size(); ++other) {
    if (identities[other].first == parent && identities[other].second < ordinal) ++elder;
  }
  const std::uint8_t parent_number = number_of(ThreadId(parent));
  if (parent_number >= program_.threads.size()) return 0xff;
  const std::vector<std::uint8_t> siblings = created_threads(program_.threads[parent_number].body);
  return elder < siblings.size() ? siblings[elder] : std::uint8_t{0xff};
}

void Observation::note(const Run& run) {
  note_events(run.trace);
  switch (run.trace.outcome) {
    case Outcome::Finished:
      return;
    case Outcome::Deadlocked:
      return note_deadlock(run.trace);
    case Outcome::None:
    case Outcome::AssertionFailed:
    case Outcome::Crashed:
    case Outcome::UncaughtException:
    case Outcome::Hung:
    case Outcome::Looping:
    case Outcome::AssumeFailed:
    case Outcome::WorkerDied:
    case Outcome::EventLimit:
    case Outcome::Diverged:
    case Outcome::StackShared:
    case Outcome::Unsupported:
      return note_failure(run);
  }
}

void Observation::note_races(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (!finding.race) continue;
    const std::uint16_t one = statement_at(finding.trace.events[finding.race->first].point);
    const std::uint16_t other = statement_at(finding.trace.events[finding.race->second].point);
    outcomes_.races.insert(std::minmax(one, other));
  }
}

void Observation::note_events(const Trace& trace) {
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Store) continue;
    const std::uint16_t id = statement_at(event.point);
    if (id == kJointId) outcomes_.joint.insert(event.value);
    if (id == kEndedId) outcomes_.local.emplace(kEndedTeller, static_cast<std::uint32_t>(event.value));
    const bool tells = id >= kFinishId && id < kFinishId + kMaxThreads;
    if (tells)
      outcomes_.local.emplace(static_cast<std::uint8_t>(id - kFinishId), static_cast<std::uint32_t>(event.value));
  }
}

DeadlockVector Observation::who_waits(const Trace& trace) const {
  DeadlockVector waiting;
  for (const ThreadSummary& thread : trace.threads) {
    // Numbers that belong to threads of other executions have no part in this one.
    if (thread.state != ThreadEnd::Blocked) continue;
    waiting.emplace_back(number_of(thread.thread), statement_at(thread.point));
  }
  std::sort(waiting.begin(), waiting.end());
  return waiting;
}

void Observation::note_deadlock(const Trace& trace) { outcomes_.deadlocks.insert(who_waits(trace)); }

void Observation::note_failure(const Run& run) {
  const std::optional<Finding> finding = judge(run, runner_.facts(), JudgeOptions{});
  const std::optional<FailureAt> failure = finding ? failure_of(*finding) : std::nullopt;
  if (failure) outcomes_.failures.insert(*failure);
}

// An execution that was cut while others run in circles may hold a cycle of waiting threads: the enumerator names such
// threads when nobody can go on any more.
std::optional<FailureAt> Observation::failure_of(const Finding& finding) const {
  if (finding.kind == FindingKind::Deadlock || finding.kind == FindingKind::DataRace) return std::nullopt;
  // Which of several threads that run in circles is blamed is not said; only that some do.
  const std::uint32_t line = finding.kind == FindingKind::Hang ? 0 : finding.location.line;
  return FailureAt{kind_of(finding.kind), line < lines_.size() ? lines_[line] : std::uint16_t{0}};
}

}  // namespace heddle::fuzz
