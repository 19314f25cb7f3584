// SPDX-License-Identifier: Apache-2.0
#include "solve/racing_pairs.h"

#include <algorithm>
#include <utility>

#include "solve/section_race.h"

namespace heddle {
namespace {

constexpr std::uint64_t kHandleSize = 8;  // pthread_t, and what a thread returns

}  // namespace

std::uint64_t RacingPairs::key(ProgramPoint one, ProgramPoint other) {
  const auto [low, high] = std::minmax(static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other));
  return std::uint64_t{low} << 32 | high;
}

// Of an access that was only tried so far, and failed, nobody knows where it stands: many that do would pass for one that
// no execution shows. Executed once, it has its point.
ProgramPoint RacingPairs::name_of(const Machine& machine, std::uint16_t thread) {
  constexpr std::uint32_t kNoPoint = 0x80000000;
  const Node& node = machine.node(thread);
  return node.is_provisional ? ProgramPoint(kNoPoint | machine.thread(thread).node) : node.operation.point;
}

void RacingPairs::insert(ProgramPoint one, ProgramPoint other) {
  attempts_[key(one, other)] = kKnown;
  if (given_up_ && key(given_up_->first, given_up_->second) == key(one, other)) given_up_.reset();
}

// The same accesses that analysis/race_detector.h sees in an execution.
RacingPairs::Access RacingPairs::next_access(const Machine& machine, std::uint16_t thread) {
  const Operation& operation = machine.node(thread).operation;
  Access access{operation.object, operation.object + operation.size, false, operation.is_atomic};
  switch (operation.kind) {
    case EventKind::Load:
    case EventKind::ReadRange:
      return access;
    case EventKind::Store:
    case EventKind::WriteRange:
    case EventKind::Rmw:
    case EventKind::Free:
      access.writes = true;
      return access;
    case EventKind::Cas: {  // writes only if it succeeds
      const Prediction prediction = machine.predict(thread, 0);
      const bool may_fail = operation.size <= 8 && prediction.is_known;
      access.writes = !may_fail || prediction.label.value == operation.first;
      return access;
    }
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin: {
      const bool stores = operation.second != 0 && machine.is_enabled(thread);
      return {operation.second, operation.second + (stores ? kHandleSize : 0), true, false};
    }
    case EventKind::Begin:
    case EventKind::Fence:
    case EventKind::Allocate:
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::MutexUnlock:
    case EventKind::ReadLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
    case EventKind::RwUnlock:
    case EventKind::CondWait:
    case EventKind::CondTimeout:
    case EventKind::CondReacquire:
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
    case EventKind::CondSpurious:
    case EventKind::ThreadDetach:
    case EventKind::OnceEnter:
    case EventKind::OnceLeave:
    case EventKind::FutexWait:
    case EventKind::FutexReturn:
    case EventKind::FutexWake:
    case EventKind::Yield:
    case EventKind::Sleep:
    case EventKind::Clock:
    case EventKind::Choose:
    case EventKind::Call:
    case EventKind::ObjectInit:
    case EventKind::ObjectDestroy:
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
    case EventKind::SemPost:
    case EventKind::SemGetValue:
    case EventKind::BarrierArrive:
    case EventKind::BarrierLeave:
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
    case EventKind::SpinUnlock:
    case EventKind::AtomicBegin:
    case EventKind::AtomicEnd:
    case EventKind::Exit:
      return {};
  }
  return {};
}

bool RacingPairs::race(const Access& one, const Access& other) {
  const bool overlap = one.begin < other.end && other.begin < one.end;
  return overlap && (one.writes || other.writes) && !(one.is_atomic && other.is_atomic);
}

// Whoever is in an atomic section goes first, for nobody else can. A free goes second, for what follows it is a use
// after free and no race; two frees never race.
bool RacingPairs::must_be_second(const Machine& machine, std::uint16_t one, std::uint16_t other) {
  return machine.node(one).operation.kind == EventKind::Free || machine.node(other).atomic_depth > 0;
}

// The access is known to end the process, by an assertion that follows it, so no other can come after it.
bool RacingPairs::is_last(const Model& model, const Machine& machine, std::uint16_t thread) {
  if (!machine.node(thread).may_end_process) return false;
  const Prediction prediction = machine.predict(thread, 0);
  const Edge* edge = prediction.is_known ? model.edge(machine.thread(thread).node, prediction.label) : nullptr;
  return edge != nullptr && ends_process(model[edge->child].end);
}

bool RacingPairs::may_race(const Model& model, const Machine& machine, std::uint16_t first, std::uint16_t second) {
  const auto accesses = [&](std::uint16_t thread) {
    return machine.is_live(thread) && machine.node(thread).has_operation && !machine.finds_freed(thread);
  };
  return first != second && accesses(first) && accesses(second) &&
         race(next_access(machine, first), next_access(machine, second)) && !must_be_second(machine, first, second) &&
         !is_last(model, machine, first);
}

// Who has all turns until it leaves its atomic section. What it has stored there, others do not find before: they may
// race with it, not with each other.
std::optional<std::uint16_t> RacingPairs::in_section(const Machine& machine) {
  for (std::uint16_t thread = 0; thread < machine.thread_count(); ++thread) {
    const bool is_inside = machine.is_live(thread) && machine.node(thread).is_inside_section();
    if (is_inside && !machine.thread(thread).was_overtaken && machine.is_enabled(thread)) return thread;
  }
  return std::nullopt;
}

std::optional<RacingThreads> RacingPairs::find(const Model& model, const Machine& machine,
                                               const std::vector<ModelStep>& path, const ThreadBits& left_out) {
  candidates_.clear();
  const std::optional<std::uint16_t> inside = in_section(machine);
  for (std::uint16_t thread = 0; thread < machine.thread_count(); ++thread) {
    if (!machine.is_live(thread) || !machine.node(thread).has_operation) continue;
    if (left_out.has(thread)) continue;
    if (machine.finds_freed(thread)) continue;  // it ends there: a defect, and no race
    const Access access = next_access(machine, thread);
    if (access.begin == access.end) continue;
    for (const Candidate& before : candidates_) {
      if (!race(before.access, access)) continue;
      if (inside && *inside != before.thread && *inside != thread) continue;
      const ProgramPoint one = machine.node(before.thread).operation.point;
      const ProgramPoint other = machine.node(thread).operation.point;
      if (is_known(one, other)) continue;
      std::uint32_t& attempts = attempts_[key(name_of(machine, before.thread), name_of(machine, thread))];
      std::uint16_t first = before.thread, second = thread;
      const auto is_possible = [&] {
        if (must_be_second(machine, first, second)) return false;
        const bool has_begun = machine.node(first).atomic_depth > 0;  // the other one may go before that
        return has_begun || !is_last(model, machine, first);
      };
      if (attempts % 2 != 0) std::swap(first, second);  // what comes of an access may not be known yet
      if (!is_possible()) std::swap(first, second);
      if (!is_possible()) continue;
      SectionRace section;
      if (machine.node(first).atomic_depth > 0) section = find_section_race(model, machine, path, first, second);
      if (section.is_ruled_out) continue;
      if (attempts == kMostAttempts) {
        given_up_ = {one, other};
        continue;
      }
      ++attempts;
      return RacingThreads{first, second, machine.node(first).atomic_depth == 0, std::move(section.way)};
    }
    candidates_.push_back({thread, access});
  }
  return std::nullopt;
}

}  // namespace heddle
