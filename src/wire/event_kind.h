// SPDX-License-Identifier: Apache-2.0
//
// The closed sets both sides of the process boundary speak about: kinds of events, memory orders, operators of
// read-modify-writes, and how an execution can end. Included by the runtime (freestanding, inside the checked
// program) and, through trace/, by everything in the explorer. One list each, so that the two sides cannot drift.
#pragma once

#include <cstdint>

namespace heddle {

// X(enumerator, text form). The text form is part of reports and JSON: stable.
#define HEDDLE_EVENT_KINDS(X)                                                          \
  X(Begin, "begin") /* first turn of a thread */                                       \
  X(Load, "load")                                                                      \
  X(Store, "store")                                                                    \
  X(Rmw, "rmw")                                                                        \
  X(Cas, "cas")                                                                        \
  X(Fence, "fence")                                                                    \
  X(ReadRange, "read") /* memcpy source, strlen, struct load ... */                    \
  X(WriteRange, "write")                                                               \
  X(Free, "free")                                                                      \
  X(Allocate, "malloc") /* only where the environment may refuse it or reuse memory */ \
  X(MutexLock, "lock")                                                                 \
  X(MutexTryLock, "trylock")                                                           \
  X(MutexTimedLock, "timedlock")                                                       \
  X(MutexUnlock, "unlock")                                                             \
  X(ReadLock, "rdlock") /* pthread_rwlock_t, std::shared_mutex */                      \
  X(ReadTryLock, "tryrdlock")                                                          \
  X(ReadTimedLock, "timedrdlock")                                                      \
  X(WriteLock, "wrlock")                                                               \
  X(WriteTryLock, "trywrlock")                                                         \
  X(WriteTimedLock, "timedwrlock")                                                     \
  X(RwUnlock, "rwunlock")                                                              \
  X(CondWait, "wait")             /* releases the mutex and joins the wait set */      \
  X(CondTimeout, "wait-timeout")  /* leaves the wait set on its own */                 \
  X(CondReacquire, "wait-return") /* takes the mutex again */                          \
  X(CondSignal, "signal")                                                              \
  X(CondBroadcast, "broadcast")                                                        \
  X(ThreadCreate, "create")                                                            \
  X(ThreadJoin, "join")                                                                \
  X(ThreadDetach, "detach")                                                            \
  X(OnceEnter, "once") /* pthread_once, call_once, guards of function-local statics */ \
  X(OnceLeave, "once-done")                                                            \
  X(FutexWait, "futex-wait") /* std::atomic::wait and what libstdc++ builds on it */   \
  X(FutexReturn, "futex-return")                                                       \
  X(FutexWake, "futex-wake")                                                           \
  X(Yield, "yield") /* with an object: the end of a round of spinning there */         \
  X(Sleep, "sleep")                                                                    \
  X(Clock, "clock") /* reads the virtual clock */                                      \
  X(Choose, "choose")                                                                  \
  X(Call, "call") /* another modelled call whose result is shared state */             \
  X(ObjectInit, "init") /* pthread_mutex_init, sem_init ... */                         \
  X(ObjectDestroy, "destroy")                                                          \
  X(SemWait, "sem-wait") /* sem_t */                                                   \
  X(SemTryWait, "sem-trywait")                                                         \
  X(SemTimedWait, "sem-timedwait")                                                     \
  X(SemPost, "sem-post")                                                               \
  X(SemGetValue, "sem-getvalue")                                                       \
  X(BarrierArrive, "barrier-arrive")                                                   \
  X(BarrierLeave, "barrier-leave") /* not of the last to arrive: nobody holds it up */ \
  X(SpinLock, "spin-lock")                                                             \
  X(SpinTryLock, "spin-trylock")                                                       \
  X(SpinUnlock, "spin-unlock")                                                         \
  X(ThreadTryJoin, "tryjoin")                                                          \
  X(ThreadTimedJoin, "timedjoin")                                                      \
  X(CondSpurious, "wait-spurious") /* leaves the wait set without signal or time-out */ \
  X(AtomicBegin, "atomic-begin")   /* until AtomicEnd no other thread runs, unless this one waits */ \
  X(AtomicEnd, "atomic-end")                                                            \
  X(Exit, "exit") /* the process ends */

enum class EventKind : std::uint8_t {
#define HEDDLE_X(name, text) name,
  HEDDLE_EVENT_KINDS(HEDDLE_X)
#undef HEDDLE_X
};

constexpr std::uint8_t kEventKindCount = 0
#define HEDDLE_X(name, text) +1
    HEDDLE_EVENT_KINDS(HEDDLE_X)
#undef HEDDLE_X
    ;

// Values equal llvm::AtomicOrdering, which the pass passes through.
enum class MemoryOrder : std::uint8_t {
  Plain = 0,
  Unordered = 1,
  Relaxed = 2,
  Acquire = 4,
  Release = 5,
  AcquireRelease = 6,
  SequentiallyConsistent = 7,
};

// Values equal llvm::AtomicRMWInst::BinOp for the integer and floating-point operators of LLVM 19.
enum class RmwOperator : std::uint8_t {
  Exchange = 0,
  Add,
  Sub,
  And,
  Nand,
  Or,
  Xor,
  Max,
  Min,
  UnsignedMax,
  UnsignedMin,
  FloatAdd,
  FloatSub,
  FloatMax,
  FloatMin,
  IncrementWrap,
  DecrementWrap,
};

constexpr bool is_about_floats(RmwOperator rmw) { return rmw >= RmwOperator::FloatAdd && rmw <= RmwOperator::FloatMin; }

// How one execution ended.
#define HEDDLE_OUTCOMES(X)                                                                   \
  X(None, "none")                                                                            \
  X(Finished, "finished") /* with an exit code, which may not be 0 */                        \
  X(Deadlocked, "deadlock")                                                                  \
  X(AssertionFailed, "assertion")                                                            \
  X(Crashed, "crash") /* fatal signal, abort */                                              \
  X(UncaughtException, "uncaught-exception")                                                 \
  X(Hung, "hang") /* no event for too long */                                                \
  X(Looping, "endless-loop") /* the state repeats, and whoever could run had his turns */       \
  X(EventLimit, "event-limit")                                                               \
  X(AssumeFailed, "assume")      /* the program asked to drop this execution */              \
  X(Diverged, "diverged")        /* the schedule could not be followed */                    \
  X(StackShared, "stack-shared") /* another thread touched a stack object not yet visible */ \
  X(Unsupported, "unsupported")  /* a call that is not modelled */                           \
  X(WorkerDied, "worker-died")   /* the process vanished: _exit, SIGKILL, trashed memory */

enum class Outcome : std::uint8_t {
#define HEDDLE_X(name, text) name,
  HEDDLE_OUTCOMES(HEDDLE_X)
#undef HEDDLE_X
};

// What a crash turned out to be, where the runtime can tell.
#define HEDDLE_FAULTS(X)                                                \
  X(None, "none")                                                       \
  X(UseAfterFree, "use-after-free")                                     \
  X(DoubleFree, "double-free")                                          \
  X(InvalidFree, "invalid-free") /* of memory that malloc never gave */ \
  X(BufferOverflow, "buffer-overflow")                                  \
  X(DanglingStack, "dangling-stack") /* its frame or its thread ended */ \
  X(DanglingThreadLocal, "dangling-thread-local") /* its thread ended */ \
  X(NullDereference, "null-dereference")                                \
  X(StackOverflow, "stack-overflow")

enum class Fault : std::uint8_t {
#define HEDDLE_X(name, text) name,
  HEDDLE_FAULTS(HEDDLE_X)
#undef HEDDLE_X
};

}  // namespace heddle
