// SPDX-License-Identifier: Apache-2.0
//
// What the runtime keeps, and where: the address map, State with everything that may change, and Progress.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/contested_table.h"
#include "runtime/early_files.h"
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
constexpr std::uintptr_t kMappingStride = std::uintptr_t{8} << 30;
constexpr std::uintptr_t kMappingsSize = kMaxThreads * kMappingStride;
constexpr std::uintptr_t kOurEnd = 0x300000000000;       // mappings in [kArenaBase, kOurEnd) are never snapshot

// Descriptors of ours stand high, so that the program's own numbers are what they would be without us.
constexpr int kFirstOwnDescriptor = 900;

// Says whether the pending operation of `thread` can run now. Must not change anything.
struct Thread;
struct BlockHeader;                          // heap.h
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

struct ProcessExitCalls;

struct SpinRound {      // the latest round of a spin loop of the standard library, spin.cpp
  std::uint32_t read;   // step of what it read
  std::uint32_t yield;  // step of the yield that ended it; 0: there is none
  std::uint32_t size;   // of the memory that is waited for, and what was seen there
  std::uint64_t value;
};

// What fingerprints need to know about a thread (fingerprint.cpp). No part of the program's state: it follows from
// that.
struct LocalState {
  wire::Fingerprint pending;  // of the operation that waits for its turn; none: there is no such
  bool stays_pending;         // the next operation is still the same: take it over
  wire::Fingerprint latest;   // of the latest event; none: there was no such
  std::uint32_t latest_event;
  std::uint32_t hidden_since;  // latest event before the call of a library that keeps state
  wire::Fingerprint hidden;    // of what such libraries were given; none: nothing
  wire::Fingerprint keys;      // of pthread_setspecific
  std::uint64_t block_ends;    // of how much of its last granule each of its blocks has
  wire::Fingerprint thrown;    // of exceptions, since the thread handled none
  bool is_individual;          // see is_individual()
  bool is_beginning;           // nothing was done yet but to call the start routine
};

// A read-write lock that a thread has for reading, so often.
struct ReadHold {
  const void* lock;
  std::uint32_t count;
};
constexpr std::uint32_t kMostReadHolds = 64;

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
  bool ended, detached, is_detaching, joined, timed;
  std::uint16_t number, parent, children;
  std::uint32_t events;        // turns given; one more than were used: the last failed in the attempt (worker.cpp)
  std::uint32_t stack_events;  // on its own stack, while all of that is visible
  std::uint32_t pending_point;
  std::uint32_t atomic_depth;  // heddle_atomic_begin without its end
  std::uint32_t spurious;      // wake-ups without a signal since the latest one with a signal
  std::uint32_t read_hold_count;
  wire::Fingerprint read_hold_hash;  // of all of them, however they came about
  bool weak_cas_failed;        // the latest compare-exchange failed although it would have fitted
  bool shares_exceptions;      // it made or was given a std::exception_ptr: letting one go is an event of its own
  char name[16];               // pthread_setname_np; empty: that of the program
  std::uint32_t placement;     // processors that it may run on (none: all) and, from bit 8 on, its policy
  std::uint64_t blocked, waiting_signals;  // its signal mask, and what was raised meanwhile; bit 0 is signal 1
  std::uint16_t x87_flags;     // while not running (float_state.h)
  std::uint8_t cancel_state, cancel_type;
  bool born_detached;
  void* (*entry)(void*);
  void* argument;
  void* result;
  ThreadExitCall* exit_calls;
  const ProcessExitCalls* ending;            // it ends the process and runs these ...
  std::uint32_t first_ending, count_ending;  // ... of which these are left
  ThreadExitCall* late_exit_calls;           // which it has added to them itself since
  SpinRound spin;
  std::uintptr_t called_back_below;  // a library called the program there and may go on once that returns; 0: nowhere
  bool is_starting;                  // nobody but us has called the program yet
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
  ReadHold read_holds[kMostReadHolds];
};

// A pending condition wait that --spurious lets go on although nobody has signalled. (condition.cpp)
bool may_wake_spuriously(const Thread& thread);

// An operation that is undefined in the state it was attempted in, and need not be in another.
struct FailedAttempt {
  EventKind kind;
  ObjectType type;
  const void* object;            // null: nothing of this sort has happened
  const void* mutex = nullptr;  // of a condition wait
};

struct ProcessExitCall {
  void (*function)(void*);
  void* argument;
};

// What exit, or quick_exit, is to call. Only added to during an execution, so that what was there before main stays.
struct ProcessExitCalls {
  ProcessExitCall calls[1024];
  std::uint32_t taken;  // so many, from the first, somebody has taken to run them
  std::uint32_t count, snapshot;
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
  std::uint32_t demotions;                 // how often a thread was put below all others
  std::uint32_t seen;                      // events taken into account
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
  std::uint32_t period;                 // the state came again after so many; 0: not yet
  std::uint32_t saved_at, power;        // after how many of them the saved state was taken, and when the next will be
};

// What peek.cpp keeps while it tries other results of an event.
constexpr std::size_t kMostPeekStack = 32 << 10;  // what a thread may have on its stack there
struct Peeks {
  bool spoiled;  // something was done that cannot be taken back: the execution is worth nothing
  wire::PeekRequest* request;
  wire::PeekRequest* requests_end;
  wire::PeekRecord* next;  // of the lane
  wire::PeekRecord* end;   // of this request
  std::uint64_t registers[9];
  std::size_t stack_used;
  const HeddlePoint* call_point;
  const void *callee, *returned;
  wire::Fingerprint context;
  int error_number;
  std::uint16_t x87_flags;
  LocalState local;
  alignas(16) char stack[kMostPeekStack];
};

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
  bool debugged;             // the one execution of a process under a debugger (debugger.cpp)
  bool watched;              // detail or debugged
  bool peeking;              // the current thread was given another result, to see what it does next (peek.cpp)
  std::uint16_t current;
  std::uint32_t turn_left;  // events that the current thread may run before the next decision
  std::uint32_t step;       // events recorded
  std::uint32_t peek_at;    // the event of which other results are wanted next; ~0: of none
  wire::EventRecord* events;
  wire::AuxRecord* aux;
  wire::Fingerprint* fingerprints;  // the lane, if wanted
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
  const void* thread_runs;      // what the routine of the thread about to be created will look up without an event
  std::uint64_t unconditional[kMaxThreads / 64];
  std::uint64_t conditional[kMaxThreads / 64];

  Peeks peeks;
  Priorities priorities;
  FailedAttempt failed_attempt;
  LoopSearch loop_search;
  bool damaged;  // the execution may have left traces in this process that no reset removes

  wire::Slot* slot;
  std::uint64_t* enabled;             // the lane
  const std::uint64_t* enabled_last;  // words of its latest record, or nullptr
  std::uint32_t enabled_last_count;
  wire::StackRecord* stacks;
  std::uint64_t* pcs;
  char* payload;
  wire::BlockRecord* blocks;  // the lane, if wanted
  bool tracking;                 // discovery run for shared stack objects
  std::uint32_t quiet_accesses;  // in it: silent accesses to objects that turned out to be shared
  std::uint64_t virtual_time;    // nanoseconds since the execution began
  void* worker_context;
  std::uint64_t main_fs_base;
  std::uint64_t errno_offset;  // from the base of a thread's block
  std::uintptr_t main_errno;
  std::size_t default_stack_size;

  // watchdog
  std::uint32_t last_step, idle_ticks;
  std::uint64_t execution, last_execution;

  // process-wide, set once
  Mode mode;
  wire::RingHeader* ring;
  wire::SlotLayout layout;
  int facts_fd, saved_stdin, saved_stdout, saved_stderr, null_descriptor;
  int capture_descriptor;  // for runs whose output the explorer reads; 0: there are none
  int resting_output;      // where 1 and 2 lead unless a run says otherwise: null_descriptor, or a file (output_file.h)
  int outlets[2];          // where 1 and 2 led when this execution began
  std::uint64_t output_begin;  // of this execution, in that file
  int argc;
  char** argv;
  char** envp;
  const char* envp_end;  // of the texts behind it
  int (*user_main)(int, char**, char**);
  std::uintptr_t libc_begin, libc_end;  // code of libc: its own frees are no events
  std::uintptr_t loader_begin, loader_end;
  std::uintptr_t libstdcxx_begin, libstdcxx_end;  // what it throws was filled without events
  bool has_fsgsbase;
  std::uint32_t tls_allocating;  // thread number + 1 while ld.so allocates its TLS block
  std::uint32_t tls_bump;
  std::uint32_t tcb_size;
  char pristine_tcb[8192];

  // heap
  char* arena_next[kMaxThreads];
  BlockHeader* arena_last[kMaxThreads];  // newest block; each knows the one before
  char* arena_snapshot;                  // end of main's arena when the snapshot was taken
  BlockHeader* last_snapshot;
  BlockHeader* freed_blocks[kReuseClasses];  // most recent first, by size; only with the freedom to reuse
  std::uint32_t failed_allocations;          // of this execution, by choice
  ContestedTable contested;

  ProcessExitCalls exit_calls, quick_exit_calls;

  // snapshot
  Region regions[kMostRegions];
  std::uint32_t region_count;
  bool pages_protected;
  char** dirty_pages;
  char** dirty_copies;
  std::uint32_t dirty_count;
  EarlyFile early_files[kMostEarlyFiles];  // by number
  std::uint32_t early_file_count;
  bool descriptors_used;              // close at reset what has come, and open again what has gone (early_files.h)
  bool locks_streams;                 // the program uses flockfile (stream_lock.h)
  bool names_threads;                 // it may set the name of one
  bool places_threads;                // it may set their processors or policy
  bool watches_floats;                // it may see or change the floating-point environment
  bool standard_descriptors_changed;  // open 0, 1 and 2 again at reset
  std::uint32_t visible_hidden;       // state of libraries that is changed, as bits: see is_visible()

  Module modules[64];
  std::uint32_t module_count, point_count, site_count;
  ExternalTables external_tables[64];
  std::uint32_t external_tables_count;
  ResultUses result_uses[64];
  std::uint32_t result_uses_count;
  bool is_unhashable;  // fingerprints are chains
  bool counts_with_addresses;  // the program may, by assembly
  bool assigns_streams;        // it may assign stdin, stdout, stderr
  bool assigns_zone;           // or tzname, timezone, daylight
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

}  // namespace heddle::runtime
