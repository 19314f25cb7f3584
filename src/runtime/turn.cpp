// SPDX-License-Identifier: Apache-2.0
//
// Who runs next. The fast path (await_turn in runtime.h) only counts down the events that the current thread may still
// run; this file is entered when that is used up, when an operation may have to wait, or when every event is to be a
// decision (enabled sets wanted, random policy). Does not know what operations mean: each conditional one brings its
// own predicate, which is asked at every decision, so that no wake-up lists can go stale.
#include "runtime/fiber.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kWords = kMaxThreads / 64;

struct Enabled {
  std::uint64_t words[kWords];
  bool contains(std::uint32_t thread) const { return (words[thread / 64] >> (thread % 64)) & 1; }
};

std::uint32_t words_in_use() { return (state().thread_limit + 63) / 64; }

// Fills `enabled`, returns how many threads can run.
std::uint32_t find_enabled(Enabled& enabled) {
  State& s = state();
  std::uint32_t count = 0;
  for (std::uint32_t word = 0; word < words_in_use(); ++word) {
    std::uint64_t bits = s.unconditional[word];
    for (std::uint64_t rest = s.conditional[word]; rest != 0; rest &= rest - 1) {
      std::uint32_t index = static_cast<std::uint32_t>(__builtin_ctzll(rest));
      const Thread& thread = s.threads[word * 64 + index];
      if (thread.ready(thread)) bits |= std::uint64_t{1} << index;
    }
    enabled.words[word] = bits;
    count += static_cast<std::uint32_t>(__builtin_popcountll(bits));
  }
  return count;
}

std::uint64_t next_random() {
  std::uint64_t x = state().random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return state().random = x;
}

std::uint16_t lowest(const Enabled& enabled, std::uint32_t from) {
  for (std::uint32_t word = from / 64; word < words_in_use(); ++word) {
    std::uint64_t bits = enabled.words[word];
    if (word == from / 64) bits &= ~std::uint64_t{0} << (from % 64);
    if (bits != 0) return static_cast<std::uint16_t>(word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }
  return wire::kNoThread;
}

std::uint16_t pick_random(const Enabled& enabled, std::uint32_t count) {
  std::uint32_t skip = static_cast<std::uint32_t>(((next_random() >> 32) * count) >> 32);
  for (std::uint32_t word = 0;; ++word) {
    std::uint64_t bits = enabled.words[word];
    std::uint32_t here = static_cast<std::uint32_t>(__builtin_popcountll(bits));
    if (skip >= here) {
      skip -= here;
      continue;
    }
    for (; skip > 0; --skip) bits &= bits - 1;
    return static_cast<std::uint16_t>(word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }
}

std::uint16_t pick_by_policy(const Enabled& enabled, std::uint32_t count) {
  State& s = state();
  switch (s.slot->policy) {
    case wire::Policy::Continue:
      return enabled.contains(s.current) ? s.current : lowest(enabled, 0);
    case wire::Policy::Random:
      return pick_random(enabled, count);
    case wire::Policy::RoundRobin: {
      std::uint16_t next = lowest(enabled, s.current + 1u);
      return next != wire::kNoThread ? next : lowest(enabled, 0);
    }
  }
  __builtin_unreachable();
}

// Moves on to the next entry that still has events to give. False: the schedule is used up.
bool entry_available() {
  State& s = state();
  while (s.entry_left == 0) {
    if (s.entry_index == s.slot->entry_count) return false;
    s.entry_left = s.entries[s.entry_index++].events;
  }
  return true;
}

[[noreturn]] void end_diverged() {
  State& s = state();
  s.slot->entries_used = s.entry_index == 0 ? 0 : s.entry_index - 1;
  end_execution(Outcome::Diverged);
}

// Books the events of the turn that is over. A turn from the schedule that its thread could not use up has diverged.
void settle_turn() {
  State& s = state();
  current_thread().events += s.turn_given - s.turn_left;
  if (s.turn_left > 0 && s.turn_from_schedule) end_diverged();
  s.turn_given = s.turn_left = 0;
}

// How many events, this one included, `thread` may run without another decision.
std::uint32_t turn_length(std::uint16_t thread, std::uint32_t wanted) {
  State& s = state();
  if (s.every_event_decides) wanted = 1;
  std::uint32_t room = s.event_capacity - s.step;
  std::uint32_t own_room = s.max_events_per_thread - s.threads[thread].events;
  std::uint32_t limit = room < own_room ? room : own_room;
  if (limit == 0) end_execution(Outcome::EventLimit);
  return wanted < limit ? wanted : limit;
}

std::uint16_t choose_next(const Enabled& enabled, std::uint32_t count) {
  State& s = state();
  bool insists = current_thread().atomic_depth > 0 && enabled.contains(s.current);
  std::uint16_t next;
  std::uint32_t wanted = 1;
  s.turn_from_schedule = entry_available();
  if (s.turn_from_schedule) {
    next = s.entries[s.entry_index - 1].thread;
    if (next >= s.thread_limit || !enabled.contains(next) || (insists && next != s.current)) end_diverged();
    wanted = s.entry_left;
  } else {
    next = insists ? s.current : pick_by_policy(enabled, count);
    if (s.slot->policy == wire::Policy::Continue) wanted = ~0u;
  }
  s.turn_given = turn_length(next, wanted);
  if (s.turn_from_schedule) s.entry_left -= s.turn_given;
  s.turn_left = s.turn_given - 1;
  return next;
}

// Only the insisting thread counts as enabled inside its atomic section. The first word apart: a loop over all would be
// made of vector loads from words just stored one by one, which costs more than everything else here.
void write_enabled(const Enabled& enabled) {
  State& s = state();
  std::uint64_t* out = s.enabled[s.step].words;
  if (HEDDLE_UNLIKELY(current_thread().atomic_depth > 0 && enabled.contains(s.current))) {
    for (std::uint32_t word = 0; word < kWords; ++word) out[word] = 0;
    out[s.current / 64] = std::uint64_t{1} << (s.current % 64);
    return;
  }
  out[0] = enabled.words[0];
  if (HEDDLE_LIKELY(s.thread_limit <= 64)) {
    for (std::uint32_t word = 1; word < kWords; ++word) out[word] = 0;
    return;
  }
  for (std::uint32_t word = 1; word < kWords; ++word) out[word] = word < words_in_use() ? enabled.words[word] : 0;
}

__attribute__((always_inline)) inline void hand_over(bool stays) {
  State& s = state();
  settle_turn();
  if (s.detail && stays) current_thread().stack = capture_stack();
  Enabled enabled;
  std::uint32_t count = find_enabled(enabled);
  if (count == 0) end_execution(Outcome::Deadlocked);
  if (s.step < s.event_capacity && (s.slot->flags & wire::kWantEnabled) != 0) write_enabled(enabled);
  std::uint16_t next = choose_next(enabled, count);
  if (s.detail) s.stacks[s.step] = s.threads[next].stack;
  progress().step = s.step;
  progress().current = next;
  if (next != s.current) switch_to(next);
}

}  // namespace

void decide() { hand_over(true); }

void await_turn_for(const PendingOperation& operation) {
  State& s = state();
  Thread& thread = current_thread();
  thread.pending = operation.kind;
  thread.object = operation.object;
  thread.partner = operation.partner;
  thread.ready = operation.ready;
  if (s.turn_left > 0 && operation.ready(thread)) {
    --s.turn_left;
  } else {
    thread.pending_point = point_number(call_point());
    std::uint64_t bit = std::uint64_t{1} << (thread.number % 64);
    s.unconditional[thread.number / 64] &= ~bit;
    s.conditional[thread.number / 64] |= bit;
    if (s.turn_left > 0 && !s.turn_from_schedule) {  // the policy's turn ends here: the thread has to wait
      thread.events += s.turn_given - s.turn_left;
      s.turn_given = s.turn_left = 0;
    }
    hand_over(true);
    s.conditional[thread.number / 64] &= ~bit;
    s.unconditional[thread.number / 64] |= bit;
  }
  thread.ready = nullptr;
  thread.object = nullptr;
}

// The current thread has ended: somebody else goes on, or the execution is over. Never returns.
void give_up_turn() {
  State& s = state();
  if (s.turn_left > 0 && !s.turn_from_schedule) {
    current_thread().events += s.turn_given - s.turn_left;
    s.turn_given = s.turn_left = 0;
  }
  hand_over(false);
  __builtin_unreachable();
}

std::uint32_t choose(std::uint32_t alternatives) {
  State& s = state();
  if (s.choice_index < s.slot->choice_count) {
    std::uint32_t chosen = s.choices[s.choice_index++];
    if (chosen >= alternatives) end_diverged();
    return chosen;
  }
  if (s.slot->policy != wire::Policy::Random) return 0;
  return static_cast<std::uint32_t>(((next_random() >> 32) * alternatives) >> 32);
}

}  // namespace heddle::runtime
