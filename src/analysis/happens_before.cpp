// SPDX-License-Identifier: Apache-2.0
#include "analysis/happens_before.h"

#include <algorithm>

#include "analysis/cell_bytes.h"
#include "trace/event_flags.h"
#include "trace/result.h"

namespace heddle {
namespace {

constexpr std::uint64_t kAtomicSections = ~std::uint64_t{0};  // they exclude each other like sections of one lock

// What the defects of `heddle fuzz` make of an order.
MemoryOrder as_taken(MemoryOrder order, Defect defect) {
  const bool is_mistaken = order == MemoryOrder::Relaxed && defect == Defect::Relaxed;
  return is_mistaken ? MemoryOrder::SequentiallyConsistent : order;
}

bool is_acquire(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::AcquireRelease ||
         order == MemoryOrder::SequentiallyConsistent;
}
bool is_release(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcquireRelease ||
         order == MemoryOrder::SequentiallyConsistent;
}

bool took_semaphore(const Event& event) { return !has_aux(event) || event.first == 0; }

}  // namespace

void HappensBefore::begin(std::size_t threads) {
  width_ = threads;
  words_.clear();
  clocks_.assign(threads, Clocks{});
  objects_.clear();
  releases_.clear();
  release_pool_.clear();
  met_weaker_order_ = met_hint_ = met_wait_ = false;
  if (threads == 0) return;
  clocks_[0].own = make();
  tick(0);
}

HappensBefore::Clock HappensBefore::make() {
  const auto clock = static_cast<Clock>(words_.size());
  words_.resize(words_.size() + width_);
  return clock;
}

void HappensBefore::join(Clock& to, Clock from) {
  if (from == kNone) return;
  if (to == kNone) to = make();
  for (std::size_t index = 0; index < width_; ++index) {
    words_[to + index] = std::max(words_[to + index], words_[from + index]);
  }
}

void HappensBefore::assign(Clock& to, Clock from) {
  if (to == kNone) to = make();
  std::copy_n(words_.begin() + from, width_, words_.begin() + to);
}

void HappensBefore::acquire_object(std::uint16_t thread, std::uint64_t object) {
  if (const SyncObject* known = objects_.find(object)) acquire(thread, known->released);
}

// Joined, not replaced: a semaphore hands on what everybody before left there, and who gives a lock back has it anyway.
void HappensBefore::release_object(std::uint16_t thread, std::uint64_t object) {
  if (defect_ == Defect::Unlock) return;
  join(objects_[object].released, clocks_[thread].own);
  tick(thread);
}

HappensBefore::Clock HappensBefore::released_at(std::uint64_t address, std::uint32_t size) {
  Clock only = kNone;
  Clock joined = kNone;
  if (releases_.empty()) return kNone;
  for_each_cell(address, size, [&](std::uint64_t cell, std::uint8_t bytes) {
    const ReleaseList* list = releases_.find(cell);
    for (std::uint32_t at = list == nullptr ? kEnd : list->first; at != kEnd; at = release_pool_[at].next) {
      if ((release_pool_[at].bytes & bytes) == 0) continue;
      if (only == kNone) {
        only = release_pool_[at].clock;
      } else {
        join(joined, only);
        join(joined, release_pool_[at].clock);
      }
    }
  });
  return joined != kNone ? joined : only;
}

void HappensBefore::forget_released(std::uint64_t cell, std::uint8_t bytes) {
  ReleaseList* list = releases_.find(cell);
  if (list == nullptr) return;
  for (std::uint32_t* link = &list->first; *link != kEnd;) {
    Release& release = release_pool_[*link];
    release.bytes &= static_cast<std::uint8_t>(~bytes);
    if (release.bytes == 0)
      *link = release.next;
    else
      link = &release.next;
  }
}

// A store ends every release sequence of the bytes it overwrites.
void HappensBefore::end_sequences(std::uint64_t address, std::uint32_t size) {
  if (releases_.empty()) return;
  for_each_cell(address, size, [&](std::uint64_t cell, std::uint8_t bytes) { forget_released(cell, bytes); });
}

void HappensBefore::set_released(std::uint64_t address, std::uint32_t size, Clock clock) {
  for_each_cell(address, size, [&](std::uint64_t cell, std::uint8_t bytes) {
    ReleaseList& list = releases_[cell];
    const bool is_same_object =
        list.first != kEnd && release_pool_[list.first].bytes == bytes && release_pool_[list.first].next == kEnd;
    if (is_same_object) return assign(release_pool_[list.first].clock, clock);
    forget_released(cell, bytes);
    Clock copy = kNone;
    assign(copy, clock);
    release_pool_.push_back({copy, list.first, bytes});
    list.first = static_cast<std::uint32_t>(release_pool_.size() - 1);
  });
}

void HappensBefore::note_order(MemoryOrder order) {
  met_weaker_order_ |= order != MemoryOrder::SequentiallyConsistent;
}

void HappensBefore::atomic_load(const Event& event, MemoryOrder order) {
  const std::uint16_t thread = number(event.thread);
  const Clock from = released_at(event.object, event.size);
  if (is_acquire(order))
    acquire(thread, from);
  else
    join(clocks_[thread].acquired, from);
}

void HappensBefore::atomic_store(std::uint16_t thread, std::uint64_t address, std::uint32_t size, MemoryOrder order) {
  const bool hands_on = is_release(order) && defect_ != Defect::Release;
  const Clock handed_on = hands_on ? clocks_[thread].own : clocks_[thread].released;
  if (handed_on != kNone)
    set_released(address, size, handed_on);
  else
    end_sequences(address, size);
  if (is_release(order)) tick(thread);
}

// Continues the release sequence that it reads from, whatever its own order is.
void HappensBefore::atomic_rmw(const Event& event, MemoryOrder order) {
  const std::uint16_t thread = number(event.thread);
  const bool releases = is_release(order);
  const Clock before = released_at(event.object, event.size);
  if (is_acquire(order))
    acquire(thread, before);
  else
    join(clocks_[thread].acquired, before);
  Clock after = kNone;
  if (defect_ != Defect::ReleaseSequence) join(after, before);
  join(after, releases ? clocks_[thread].own : clocks_[thread].released);
  if (after != kNone)
    set_released(event.object, event.size, after);
  else
    end_sequences(event.object, event.size);
  if (releases) tick(thread);
}

void HappensBefore::fence(std::uint16_t thread, MemoryOrder order) {
  if (defect_ == Defect::Fences) return;
  if (is_acquire(order)) acquire(thread, clocks_[thread].acquired);
  if (!is_release(order)) return;
  assign(clocks_[thread].released, clocks_[thread].own);
  tick(thread);
}

void HappensBefore::acquire_first(const Event& event) {
  const bool joins = event.kind == EventKind::ThreadJoin || event.kind == EventKind::ThreadTryJoin ||
                     event.kind == EventKind::ThreadTimedJoin;
  if (joins) return join_thread(event);  // what the thread returned is stored afterwards
  if (releases_.empty() || !is_atomic(event) || defect_ == Defect::LateAcquire) return;
  const bool reads = event.kind == EventKind::Load || event.kind == EventKind::ReadRange ||
                     event.kind == EventKind::Rmw || event.kind == EventKind::Cas;
  const bool is_failed_cas = event.kind == EventKind::Cas && !succeeded(event);
  if (!reads || !is_acquire(is_failed_cas ? event.failure_order : event.order)) return;
  acquire(number(event.thread), released_at(event.object, event.size));
}

void HappensBefore::apply_access(const Event& event) {
  if (!is_atomic(event)) {
    const bool writes = event.kind != EventKind::Load && event.kind != EventKind::ReadRange;
    if (writes) end_sequences(event.object, event.size);
    return;
  }
  note_order(event.order);
  const bool is_failed_cas = event.kind == EventKind::Cas && !succeeded(event);
  if (is_failed_cas) note_order(event.failure_order);
  const MemoryOrder order = as_taken(is_failed_cas ? event.failure_order : event.order, defect_);
  if (event.kind == EventKind::Load || event.kind == EventKind::ReadRange || is_failed_cas)
    atomic_load(event, order);
  else if (event.kind == EventKind::Store || event.kind == EventKind::WriteRange)
    atomic_store(number(event.thread), event.object, event.size, order);
  else
    atomic_rmw(event, order);
}

void HappensBefore::lock(const Event& event, bool got_it) {
  met_hint_ |= !got_it;
  if (!got_it) return;
  const std::uint16_t thread = number(event.thread);
  acquire_object(thread, event.object);
  ++clocks_[thread].locks;
  if (met_wait_) objects_[event.object].writer = thread;
}

void HappensBefore::unlock(std::uint16_t thread, std::uint64_t mutex) {
  release_object(thread, mutex);
  if (clocks_[thread].locks > 0) --clocks_[thread].locks;
  if (met_wait_) objects_[mutex].writer = 0xffff;
}

// Who holds the mutex is ordered with whom it wakes, once it gives it back; a signal alone orders nothing.
void HappensBefore::wake(const Event& event) {
  const std::uint16_t thread = number(event.thread);
  const SyncObject* condition = objects_.find(event.object);
  const std::uint64_t mutex = condition == nullptr ? 0 : condition->mutex;
  const SyncObject* held = mutex == 0 ? nullptr : objects_.find(mutex);
  met_hint_ |= mutex == 0 ? clocks_[thread].locks == 0 : held == nullptr || held->writer != thread;
}

void HappensBefore::read_lock(std::uint16_t thread, std::uint64_t lock) { acquire_object(thread, lock); }

void HappensBefore::write_lock(std::uint16_t thread, std::uint64_t lock) {
  SyncObject& known = objects_[lock];
  acquire(thread, known.released);
  acquire(thread, known.readers);
  known.writer = thread;
}

void HappensBefore::rw_unlock(std::uint16_t thread, std::uint64_t lock) {
  SyncObject& known = objects_[lock];
  const bool writes = known.writer == thread;
  const bool tells_everybody = writes || defect_ == Defect::Readers;
  join(tells_everybody ? known.released : known.readers, clocks_[thread].own);
  if (writes) known.writer = 0xffff;
  tick(thread);
}

// A round ends when its last thread arrives; the next one may begin before everybody has left.
void HappensBefore::arrive(const Event& event) {
  const std::uint16_t thread = number(event.thread);
  SyncObject& barrier = objects_[event.object];
  if (barrier.round == kNone) barrier.round = make();
  join(barrier.round, clocks_[thread].own);
  const bool is_last = event.value != 0;
  if (is_last) {
    acquire(thread, barrier.round);
    barrier.round = kNone;
  } else {
    clocks_[thread].round = barrier.round;
  }
  tick(thread);
}

void HappensBefore::leave(std::uint16_t thread) {
  acquire(thread, clocks_[thread].round);
  clocks_[thread].round = kNone;
}

void HappensBefore::create(const Event& event) {
  const std::uint16_t thread = number(event.thread);
  if (event.object >= width_) return;
  const auto child = static_cast<std::uint16_t>(event.object);
  assign(clocks_[child].own, clocks_[thread].own);
  tick(child);
  tick(thread);
}

void HappensBefore::join_thread(const Event& event) {
  const bool joined = event.first == 0 && defect_ != Defect::Join;
  if (joined && event.object < width_) acquire(number(event.thread), clocks_[event.object].own);
}

void HappensBefore::acquire_everything(std::uint16_t thread) {
  for (std::uint16_t other = 0; other < width_; ++other) {
    if (clocks_[other].own == kNone || other == thread) continue;
    acquire(thread, clocks_[other].own);
    tick(other);
  }
}

// The kernel looks at the word, and wakes, without ordering anything. Who looks at the word again with an acquire, as
// std::atomic::wait does, learns nothing from that alone.
void HappensBefore::note_futex(const Event& event) {
  std::uint64_t& futex = clocks_[number(event.thread)].futex;
  const bool looks_again = is_atomic(event) && event.object == futex && event.kind != EventKind::Store &&
                           event.kind != EventKind::WriteRange && is_acquire(event.order);
  met_hint_ |= futex != 0 && !looks_again;
  const bool is_told = event.kind == EventKind::FutexReturn ? !timed_out(event)
                                                            : event.kind == EventKind::FutexWait && event.value != event.first;
  futex = is_told ? event.object : 0;
}

// Whoever has to wait in an atomic section lets others into theirs, and goes on without being ordered after them.
// The same operations as for the model (may_wait in learn/machine.h), and those that wait for some time only.
bool HappensBefore::may_have_waited(const Event& event) {
  switch (event.kind) {
    case EventKind::MutexLock:
    case EventKind::MutexTimedLock:
    case EventKind::SpinLock:
    case EventKind::ReadLock:
    case EventKind::ReadTimedLock:
    case EventKind::WriteLock:
    case EventKind::WriteTimedLock:
    case EventKind::CondReacquire:
    case EventKind::SemWait:
    case EventKind::SemTimedWait:
    case EventKind::BarrierLeave:
    case EventKind::OnceEnter:
    case EventKind::ThreadJoin:
    case EventKind::ThreadTimedJoin:
    case EventKind::FutexReturn:
    case EventKind::ObjectDestroy:
    case EventKind::Yield:
      return true;
    case EventKind::Call:
      return waits_for_lock(event);
    default:
      return false;
  }
}

void HappensBefore::apply(const Event& event) {
  const std::uint16_t thread = number(event.thread);
  HEDDLE_CHECK(thread < width_ && clocks_[thread].own != kNone, "a thread runs that nobody created");
  const bool is_of_futex = event.kind == EventKind::FutexReturn || event.kind == EventKind::FutexWait;
  if (is_of_futex || clocks_[thread].futex != 0) note_futex(event);
  met_hint_ |= clocks_[thread].is_in_section && may_have_waited(event);
  const bool got_it = event.value == 0;
  switch (event.kind) {
    case EventKind::Load:
    case EventKind::Store:
    case EventKind::Rmw:
    case EventKind::Cas:
    case EventKind::ReadRange:
    case EventKind::WriteRange:
      apply_access(event);
      return;
    case EventKind::Fence:
      note_order(event.order);
      fence(thread, event.order);
      return;
    case EventKind::MutexLock:
    case EventKind::MutexTryLock:
    case EventKind::MutexTimedLock:
    case EventKind::SpinLock:
    case EventKind::SpinTryLock:
      lock(event, got_it);
      return;
    case EventKind::MutexUnlock:
    case EventKind::SpinUnlock:
      if (got_it) unlock(thread, event.object);
      return;
    case EventKind::ReadLock:
    case EventKind::ReadTryLock:
    case EventKind::ReadTimedLock:
      met_hint_ |= !got_it;
      if (got_it) read_lock(thread, event.object);
      return;
    case EventKind::WriteLock:
    case EventKind::WriteTryLock:
    case EventKind::WriteTimedLock:
      met_hint_ |= !got_it;
      if (got_it) write_lock(thread, event.object);
      return;
    case EventKind::RwUnlock:
      if (got_it) rw_unlock(thread, event.object);
      return;
    case EventKind::CondWait:
      if (!got_it) return;
      met_wait_ = true;
      objects_[event.object].mutex = event.first;
      unlock(thread, event.first);
      return;
    case EventKind::CondReacquire:
      acquire_object(thread, event.first);
      ++clocks_[thread].locks;
      objects_[event.first].writer = thread;
      return;
    case EventKind::CondSignal:
    case EventKind::CondBroadcast:
      wake(event);
      return;
    case EventKind::SemWait:
    case EventKind::SemTryWait:
    case EventKind::SemTimedWait:
      if (took_semaphore(event)) acquire_object(thread, event.object);
      met_hint_ |= !took_semaphore(event);
      return;
    case EventKind::SemGetValue:
      met_hint_ = true;
      return;
    case EventKind::SemPost:
      if (took_semaphore(event)) release_object(thread, event.object);
      return;
    case EventKind::BarrierArrive:
      arrive(event);
      return;
    case EventKind::BarrierLeave:
      leave(thread);
      return;
    case EventKind::OnceEnter:
      acquire_object(thread, event.object);
      return;
    case EventKind::OnceLeave:  // compiled code looks at the guard of a static with an acquire load
      atomic_store(thread, event.object, 1, MemoryOrder::Release);
      release_object(thread, event.object);
      return;
    case EventKind::ThreadCreate:
      create(event);
      return;
    case EventKind::ThreadJoin:
    case EventKind::ThreadTryJoin:
    case EventKind::ThreadTimedJoin:
      join_thread(event);
      return;
    case EventKind::Call:  // a library's hidden state stands behind a lock of its own
      acquire_object(thread, ordered_by(event));
      if (defect_ != Defect::LibraryCalls) release_object(thread, ordered_by(event));
      return;
    case EventKind::AtomicBegin:
      clocks_[thread].is_in_section = true;
      acquire_object(thread, kAtomicSections);
      return;
    case EventKind::AtomicEnd:
      clocks_[thread].is_in_section = false;
      if (defect_ != Defect::Sections) release_object(thread, kAtomicSections);
      return;
    case EventKind::ObjectInit:
      objects_[event.object] = {};
      return;
    case EventKind::Begin:
    case EventKind::Free:
    case EventKind::Allocate:
    case EventKind::CondTimeout:
    case EventKind::CondSpurious:
    case EventKind::ThreadDetach:
    case EventKind::FutexWait:
    case EventKind::FutexReturn:
    case EventKind::FutexWake:
    case EventKind::Yield:
    case EventKind::Sleep:
    case EventKind::Clock:
    case EventKind::Choose:
    case EventKind::ObjectDestroy:
      return;
    case EventKind::Exit:  // what it is to call comes after whoever said so
      if (event.object != 0) acquire_object(thread, event.object);
      return;
  }
}

}  // namespace heddle
