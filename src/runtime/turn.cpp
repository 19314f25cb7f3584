// SPDX-License-Identifier: Apache-2.0
//
// Who runs next. The fast path (await_turn in runtime.h) only counts down the events that the current thread may still
// run; this file is entered when that is used up, when an operation may have to wait, or when every event is to be a
// decision (enabled sets wanted, any policy but Continue). Does not know what operations mean: each conditional one
// brings its own predicate, which is asked at every decision, so that no wake-up lists can go stale.
#include "runtime/debugger.h"
#include "runtime/endless_loop.h"
#include "runtime/fiber.h"
#include "runtime/peek.h"
#include "runtime/priority.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

// The threads that can run now. Nearly every program has at most 64: one register instead of an array, which is why
// everything here is a template of the most words that are needed.
template <std::uint32_t kWords>
struct Enabled {
  std::uint64_t words[kWords];
  std::uint32_t count;
  std::uint32_t word_count() const { return kWords == 1 ? 1 : (state().thread_limit + 63) / 64; }
  bool contains(std::uint32_t thread) const { return (words[thread / 64 % kWords] >> (thread % 64)) & 1; }
};
constexpr std::uint32_t kAllWords = kMaxThreads / 64;

template <std::uint32_t kWords>
inline Enabled<kWords> find_enabled() {
  State& s = state();
  Enabled<kWords> enabled;
  enabled.count = 0;
  for (std::uint32_t word = 0; word < enabled.word_count(); ++word) {
    std::uint64_t bits = s.unconditional[word];
    for (std::uint64_t rest = s.conditional[word]; rest != 0; rest &= rest - 1) {
      std::uint32_t index = static_cast<std::uint32_t>(__builtin_ctzll(rest));
      const Thread& thread = s.threads[word * 64 + index];
      if (can_run(thread)) bits |= std::uint64_t{1} << index;
    }
    enabled.words[word] = bits;
    enabled.count += static_cast<std::uint32_t>(__builtin_popcountll(bits));
  }
  return enabled;
}

// Threads that wait on a condition variable and may still wake up without a signal (--spurious). Only while somebody
// can do something else: nobody may count on such a wake-up, so a state where nothing else is left is a deadlock.
template <std::uint32_t kWords>
void add_spurious_wakeups(Enabled<kWords>& enabled) {
  State& s = state();
  if (enabled.count == 0) return;
  for (std::uint32_t word = 0; word < enabled.word_count(); ++word) {
    for (std::uint64_t rest = s.conditional[word] & ~enabled.words[word]; rest != 0; rest &= rest - 1) {
      std::uint32_t index = static_cast<std::uint32_t>(__builtin_ctzll(rest));
      if (!may_wake_spuriously(s.threads[word * 64 + index])) continue;
      enabled.words[word] |= std::uint64_t{1} << index;
      ++enabled.count;
    }
  }
}

template <std::uint32_t kWords>
inline std::uint16_t lowest(const Enabled<kWords>& enabled, std::uint32_t from) {
  for (std::uint32_t word = from / 64; word < enabled.word_count(); ++word) {
    std::uint64_t bits = enabled.words[word];
    if (word == from / 64) bits &= ~std::uint64_t{0} << (from % 64);
    if (bits != 0) return static_cast<std::uint16_t>(word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }
  return wire::kNoThread;
}

// Of those below `end`.
template <std::uint32_t kWords>
inline std::uint16_t highest(const Enabled<kWords>& enabled, std::uint32_t end) {
  for (std::uint32_t word = (end + 63) / 64; word-- > 0;) {
    std::uint64_t bits = enabled.words[word % kWords];
    if (end < (word + 1) * 64) bits &= ~(~std::uint64_t{0} << (end % 64));
    if (bits != 0)
      return static_cast<std::uint16_t>(word * 64 + 63 - static_cast<std::uint32_t>(__builtin_clzll(bits)));
  }
  return wire::kNoThread;
}

template <std::uint32_t kWords>
inline std::uint16_t pick_random(const Enabled<kWords>& enabled) {
  std::uint32_t skip = static_cast<std::uint32_t>(((next_random() >> 32) * enabled.count) >> 32);
  for (std::uint32_t word = 0;; ++word) {
    std::uint64_t bits = enabled.words[word % kWords];
    std::uint32_t here = static_cast<std::uint32_t>(__builtin_popcountll(bits));
    if (skip >= here) {
      skip -= here;
      continue;
    }
    for (; skip > 0; --skip) bits &= bits - 1;
    return static_cast<std::uint16_t>(word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits)));
  }
}

template <std::uint32_t kWords>
std::uint16_t pick_highest(const Enabled<kWords>& enabled) {
  std::uint64_t highest = 0;
  std::uint32_t next = 0;
  for (std::uint32_t word = 0; word < enabled.word_count(); ++word) {
    for (std::uint64_t bits = enabled.words[word]; bits != 0; bits &= bits - 1) {
      std::uint32_t thread = word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits));
      std::uint64_t priority = priority_of(thread);
      if (priority <= highest) continue;
      highest = priority;
      next = thread;
    }
  }
  note_picked(static_cast<std::uint16_t>(next));
  return static_cast<std::uint16_t>(next);
}

template <std::uint32_t kWords>
inline std::uint16_t pick_by_policy(const Enabled<kWords>& enabled) {
  State& s = state();
  switch (s.slot->policy) {
    case wire::Policy::Continue:
      return enabled.contains(s.current) ? s.current : lowest(enabled, 0);
    case wire::Policy::Random:
      return pick_random(enabled);
    case wire::Policy::Endless:
      look_for_circle();
      [[fallthrough]];
    case wire::Policy::RoundRobin: {
      std::uint16_t next = lowest(enabled, s.current + 1u);
      return next != wire::kNoThread ? next : lowest(enabled, 0);
    }
    case wire::Policy::Fair: {
      if (enabled.contains(s.current) && s.fair_used < wire::kFairTurn) return s.current;
      s.fair_used = 0;
      std::uint16_t next = lowest(enabled, s.current + 1u);
      return next != wire::kNoThread ? next : lowest(enabled, 0);
    }
    case wire::Policy::Backward: {
      if (enabled.contains(s.current) && s.fair_used < wire::kFairTurn) return s.current;
      s.fair_used = 0;
      std::uint16_t next = highest(enabled, s.current);
      return next != wire::kNoThread ? next : highest(enabled, enabled.word_count() * 64);
    }
    case wire::Policy::Stop:
      end_execution(Outcome::EventLimit);
    case wire::Policy::Pct:
      update_pct(enabled.count > 1);
      return pick_highest(enabled);
    case wire::Policy::Pos:
      update_pos(enabled.count > 1);
      return pick_highest(enabled);
  }
  __builtin_unreachable();
}

// Moves on to the next entry that still has events to give. False: the schedule is used up.
inline bool entry_available() {
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

// The rest of a turn that the policy gave is not needed: the thread waits or has ended.
void end_policy_turn() {
  State& s = state();
  current_thread().events -= s.turn_left;
  s.turn_left = 0;
}

// What counts against the limit.
inline std::uint32_t counted_events(const Thread& thread) {
  const std::uint32_t spared = thread.stack_events - thread.stack_events / kStackEventsPerEvent;
  return thread.events > spared ? thread.events - spared : 0;
}

// A thread is charged for its whole turn when it gets it; what it leaves is given back here. A turn from the schedule
// that its thread could not use up has diverged.
inline void settle_turn() {
  State& s = state();
  if (HEDDLE_LIKELY(s.turn_left == 0)) return;
  if (s.turn_from_schedule) end_diverged();
  end_policy_turn();
}

// Charges `thread` for a turn of at most `wanted` events and returns its length. The case of single events apart: it
// must not depend on what earlier turns computed, or every decision waits for the one before.
inline std::uint32_t charge_turn(Thread& thread, std::uint32_t wanted, bool is_alone) {
  State& s = state();
  if (HEDDLE_UNLIKELY(s.step >= s.event_capacity || counted_events(thread) >= s.max_events_per_thread)) {
    if (goes_on_past_limit(thread, is_alone)) return 1;
    end_execution(Outcome::EventLimit);
  }
  if (s.every_event_decides || wanted == 1) {
    ++thread.events;
    return 1;
  }
  std::uint32_t room = s.event_capacity - s.step;
  std::uint32_t own_room = s.max_events_per_thread - counted_events(thread);
  std::uint32_t limit = room < own_room ? room : own_room;
  std::uint32_t length = wanted < limit ? wanted : limit;
  thread.events += length;
  return length;
}

inline bool takes_fair_turns(wire::Policy policy) {
  return policy == wire::Policy::Fair || policy == wire::Policy::Backward;
}

template <std::uint32_t kWords>
inline std::uint16_t choose_next(const Enabled<kWords>& enabled) {
  State& s = state();
  bool insists = HEDDLE_UNLIKELY(current_thread().atomic_depth > 0) && enabled.contains(s.current);
  std::uint16_t next;
  std::uint32_t wanted = 1;
  s.turn_from_schedule = entry_available();
  if (s.turn_from_schedule) {
    next = s.entries[s.entry_index - 1].thread;
    if (next >= s.thread_limit || !enabled.contains(next) || (insists && next != s.current)) end_diverged();
    wanted = s.entry_left;
  } else {
    if (insists && s.slot->policy == wire::Policy::Endless) look_for_circle();  // a section may have no end
    next = insists ? s.current : pick_by_policy(enabled);
    if (s.slot->policy == wire::Policy::Continue) wanted = ~0u;
    if (takes_fair_turns(s.slot->policy)) wanted = wire::kFairTurn - s.fair_used;
  }
  std::uint32_t length = charge_turn(s.threads[next], wanted, insists || enabled.count == 1);
  if (takes_fair_turns(s.slot->policy)) s.fair_used += length;
  if (s.turn_from_schedule) s.entry_left -= length;
  s.turn_left = length - 1;
  return next;
}

// Adds a record if the set is not the one recorded last. Only the insisting thread counts inside its atomic section.
template <std::uint32_t kWords>
inline void write_enabled(const Enabled<kWords>& enabled) {
  State& s = state();
  const std::uint32_t count = enabled.word_count();
  std::uint64_t words[kWords];
  bool insists = HEDDLE_UNLIKELY(current_thread().atomic_depth > 0) && enabled.contains(s.current);
  bool is_new = s.enabled_last == nullptr || s.enabled_last_count != count;
  for (std::uint32_t word = 0; word < count; ++word) {
    std::uint64_t own = word == s.current / 64u ? std::uint64_t{1} << (s.current % 64) : 0;
    words[word] = insists ? own : enabled.words[word];
    is_new = is_new || s.enabled_last[word] != words[word];
  }
  if (!is_new) return;
  std::uint64_t* at = s.enabled + s.slot->enabled_used;
  at[0] = s.step | static_cast<std::uint64_t>(count) << 32;  // EnabledRecord
  for (std::uint32_t word = 0; word < count; ++word) at[1 + word] = words[word];
  s.enabled_last = at + 1;
  s.enabled_last_count = count;
  s.slot->enabled_used += 1 + count;
}

template <std::uint32_t kWords>
__attribute__((always_inline)) inline void hand_over(bool stays) {
  State& s = state();
  settle_turn();
  if (HEDDLE_UNLIKELY(s.detail) && stays) current_thread().stack = capture_stack();
  Enabled<kWords> enabled = find_enabled<kWords>();
  if (HEDDLE_UNLIKELY(s.freedoms.spurious_wakeups != 0)) add_spurious_wakeups(enabled);
  if (HEDDLE_UNLIKELY(enabled.count == 0)) end_execution(Outcome::Deadlocked);
  if ((s.slot->flags & wire::kWantEnabled) != 0 && s.step < s.event_capacity) write_enabled(enabled);
  std::uint16_t next = choose_next(enabled);
  if (HEDDLE_UNLIKELY(s.watched)) {
    if (s.detail) s.stacks[s.step] = s.threads[next].stack;
    if (s.debugged) return hand_over_under_debugger(next);
  }
  progress().step = s.step;
  if (next != s.current) switch_to(next);
}

// Never inlined: memory_fault.cpp walks over exactly its frame and its caller's to find where the program's begin.
__attribute__((noinline)) void hand_over(bool stays) {
  if (HEDDLE_LIKELY(state().thread_limit <= 64))
    hand_over<1>(stays);
  else
    hand_over<kAllWords>(stays);
}

}  // namespace

// Past the limit (endless_loop.cpp) none is spared.
void note_stack_event(std::uintptr_t address) {
  State& s = state();
  const bool is_own = (address - kStackBase) / kStackStride == s.current;
  if (is_own && !s.loop_search.active) ++current_thread().stack_events;
}

void decide(const void* object, std::size_t size) {
  State& s = state();
  if (is_peeking()) spoil_peek();
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) take_fingerprint();
  if (HEDDLE_UNLIKELY(s.notes_pending)) {
    note_pending(s.current, {reinterpret_cast<std::uintptr_t>(object), object == nullptr ? 0 : size, 0, true});
  }
  hand_over(true);
  state().enabled_kept = false;  // what the caller does now may let others run, or keep them from it
}

// A decision without asking anybody: the current thread goes on, as policy or schedule want it, and the set of those
// who could have run instead is the one of the latest decision. Most decisions of a search are of this kind.
inline bool continue_with_kept_set() {
  State& s = state();
  Thread& thread = current_thread();
  if (s.step >= s.keep_until || counted_events(thread) >= s.max_events_per_thread || thread.atomic_depth > 0)
    return false;
  if (s.entry_left > 0) {
    if (s.entries[s.entry_index - 1].thread != s.current) return false;
    --s.entry_left;
    s.turn_from_schedule = true;
  } else {
    if (s.entry_index < s.slot->entry_count) return false;
    s.turn_from_schedule = false;
  }
  ++thread.events;
  progress().step = s.step;
  return true;
}

void decide_access(const void* address, std::size_t size, Touch touch) {
  State& s = state();
  if (is_peeking()) tell_fingerprint();
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) take_fingerprint();
  if (s.enabled_kept && continue_with_kept_set()) return;
  if (HEDDLE_UNLIKELY(s.notes_pending)) {
    note_pending(s.current,
                 {reinterpret_cast<std::uintptr_t>(address), size > 0 ? size : 1, 0, touch == Touch::Writes});
  }
  hand_over(true);
  s.enabled_kept = s.may_keep_enabled && s.thread_limit <= 64;
}

// In the middle of a turn from the schedule the thread begins to wait, and its next event is the wake-up itself.
inline bool schedule_wakes_spuriously(const Thread& thread) {
  State& s = state();
  if (s.turn_left == 0 || !s.turn_from_schedule || !may_wake_spuriously(thread)) return false;
  return find_enabled<kAllWords>().count > 0;
}

void await_turn_for(const PendingOperation& operation) {
  State& s = state();
  if (is_peeking()) spoil_peek();
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) take_fingerprint();
  Thread& thread = current_thread();
  thread.pending = operation.kind;
  thread.object = operation.object;
  thread.partner = operation.partner;
  thread.ready = operation.ready;
  if (s.turn_left > 0 && can_run(thread)) {
    --s.turn_left;
  } else {
    thread.pending_point = point_number(call_point());
    std::uint64_t bit = std::uint64_t{1} << (thread.number % 64);
    s.unconditional[thread.number / 64] &= ~bit;
    s.conditional[thread.number / 64] |= bit;
    if (s.turn_left > 0 && !s.turn_from_schedule) end_policy_turn();  // the thread has to wait
    if (HEDDLE_UNLIKELY(s.notes_pending)) {
      note_pending(thread.number, {reinterpret_cast<std::uintptr_t>(operation.object), 1,
                                   reinterpret_cast<std::uintptr_t>(operation.partner), true});
    }
    if (HEDDLE_UNLIKELY(schedule_wakes_spuriously(thread)))
      --s.turn_left;
    else
      hand_over(true);
    s.conditional[thread.number / 64] &= ~bit;
    s.unconditional[thread.number / 64] |= bit;
  }
  // Not before its turn: until then somebody else might have freed it.
  const void* needed = needed_object(thread);
  if (HEDDLE_UNLIKELY(is_dead_heap(needed))) {
    s.failed_attempt = {operation.kind, ObjectType::Barrier, needed};  // of all that wait, only a barrier's end has a type
    check_object_closely(reinterpret_cast<std::uintptr_t>(needed), call_point());
  }
  thread.ready = nullptr;
  thread.object = nullptr;
  s.enabled_kept = false;
}

// The current thread has ended: somebody else goes on, or the execution is over. Never returns.
void give_up_turn() {
  State& s = state();
  if (s.turn_left > 0 && !s.turn_from_schedule) end_policy_turn();
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
  bool is_sampled = s.slot->policy == wire::Policy::Random || s.slot->policy == wire::Policy::Pct ||
                    s.slot->policy == wire::Policy::Pos;
  if (!is_sampled) return 0;
  return static_cast<std::uint32_t>(((next_random() >> 32) * alternatives) >> 32);
}

}  // namespace heddle::runtime
