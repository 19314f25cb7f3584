// SPDX-License-Identifier: Apache-2.0
//
// Program: the description of a small concurrent program, from which both the C++ source (source.h) and the
// enumerator's instructions (lowering.h) are made. Every value that it computes fits into a byte.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace heddle::fuzz {

// The int variables of one thread. Those of functions are there once per thread: functions call nobody.
enum Local : std::uint8_t {
  kFirstLocal = 0,  // r0 ... r3: of the thread
  kArgument = 4,    // a0: what a function was called with
  kFirstInner = 4,  // a0 ... a2: of a function
  kBoxFirst = 7,    // box.u, box.v: a struct of the thread whose address functions get
  kBoxSecond,
  kPrivate,  // own[0], own[1]: an array of the thread
  kPrivateSecond,
  kPointer,      // q: points to a cell
  kHeapPointer,  // h: points to a block of the heap
  kRounds,       // of the loops that it is in
  kInnerRounds,
  kInnermostRounds,
  kCopied,  // between the two halves of a copy
  kRoutine,  // odd: it begins with its other routine
  kErrno,    // what else a thread carries, see OwnState
  kRounding,
  kHandler,  // of the signal that it has raised
  kKeyValue,
  kLocalCount,
};
constexpr std::uint8_t kThreadLocals = 4;
constexpr std::uint8_t kInnerLocals = 3;

constexpr std::uint8_t kCells = 3;
constexpr std::uint8_t kElements = 2;
constexpr std::uint8_t kMaxBlocks = 4;
constexpr std::uint8_t kMaxThreads = 6;  // with main
constexpr std::uint8_t kMutexes = 3;     // m0, m1; m2 is recursive
constexpr std::uint8_t kRecursiveMutex = 2;
constexpr std::uint8_t kSpinObject = kMutexes, kReadWriteObject = kSpinObject + 1, kConditionObject = kSpinObject + 2;  // as the object of Destroy
constexpr std::uint8_t kSemaphores = 2;

// A constant, or a local plus a constant.
struct Value {
  bool has_local = false;
  std::uint8_t local = 0;
  std::uint8_t constant = 0;
  friend bool operator==(const Value&, const Value&) = default;
};

// How an access names its memory.
enum class Way : std::uint8_t {
  Cell,     // by name
  Element,  // array, index from a value
  Pointer,  // *q
  Heap,     // *h; nothing happens if h is null
  Lent,     // a variable on main's stack; those whom main creates get its address
  Word,     // an int that threads sleep on
};

// Of an atomic access or a fence. Interleavings are the same with each; what is ordered by it is not.
enum class Order : std::uint8_t { SeqCst, Relaxed, Acquire, Release, AcquireRelease };

struct Place {
  Way way = Way::Cell;
  std::uint8_t cell = 0;
  Value index;
  bool is_atomic = false;
  Order order = Order::SeqCst;
  friend bool operator==(const Place&, const Place&) = default;
};

enum class Kind : std::uint8_t {
  // memory
  Load,             // target = place
  Store,            // place = first
  Copy,             // place = other
  FetchAdd,         // target = old value of place, which grows by first
  Exchange,         // target = old value of place, which becomes first
  CompareExchange,  // target = whether place was first and has become second
  LoadPointer,      // q = shared pointer to a cell
  StorePointer,     // shared pointer = &cell, or null
  Allocate,         // h = malloc; *h = first
  Publish,          // shared pointer to the heap = h
  Withdraw,         // shared pointer to the heap = null
  Take,             // h = shared pointer to the heap
  Free,             // free(h), if it is not null
  // the thread's own
  Set,         // target = first
  PutPrivate,  // own[first & 1] = second
  GetPrivate,  // target = own[first & 1]
  Assert,      // first == second, or != with is_negated
  Return,      // of the thread, or of the function with first
  Call,        // target = function object(first)
  CallChosen,  // target = (second & 1 ? function 1 : function 0)(first)
  Yield,
  Fence,
  Choose,  // target = 0 or 1
  // control
  If,      // first == second (or !=): body, otherwise
  IfCell,  // place == second (or !=): body, otherwise
  Loop,    // at most `object` rounds while place != second: body
  Spin,    // while place != second: nothing
  // synchronisation
  Lock,
  TryLock,  // got it: body, else otherwise
  TimedLock,
  SpinLock,
  SpinTryLock,
  ReadLock,
  WriteLock,
  TryReadLock,
  TryWriteLock,
  Wait,       // for the condition, with mutex 0, which is held
  WaitUntil,  // while place != second: wait
  TimedWait,  // target = whether the time was over
  Signal,
  Broadcast,
  SemWait,
  SemTryWait,
  SemTimedWait,
  SemPost,
  SemValue,
  Barrier,  // target = whether it was the last
  Once,
  Create,   // thread `object`, which is given first; second says which routine it begins with, if it has two
  Join,     // target = what it returned, modulo 4
  TryJoin,  // target = whether it had ended
  // what the second generator adds
  SetState,    // of the thread: `object` is an OwnState, first which value
  GetState,    // target = that; negated: of the rounding, what a division shows of it
  Section,     // body, while no other thread runs unless it has to wait
  FutexWait,   // while the word is first; target = whether it slept
  FutexWake,   // one thread (`object` 1) or all; target = how many
  SetHandler,  // of a signal: handler `object`
  Raise,       // that signal
  AtExit,      // exit function `object` is to be called
  RemakeMutex,  // zeroes over mutex `object`, whoever holds it
  RemakeOnce,   // zeroes over the once
  BlockLock,    // of the block that h points to: body
  FileRead,     // target = next byte of descriptor `object`, kNoByte if there is none
  FileSeek,     // descriptor `object`, to first
  FileClose,    // descriptor `object`
  FileDup,      // descriptor `object` becomes descriptor second
  Destroy,      // a mutex, or kSpinObject ... kConditionObject; negated: and initialises it
  Count,        // rounds while place != second, maybe for ever; target = 0
};

// What a thread has besides variables.
enum class OwnState : std::uint8_t {
  Errno,     // 0: none; 1: set by a call that fails and is an operation, 2: by one that is none, 3: by a try or timed one
  Rounding,  // of floating-point numbers: to nearest, up, down, towards zero
};
constexpr std::uint8_t kHandlers = 2;
constexpr std::uint8_t kExitFunctions = 3;
constexpr std::uint8_t kMostAtExit = 4;  // registrations
constexpr std::uint8_t kDescriptors = 4;  // 0 and 1 begin as the first file, 2 as the second, 3 closed
constexpr std::uint8_t kFiles = 2;        // with kFileLength bytes: 0, 1, 2; the other way round
constexpr std::uint8_t kFileLength = 3;
constexpr std::uint8_t kNoByte = 9;

struct Statement {
  Kind kind = Kind::Yield;
  bool is_negated = false;
  std::uint8_t target = 0;
  std::uint8_t object = 0;
  std::uint16_t id = 0;           // of all that it does
  Order failure = Order::SeqCst;  // of a compare-exchange that finds another value
  Place place;                    // its order is also that of a fence
  Place other;
  Value first;
  Value second;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
  friend bool operator==(const Statement&, const Statement&) = default;
};

using Block = std::vector<Statement>;

struct Thread {
  Block body;
  std::uint8_t observed = 0;  // bit per local r0 ... r3: part of its outcome
  std::uint8_t twin_of = 0;   // it begins with the same routine as that earlier thread, if not 0
  std::uint8_t given = 0;     // local + 1 that begins with what its creator gave it; 0: none does
  Block instead;              // its other routine, if it has any
  friend bool operator==(const Thread&, const Thread&) = default;
};

struct Function {
  Block body;
  bool is_inlined = false;
  friend bool operator==(const Function&, const Function&) = default;
};

enum class Placement : std::uint8_t { Global, Field, Word };

// What small numbers are in C++ (ranges.h), by variable.
struct RangeOf {
  std::array<std::uint8_t, kCells> cells{};
  std::uint8_t elements = 0;
  std::uint8_t blocks = 0;
  std::array<std::uint8_t, kThreadLocals> locals{};
  std::uint8_t given = 0;  // to a thread that is created
  friend bool operator==(const RangeOf&, const RangeOf&) = default;
};

struct Program {
  std::array<std::uint8_t, kCells> initial{};  // values of the cells
  std::array<Placement, kCells> placement{};
  std::array<std::uint8_t, kElements> initial_elements{};
  std::uint8_t pointer = 0;  // the cell that the shared pointer begins with
  std::array<std::uint8_t, kSemaphores> semaphores{};
  std::uint8_t barrier = 2;
  std::uint8_t once_cell = 0;
  std::uint8_t once_value = 2;
  bool functions_take_box = false;
  bool lends = false;         // see Way::Lent
  std::uint8_t spurious = 0;  // how often in a row a thread may wake up without a signal
  bool visible_ends = false;  // that an assertion fails is an operation of its own
  std::array<std::uint8_t, kHandlers> handler_values{};  // handler n stores that in cell n
  bool locks_blocks = false;  // a mutex is in every block of the heap
  bool maps_blocks = false;   // blocks are pages of their own: mmap, munmap
  bool joins_all = true;      // main joins whom it created, and tells what they returned together
  std::array<Function, 2> functions;
  std::vector<Thread> threads;  // [0]: main
  RangeOf ranges;
  Block after;                  // what main does once it has joined
  friend bool operator==(const Program&, const Program&) = default;
};

// What has no statement: numbers for operations that every program has.
constexpr std::uint16_t kFinishId = 1000;  // + thread: it tells its outcome
constexpr std::uint16_t kJointId = 1100;   // main tells everybody's
constexpr std::uint16_t kJoinId = 1200;    // + thread: main joins it in the end
constexpr std::uint16_t kOnceId = 1300;    // the initialiser of the once
constexpr std::uint16_t kHandlerId = 1310;  // + handler: what it stores
constexpr std::uint16_t kEndedId = 1320;    // an exit function tells that it and which were called
constexpr std::uint16_t kUnlockId = 2000;   // + statement: the lock of a block is given back, where that can fail
constexpr std::uint8_t kEndedTeller = 0xfe;  // whose outcome that is

// Whose routine the thread begins with.
constexpr std::uint8_t routine_of(const Program& program, std::uint8_t thread) {
  const std::uint8_t twin_of = program.threads[thread].twin_of;
  return twin_of == 0 ? thread : twin_of;
}
bool has_twins(const Program& program, std::uint8_t thread);
// It has loops of which each round is a new state: executions may be cut.
bool counts_rounds(const Program& program);

// Gives every statement its number. Afterwards the same statement has the same number in source and enumerator. Twins
// become what they are twins of.
void number_statements(Program& program);

// Threads that a body creates, in order, nested blocks included.
std::vector<std::uint8_t> created_threads(const Block& body);
// Threads that main joins in the end.
std::vector<std::uint8_t> joined_by_main(const Program& program);

// What a thread tells in the end: four bits for each observed local.
std::uint32_t packed_outcome(std::uint8_t observed, const std::uint8_t* locals);
constexpr unsigned kBitsOfOutcome = 16;  // per thread, in what main tells

// What is printed of a value.
constexpr char printed_byte(std::uint32_t value) {
  return static_cast<char>('A' + ((value ^ value >> 4 ^ value >> 8) & 15));
}

// Calls `visit` for every statement, outer ones first.
template <typename Visit>
void for_each_statement(const Block& block, const Visit& visit) {
  for (const Statement& statement : block) {
    visit(statement);
    for_each_statement(statement.body, visit);
    for_each_statement(statement.otherwise, visit);
  }
}

template <typename Visit>
void for_each_statement(const Program& program, const Visit& visit) {
  for (const Thread& thread : program.threads) {
    for_each_statement(thread.body, visit);
    for_each_statement(thread.instead, visit);
  }
  for (const Function& function : program.functions) for_each_statement(function.body, visit);
  for_each_statement(program.after, visit);
}

}  // namespace heddle::fuzz
