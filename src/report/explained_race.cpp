// SPDX-License-Identifier: Apache-2.0
#include "report/explained_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/data_races.h"
#include "report/source_text.h"
#include "trace/event_flags.h"

namespace heddle {

namespace {

constexpr EventKind kLocking[] = {
    EventKind::MutexLock,     EventKind::MutexTryLock, EventKind::MutexTimedLock, EventKind::ReadLock,
    EventKind::ReadTryLock,   EventKind::ReadTimedLock, EventKind::WriteLock,     EventKind::WriteTryLock,
    EventKind::WriteTimedLock, EventKind::SpinLock,    EventKind::SpinTryLock};

bool takes_lock(EventKind kind) { return std::find(std::begin(kLocking), std::end(kLocking), kind) != std::end(kLocking); }

bool releases_lock(EventKind kind) {
  return kind == EventKind::MutexUnlock || kind == EventKind::RwUnlock || kind == EventKind::SpinUnlock;
}

// What the thread of this event holds at that moment, in the order in which it took it.
std::vector<std::uint64_t> locks_held(const Trace& trace, std::size_t index) {
  std::vector<std::uint64_t> held;
  const auto release = [&held](std::uint64_t lock) {
    auto last = std::find(held.rbegin(), held.rend(), lock);
    if (last != held.rend()) held.erase(std::next(last).base());
  };
  for (std::size_t at = 0; at < index; ++at) {
    const Event& event = trace.events[at];
    if (event.thread != trace.events[index].thread) continue;
    if (event.kind == EventKind::CondReacquire) held.push_back(event.first);
    if (event.value != 0) continue;
    if (event.kind == EventKind::CondWait) release(event.first);
    if (takes_lock(event.kind)) held.push_back(event.object);
    if (releases_lock(event.kind)) release(event.object);
  }
  return held;
}

RacingAccess explain_access(std::size_t index, const Trace& trace, const std::vector<Step>& steps,
                            const SymbolTable& symbols, const ObjectNames& names) {
  const Event& event = trace.events[index];
  RacingAccess access;
  access.thread = event.thread;
  access.event = index;
  access.verb = access_verb(event);
  access.is_atomic = is_atomic(event);
  auto step = std::find_if(steps.begin(), steps.end(), [index](const Step& each) { return each.event == index; });
  if (step != steps.end()) access.location = step->location;
  if (index < trace.stacks.size()) access.frames = frames_of(trace.stacks[index], 0, symbols);
  for (std::uint64_t lock : locks_held(trace, index)) access.locks.push_back(names.name(lock));
  return access;
}

std::string place(const SourceLocation& location) {
  return location.known() ? fmt::format("{}:{}", shown_path(location.file), location.line) : "an unknown place";
}

std::pair<std::string, std::string> places(const ExplainedRace& race) {
  std::string one = place(race.accesses[0].location), other = place(race.accesses[1].location);
  return one < other ? std::pair(one, other) : std::pair(other, one);
}

}  // namespace

ExplainedRace explain_race(const Finding& finding, const std::vector<Step>& steps, const SymbolTable& symbols,
                           const ObjectNames& names) {
  ExplainedRace race;
  if (!finding.race) return race;
  for (std::size_t index : {finding.race->first, finding.race->second}) {
    race.accesses.push_back(explain_access(index, finding.trace, steps, symbols, names));
  }
  // A range or a free is about more than the one variable.
  for (const Step& step : steps) {
    const bool is_one = step.event == finding.race->first || step.event == finding.race->second;
    const bool names_it = step.kind == EventKind::Load || step.kind == EventKind::Store || step.kind == EventKind::Rmw ||
                          step.kind == EventKind::Cas;
    if (is_one && (race.object.empty() || names_it)) race.object = step.object;
  }
  return race;
}

std::string race_message(const ExplainedRace& race) {
  std::string text = race.object.empty() ? "data race" : "data race on " + race.object;
  std::string_view joint = ": ";
  for (const RacingAccess& access : race.accesses) {
    text += fmt::format("{}{} {} at {}", joint, thread_label(access.thread), access.verb, place(access.location));
    joint = ", ";
  }
  return text + "; they have no lock in common, and nothing else orders them";
}

bool is_same_race(const ExplainedRace& one, const ExplainedRace& other) {
  const bool are_races = one.accesses.size() == 2 && other.accesses.size() == 2;
  return are_races && places(one) == places(other);
}

void add_race_queries(SymbolQueries& queries, const Finding& finding) {
  if (!finding.race) return;
  for (std::size_t index : {finding.race->first, finding.race->second}) {
    if (index >= finding.trace.stacks.size()) continue;
    const Stack& stack = finding.trace.stacks[index];
    queries.code.insert(stack.begin(), stack.end());
  }
}

}  // namespace heddle
