// SPDX-License-Identifier: Apache-2.0
//
// The second back end, second half: what the instructions do. Written from docs/synchronisation.md; knows nothing of
// the runtime or of the model that it is compared with. A decision lets one thread do its next visible operation; what
// is local follows at once. The first operation of a thread is its begin; its end is none; that of the process is
// main's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "fuzz/lowering.h"
#include "fuzz/outcomes.h"

namespace heddle::fuzz {

enum class Phase : std::uint8_t { Unborn, Created, Running, Ended };
enum class Waiting : std::uint8_t { No, InSet, Woken, TimedOut, Spurious, AtBarrier, Asleep, Awake };

// Where things are in memory.
constexpr std::uint8_t kFirstElementSlot = kCells;
constexpr std::uint8_t kPointerSlot = kFirstElementSlot + kElements;  // 0: null, else cell + 1
constexpr std::uint8_t kBlockPointerSlot = kPointerSlot + 1;          // 0: null, else block + 1
constexpr std::uint8_t kLentSlot = kBlockPointerSlot + 1;
constexpr std::uint8_t kWordSlot = kLentSlot + 1;
constexpr std::uint8_t kEndedSlot = kWordSlot + 1;  // which exit functions were called
constexpr std::uint8_t kFirstMutexSlot = kEndedSlot + 1;  // its bytes, which only who remakes it touches
constexpr std::uint8_t kOnceSlot = kFirstMutexSlot + kMutexes;
constexpr std::uint8_t kFirstBlockSlot = kOnceSlot + 1;
constexpr std::uint8_t kMostPrinted = 24;  // bytes that are kept
constexpr std::uint8_t kSlots = kFirstBlockSlot + kMaxBlocks;

struct ThreadOf {
  std::uint16_t next;  // instruction
  std::uint16_t outcome;
  Phase phase;
  Waiting waiting;
  std::uint8_t round;     // of the barrier
  bool is_taken;          // joined
  std::uint8_t spurious;  // wake-ups since the last one with a signal
  bool in_section;
  std::array<std::uint8_t, kLocalCount> locals;
};

struct Holder {
  std::uint8_t owner;  // 0: nobody, else thread + 1
  std::uint8_t depth;  // how often; of a read-write lock: how many readers
};

// Bytes only, so that states can be compared as such.
struct State {
  std::array<ThreadOf, kMaxThreads> threads;
  std::array<std::uint8_t, kSlots> memory;
  std::array<bool, kMaxBlocks> is_freed;
  std::array<Holder, kMutexes> mutexes;
  std::array<Holder, kMaxBlocks> block_locks;
  Holder rwlock;
  Holder spin;
  std::array<std::uint8_t, kSemaphores> semaphores;
  std::uint16_t destroyed;  // bit per object of Destroy
  std::uint8_t arrived;  // at the barrier
  std::uint8_t barrier_round;
  std::uint8_t once;  // 0: new, 1: done, else thread + 2: at it
  std::array<std::uint8_t, kDescriptors> descriptors;  // 0: closed, else file + 1
  std::array<std::uint8_t, kFiles> offsets;
  std::uint8_t insists;   // 0: nobody, else thread + 1: it ran last and is in a section
  std::uint8_t handler;   // of the signal
  std::uint8_t at_exit;   // so many functions are to be called
  std::uint8_t taken;     // of which so many were looked at
  std::uint8_t first;     // ... of those that are being called
  std::uint8_t left;      // to be called
  std::array<std::uint8_t, kMostAtExit> exit_functions;
  bool has_ended;
  FailureKind failure;
  std::uint8_t printed;     // so many bytes; one more than there is room for: too many
  std::array<char, kMostPrinted> output;
  std::uint16_t failed_at;  // 0: no failure
};

inline std::uint8_t value_of(const ThreadOf& thread, const Value& value) {
  return static_cast<std::uint8_t>((value.has_local ? thread.locals[value.local] : 0) + value.constant);
}

// The memory that a thread is about to touch.
struct NextAccess {
  std::uint8_t slot;
  bool writes;  // in this state: a compare-exchange may find another value
  bool is_atomic;
  std::uint16_t id;
};

// What counts as an operation is not the same for everybody.
struct Operations {
  bool is_lent_private = false;  // nobody but main uses what main lends: it is local, like all of a stack
  bool prints = false;           // printing is an operation, and what was printed part of the state
  bool fails_later = false;      // that an assertion fails is an operation, as in programs with visible_ends
};

class Interpreter {
 public:
  explicit Interpreter(const Program& program, Operations operations = {});

  State start() const;
  bool is_over(const State& state) const { return state.has_ended || state.failed_at != 0; }
  bool is_enabled(const State& state, std::uint8_t thread) const {
    const bool is_another = state.insists != 0 && state.insists != thread + 1;
    return could_run(state, thread) && !(is_another && could_run(state, static_cast<std::uint8_t>(state.insists - 1)));
  }
  // It waits for a condition and may wake up without reason. Nobody can count on that.
  bool may_wake_spuriously(const State& state, std::uint8_t thread) const;
  // In how many ways its next operation can go.
  unsigned alternatives(const State& state, std::uint8_t thread) const;
  void step(State& state, std::uint8_t thread, unsigned alternative, Outcomes& outcomes) const;
  DeadlockVector who_waits(const State& state) const;
  // None: its next operation is no access, or one that fails.
  std::optional<NextAccess> next_access(const State& state, std::uint8_t thread) const;
  // Of a thread that runs.
  const Instruction& next(const State& state, std::uint8_t thread) const {
    return code_[thread][state.threads[thread].next];
  }
  // Calls `visit(thread, alternative)` with everything that can be done next. False: nobody can do anything.
  template <typename Visit>
  bool for_each_step(const State& state, const Visit& visit) const;
  // It uses variables of its own by their addresses. Whoever takes them for shared has operations more.
  bool has_addressed_locals() const;
  std::uint8_t thread_count() const { return static_cast<std::uint8_t>(code_.size()); }

 private:
  bool could_run(const State& state, std::uint8_t thread) const;
  // Nothing: the address is null, or that of a block which is gone; `failure` says which.
  std::optional<std::uint8_t> slot(const State& state, std::uint8_t thread, const Instruction& at,
                                   FailureKind& failure) const;
  void resume(State& state, std::uint8_t thread) const;
  bool is_quiet(const State& state, std::uint8_t thread) const;
  bool fails_later(const State& state, std::uint8_t thread) const;
  bool is_print(const State& state, std::uint8_t thread) const;
  void local(State& state, std::uint8_t thread, const Instruction& at) const;
  bool memory(State& state, std::uint8_t thread, const Instruction& at) const;
  bool pointers(State& state, std::uint8_t thread, const Instruction& at) const;
  bool locks(State& state, std::uint8_t thread, const Instruction& at) const;
  bool conditions(State& state, std::uint8_t thread, const Instruction& at, unsigned alternative) const;
  bool counters(State& state, std::uint8_t thread, const Instruction& at) const;
  bool threads(State& state, std::uint8_t thread, const Instruction& at, Outcomes& outcomes) const;
  bool calls(State& state, std::uint8_t thread, const Instruction& at, unsigned alternative, Outcomes& outcomes) const;
  bool remakes(State& state, std::uint8_t thread, const Instruction& at) const;
  bool uses_destroyed(const State& state, std::uint8_t thread, const Instruction& at) const;
  bool block_locks(State& state, std::uint8_t thread, const Instruction& at) const;
  bool files(State& state, std::uint8_t thread, const Instruction& at) const;
  bool ends(State& state, std::uint8_t thread, const Instruction& at, Outcomes& outcomes) const;
  std::vector<std::uint8_t> waiters(const State& state, Waiting how = Waiting::InSet) const;

  const Program& program_;
  std::vector<Code> code_;
  Operations operations_;
};

template <typename Visit>
bool Interpreter::for_each_step(const State& state, const Visit& visit) const {
  bool is_stuck = true;
  for (std::uint8_t thread = 0; thread < thread_count(); ++thread) {
    if (!is_enabled(state, thread)) continue;
    is_stuck = false;
    const unsigned ways = alternatives(state, thread);
    for (unsigned way = 0; way < ways; ++way) visit(thread, way);
  }
  if (is_stuck) return false;
  for (std::uint8_t thread = 0; thread < thread_count(); ++thread) {
    if (!is_enabled(state, thread) && may_wake_spuriously(state, thread)) visit(thread, 0u);
  }
  return true;
}

}  // namespace heddle::fuzz
