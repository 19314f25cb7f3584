// SPDX-License-Identifier: Apache-2.0
//
// Text forms of the closed sets. Written from the same lists that define them, so a new enumerator has its name.
#include "trace/event.h"

#include "trace/finding.h"

namespace heddle {

std::string_view name_of(EventKind kind) {
  switch (kind) {
#define HEDDLE_X(name, text) \
  case EventKind::name:      \
    return text;
    HEDDLE_EVENT_KINDS(HEDDLE_X)
#undef HEDDLE_X
  }
  return "unknown";
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
#define HEDDLE_X(name, text) \
  case Outcome::name:        \
    return text;
    HEDDLE_OUTCOMES(HEDDLE_X)
#undef HEDDLE_X
  }
  return "unknown";
}

std::string_view name_of(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::Plain:
      return "plain";
    case MemoryOrder::Unordered:
      return "unordered";
    case MemoryOrder::Relaxed:
      return "relaxed";
    case MemoryOrder::Acquire:
      return "acquire";
    case MemoryOrder::Release:
      return "release";
    case MemoryOrder::AcquireRelease:
      return "acq_rel";
    case MemoryOrder::SequentiallyConsistent:
      return "seq_cst";
  }
  return "unknown";
}

std::string_view name_of(Shortness shortness) {
  switch (shortness) {
    case Shortness::Unknown:
      return "unknown";
    case Shortness::FewestSwitches:
      return "fewest-switches";
    case Shortness::Shortest:
      return "shortest";
  }
  return "unknown";
}

std::string_view name_of(FindingKind kind) {
  switch (kind) {
#define HEDDLE_X(name, text) \
  case FindingKind::name:    \
    return text;
    HEDDLE_FINDING_KINDS(HEDDLE_X)
#undef HEDDLE_X
  }
  return "unknown";
}

}  // namespace heddle
