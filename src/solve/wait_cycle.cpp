// SPDX-License-Identifier: Apache-2.0
#include "solve/wait_cycle.h"

#include <optional>

namespace heddle {
namespace {

// Whose next step, or end, `thread` waits for; nothing if several could help.
std::optional<std::uint16_t> waits_for(const Machine& machine, const Situation& situation, std::uint16_t thread) {
  if (const auto awaited = situation.awaited(thread)) return awaited;
  const EventKind kind = machine.node(thread).operation.kind;
  if (kind == EventKind::ThreadJoin) return static_cast<std::uint16_t>(machine.node(thread).operation.object);
  const bool wants_mutex = kind == EventKind::MutexLock || kind == EventKind::SpinLock ||
                           (kind == EventKind::CondReacquire && machine.thread(thread).wait != Wait::Waiting);
  const bool wants_rwlock = kind == EventKind::ReadLock || kind == EventKind::WriteLock;
  return wants_mutex || wants_rwlock ? machine.holder(thread) : std::nullopt;
}

std::uint64_t mixed(std::uint64_t sum, std::uint64_t value) {
  value = (value + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
  return sum + (value ^ (value >> 29));
}

// In the circle that `start` is in.
std::uint64_t cycle_of(const Machine& machine, const Situation& situation, std::uint16_t start) {
  const std::size_t count = machine.thread_count();
  std::uint64_t signature = 0;
  std::uint16_t at = start;
  for (std::size_t length = 0; length < count && situation.waiting().has(at); ++length) {
    const std::optional<std::uint16_t> next = waits_for(machine, situation, at);
    if (!next || *next >= count) return 0;
    signature = mixed(signature, std::uint64_t{machine.thread(at).node} << 16 | at);
    if (*next == start) return signature | 1;
    at = *next;
  }
  return 0;
}

}  // namespace

std::uint64_t waiting_cycle(const Machine& machine, const Situation& situation) {
  std::uint64_t found = 0;
  situation.waiting().any_of([&](std::uint16_t start) { return (found = cycle_of(machine, situation, start)) != 0; });
  return found;
}

}  // namespace heddle
