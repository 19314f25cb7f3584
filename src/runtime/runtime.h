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

#include <cstddef>
#include <cstdint>

#include "wire/abi.h"
#include "wire/object_type.h"
#include "wire/ring.h"

#define HEDDLE_LIKELY(x) __builtin_expect(!!(x), 1)
#define HEDDLE_UNLIKELY(x) __builtin_expect(!!(x), 0)

namespace heddle::runtime {

using wire::kMaxThreads;

// ---- address map: everything of ours, and every stack and arena, stands at a fixed place -------------------------
constexpr std::uintptr_t kArenaBase = 0x100000000000;  // + thread * kArenaStride
constexpr std::uintptr_t kArenaStride = std::uintptr_t{1} << 30;
constexpr std::uintptr_t kArenasSize = kMaxThreads * kArenaStride;
constexpr std::uintptr_t kShadowBase = 0x110000000000;  // one byte per 16 bytes of the arenas (heap.h)
constexpr std::uintptr_t kStateAddress = 0x200000000000;
// Not at the beginning of its page: processors take a load for one of a store just before when the low 12 bits of their
// addresses agree, and State is read right after every write to Progress (that halved the rate of
// long executions with enabled sets).
constexpr std::uintptr_t kProgressAddress = 0x208000000800;
constexpr std::uintptr_t kStackBase = 0x210000000000;  // + thread * kStackStride; the gap below each is a guard
constexpr std::uintptr_t kStackStride = 128 << 20;
constexpr std::uintptr_t kStackSize = 8 << 20;  // at least; more if `ulimit -s` or the thread's attributes ask for it
constexpr std::uintptr_t kLargestStack = 64 << 20;
constexpr std::uintptr_t stack_top(std::uint32_t thread) { return kStackBase + (thread + 1) * kStackStride; }
constexpr std::uintptr_t kSnapshotBase = 0x220000000000;
constexpr std::uintptr_t kTlsBase = 0x230000000000;  // + thread * kTlsStride
constexpr std::uintptr_t kTlsStride = 256 << 10;
constexpr std::uintptr_t kTlsCopyBase = 0x238000000000;  // pristine images of the same
constexpr std::uintptr_t kRingAddress = 0x240000000000;
constexpr std::uintptr_t kSignalStack = 0x250000000000;
constexpr std::size_t kSignalStackSize = 256 << 10;
constexpr std::size_t kEscapeStackSize = 64 << 10;  // where an execution that a signal interrupted leaves from
constexpr std::uintptr_t kEscapeStackTop = kSignalStack + kSignalStackSize + kEscapeStackSize;
constexpr std::uintptr_t kMappingBase = 0x270000000000;  // what the program maps: + thread * stride (libc/mappings.cpp)
constexpr std::uintptr_t kOurEnd = 0x300000000000;  // mappings in [kArenaBase, kOurEnd) are never snapshot

// Descriptors of ours stand high, so that the program's own numbers are what they would be without us.
constexpr int kFirstOwnDescriptor = 900;

// Says whether the pending operation of `thread` can run now. Must not change anything.
struct Thread;
struct BlockHeader;  // heap.h
constexpr std::uint32_t kReuseClasses = 65;  // granules of a block; the last class holds all larger ones
using Ready = bool (*)(const Thread& thread);

struct PendingOperation {
  EventKind kind;
  const void* object;  // mutex, condition variable, thread ...: what the thread would wait for
  Ready ready;
  const void* partner = nullptr;  // second object, e.g. the mutex of a condition wait
};

// One stack object that other threads may touch (or, in a discovery run, might).
struct StackRange {
  std::uintptr_t begin;
  std::uintptr_t end;
  std::uint32_t site;
  std::uint32_t visible;  // kRange...
};
constexpr std::uint32_t kRangePrivate = 0, kRangeVisible = 1;
constexpr std::uint32_t kRangeTouched = 2;  // in a discovery run: another thread was here, accesses are no events yet

enum class WaitState : std::uint8_t { None, Waiting, Woken, TimedOut };

struct ThreadExitCall {  // __cxa_thread_atexit; nodes live in the thread's own arena
  void (*function)(void*);
  void* object;
  ThreadExitCall* next;
};

struct SpinRound {      // the latest round of a spin loop of the standard library, spin.cpp
  std::uint32_t read;   // step of what it read
  std::uint32_t yield;  // step of the yield that ended it; 0: there is none
  std::uint32_t size;   // of the memory that is waited for, and what was seen there
  std::uint64_t value;
};

// What fingerprints need to know about a thread (fingerprint.cpp). No part of the program's state: it follows from that.
struct LocalState {
  std::uint64_t pending;  // fingerprint of the operation that waits for its turn, 0: there is none
  bool stays_pending;     // the next operation is still the same: take it over
  std::uint64_t latest;   // of the latest event; 0: there was none
  std::uint32_t latest_event, before_latest;
  std::uint32_t hidden_since;  // latest event before the call of a library that keeps state
  std::uint64_t hidden;        // of what such libraries were given
  std::uint64_t keys;          // of pthread_setspecific
  std::uint64_t thrown;        // of exceptions, since the thread handled none
};

struct Thread {
  void* context;  // boost fcontext while not running
  std::uint64_t fs_base;
  std::uintptr_t stack_low;
  const HeddlePoint* call_point;
  const HeddlePoint* throw_point;  // of the latest throw expression
  Ready ready;                     // nullptr: the pending operation can always run
  const void* object;
  const void* partner;
  EventKind pending;
  WaitState wait_state;
  bool ended, detached, joined, timed;
  std::uint16_t number, parent, children;
  std::uint32_t events;        // turns given; one more than were used: the last failed in the attempt (worker.cpp)
  std::uint32_t stack_events;  // on its own stack, while all of that is visible
  std::uint32_t pending_point;
  std::uint32_t atomic_depth;  // heddle_atomic_begin without its end
  std::uint32_t spurious;      // wake-ups without a signal since the latest one with a signal
  bool weak_cas_failed;        // the latest compare-exchange failed although it would have fitted
  char name[16];               // pthread_setname_np; empty: that of the program
  void* (*entry)(void*);
  void* argument;
  void* result;
  ThreadExitCall* exit_calls;
  SpinRound spin;
  wire::StackRecord stack;  // of the pending operation, in a detailed run
  LocalState local;
  // sticky across executions:
  std::size_t stack_size;
  std::uint32_t stack_pages;      // pages of its stack that were ever seen dirty
  std::uint32_t stack_clearings;  // since it was mapped
  bool stack_mapped, tls_made;
  std::uint32_t tls_size;
  std::uint32_t range_count;
  bool ranges_overflowed;
  StackRange ranges[1024];
};

// A pending condition wait that --spurious lets go on although nobody has signalled. (condition.cpp)
bool may_wake_spuriously(const Thread& thread);

struct ProcessExitCall {
  void (*function)(void*);
  void* argument;
};

struct Region {  // memory restored between executions
  char* begin;
  std::size_t size;
  char* copy;
};

constexpr std::uint32_t kMostRegions = 4096;

struct Module {
  const HeddlePoint* points_begin;
  const HeddlePoint* points_end;
  HeddleStackSite* sites_begin;
  HeddleStackSite* sites_end;
  std::uint32_t first_point;
  std::uint32_t first_site;
};

// What the pending operation of a thread touches; kept only for the policy that asks (pos).
struct Footprint {
  std::uintptr_t address;
  std::size_t size;       // 0: nothing is known, it may concern any object that is not plain memory
  std::uintptr_t second;  // the mutex of a condition wait, or 0
  bool writes;
};

constexpr std::uint32_t kMaxChangePoints = 63;

// State of the policies pct and pos (priority.cpp).
struct Priorities {
  std::uint64_t of[kMaxThreads];  // of threads (pct) or of their pending operations (pos); 0: not drawn yet
  Footprint pending[kMaxThreads];
  std::uint32_t change_points[kMaxChangePoints];  // event numbers, ascending
  std::uint32_t change_ranks[kMaxChangePoints];   // the priority that each gives
  std::uint32_t change_count, changes_done;
  std::uint32_t demotions;  // how often a thread was put below all others
  std::uint32_t seen;       // events taken into account
  std::uint32_t stretch_begin, next_look;  // the events since the latest switch; when to look at them again
};

// The search for an endless loop past the limit of events (endless_loop.cpp).
struct LoopSearch {
  bool active;
  bool was_active;   // in this execution: the slot has the threads as they were then
  bool for_circle;   // of all threads, each in turn; else of one that is alone
  bool open_answer;  // since the saved state something was asked that may be answered otherwise next time
  bool gave_up;      // the state cannot be kept, or has not come again for long
  bool has_memory;   // for it
  bool detail;       // what follows was so when the limit was reached
  std::uint16_t thread;
  wire::StackRecord stack;  // of it
  std::uint32_t max_events_per_thread, step, enabled_used, payload_used;
  std::uint64_t random;
  std::uint64_t ran[kMaxThreads / 64];  // threads, since the saved state
  std::uint32_t events;                 // past the limit
  std::uint32_t period;           // the state came again after so many; 0: not yet
  std::uint32_t saved_at, power;  // after how many of them the saved state was taken, and when the next will be
};
constexpr std::uint32_t kRecordsPastLimit = 16;  // room at the end of the events: one decision writes one, rarely more

struct ResultUses {
  const HeddleResultUse* begin;
  const HeddleResultUse* end;
  bool is_sorted;  // by point
};

struct ExternalTables {
  const HeddleExternal* externals_begin;
  const HeddleExternal* externals_end;
  const char* const* definitions_begin;
  const char* const* definitions_end;
};

enum class Mode : std::uint32_t { Unknown = 0, Native, Controlled };

struct State {
  // hot: what every event touches
  bool active;  // an execution is under way: operations are events
  bool detail;  // call stacks and overwritten values wanted
  bool any_stack_visible;
  bool whole_stack_visible;  // kWholeStack
  bool debugged;  // the one execution of a process under a debugger (debugger.cpp)
  bool watched;   // detail or debugged
  std::uint16_t current;
  std::uint32_t turn_left;  // events that the current thread may run before the next decision
  std::uint32_t step;       // events recorded
  wire::EventRecord* events;
  wire::AuxRecord* aux;
  std::uint64_t* fingerprints;  // the lane, if wanted
  const HeddlePoint* points_begin;  // of the module with the most points, usually the executable
  const HeddlePoint* points_end;
  std::uint32_t points_first;

  // the schedule
  bool turn_from_schedule;
  bool may_keep_enabled;     // the policy keeps the current thread while the enabled set does not change
  bool enabled_kept;         // the latest enabled set still holds: no operation has changed it since
  bool every_event_decides;  // enabled sets or details are wanted: no batching
  bool notes_pending;        // the policy wants to know what pending operations touch
  std::uint32_t fair_used;   // Policy::Fair: of the current thread's turn; Endless: by policy at all
  std::uint32_t keep_until;  // event number at which the policy wants to be asked again
  std::uint32_t entry_index, entry_left, choice_index;
  const wire::ScheduleEntry* entries;
  const std::uint32_t* choices;
  std::uint64_t random;
  std::uint32_t switches;
  std::uint32_t event_capacity, max_events_per_thread;
  wire::Freedoms freedoms;

  // threads; a bit set in `unconditional` or `conditional` means created and not ended
  std::uint32_t thread_limit;   // highest thread number in use + 1
  std::uint32_t next_identity;  // where to look first for the number of a new thread
  std::uint64_t unconditional[kMaxThreads / 64];
  std::uint64_t conditional[kMaxThreads / 64];

  Priorities priorities;
  LoopSearch loop_search;
  bool damaged;  // the execution may have left traces in this process that no reset removes

  wire::Slot* slot;
  std::uint64_t* enabled;             // the lane
  const std::uint64_t* enabled_last;  // words of its latest record, or nullptr
  std::uint32_t enabled_last_count;
  wire::StackRecord* stacks;
  std::uint64_t* pcs;
  char* payload;
  bool tracking;               // discovery run for shared stack objects
  std::uint32_t quiet_accesses;  // in it: silent accesses to objects that turned out to be shared
  std::uint64_t virtual_time;  // nanoseconds since the execution began
  void* worker_context;
  std::uint64_t main_fs_base;
  std::size_t default_stack_size;

  // watchdog
  std::uint32_t last_step, idle_ticks;
  std::uint64_t execution, last_execution;

  // process-wide, set once
  Mode mode;
  wire::RingHeader* ring;
  wire::SlotLayout layout;
  int facts_fd, saved_stdin, saved_stdout, saved_stderr, null_descriptor, first_free_fd;
  int capture_descriptor;  // for runs whose output the explorer reads; 0: there are none
  int argc;
  char** argv;
  char** envp;
  int (*user_main)(int, char**, char**);
  std::uintptr_t libc_begin, libc_end;  // code of libc: its own frees are no events
  std::uintptr_t loader_begin, loader_end;
  bool has_fsgsbase;
  std::uint32_t tls_allocating;  // thread number + 1 while ld.so allocates its TLS block
  std::uint32_t tls_bump;
  std::uint32_t tcb_size;
  char pristine_tcb[8192];

  // heap
  char* arena_next[kMaxThreads];
  BlockHeader* arena_last[kMaxThreads];  // newest block; each knows the one before
  char* arena_snapshot;  // end of main's arena when the snapshot was taken
  BlockHeader* last_snapshot;
  BlockHeader* freed_blocks[kReuseClasses];  // most recent first, by size; only with the freedom to reuse
  std::uint32_t failed_allocations;          // of this execution, by choice

  ProcessExitCall exit_calls[1024];
  std::uint32_t exit_call_count, exit_call_snapshot;
  void (*quick_exit_calls[256])();
  std::uint32_t quick_exit_call_count, quick_exit_call_snapshot;

  // snapshot
  Region regions[kMostRegions];
  std::uint32_t region_count;
  bool pages_protected;
  char** dirty_pages;
  char** dirty_copies;
  std::uint32_t dirty_count;
  bool descriptors_used;  // close everything from first_free_fd on at reset
  bool locks_streams;     // the program uses flockfile (stream_lock.h)
  bool standard_descriptors_changed;  // open 0, 1 and 2 again at reset

  Module modules[64];
  std::uint32_t module_count, point_count, site_count;
  ExternalTables external_tables[64];
  std::uint32_t external_tables_count;
  ResultUses result_uses[64];
  std::uint32_t result_uses_count;
  bool is_unhashable;  // fingerprints are chains
  std::uint32_t applied_visibility;

  bool capturing;  // a call stack is being walked; a fault now only ends the walk

  // libraries that the program asked for while it ran (libraries.cpp)
  char libraries[64][1024];
  std::uint32_t library_count;

  Thread threads[kMaxThreads];
};

// The only memory that supervisor and worker share besides the ring: what the supervisor must know when a worker is
// gone. State itself is private to each, so that a program that overwrites it ruins its worker and nothing else.
struct Progress {
  bool handed_back;    // the worker left on purpose
  bool slot_running;   // the slot at ring->tail is being executed
  std::uint32_t step;  // as of the latest decision
  std::uint32_t thread_limit;
  int wanted_flags;  // of dlopen; the worker left because this library is not loaded yet
  char wanted_library[1024];
};
inline Progress& progress() { return *reinterpret_cast<Progress*>(kProgressAddress); }

inline State& state() { return *reinterpret_cast<State*>(kStateAddress); }
inline Thread& current_thread() { return state().threads[state().current]; }

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

// Shadow of the heap: how many of the 16 bytes of a granule, counted from its first, the program may touch. Headers, the
// gaps between blocks and what was never allocated are 0.
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
  } else if (HEDDLE_LIKELY(at >= kNullPage && at - kStackBase >= kMaxThreads * kStackStride)) {
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
// Accesses and free bring their own check; the object of another call may be gone by now because that was the call.
constexpr bool is_checked_here(EventKind kind) { return kind > EventKind::Allocate && kind != EventKind::Call; }

// ---- fingerprints (fingerprint.cpp); the lane says whether any are wanted ---------------------------------------------

void begin_local_state(Thread& thread);  // before its first event
void take_fingerprint();                 // of the operation that is about to wait for its turn
void write_fingerprint();                // beside the event that was just recorded
void begin_ending(std::uint64_t result);     // main or a thread has returned: nothing but this is left of its frames
void forget_context();
void feed_hidden_state(std::uint64_t word);  // the calling thread's later operations depend on it
void note_throw(const void* object, const void* type);
void mix_into_context(const void* bytes, std::size_t size);  // which the coming event writes
void note_key_value(std::uint64_t key, const void* before, const void* now);

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
inline bool is_private(const void* address) {
  std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  if (HEDDLE_LIKELY(at - kStackBase >= kMaxThreads * kStackStride)) return false;
  return stack_access_private(at);
}

// A visible access to a range: waits for the turn, returns whether it is an event (false: private or empty, do it
// silently). The caller then does the operation and calls record_range.
bool begin_range(const void* address, std::size_t size, Touch touch, const HeddlePoint* point);
void record_range(EventKind kind, const void* address, std::size_t size, const HeddlePoint* point);

// ---- ends of an execution; none of these returns -------------------------------------------------------------------

[[noreturn]] void end_execution(Outcome outcome);
[[noreturn]] void end_deadlocked();  // nobody can run
[[noreturn]] void end_with_message(Outcome outcome, const char* message);
// The program called `function`, which is not modelled: names it with its source line.
[[noreturn]] void end_unsupported(const char* function, const char* why);
// The program did what its documentation forbids, undefined behaviour that the real machine may let pass: reported like
// a failed assertion at the line of the call.
[[noreturn]] void end_misuse(const char* what);
[[noreturn]] void end_finished(int exit_code);
// All threads have ended, main by pthread_exit before.
[[noreturn]] void exit_after_last_thread();
void set_message(const char* text);  // truncates
void set_failing_point(const HeddlePoint* point);

// Lets the unwinder initialise itself (with a pthread_once of its own) before the snapshot: else that would be an event
// of the first throw, but not in a detailed run, whose call stacks come first.
void warm_up_unwinder();
// Captures the call stack of the caller into the pc lane.
wire::StackRecord capture_stack();
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
#define HEDDLE_REAL(symbol)                                                                                         \
  ([]() {                                                                                                           \
    static ::heddle::runtime::RealFunction real __attribute__((section("heddle_real"), used)) = {#symbol, nullptr}; \
    if (real.function == nullptr) real.function = ::heddle::runtime::real_function(real.name);                      \
    return reinterpret_cast<decltype(&::symbol)>(real.function);                                                    \
  }())

}  // namespace heddle::runtime
