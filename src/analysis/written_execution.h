// SPDX-License-Identifier: Apache-2.0
//
// For tests of the race detector: executions written down event by event.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/race_detector.h"
#include "trace/event_flags.h"

namespace heddle {

using Order = MemoryOrder;

constexpr std::uint64_t kX = 0x1000, kY = 0x1008, kFlag = 0x2000, kLock = 0x3000, kOther = 0x3040;

// An execution of main and two threads, event by event. The point of an event is its place in the list.
class Written {
  using enum EventKind;

 public:
  explicit Written(std::size_t threads = 3) {
    trace_.threads.resize(threads);
    for (std::uint16_t child = 1; child < threads; ++child) add(0, ThreadCreate, child);
  }

  Event& add(std::uint16_t thread, EventKind kind, std::uint64_t object, std::uint64_t value = 0,
             std::uint32_t size = 0) {
    Event event;
    event.thread = ThreadId(thread);
    event.kind = kind;
    event.object = object;
    event.value = value;
    event.size = size;
    event.point = ProgramPoint(static_cast<std::uint32_t>(trace_.events.size()));
    trace_.events.push_back(event);
    return trace_.events.back();
  }
  Written& sync(std::uint16_t thread, EventKind kind, std::uint64_t object, std::uint64_t value = 0) {
    add(thread, kind, object, value);
    return *this;
  }
  Written& with_mutex(std::uint16_t thread, EventKind kind, std::uint64_t condition, std::uint64_t mutex) {
    add(thread, kind, condition).first = mutex;
    return *this;
  }
  Written& load(std::uint16_t thread, std::uint64_t address, std::uint32_t size = 4) {
    add(thread, Load, address, 0, size);
    return *this;
  }
  Written& store(std::uint16_t thread, std::uint64_t address, std::uint32_t size = 4) {
    add(thread, Store, address, 0, size);
    return *this;
  }
  Written& atomic(std::uint16_t thread, EventKind kind, Order order, std::uint64_t address = kFlag,
                  std::uint32_t size = 4) {
    Event& event = add(thread, kind, address, 0, size);
    event.order = order;
    event.flags |= wire::kEventAtomic;
    return *this;
  }
  Written& cas(std::uint16_t thread, Order order, Order failure_order, bool succeeds) {
    atomic(thread, Cas, order);
    trace_.events.back().failure_order = failure_order;
    if (succeeds) trace_.events.back().flags |= wire::kEventSuccess;
    return *this;
  }
  Written& fence(std::uint16_t thread, Order order) { return atomic(thread, Fence, order, 0, 0); }
  Written& join(std::uint16_t thread, std::uint16_t target, std::uint64_t error = 0) {
    add(thread, ThreadJoin, target).first = error;
    return *this;
  }

  const Trace& trace() const { return trace_; }
  std::size_t size() const { return trace_.events.size(); }

 private:
  Trace trace_;
};

inline std::vector<std::pair<std::size_t, std::size_t>> races(const Written& written) {
  RaceDetector detector;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const Race& race : detector.races_in(written.trace())) pairs.emplace_back(race.first, race.second);
  return pairs;
}

}  // namespace heddle
