// SPDX-License-Identifier: Apache-2.0
//
// Event: one visible operation that happened. The same fields as the wire record, decoded, with the optional lanes
// joined in. wire/ring.h says what value, first and second mean for each kind.
#pragma once

#include <cstdint>
#include <string_view>

#include "trace/thread_set.h"
#include "wire/event_kind.h"

namespace heddle {

// Stable number of one instrumented instruction of a build; ProgramFacts resolves it to a source location.
enum class ProgramPoint : std::uint32_t { None = 0xffffffff };

struct Event {
  std::uint64_t object = 0;
  std::uint64_t value = 0;
  std::uint64_t first = 0;   // aux
  std::uint64_t second = 0;  // aux
  ProgramPoint point = ProgramPoint::None;
  std::uint32_t size = 0;
  ThreadId thread{};
  EventKind kind = EventKind::Begin;
  std::uint8_t flags = 0;  // wire::EventFlags
  MemoryOrder order = MemoryOrder::Plain;
  MemoryOrder failure_order = MemoryOrder::Plain;
  RmwOperator rmw = RmwOperator::Exchange;
  std::uint8_t detail = 0;  // by kind: wire/ring.h

  friend bool operator==(const Event&, const Event&) = default;
};

std::string_view name_of(EventKind kind);
std::string_view name_of(Outcome outcome);
std::string_view name_of(MemoryOrder order);

}  // namespace heddle
