// SPDX-License-Identifier: Apache-2.0
#include "fuzz/knowledge.h"

#include <algorithm>

namespace heddle::fuzz {
namespace {

// Who can know of an access. The first ones are the threads.
enum Knower : unsigned {
  kThread = 0,
  kLoaded = kThread + kMaxThreads,  // by a thread's relaxed loads: its next acquire fence makes it known to it
  kFenced = kLoaded + kMaxThreads,  // at a thread's last release fence: what its relaxed stores tell
  kMutex = kFenced + kMaxThreads,   // who takes it learns
  kSpin = kMutex + kMutexes,
  kWritten,     // the read-write lock, from those who had it for writing
  kReadLocked,  // ... for reading: told to writers only
  kSemaphore,
  kOnce = kSemaphore + kSemaphores,
  kBarrier,  // those who have arrived
  kSection,  // atomic sections, like those of one lock
  kSignal,   // calls with state inside of the library know of each other
  kAtExit,
  kTable,       // which there are: whoever closes or makes one
  kDescriptor,  // each by itself: whoever reads or moves its file
  kBlockLock = kDescriptor + kDescriptors,
  kCell = kBlockLock + kMaxBlocks,  // slot of memory: who reads it with acquire learns
  kKnowers = kCell + kSlots,
};
static_assert(kKnowers <= 64);

bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcquireRelease || order == Order::SeqCst;
}
bool releases(Order order) {
  return order == Order::Release || order == Order::AcquireRelease || order == Order::SeqCst;
}

bool is_exchange(Do what) { return what == Do::FetchAdd || what == Do::Exchange || what == Do::CompareExchange; }

}  // namespace

void Knowledge::hand_on(unsigned from, unsigned to) {
  for (Made& each : made_) {
    if ((each.knows & known_by(from)) != 0) each.knows |= known_by(to);
  }
}

void Knowledge::forget(unsigned knower) {
  for (Made& each : made_) each.knows &= ~known_by(knower);
}

void Knowledge::replace(unsigned from, unsigned to) {
  forget(to);
  hand_on(from, to);
}

void Knowledge::remember(std::uint8_t thread, const NextAccess& now) {
  made_.push_back({known_by(kThread + thread), now.id, now.slot, now.writes, now.is_atomic});
}

void Knowledge::tidy(const State& state) {
  std::uint64_t alive = 0;
  for (std::uint8_t thread = 0; thread < kMaxThreads; ++thread) {
    const Phase phase = state.threads[thread].phase;
    if (phase == Phase::Created || phase == Phase::Running) alive |= known_by(kThread + thread);
  }
  std::erase_if(made_, [&](const Made& each) { return (each.knows & alive) == alive; });
  std::sort(made_.begin(), made_.end());
  // Of two accesses of one kind, the one that fewer know of races wherever the other does.
  std::vector<Made> kept;
  for (const Made& each : made_) {
    const bool is_said = std::any_of(kept.begin(), kept.end(), [&](const Made& other) {
      return other.is_same_kind(each) && (other.knows & ~each.knows) == 0;
    });
    if (!is_said) kept.push_back(each);
  }
  made_ = std::move(kept);
}

// An atomic read learns what the write that it reads from told; a relaxed one makes use of it at the next fence.
void Knowledge::learn_from_cell(const Done& done) {
  const bool is_read = done.what.what != Do::Store && done.access->is_atomic;
  if (!is_read) return;
  const bool has_failed = done.what.what == Do::CompareExchange && !done.access->writes;
  const Order order = has_failed ? done.what.failure : done.what.place.order;
  hand_on(kCell + done.access->slot, (acquires(order) ? kThread : kLoaded) + done.thread);
}

// A store begins anew; what changes the value that it finds goes on with what was told before.
void Knowledge::tell_by_cell(const Done& done) {
  if (!done.access->writes) return;
  const unsigned cell = kCell + done.access->slot;
  if (!is_exchange(done.what.what)) forget(cell);
  if (!done.access->is_atomic) return;
  hand_on((releases(done.what.place.order) ? kThread : kFenced) + done.thread, cell);
}

void Knowledge::learn(const Done& done) {
  const unsigned self = kThread + done.thread;
  const Instruction& what = done.what;
  if (done.access) return learn_from_cell(done);
  switch (what.what) {
    case Do::Lock:
      return hand_on(kMutex + what.object, self);
    case Do::TryLock:
      if (done.after.mutexes[what.object].depth != done.before.mutexes[what.object].depth)
        hand_on(kMutex + what.object, self);
      return;
    case Do::SpinLock:
      return hand_on(kSpin, self);
    case Do::SpinTryLock:
      if (done.after.spin.depth != done.before.spin.depth) hand_on(kSpin, self);
      return;
    case Do::ReadLock:
      return hand_on(kWritten, self);
    case Do::TryReadLock:
      if (done.after.rwlock.depth != done.before.rwlock.depth) hand_on(kWritten, self);
      return;
    case Do::WriteLock:
    case Do::TryWriteLock:
      if (done.after.rwlock.owner == done.before.rwlock.owner) return;
      hand_on(kWritten, self);
      return hand_on(kReadLocked, self);
    case Do::Wait:
    case Do::TimedWait: {
      const bool has_it_again = done.after.threads[done.thread].waiting == Waiting::No;
      if (has_it_again) hand_on(kMutex, self);
      return;
    }
    case Do::SemWait:
    case Do::SemTryWait:
      if (done.after.semaphores[what.object] != done.before.semaphores[what.object])
        hand_on(kSemaphore + what.object, self);
      return;
    case Do::OnceEnter:
      return hand_on(kOnce, self);
    case Do::SectionBegin:
      return hand_on(kSection, self);
    case Do::SetHandler:
    case Do::Raise:
      return hand_on(kSignal, self);
    case Do::AtExit:
    case Do::Exit:
      return hand_on(kAtExit, self);
    case Do::FileRead:
    case Do::FileSeek:
      return hand_on(kDescriptor + what.object, self);
    case Do::FileClose:
    case Do::FileDup:
      return hand_on(kTable, self);
    case Do::BlockLock:
      return hand_on(kBlockLock + done.before.threads[done.thread].locals[kHeapPointer] - 1u, self);
    case Do::Join:
    case Do::TryJoin:
      if (done.after.threads[what.object].is_taken) hand_on(kThread + what.object, self);
      return;
    case Do::Fence:
      if (acquires(what.place.order)) hand_on(kLoaded + done.thread, self);
      return;
    default:
      return;
  }
}

void Knowledge::tell(const Done& done) {
  const unsigned self = kThread + done.thread;
  const Instruction& what = done.what;
  if (done.access) return tell_by_cell(done);
  switch (what.what) {
    case Do::Unlock:
      return hand_on(self, kMutex + what.object);
    case Do::SpinUnlock:
      return hand_on(self, kSpin);
    case Do::RwUnlock:
      return hand_on(self, done.before.rwlock.owner != 0 ? kWritten : kReadLocked);
    case Do::Wait:
    case Do::TimedWait:
      if (done.before.threads[done.thread].waiting == Waiting::No) hand_on(self, kMutex);
      return;
    case Do::SemPost:
      return hand_on(self, kSemaphore + what.object);
    case Do::Initialise:
      if (what.object == kReadWriteObject) forget(kReadLocked);
      if (what.object < kMutexes) return forget(kMutex + what.object);
      if (what.object != kConditionObject) forget(what.object == kSpinObject ? kSpin : kWritten);
      return;
    case Do::OnceLeave:
      return hand_on(self, kOnce);
    case Do::SectionEnd:
      return hand_on(self, kSection);
    case Do::SetHandler:
    case Do::Raise:
      return hand_on(self, kSignal);
    case Do::AtExit:
      return hand_on(self, kAtExit);
    case Do::FileRead:
    case Do::FileSeek:
      return hand_on(self, kDescriptor + what.object);
    case Do::FileClose:
    case Do::FileDup:
      return hand_on(self, kTable);
    case Do::BlockUnlock:
      return hand_on(self, kBlockLock + done.before.threads[done.thread].locals[kHeapPointer] - 1u);
    case Do::Barrier:
      if (done.before.threads[done.thread].waiting != Waiting::No) return;  // it leaves
      hand_on(self, kBarrier);
      if (done.after.barrier_round == done.before.barrier_round) return;
      // The last one has come: whoever is in this round knows what all of them do.
      hand_on(kBarrier, self);
      for (std::uint8_t other = 0; other < kMaxThreads; ++other) {
        const ThreadOf& waits = done.before.threads[other];
        const bool is_in_round = waits.waiting == Waiting::AtBarrier && waits.round == done.before.barrier_round;
        if (is_in_round) hand_on(kBarrier, kThread + other);
      }
      return forget(kBarrier);
    case Do::Create:
      return replace(self, kThread + what.object);
    case Do::Fence:
      if (releases(what.place.order)) replace(self, kFenced + done.thread);
      return;
    default:
      return;
  }
}

}  // namespace heddle::fuzz
