// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outcomes.h"

#include <fmt/format.h>

#include <functional>

namespace heddle::fuzz {
namespace {

template <typename Element>
void compare(const std::set<Element>& needed, const std::set<Element>& possible, const std::set<Element>& seen,
             const std::function<std::string(const Element&)>& text, std::string& result) {
  for (const Element& element : needed) {
    if (!seen.contains(element)) result += "missed: " + text(element) + "\n";
  }
  for (const Element& element : seen) {
    if (!possible.contains(element)) result += "impossible: " + text(element) + "\n";
  }
}

const char* name_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::Assertion:
      return "assertion fails";
    case FailureKind::UseAfterFree:
      return "use after free";
    case FailureKind::DoubleFree:
      return "double free";
    case FailureKind::NullDereference:
      return "null dereference";
    case FailureKind::Hang:
      return "hang";
    case FailureKind::Other:
      return "another finding";
  }
  return "";
}

}  // namespace

std::string describe(const FailureAt& failure) {
  return fmt::format("{} at statement {}", name_of(failure.kind), failure.id);
}

std::string describe(const DeadlockVector& deadlock) {
  std::string text = "deadlock,";
  for (const auto& [thread, id] : deadlock) text += fmt::format(" thread {} at statement {}", thread, id);
  return text;
}

std::string difference(const Outcomes& needed, const Outcomes& possible, const Outcomes& seen) {
  std::string result;
  compare<std::pair<std::uint8_t, std::uint32_t>>(
      needed.local, possible.local, seen.local,
      [](const auto& each) { return fmt::format("thread {} tells {:#x}", each.first, each.second); }, result);
  compare<std::uint64_t>(
      needed.joint, possible.joint, seen.joint, [](std::uint64_t each) { return fmt::format("together {:#x}", each); },
      result);
  compare<FailureAt>(
      needed.failures, possible.failures, seen.failures, [](const FailureAt& each) { return describe(each); }, result);
  compare<DeadlockVector>(
      needed.deadlocks, possible.deadlocks, seen.deadlocks, [](const DeadlockVector& each) { return describe(each); },
      result);
  return result;
}

std::string race_difference(const std::set<RacePair>& needed, const std::set<RacePair>* possible,
                            const std::set<RacePair>& seen) {
  std::string result;
  const auto say = [&](const char* what, const RacePair& pair) {
    result += fmt::format("{}: data race of statements {} and {}\n", what, pair.first, pair.second);
  };
  for (const RacePair& pair : needed) {
    if (!seen.contains(pair)) say("missed", pair);
  }
  for (const RacePair& pair : seen) {
    if (possible != nullptr && !possible->contains(pair)) say("impossible", pair);
  }
  return result;
}

}  // namespace heddle::fuzz
