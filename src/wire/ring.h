// SPDX-License-Identifier: Apache-2.0
//
// The shared memory between the explorer and the checked program: one RingHeader, then `slot_count` slots. The
// explorer fills a slot's request and advances `head`; the worker runs slots in order, writes the response and
// advances `tail`. Both sides spin briefly, then sleep on the index with a futex. The memory is a sparse memfd, so
// generous capacities cost nothing until they are used.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wire/event_kind.h"
#include "wire/freedoms.h"
#include "wire/mixer.h"

namespace heddle::wire {

constexpr std::uint32_t kRingMagic = 0x4c444448;  // "HDDL"
constexpr std::uint32_t kWireVersion = 15;        // bump whenever a record, a call or its meaning changes
constexpr std::uint32_t kMaxThreads = 1024;
constexpr std::uint32_t kMaxVisibleSites = 4096;
constexpr std::uint32_t kMostContestedSizes = 64;
constexpr std::uint32_t kNoPoint = 0xffffffff;
constexpr std::uint32_t kNoThread = 0xffff;

// How the explorer hands the ring to the program: an environment variable with two inherited file descriptors,
// "<ring fd>,<facts fd>". Without it the program runs natively. LD_BIND_NOW=1 and no ASLR are expected as well.
constexpr char kControlVariable[] = "HEDDLE_CONTROL";

// ---- records ------------------------------------------------------------------------------------------------

enum EventFlags : std::uint8_t {
  kEventAux = 1,        // the aux lane of this event is meaningful
  kEventPayload = 2,    // range access: aux = {offset, length} in the payload lane
  kEventChoice = 4,     // the runtime chose among several alternatives; where it stands which: trace/choice.h
  kEventSuccess = 8,    // cas succeeded, trylock or timedlock got the lock, once runs its initialiser
  kEventTimedOut = 16,  // timedlock, timed wait
  kEventAtomic = 32,    // atomic access (order is not Plain)
  kEventVolatile = 64,
  kEventLibrary = 128,  // by a library, of an object that threads may share: races with accesses of the program only
};

// `detail` of a Call, as bits.
enum CallDetail : std::uint8_t {
  kWaitsForLock = 1,  // while another thread holds the lock of its object
  kEndsLock = 2,      // a stream is closed, and its lock with it
  kPrints = 4,        // bytes to standard output or error (only with Freedoms::visible_output)
  kAppends = 8,       // aux to a list, and is told nothing
  kRemakes = 16,      // the bytes [address, address + size) are as when they were mapped, and there if they were not
  kUnmodelled = 32,   // does to [address, address + size) what no model knows; size 0: whatever it is, to anybody
  kReplaces = 64,     // the hidden state by aux, whatever it was; lowest bit of aux.second: there until it is taken
  kLooks = 128,       // at the hidden state, which stays as it is
  kTakes = kReplaces | kLooks,  // looks, too; what is there until it is taken is gone
};

// `detail` of a Free.
enum FreeDetail : std::uint8_t {
  kUnmaps = 1,  // pages, which may be gone already: that is no mistake
};

// `detail` of an Exit, as bits.
enum ExitDetail : std::uint8_t {
  kLastThreadEnded = 1,  // that is why
  kGoesOn = 2,           // not yet: there are functions to call first
};

// One visible operation that happened. Meaning of `value` and `aux` by kind:
//   Load        value = bytes read
//   Store       value = bytes written; aux.first = bytes overwritten (only with kWantDetail)
//   Rmw         value = old; aux = {operand, new}
//   Cas         value = old; aux = {expected, desired}; kEventSuccess
//   Read/WriteRange  value = hash of the bytes; payload = the bytes; 16-byte atomics use these kinds' payload too
//   Mutex*, Read/Write*Lock, RwUnlock  address = lock; value = return code
//   Cond*       address = condition variable; value = Signal: thread woken + 1 or 0, Broadcast: number woken,
//               Reacquire: return code; aux.first = mutex (Wait, Reacquire), aux.first/second = alternatives, chosen
//               (Signal)
//   ThreadCreate/Join/Detach  address = thread number; value = Join: the thread's return value, Create: hash of all that
//               the thread begins with, its routine and argument among it; aux = Create: {handle,
//               where it was stored}, Join, TryJoin, TimedJoin: {return code, where the value was stored or 0}
//   ObjectInit/Destroy  address = object; value = return code; aux.first = count it begins with (sem_t)
//   Sem*        address = semaphore; value = its count afterwards; aux.first = error code, when it is not 0
//   Barrier*    address = barrier; value = 1 for the last to arrive; aux = {threads that have arrived, wanted} (Arrive)
//   Spin*       address = lock; value = return code
//   Once*       address = flag; value = state seen
//   Futex*      address = word; value = Wait: word's value, Wake: number woken; aux.first = expected (Wait)
//   Allocate    address = the block, 0 when it failed; value = size; aux = {alternatives, chosen}
//   Choose      value = chosen; aux.first = alternatives
//   Call        address = the hidden state that it reads and changes, as a name. aux.first = what orders it: the stream
//               (with kWaitsForLock or kEndsLock), the descriptor; without aux the address is. With kPrints: address =
//               the stream; value = hash of the bytes; payload = the bytes
//   Clock/Sleep value = virtual nanoseconds
//   Call        without an address and a point, and the last: an operation that failed in the attempt. If others decide whether it
//               does: value = its EventKind, aux = its object and ObjectType (of a CondWait the mutex). Or the thread failed by
//               itself (only with Freedoms::visible_ends), or its assumption
//   Yield       with an address, aux.first = what stood there when the thread began to wait for a change
// `detail` by kind: Mutex*, CondWait: MutexType; ObjectInit/Destroy: ObjectType; ThreadCreate: 1 = detached; CondReacquire,
// FutexReturn: 1 = may time out; FutexWake: 1 = wakes at most one; Cas: 1 = weak; Exit: ExitDetail; Free: FreeDetail; Call: CallDetail
// (wire/object_type.h); Rmw of floating-point numbers: what decides about the result, bits 13 to 15 of MXCSR, then its bit 6.
struct EventRecord {
  std::uint64_t address;
  std::uint64_t value;
  std::uint32_t point;
  std::uint32_t size;
  std::uint16_t thread;
  EventKind kind;
  std::uint8_t flags;
  MemoryOrder order;
  MemoryOrder failure_order;
  RmwOperator rmw;
  std::uint8_t detail;
};
static_assert(sizeof(EventRecord) == 32, "the runtime and the explorer must agree byte for byte");

struct AuxRecord {
  std::uint64_t first;
  std::uint64_t second;
};

// Set of threads that could run, from event number `from` on until the next record (only with kWantEnabled). It changes
// rarely, and every byte written per event has to travel between two cores: the record is as short as the number of
// threads allows. `word_count` words of 64 threads each follow; the next record begins behind them.
struct EnabledRecord {
  std::uint32_t from;
  std::uint32_t word_count;
};
static_assert(sizeof(EnabledRecord) == sizeof(std::uint64_t), "the lane is an array of 64-bit words");
constexpr std::size_t kMostEnabledWords = 1 + kMaxThreads / 64;  // of one record

// Call stack of one event (only with kWantDetail): a slice of the slot's pc lane, innermost frame first.
struct StackRecord {
  std::uint32_t first_pc;
  std::uint32_t count;
};

// "Let this thread run so many of its events."
struct ScheduleEntry {
  std::uint16_t thread;
  std::uint16_t reserved;
  std::uint32_t events;
};

// "At this event (a load or a read-modify-write of at most 8 bytes) find out what its thread would do next with other
// results": so many of the peek lane, which follow those of the request before. Only where fingerprints are wanted.
struct PeekRequest {
  std::uint32_t event;
  std::uint32_t count;
  std::uint32_t spoiled;  // response: one of them did what cannot be taken back, and none was made
  std::uint32_t reserved;
};
constexpr std::uint32_t kMostPeekRequests = 512;
constexpr std::uint32_t kMostPeeks = 4096;

// One such result.
struct PeekRecord {
  std::uint64_t value;      // request
  Fingerprint fingerprint;  // response: before the thread's next operation; none: not told
};

enum class ThreadState : std::uint8_t { Unused, Runnable, Blocked, Ended };

// State of one thread when the execution ended.
struct ThreadRecord {
  std::uint64_t waits_for;  // object of the pending operation when blocked
  std::uint64_t entry;      // address of its start routine
  std::uint32_t events;     // how many events it executed
  std::uint32_t point;      // of the pending operation when blocked
  std::uint16_t held_by;    // thread that owns waits_for, or kNoThread
  std::uint16_t parent;
  ThreadState state;
  EventKind pending;  // when blocked
  std::uint8_t detached;
  std::uint8_t is_individual;  // what it did may depend on which thread it is (only with kWantFingerprints)
  StackRecord stack;  // of the pending operation (only with kWantDetail)
  Fingerprint fingerprint;  // of the pending operation (only with kWantFingerprints); none: it is at none
};

// What the runtime knows about a memory error (only with a Fault other than None and StackOverflow).
struct FaultRecord {
  std::uint64_t address;       // first byte that must not be touched, or the pointer that was freed
  std::uint64_t block;         // heap: the block next to it, 0: there is none
  std::uint64_t block_size;
  std::uint32_t access_size;   // bytes; 0: not an access of known size (an operation on a lock, a free)
  std::uint32_t allocated_at;  // points, or kNoPoint
  std::uint32_t freed_at;
  std::uint32_t site;          // DanglingStack: site of the object, or kAnyStackSite
  std::uint16_t allocated_by;  // threads, or kNoThread
  std::uint16_t freed_by;
  std::uint16_t owner;         // DanglingStack: whose stack
  std::uint8_t is_write;
  std::uint8_t owner_ended;    // DanglingStack: the thread has ended, not merely the frame
};

// Memory of a finished execution that nothing points to any more, by the place where it was allocated.
struct LeakRecord {
  std::uint64_t bytes;
  std::uint32_t blocks;
  std::uint32_t point;  // or kNoPoint
};
constexpr std::uint32_t kMaxLeaks = 16;

// In which executions to look for it: that takes longer than many an execution.
enum class LeakSearch : std::uint32_t { Never = 0, Always = 1, Sampled = 2 };

// ---- slots --------------------------------------------------------------------------------------------------

// What to do once the schedule is used up. (Strategies live in the explorer; these are only cheap fillers.)
enum class Policy : std::uint32_t {
  Continue = 0,    // keep the current thread while it can run, else the lowest-numbered one that can
  Random = 1,      // uniform over the enabled threads at every event; choices uniform as well
  RoundRobin = 2,  // another thread at every event, in turn: the most switches possible
  Pct = 3,         // the thread of highest priority; `depth` - 1 times somewhere in `expected_events` it is lowered
  Pos = 4,         // the pending operation of highest priority; drawn anew after every conflicting event
  Fair = 5,        // Continue, but after kFairTurn events of one thread the next one that can run has its turn
  Endless = 6,     // RoundRobin; after `expected_events` of it nothing is recorded any more, and the execution ends as
                   // Looping if the state of the program comes again
  Stop = 7,        // the execution ends there, as it would at the limit of events
  Backward = 8,    // Fair, but the one before has its turn next
};
constexpr std::uint32_t kFairTurn = 256;

enum RequestFlags : std::uint32_t {
  kWantEnabled = 1,   // fill the enabled lane
  kWantDetail = 2,    // call stacks and overwritten values: for the one run that is shown to the user
  kUnderFork = 4,     // run in a fresh fork of the pristine program instead of the worker
  kShowOutput = 8,    // let the program's stdout and stderr through (replay)
  kCaptureOutput = 16,  // both go to RingHeader::output_descriptor, if there is one
  kWantPayload = 32,  // the explorer keeps the payload lane
  kWantFingerprints = 64,  // fill the fingerprint lane; taken back by the runtime unless kWholeStack is visible
};

struct Slot {
  // request
  std::uint32_t flags;
  Policy policy;
  std::uint64_t seed;
  std::uint32_t entry_count;
  std::uint32_t choice_count;
  std::uint32_t visibility_version;
  std::uint32_t depth;            // Pct
  std::uint32_t expected_events;  // Pct, Endless
  std::uint32_t peek_requests;    // to follow; the runtime takes it back where too many were spoiled
  // response
  Outcome outcome;
  Fault fault;                   // Crashed: what it turned out to be
  std::uint16_t failing_thread;  // or kNoThread
  std::uint32_t event_count;
  std::uint32_t thread_count;
  std::int32_t exit_code;
  std::int32_t signal;  // Crashed, WorkerDied: signal number; WorkerDied by exit: 0 and exit_code
  std::uint32_t switches;
  std::uint32_t entries_used;   // Diverged: which schedule entry could not be followed
  std::uint32_t failing_line;   // AssertionFailed: line of the assertion
  std::uint32_t failing_point;  // program point of the failure when known (uncaught exception: the throw), or of exit
  std::uint32_t shared_count;   // StackShared: sites in `shared_sites`
  std::uint32_t enabled_used;   // 64-bit words in the enabled lane
  std::uint32_t leak_count;     // records in `leaks`
  std::uint32_t pc_count;
  std::uint32_t payload_used;
  std::uint32_t block_count;    // records in the lane of blocks; more than it has room for: some are missing
  std::uint32_t output_differs;  // from what the events print (only with Freedoms::visible_output)
  std::uint64_t fault_pc;       // Crashed, Hung: where
  std::uint64_t fault_address;  // Crashed: si_addr
  StackRecord failing_stack;
  FaultRecord fault_record;        // meaningful only with a fault
  char message[1024];              // assertion text, exception type and what(), name of the unsupported call
  char failing_file[512];          // AssertionFailed
  char unseen_output[64];          // if output_differs: how the output goes on where the events say something else
  LeakRecord leaks[kMaxLeaks];     // Finished, where it was looked for
  std::uint32_t shared_sites[64];  // stack-site numbers to make visible; kAnyStackSite when it cannot be told
  ThreadRecord threads[kMaxThreads];
};

// "An object that belongs to no known site": makes every own-stack access visible.
constexpr std::uint32_t kAnyStackSite = 0xfffffffe;
// The same, and every stack object begins as zeros (a by-value argument: as what was passed), written by an event: nothing
// of an earlier frame can be read. With it the stack is memory like any other, as fingerprints need it.
constexpr std::uint32_t kWholeStack = 0xfffffffd;
// State of libraries that few programs change. While nobody does, looking at it is no event; the first change makes it
// visible as if it were a stack object that turned out to be shared: it has a number like those.
constexpr std::uint32_t kStandardOutput = 0xfffffffc;  // where descriptors 1 and 2 lead
constexpr std::uint32_t kKeys = 0xfffffffb;            // that are deleted, and their numbers used again
constexpr std::uint32_t kEnvironment = 0xfffffffa;     // also the time zone
constexpr std::uint32_t kDetaching = 0xfffffff9;       // whether threads are detached: while nobody asks, instead
constexpr std::uint32_t kMainLeaves = 0xfffffff8;      // with pthread_exit, so that the last thread ends the process
constexpr std::uint32_t kUnmapping = 0xfffffff7;       // of pages: while nobody does, whether they are there
constexpr std::uint32_t kFirstHiddenSite = kUnmapping;
constexpr std::uint32_t kLastHiddenSite = kStandardOutput;

// Canonical thread identity: (parent, ordinal of the create call in the parent). Thread numbers, and with them
// stacks and arenas, are given to identities first come first served and kept for the whole campaign, so that a
// thread's addresses do not depend on the order in which siblings of other parents were created.
struct ThreadIdentity {
  std::uint16_t parent;
  std::uint16_t ordinal;
};

struct ForeignFunction {
  std::uint64_t address;
  std::uint64_t is_known;  // what it does: the table of library calls has it, or the runtime
};
constexpr std::uint32_t kMostForeign = 256;
constexpr std::uint32_t kMostUnmodelled = 64;  // further ones say nothing new: the search is not exhaustive

enum class Phase : std::uint32_t { Starting = 0, Ready = 1, Failed = 2 };

constexpr std::uint32_t kRecordsPastLimit = 16;  // room at the end of the events: one decision writes one, rarely more

struct RingHeader {
  std::uint32_t magic;
  std::uint32_t version;
  // set by the explorer before launch
  std::uint32_t slot_count;
  std::uint32_t event_capacity;    // events, schedule entries and choices per slot
  std::uint32_t payload_capacity;  // bytes per slot
  std::uint32_t pc_capacity;       // stack entries per slot
  std::uint64_t slots_offset;
  std::uint64_t slot_stride;
  std::uint32_t max_events_per_thread;
  std::uint32_t spin;               // pause instructions before sleeping
  std::uint32_t hang_milliseconds;  // CPU time without an event
  std::uint32_t under_debugger;     // 1: no supervisor, no workers; the program itself executes slot 0, then ends
  volatile std::uint32_t debugger_stop;  // under_debugger: stop before the event of this number
  std::uint32_t debugger_hang_after;     // under_debugger: so many events, then an endless loop; 0: none expected
  LeakSearch leak_search;
  Freedoms freedoms;
  std::int32_t output_descriptor;  // open in the program from its start; 0: none
  // set by the runtime
  volatile Phase phase;
  volatile std::int32_t supervisor_pid;
  volatile std::int32_t worker_pid;
  volatile std::uint32_t workers_started;
  std::uint32_t build_id_size;
  std::uint8_t build_id[32];
  char failure[1024];  // Phase::Failed: why, as a sentence
  // changed only by the explorer and only while nothing is in flight
  std::uint32_t visibility_version;
  std::uint32_t visible_count;
  std::uint32_t visible_sites[kMaxVisibleSites];
  std::uint32_t contested_count;
  std::uint32_t contested_sizes[kMostContestedSizes];  // of blocks: each has addresses of its own, by its place here
  // appended by the worker, read by everyone
  volatile std::uint32_t identity_count;  // thread 0 is main
  ThreadIdentity identities[kMaxThreads];
  volatile std::uint32_t unmodelled_count;  // what was executed and may touch memory that the runtime does not see
  std::uint32_t unmodelled[kMostUnmodelled];  // points; kNoPoint where none is known
  // For the worker alone: functions that turned out not to be instrumented, so that none is looked up twice.
  std::uint32_t foreign_count;
  ForeignFunction foreign[kMostForeign];

  alignas(64) volatile std::uint32_t head;  // slots posted; monotone, index = value % slot_count
  volatile std::uint32_t head_sleepers;
  alignas(64) volatile std::uint32_t tail;  // slots finished
  volatile std::uint32_t tail_sleepers;
  volatile std::uint32_t facts_version;  // counts how often the facts were written anew (a library was loaded)
  alignas(64) volatile std::uint32_t quit;  // also bump and wake `head` waiters
};

// ---- lanes of a slot, each at a fixed offset behind the Slot struct -----------------------------------------

// A block of the heap that the program asked for; with kWantPayload. How large it is, is seen by whoever goes past its
// end, or asks.
struct BlockRecord {
  std::uint64_t address;
  std::uint32_t size;
  std::uint16_t thread;
  std::uint16_t is_question;  // it was allocated before, by another thread, and this one asks how large it is
};
constexpr std::uint32_t kMostBlocks = 1 << 17;

struct SlotLayout {
  std::size_t entries, choices, events, aux, enabled, stacks, pcs, payload, fingerprints, peek_requests, peeks, blocks, stride;
};

constexpr std::size_t align_up(std::size_t value, std::size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

constexpr SlotLayout slot_layout(std::size_t event_capacity, std::size_t payload_capacity, std::size_t pc_capacity) {
  SlotLayout layout{};
  std::size_t at = align_up(sizeof(Slot), 4096);
  auto lane = [&at](std::size_t bytes) {
    std::size_t here = at;
    at = align_up(at + bytes, 4096);
    return here;
  };
  layout.entries = lane(event_capacity * sizeof(ScheduleEntry));
  layout.choices = lane(event_capacity * sizeof(std::uint32_t));
  layout.events = lane(event_capacity * sizeof(EventRecord));
  layout.aux = lane(event_capacity * sizeof(AuxRecord));
  layout.enabled = lane(event_capacity * kMostEnabledWords * sizeof(std::uint64_t));
  layout.stacks = lane(event_capacity * sizeof(StackRecord));
  layout.pcs = lane(pc_capacity * sizeof(std::uint64_t));
  layout.payload = lane(payload_capacity);
  layout.fingerprints = lane(event_capacity * sizeof(Fingerprint));  // what decides the thread's future: abi.h
  layout.peek_requests = lane(kMostPeekRequests * sizeof(PeekRequest));
  layout.peeks = lane(kMostPeeks * sizeof(PeekRecord));
  layout.blocks = lane(kMostBlocks * sizeof(BlockRecord));
  layout.stride = at;
  return layout;
}

// ---- program facts ------------------------------------------------------------------------------------------

// Written once by the program into the facts descriptor before it becomes Ready: FactsHeader, then module, point
// stack-site, external and definition tables, then NUL-terminated strings addressed by offset from strings_offset.
struct FactsHeader {
  std::uint32_t version;  // kWireVersion
  std::uint32_t module_count;
  std::uint32_t point_count;
  std::uint32_t site_count;
  std::uint32_t external_count;
  std::uint32_t definition_count;
  std::uint32_t result_use_count;
  std::uint32_t test_count;
  std::uint64_t modules_offset, points_offset, sites_offset, externals_offset, definitions_offset,
      result_uses_offset, tests_offset, strings_offset, total_size;
};
struct FactsModule {
  std::uint64_t base;   // load address
  std::uint64_t begin;  // of executable code
  std::uint64_t end;
  std::uint32_t path;  // string
  std::uint32_t reserved;
};
struct FactsPoint {
  std::uint32_t file, function, variable;  // strings
  std::uint32_t line;
  std::uint16_t column;
  std::uint8_t kind;
  std::uint8_t flags;
};
struct FactsSite {
  std::uint32_t file, function, variable;
  std::uint32_t line;
};
struct FactsExternal {
  std::uint32_t name, reason;  // strings
  std::uint32_t point;         // number
  std::uint32_t uses;
  std::uint32_t kind;  // CallClass
};
struct FactsDefinition {
  std::uint32_t name;
};
struct FactsResultUse {
  std::uint32_t point;       // number
  std::uint32_t kind;        // ResultUseKind
  std::uint32_t first_test;  // in the table of OutcomeTest
  std::uint32_t test_count;
};

}  // namespace heddle::wire
