// SPDX-License-Identifier: Apache-2.0
#include "trace/difference.h"

#include <algorithm>

#include "trace/external_list.h"
#include "wire/ring.h"

namespace heddle {
namespace {

Event without_detail(Event event) {
  if (event.kind == EventKind::Store) {
    event.first = 0;
    event.second = 0;
    event.flags = static_cast<std::uint8_t>(event.flags & ~wire::kEventAux);
  }
  return event;
}

std::string at_or_end(const Trace& trace, std::size_t index, const ProgramFacts& facts) {
  if (index >= trace.events.size()) return "the end (" + std::string(name_of(trace.outcome)) + ")";
  return describe(trace.events[index], facts);
}

}  // namespace

bool same_event(const Event& left, const Event& right) { return without_detail(left) == without_detail(right); }

std::optional<std::size_t> first_difference(const Trace& left, const Trace& right) {
  const std::size_t common = std::min(left.events.size(), right.events.size());
  for (std::size_t index = 0; index < common; ++index) {
    if (!same_event(left.events[index], right.events[index])) return index;
  }
  if (left.events.size() != right.events.size()) return common;
  return std::nullopt;
}

std::string describe(const Event& event, const ProgramFacts& facts) {
  const PointFacts& point = facts.at(event.point);
  std::string text = "thread " + std::to_string(number(event.thread)) + ": " + std::string(name_of(event.kind));
  if (!point.variable.empty()) text += " of " + point.variable;
  if (point.location.known()) text += " at " + point.location.file + ":" + std::to_string(point.location.line);
  return text;
}

std::string likely_sources(const ProgramFacts& facts) {
  std::vector<const ExternalFunction*> functions;
  for (const ExternalFunction& function : facts.externals) {
    if (function.control != ControlOver::FixedAnswer) functions.push_back(&function);
  }
  if (!functions.empty()) return "; likely sources, because Heddle does not control them: " + list_of(functions);
  return "; likely sources: a file or device that has changed, memory used before it was written, or instructions such "
         "as "
         "rdtsc and rdrand";
}

std::string describe_difference(const Trace& expected, const Trace& actual, const ProgramFacts& facts) {
  const std::optional<std::size_t> index = first_difference(expected, actual);
  if (!index) {
    return "the same events end once with " + std::string(name_of(expected.outcome)) + ", once with " +
           std::string(name_of(actual.outcome));
  }
  const std::string once = at_or_end(expected, *index, facts);
  const std::string again = at_or_end(actual, *index, facts);
  std::string text = "event " + std::to_string(*index) + " is once " + once;
  if (once != again) return text + ", once " + again;
  const Event& left = expected.events[*index];
  const Event& right = actual.events[*index];
  if (left.value != right.value) {
    return text + " with value " + std::to_string(left.value) + ", once with " + std::to_string(right.value);
  }
  return text + ", once the same with another address or result";
}

}  // namespace heddle
