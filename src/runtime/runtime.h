// SPDX-License-Identifier: Apache-2.0
//
// The runtime that is linked into the checked program. Ground rules, because this code lives in somebody else's
// process:
//  - No exceptions, no RTTI, no C++ library, no locks, no malloc of the program's: memory comes from fixed mappings.
//  - Everything mutable is in State (a fixed mapping that resets leave alone). Nothing else in .data or .bss may change
//    after start-up: those pages are restored.
//  - Without a controller (environment variable HEDDLE_CONTROL) every function here forwards to the real one.
//  - All threads of the program are fibers on one OS thread. A fiber gives the turn away only in await_turn().
//
// Life of a visible operation: await_turn() parks the calling thread before the operation until the schedule picks it;
// then the operation is done on real memory and record() writes what happened. One decision, one event, one record.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

// Maps State and finds out whether a controller started us. Safe to call at any time, from any interposed function.
void start_early();
inline bool controlled() {
  extern bool g_started;
  if (HEDDLE_UNLIKELY(!g_started)) start_early();
  return state().mode == Mode::Controlled;
}
// True while operations of the program are events. False natively, and in constructors before main.
inline bool executing() {
  extern bool g_started;
  return HEDDLE_LIKELY(g_started) && state().active;
}

// ---- the turn ----------------------------------------------------------------------------------------------------

void decide(const void* object, std::size_t size);  // slow paths, turn.cpp
void await_turn_for(const PendingOperation& operation);

// Parks the calling thread before an operation that can always run. `object` is what the operation acts on, as far as
// the caller can tell: without it the policy `pos` takes it for one on any object.
inline void await_turn(const void* object = nullptr, std::size_t size = 1) {
  State& s = state();
  if (HEDDLE_LIKELY(s.turn_left > 0)) {
    --s.turn_left;
    return;
  }
  decide(object, size);
}

// The same for a memory access. It cannot change who is able to run, so that the enabled set of the latest decision
// still holds for the next one.
enum class Touch : std::uint8_t { Reads, Writes };
void decide_access(const void* address, std::size_t size, Touch touch);
inline void await_access_turn(const void* address, std::size_t size, Touch touch) {
  State& s = state();
  if (HEDDLE_LIKELY(s.turn_left > 0)) {
    --s.turn_left;
    return;
  }
  decide_access(address, size, touch);
}

// Number of a point for records. Points of the executable are found by subtraction, others by search.
std::uint32_t point_number_slow(const HeddlePoint* point);
inline std::uint32_t point_number(const HeddlePoint* point) {
  State& s = state();
  if (HEDDLE_LIKELY(point >= s.points_begin && point < s.points_end)) {
    return s.points_first + static_cast<std::uint32_t>(point - s.points_begin);
  }
  return point_number_slow(point);
}

// The explorer has read these cache lines since we last wrote them, so every new line has to come back from its core:
// ask for it a few events early.
constexpr std::uint32_t kRecordsAhead = 16;
inline void fetch_for_writing(const void* address) { asm volatile("prefetchw (%0)" ::"r"(address)); }

// ---- may this memory be touched? ------------------------------------------------------------------------------------

// Shadow of the heap: how many of the 16 bytes of a granule, counted from its first, the program may touch. Headers,
// the gaps between blocks and what was never allocated are 0.
constexpr signed char kWholeGranule = 16;
constexpr signed char kFreedGranule = -1;
constexpr signed char kEmptyGranule = -2;  // of a live block of no bytes
inline signed char* shadow_of(std::uintptr_t address) {
  return reinterpret_cast<signed char*>(kShadowBase + ((address - kArenaBase) >> 4));
}
constexpr std::uintptr_t kNullPage = 4096;

// Ends the execution if the access, whose turn it is, must not happen. Once the turn was given, not before: others may
// free the memory meanwhile.
void check_access_closely(std::uintptr_t address, std::size_t size, Touch touch, const HeddlePoint* point);
inline void check_access(const void* address, std::size_t size, Touch touch, const HeddlePoint* point) {
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  if (size > kArenaStride) size = kArenaStride + 1;  // more than any block has, and no sum overflows
  if (at - kArenaBase < kArenasSize) {
    if (HEDDLE_LIKELY(static_cast<std::intptr_t>((at & 15) + size) <= *shadow_of(at))) return;
  } else if (HEDDLE_LIKELY(at >= kNullPage && at - kArenaBase >= kOurEnd - kArenaBase)) {
    return;
  }
  check_access_closely(at, size, touch, point);
}

// The same for the object of any other operation (a lock, a condition variable): its first byte.
void check_object_closely(std::uintptr_t address, const HeddlePoint* point);
inline bool is_dead_heap(const void* object) {
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(object);
  return at - kArenaBase < kArenasSize && *shadow_of(at) <= 0;
}
// What must be there when the waiting thread goes on. Whoever was woken has nothing more to do with what it waited for:
// POSIX and C++ let a condition variable go then, the kernel a futex.
inline const void* needed_object(const Thread& thread) {
  bool was_woken = thread.wait_state != WaitState::Waiting;
  if (thread.pending == EventKind::CondReacquire && was_woken) return thread.partner;
  if (thread.pending == EventKind::FutexReturn && was_woken) return nullptr;
  return thread.object;
}
// A thread with a pending operation. What is gone keeps nobody waiting: that it is gone will be noticed.
inline bool can_run(const Thread& thread) { return is_dead_heap(needed_object(thread)) || thread.ready(thread); }
// Accesses and free bring their own check, waits had it at their turn; the object of another call may be gone by now
// because that was the call.
constexpr bool is_checked_here(EventKind kind) {
  return kind > EventKind::Allocate && kind != EventKind::Call && kind != EventKind::CondReacquire &&
         kind != EventKind::FutexReturn;
}

// ---- fingerprints (fingerprint.cpp); the lane says whether any are wanted
// ---------------------------------------------

// Of all that a thread begins with; `runs` is what its routine looks up without an event.
std::uint64_t hash_start(const Thread& thread, const void* runs);
void begin_local_state(Thread& thread, std::uint64_t start);  // before its first event
void begin_frames();                      // after it: the start routine is about to be called
void take_fingerprint();                  // of the operation that is about to wait for its turn
void write_fingerprint();                 // beside the event that was just recorded
std::uint64_t hash_words(std::uint64_t first, std::uint64_t second);
bool has_exceptions();                    // the calling thread handles some, or they are on their way
void begin_ending(std::uint64_t result);  // main or a thread has returned: nothing but this is left of its frames
wire::Fingerprint hash_exit_calls(wire::Fingerprint hash, const ProcessExitCall* calls, std::uint32_t count);
void forget_context();
void feed_hidden_state(std::uint64_t word);  // the calling thread's later operations depend on it
void feed_hidden_text(const char* text, std::size_t size);
void note_throw(const void* object, const void* type);
void mix_into_context(const void* bytes, std::size_t size);  // which the coming event writes
void note_key_value(std::uint64_t key, const void* before, const void* now);
std::uint64_t used_heap(const Thread& thread);  // bytes from the beginning of its own part
// (individual.cpp) What the calling thread does from now on may depend on which thread it is.
void note_individual();
void note_words(std::uint64_t first, std::uint64_t second);  // that it was told or gives away: are they about itself?
void note_bytes(const void* bytes, std::size_t size);
// Another thread with the same fingerprints might do something else.
bool is_individual(const Thread& thread);

// Most locals are nobody else's, and a program knows nothing of their being events: so many of them count as one.
constexpr std::uint32_t kStackEventsPerEvent = 32;
void note_stack_event(std::uintptr_t address);

// Writes the record of the operation that was just done. The caller may fill in further fields.
inline wire::EventRecord& record(EventKind kind, const void* object, std::uint64_t value, const HeddlePoint* point,
                                 std::uint32_t size = 0) {
  State& s = state();
  if (is_checked_here(kind) && HEDDLE_UNLIKELY(is_dead_heap(object))) {
    check_object_closely(reinterpret_cast<std::uintptr_t>(object), point);
  }
  wire::EventRecord& event = s.events[s.step++];
  fetch_for_writing(&event + kRecordsAhead);
  event = {reinterpret_cast<std::uint64_t>(object),
           value,
           point_number(point),
           size,
           s.current,
           kind,
           0,
           MemoryOrder::Plain,
           MemoryOrder::Plain,
           RmwOperator::Exchange,
           0};
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) write_fingerprint();
  if (HEDDLE_UNLIKELY(s.whole_stack_visible)) note_stack_event(reinterpret_cast<std::uintptr_t>(object));
  return event;
}
// Aux words of the event that was just recorded.
inline void record_aux(std::uint64_t first, std::uint64_t second) {
  State& s = state();
  s.events[s.step - 1].flags |= wire::kEventAux;
  s.aux[s.step - 1] = {first, second};
  if (HEDDLE_UNLIKELY(s.fingerprints != nullptr)) note_words(first, second);
}
// Attaches bytes to the event that was just recorded (range accesses) and puts their hash into `value`.
void record_payload(const void* bytes, std::size_t size);

// Chooses one of `alternatives` (>= 1): from the schedule, else by its policy. The caller records it (kEventChoice).
std::uint32_t choose(std::uint32_t alternatives);

// The point of the call into the runtime that is under way (set by the pass before the call).
inline const HeddlePoint* call_point() { return __heddle_call_point; }

// The object begins or ceases to exist; says of what type it is.
inline void record_life(EventKind kind, const void* object, ObjectType type) {
  record(kind, object, 0, call_point()).detail = static_cast<std::uint8_t>(type);
}

// True if an access by the current thread at `address` is no event: it is on the thread's own stack, in no object that
// is shared. An access to another thread's stack object that is not visible yet ends the execution (StackShared) or, in
// a discovery run, notes the object's site.
bool stack_access_private(std::uintptr_t address);
// errno is written by libc without an event, so it is part of the fingerprint instead, and looking at the own one no
// event either. Somebody else's is refused.
bool block_access_private(std::uintptr_t address);
inline std::uintptr_t errno_of(const Thread& thread) { return thread.fs_base + state().errno_offset; }
inline bool is_private(const void* address) {
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  constexpr std::uintptr_t kBlocksEnd = kTlsBase + kMaxThreads * kTlsStride;
  static_assert(kStackBase < kTlsBase);
  if (HEDDLE_LIKELY(at - kStackBase >= kBlocksEnd - kStackBase && at != state().main_errno)) return false;
  return at - kStackBase < kMaxThreads * kStackStride ? stack_access_private(at) : block_access_private(at);
}

// Whether looking at state of a library is an event: from the first change of it on that any execution has made
// (wire::kStandardOutput and the numbers below).
inline bool is_visible(std::uint32_t hidden_site) {
  return (state().visible_hidden >> (wire::kLastHiddenSite - hidden_site) & 1) != 0;
}
// The calling thread is about to change it. Ends the execution (StackShared) if it was not known that somebody does.
void require_visible(std::uint32_t hidden_site);

// A visible access to a range: waits for the turn, returns whether it is an event (false: private or empty, do it
// silently). The caller then does the operation and calls record_range.
bool begin_range(const void* address, std::size_t size, Touch touch, const HeddlePoint* point);
void record_range(EventKind kind, const void* address, std::size_t size, const HeddlePoint* point);

// ---- ends of an execution; none of these returns -------------------------------------------------------------------

// A thread failed, or asked to drop the execution.
constexpr bool is_made_by_thread(Outcome outcome) {
  return outcome == Outcome::AssertionFailed || outcome == Outcome::Crashed || outcome == Outcome::UncaughtException ||
         outcome == Outcome::AssumeFailed;
}
[[noreturn]] void end_execution(Outcome outcome);
[[noreturn]] void end_with_message(Outcome outcome, const char* message);
// The program called `function`, which is not modelled: names it with its source line.
[[noreturn]] void end_unsupported(const char* function, const char* why);
// Outside of executions: ends the process that they would come from.
[[noreturn]] void end_supervisor(const char* problem);
// The program did what its documentation forbids, undefined behaviour that the real machine may let pass: reported like
// a failed assertion at the line of the call. `attempt` says what it was: in another state the same may be allowed.
[[noreturn]] void end_misuse(const FailedAttempt& attempt, const char* what);
[[noreturn]] void end_finished(int exit_code);
// All threads have ended, main by pthread_exit before.
[[noreturn]] void exit_after_last_thread();
void set_message(const char* text);  // truncates
void set_failing_point(const HeddlePoint* point);

// Lets the unwinder initialise itself (with a pthread_once of its own) before the snapshot: else that would be an event
// of the first throw, but not in a detailed run, whose call stacks come first.
void warm_up_unwinder();
constexpr std::uintptr_t kUnwinderStack = 16 << 10;  // as much as it needs at most
extern "C" __attribute__((visibility("hidden"))) wire::StackRecord heddle_capture_stack();
// Captures the call stack of the caller into the pc lane. The unwinder runs on the stack of the program: where that is
// nearly used up, it would be what overflows it. Inlined, because a frame of its own would leave something there.
__attribute__((always_inline)) inline wire::StackRecord capture_stack() {
  constexpr std::uintptr_t kCallers = 1 << 10;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (here - current_thread().stack_low < kUnwinderStack + kCallers) return {state().slot->pc_count, 0};
  return heddle_capture_stack();
}
// The same when the program counter points nowhere: the return address on top of the stack, then frame pointers.
wire::StackRecord capture_after_wild_jump(std::uint64_t stack_pointer, std::uint64_t frame_pointer);

// The real function behind an interposed name. Natively it is looked up at the first call; under control all are looked
// up before the snapshot (resolve_real_functions), because a value cached during an execution would be reset with it.
struct RealFunction {
  const char* name;
  void* function;
};
void* real_function(const char* name);
void resolve_real_functions();
// What was not found is an error that waits to be told, in memory that the next call frees. After the snapshot that would be
// in an execution: the program would be told of it, and the memory would be put back after every one.
void forget_failed_look_ups();
#define HEDDLE_REAL(symbol)                                                                                         \
  ([]() {                                                                                                           \
    static ::heddle::runtime::RealFunction real __attribute__((section("heddle_real"), used)) = {#symbol, nullptr}; \
    if (real.function == nullptr) real.function = ::heddle::runtime::real_function(real.name);                      \
    return reinterpret_cast<decltype(&::symbol)>(real.function);                                                    \
  }())

}  // namespace heddle::runtime
