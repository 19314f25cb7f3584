// SPDX-License-Identifier: Apache-2.0
#include "analysis/data_races.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

#include "analysis/repeated_schedule.h"
#include "trace/event_flags.h"

namespace heddle {
namespace {

std::string place(const SourceLocation& location) {
  return location.known() ? location.file + ":" + std::to_string(location.line) : std::string("unknown place");
}

bool only_reads(const Event& event) {
  const bool is_failed_cas = event.kind == EventKind::Cas && !succeeded(event);
  return event.kind == EventKind::Load || event.kind == EventKind::ReadRange || is_failed_cas;
}

// Where the finding stands: at the write; of two, at the one that comes first in the source. So it does not depend on
// which of the two came first in this execution.
bool is_better_place(const Event& one, const Event& other, const ProgramFacts& facts) {
  if (only_reads(one) != only_reads(other)) return only_reads(other);
  const SourceLocation& a = facts.at(one.point).location;
  const SourceLocation& b = facts.at(other.point).location;
  return std::tie(a.file, a.line) < std::tie(b.file, b.line);
}

std::string access_text(const Event& event, const ProgramFacts& facts) {
  return "thread " + std::to_string(number(event.thread)) + " " + access_verb(event) + " at " +
         place(facts.at(event.point).location);
}

// What the source calls it, where one of the two accesses knows.
std::string variable_of(const Event& one, const Event& other, const ProgramFacts& facts) {
  for (const Event* event : {&one, &other}) {
    const bool names_memory = event->kind == EventKind::Load || event->kind == EventKind::Store ||
                              event->kind == EventKind::Rmw || event->kind == EventKind::Cas;
    if (names_memory && !facts.at(event->point).variable.empty()) return " on " + facts.at(event->point).variable;
  }
  return "";
}

// The point of a free names the function that the program called; nothing if it did so by a pointer.
bool is_freed_by_library(const Event& event, const ProgramFacts& facts) {
  if (event.kind != EventKind::Free) return false;
  const std::string& called = facts.at(event.point).variable;
  constexpr std::string_view kDeallocators[] = {"free", "realloc", "cfree", "operator delete", "munmap"};
  const auto is_it = [&called](std::string_view name) { return called.starts_with(name); };
  return std::none_of(std::begin(kDeallocators), std::end(kDeallocators), is_it);
}

}  // namespace

std::string access_verb(const Event& event) {
  const std::string how = is_atomic(event) ? "atomically " : "";
  if (event.kind == EventKind::Free) return "frees";
  if (only_reads(event)) return how + "reads";
  const bool changes = event.kind == EventKind::Rmw || event.kind == EventKind::Cas;
  return how + (changes ? "changes" : "writes");
}

bool is_program_s_own(const Race& race, const Trace& trace, const ProgramFacts& facts) {
  return !is_freed_by_library(trace.events[race.first], facts) &&
         !is_freed_by_library(trace.events[race.second], facts);
}

std::string race_key(const Race& race, const Trace& trace, const ProgramFacts& facts) {
  std::string one = place(facts.at(trace.events[race.first].point).location);
  std::string other = place(facts.at(trace.events[race.second].point).location);
  if (other < one) std::swap(one, other);
  return "data-race " + one + " " + other;
}

Finding data_race(const Race& race, const Run& run, const ProgramFacts& facts) {
  const Event& first = run.trace.events[race.first];
  const Event& second = run.trace.events[race.second];
  Finding finding;
  finding.kind = FindingKind::DataRace;
  finding.race = race;
  finding.threads = {first.thread, second.thread};
  finding.location = facts.at((is_better_place(second, first, facts) ? second : first).point).location;
  finding.message = "data race" + variable_of(first, second, facts) + ": " + access_text(first, facts) + ", " +
                    access_text(second, facts) + ", and nothing orders the two";
  finding.key = race_key(race, run.trace, facts);
  finding.schedule = repeated_schedule(run);
  finding.trace = run.trace;
  return finding;
}

std::optional<Finding> find_data_race(const std::string& key, const Run& run, const ProgramFacts& facts) {
  RaceDetector detector;
  for (const Race& race : detector.proper_races_in(run.trace)) {
    const bool is_it = race_key(race, run.trace, facts) == key && is_program_s_own(race, run.trace, facts);
    if (is_it) return data_race(race, run, facts);
  }
  return std::nullopt;
}

}  // namespace heddle
