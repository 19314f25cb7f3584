// SPDX-License-Identifier: Apache-2.0
//
// pct (Burckhardt et al., ASPLOS 2010): every thread has a random priority, the highest that can run runs, and after
// depth - 1 events, drawn from the first `expected_events`, the thread that executed one falls below all that were
// never lowered. pos (Yuan et al., CAV 2018): every pending operation has a random priority, the highest that can run
// runs, and those in conflict with it get a new one. Both would let a thread that waits in a loop run for ever; so a
// thread that yields, sleeps or times out falls below all others if a coin says so, and one that spins falls always.
#include "runtime/priority.h"

#include <string.h>

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kLoweredPriority = std::uint64_t{1} << 62;  // change points count up from here, yields down
constexpr std::uint32_t kWindow = 256;                              // events looked at for a loop
constexpr std::uint32_t kRepetitions = 8;                           // of one event in the window

std::uint32_t random_below(std::uint32_t limit) {
  return static_cast<std::uint32_t>(((next_random() >> 32) * limit) >> 32);
}

// Distinct and ascending; which of them gives which priority stays random.
void draw_change_points() {
  Priorities& p = state().priorities;
  const wire::Slot& slot = *state().slot;
  std::uint32_t wanted = slot.depth > 0 ? slot.depth - 1 : 0;
  if (wanted > kMaxChangePoints) wanted = kMaxChangePoints;
  if (wanted > slot.expected_events) wanted = slot.expected_events;
  p.change_count = 0;
  while (p.change_count < wanted) {
    std::uint32_t point = 1 + random_below(slot.expected_events);
    std::uint32_t at = p.change_count;
    while (at > 0 && p.change_points[at - 1] > point) --at;
    if (at > 0 && p.change_points[at - 1] == point) continue;
    for (std::uint32_t i = p.change_count; i > at; --i) {
      p.change_points[i] = p.change_points[i - 1];
      p.change_ranks[i] = p.change_ranks[i - 1];
    }
    p.change_points[at] = point;
    p.change_ranks[at] = wanted - p.change_count;
    ++p.change_count;
  }
}

void put_below_all(std::uint16_t thread) {
  Priorities& p = state().priorities;
  p.of[thread] = kLoweredPriority - ++p.demotions;
}

bool gives_way(const wire::EventRecord& event) {
  return event.kind == EventKind::Yield || event.kind == EventKind::Sleep || (event.flags & wire::kEventTimedOut) != 0;
}

// Left everything as it was, as far as the record tells.
bool changes_nothing(std::uint32_t step) {
  const State& s = state();
  const wire::EventRecord& event = s.events[step];
  const EventKind kind = event.kind;
  if (kind == EventKind::Rmw) return (event.flags & wire::kEventPayload) == 0 && s.aux[step].second == event.value;
  bool may_fail = kind == EventKind::Cas || kind == EventKind::MutexTryLock || kind == EventKind::ReadTryLock ||
                  kind == EventKind::WriteTryLock;
  if (may_fail) return (event.flags & wire::kEventSuccess) == 0;
  return kind == EventKind::Load || kind == EventKind::ReadRange || kind == EventKind::Fence ||
         kind == EventKind::Clock || kind == EventKind::Yield;
}

bool is_same(const wire::EventRecord& one, const wire::EventRecord& other) {
  bool same_value = one.value == other.value || one.kind == EventKind::Clock;
  return one.address == other.address && one.point == other.point && one.kind == other.kind && same_value;
}

// The latest kWindow events are all of one thread, changed nothing, and the last of them came again and again.
bool spins() {
  const State& s = state();
  const wire::EventRecord& last = s.events[s.step - 1];
  std::uint32_t repetitions = 0;
  for (std::uint32_t step = s.step - kWindow; step < s.step; ++step) {
    if (!changes_nothing(step)) return false;
    repetitions += is_same(s.events[step], last);
  }
  return repetitions >= kRepetitions;
}

// Fairness. A stretch of a quarter of all events that a thread may have is taken for a loop whatever it does: the
// execution would soon be cut otherwise.
void give_others_a_chance(bool others_wait) {
  State& s = state();
  Priorities& p = s.priorities;
  const wire::EventRecord& last = s.events[s.step - 1];
  if (gives_way(last)) {
    if (random_below(2) == 0) put_below_all(last.thread);
    return;
  }
  if (s.step < p.next_look) return;
  p.next_look = s.step + kWindow;
  std::uint32_t longest = s.max_events_per_thread / 4;
  if (longest < kWindow) longest = kWindow;
  bool too_long = s.step - p.stretch_begin >= longest;
  if (others_wait && (too_long || spins())) put_below_all(last.thread);
}

// ---- pos: what conflicts --------------------------------------------------------------------------------------------

enum class Effect : std::uint8_t { None, Reads, Writes, Synchronises };

Effect effect_of(const wire::EventRecord& event) {
  const EventKind kind = event.kind;
  bool is_own_affair = kind == EventKind::Begin || kind == EventKind::Fence || kind == EventKind::Yield ||
                       kind == EventKind::Choose || kind == EventKind::ThreadCreate || kind == EventKind::ThreadJoin ||
                       kind == EventKind::ThreadDetach;
  if (is_own_affair) return Effect::None;
  if (kind == EventKind::Load || kind == EventKind::ReadRange) return Effect::Reads;
  if (kind == EventKind::Cas) return (event.flags & wire::kEventSuccess) != 0 ? Effect::Writes : Effect::Reads;
  bool writes =
      kind == EventKind::Store || kind == EventKind::Rmw || kind == EventKind::WriteRange || kind == EventKind::Free;
  return writes ? Effect::Writes : Effect::Synchronises;
}

bool overlap(std::uintptr_t a, std::size_t a_size, std::uintptr_t b, std::size_t b_size) {
  return a < b + b_size && b < a + a_size;
}

bool conflicts(std::uint32_t step, Effect effect, const Footprint& pending) {
  const State& s = state();
  const wire::EventRecord& event = s.events[step];
  if (pending.size == 0) return effect == Effect::Synchronises;
  if (effect == Effect::Reads && !pending.writes) return false;
  std::size_t size = event.size > 0 ? event.size : 1;
  if (overlap(event.address, size, pending.address, pending.size)) return true;
  if (event.address == pending.second) return true;
  bool has_mutex = event.kind == EventKind::CondWait || event.kind == EventKind::CondReacquire;
  std::uintptr_t mutex = has_mutex ? s.aux[step].first : 0;
  return mutex != 0 && (mutex == pending.address || mutex == pending.second);
}

// A new priority is due: drawn when it is next asked for.
void forget_conflicting(std::uint32_t step) {
  State& s = state();
  Priorities& p = s.priorities;
  Effect effect = effect_of(s.events[step]);
  p.of[s.events[step].thread] = 0;
  if (s.events[step].kind == EventKind::ThreadCreate) {
    p.pending[s.events[step].address] = {0, 1, 0, false};  // its begin concerns nobody
  }
  if (effect == Effect::None) return;
  for (std::uint32_t thread = 0; thread < s.thread_limit; ++thread) {
    if (thread != s.events[step].thread && conflicts(step, effect, p.pending[thread])) p.of[thread] = 0;
  }
}

}  // namespace

std::uint64_t next_random() {
  std::uint64_t x = state().random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return state().random = x;
}

void begin_priorities() {
  Priorities& p = state().priorities;
  memset(p.of, 0, sizeof p.of);
  p.changes_done = p.demotions = p.seen = p.stretch_begin = 0;
  p.next_look = kWindow;
  p.pending[0] = {0, 1, 0, false};
  draw_change_points();
}

void update_pct(bool others_wait) {
  State& s = state();
  Priorities& p = s.priorities;
  if (s.step > 0) give_others_a_chance(others_wait);
  while (p.changes_done < p.change_count && p.change_points[p.changes_done] <= s.step) {
    std::uint16_t thread = s.events[p.change_points[p.changes_done] - 1].thread;
    std::uint64_t lowered = kLoweredPriority + p.change_ranks[p.changes_done++];
    if (p.of[thread] == 0 || p.of[thread] > lowered) p.of[thread] = lowered;
  }
}

void update_pos(bool others_wait) {
  State& s = state();
  Priorities& p = s.priorities;
  for (; p.seen < s.step; ++p.seen) forget_conflicting(p.seen);
  if (s.step > 0) give_others_a_chance(others_wait);
}

void note_picked(std::uint16_t next) {
  State& s = state();
  Priorities& p = s.priorities;
  if (s.step == 0 || s.events[s.step - 1].thread != next) {
    p.stretch_begin = s.step;
    p.next_look = s.step + kWindow;
  }
  s.keep_until = p.next_look < s.event_capacity ? p.next_look : s.event_capacity;
  if (p.changes_done < p.change_count && p.change_points[p.changes_done] < s.keep_until) {
    s.keep_until = p.change_points[p.changes_done];
  }
}

void note_pending(std::uint16_t thread, const Footprint& footprint) { state().priorities.pending[thread] = footprint; }

}  // namespace heddle::runtime
