// SPDX-License-Identifier: Apache-2.0
//
// Defects that can be switched on, to show that the truth machine would notice them (`heddle fuzz --defect`). Each
// breaks one rule that docs/exact.md argues for, in one line that asks for it. Never on otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace heddle {

// X(name, on the command line, which rule is broken)
#define HEDDLE_DEFECTS(X)                                                                                             \
  X(ReadWrite, "read-write", "a read and a write do not interfere")                                                   \
  X(WriteWrite, "write-write", "two writes do not interfere while somebody may still read")                           \
  X(FreeAccess, "free-access", "freeing memory interferes with nothing")                                              \
  X(LockLock, "lock-lock", "two that take a lock do not interfere")                                                   \
  X(LockTryLock, "lock-trylock", "taking a lock and trying to do not interfere")                                      \
  X(UnlockTryLock, "unlock-trylock", "a release and a try do not interfere")                                          \
  X(ReadWriteLock, "readlock-writelock", "taking a read-write lock for reading and for writing do not interfere")     \
  X(TryReadWriteLock, "tryread-writelock", "trying to read and taking for writing do not interfere")                  \
  X(TryWriteUnlock, "trywrite-unlock", "trying to write and releasing do not interfere")                              \
  X(WaitSignal, "wait-signal", "waiting for a condition and waking do not interfere")                                 \
  X(AcquireAcquire, "acquire-acquire", "two that take from a semaphore do not interfere")                             \
  X(PostTryAcquire, "post-tryacquire", "posting to a semaphore and trying it do not interfere")                       \
  X(ArriveArrive, "arrive-arrive", "two arrivals at a barrier do not interfere")                                      \
  X(PollEnd, "poll-end", "the end of a thread and asking for it do not interfere")                                    \
  X(Holder, "no-holder", "who waits for a lock does not need its holder")                                             \
  X(JoinTarget, "no-join-target", "who joins does not need the thread to end")                                        \
  X(Signaller, "no-signaller", "who waits for a condition does not need to be woken")                                 \
  X(Poster, "no-poster", "who waits for a semaphore does not need a post")                                            \
  X(Arrival, "no-arrival", "who waits at a barrier does not need others to arrive")                                   \
  X(HarmlessEnd, "harmless-end", "an operation that ends the process interferes with nothing")                        \
  X(CreatedFuture, "created-future", "what a thread may do leaves out the threads it will create")                    \
  X(ParentFuture, "parent-future", "what a thread may do is not kept up to date before what was learned")             \
  X(OneRound, "one-round", "a round is not repeated when a future that it relied on has grown")                       \
  X(FusedChoices, "fused-choices", "a chain goes on over a step with alternatives")                                   \
  X(FirstWaiter, "first-waiter", "a signal wakes only the first who waits")                                           \
  X(LostSignal, "lost-signal", "a signal that nobody waits for wakes the next to come")                               \
  X(EveryWake, "every-wake", "whatever lets a thread go on, it may wake up without a signal again")                   \
  X(NoTimeout, "no-timeout", "a timed wait is never over before it is woken")                                         \
  X(WrongRmw, "wrong-rmw", "an addition in memory adds nothing")                                                      \
  X(HashWaits, "hash-waits", "states that differ in who was woken count as equal")                                    \
  X(HashMemory, "hash-memory", "states that differ in what a read-modify-write will see count as equal")              \
  X(HashResults, "hash-results", "states that differ in what an ended thread returned count as equal")                \
  X(CycleProviso, "cycle-proviso", "a thread left out all around a cycle never has its turn")                         \
  X(DeepSleep, "deep-sleep", "no step wakes a thread that need not be tried")                                         \
  X(ForcedSteps, "forced-steps", "a step that others can notice is taken at once where switches are counted")         \
  X(LastThread, "last-thread", "who ran last does not count where switches are counted")                              \
  X(EverySwitch, "every-switch", "a switch away from a thread that cannot go on counts as a preemption")              \
  X(ClosureJoined, "closure-joined", "thread by thread, what a thread that was joined has written is never seen")     \
  X(ClosureInitial, "closure-initial", "thread by thread, what somebody overwrites is never seen as it was at first") \
  X(ClosureOrder, "closure-order", "thread by thread, all that a creator does comes before what the created does")    \
  X(ClosureLockOrder, "closure-lock-order", "thread by thread, nobody asks for a lock while holding another")         \
  X(StoppedUse, "stopped-use", "thread by thread, what a thread was stopped at does not count when memory is freed")   \
  X(GoalSlice, "goal-slice", "a result is looked for without what read-modify-writes of other threads do")            \
  X(SaturationDominator, "saturation-dominator", "what must have happened before a result is any way to it")          \
  X(SaturationOthers, "saturation-others", "what must have happened before a result reads from nothing else")         \
  X(SaturationInitial, "saturation-initial", "what must have happened before a result reads nothing that was there at first")\
  X(SaturationReads, "saturation-reads", "what must be read before a result is read before all that is written elsewhere") \
  X(SaturationLocks, "saturation-locks", "of two that must have a lock before a result, each has it before the other")  \
  X(SaturationCut, "saturation-cut", "no thread goes on after what it must have done before a result")                \
  X(GoalApart, "goal-apart", "looking for a result, no step interferes with those of others")                         \
  X(PeekOfAnother, "peek-of-another", "where a result leads that was tried out is taken for where the one before leads")\
  X(LatePeek, "late-peek", "a result that was tried out counts for the event after the one it was tried at")           \
  X(FailedPeek, "failed-peek", "a result with which no next event was come to leads where a known one does")           \
  X(CommonPrivate, "common-private", "memory that one node touches is private, though several threads come there")     \
  X(EveryReturn, "every-return", "threads that return different values are taken for equal")                          \
  X(UnknownReturn, "unknown-return", "threads are taken for equal though nobody knows what they return")               \
  X(HastyJoin, "hasty-join", "of equal threads one is joined while others still run")                                 \
  X(SilentPrints, "silent-prints", "two that print do not interfere")                                                 \
  X(LostOutput, "lost-output", "states that differ in what was printed count as equal")                               \
  X(QuietEnd, "quiet-end", "the end of the process does not interfere with printing")                                 \
  X(FutexWaitWake, "futex-wait-wake", "sleeping on a futex and waking do not interfere")                              \
  X(FutexWakeWake, "futex-wake-wake", "two wake-ups of a futex do not interfere")                                     \
  X(FirstSleeper, "first-sleeper", "a wake-up of one wakes only the first who sleeps on a futex")                     \
  X(FutexWord, "futex-word", "who sleeps on a futex does not read its word")                                          \
  X(FreedLock, "freed-lock", "freeing memory does not interfere with the locks in it")                                \
  X(ExitOrder, "exit-order", "in which order exit functions were registered does not count")                          \
  X(ExitAppend, "exit-append", "to register an exit function interferes with nothing")                                \
  X(HiddenCalls, "hidden-calls", "calls on the hidden state of a library do not interfere")                           \
  X(HashHidden, "hash-hidden", "states that differ in what calls left in a library count as equal")                   \
  X(SectionOthers, "section-others", "whoever could run goes on inside of the atomic section of another")             \
  X(SectionWaits, "section-waits", "nobody has to wait in an atomic section")                                         \
  X(HighResults, "high-results", "results that differ in their upper half only are taken for the same")               \
  X(HighMemory, "high-memory", "states that differ in the upper halves of words only count as equal")                 \
  X(RootNumber, "root-number", "a thread begins where the first one with its number did")                             \
  X(CreatedWith, "created-with", "what a thread begins with is no part of its creation")                              \
  X(StoredOver, "stored-over", "what is stored over a lock does not touch it")                                        \
  X(MadeAnew, "made-anew", "what is stored over a lock leaves it as it was")                                          \
  X(Resurrection, "resurrection", "a lock that was destroyed is as good as new")                                      \
  X(DestroyedLock, "destroyed-lock", "destroying a lock does not interfere with using it")                            \
  X(Unmapped, "unmapped", "giving pages back touches nothing")                                                        \
  X(CutSiblings, "cut-siblings", "where one thread stands still, nobody goes on")                                     \
  X(MergeWord, "merge-word", "most of the fingerprint of a local state does not count")                               \
  X(LostRace, "lost-race", "two accesses that race one after the other are not looked for")                           \
  X(UnreadWrites, "unread-writes", "two writes that nobody reads do not interfere where races are looked for")        \
  X(Unlock, "unlock", "giving something back orders nothing")                                                         \
  X(Release, "release", "an atomic store with release orders nothing")                                                \
  X(Relaxed, "relaxed", "a relaxed access orders like any other")                                                     \
  X(ReleaseSequence, "release-sequence", "a read-modify-write ends what was released before it")                      \
  X(LateAcquire, "late-acquire", "an atomic read comes before what it reads from")                                    \
  X(Fences, "fences", "fences order nothing")                                                                         \
  X(Readers, "readers", "those who read under a read-write lock are ordered among themselves")                        \
  X(Join, "join", "joining a thread orders nothing")                                                                  \
  X(Sections, "sections", "atomic sections order nothing")                                                            \
  X(LibraryCalls, "library-calls", "calls on the hidden state of a library order nothing")

enum class Defect : std::uint8_t {
  None,
#define HEDDLE_X(name, option, rule) name,
  HEDDLE_DEFECTS(HEDDLE_X)
#undef HEDDLE_X
};

// Rules that only programs of the second generator can show to be broken.
constexpr bool needs_wide_programs(Defect defect) {
  return (defect >= Defect::FutexWaitWake && defect <= Defect::CutSiblings) || defect >= Defect::Sections;
}

struct DefectInfo {
  Defect defect;
  std::string_view option;
  std::string_view rule;
};

inline const std::vector<DefectInfo>& known_defects() {
  static const std::vector<DefectInfo> list = {
#define HEDDLE_X(name, option, rule) {Defect::name, option, rule},
      HEDDLE_DEFECTS(HEDDLE_X)
#undef HEDDLE_X
  };
  return list;
}

inline std::optional<Defect> defect_called(std::string_view option) {
  for (const DefectInfo& each : known_defects()) {
    if (each.option == option) return each.defect;
  }
  return std::nullopt;
}

}  // namespace heddle
