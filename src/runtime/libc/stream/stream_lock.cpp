// SPDX-License-Identifier: Apache-2.0
#include "runtime/libc/stream/stream_lock.h"

#include <cerrno>

#include "runtime/libc/interpose.h"
#include "runtime/mutex.h"

namespace heddle::runtime::libc {
namespace {

struct StreamLock {
  FILE* stream;  // nullptr: not in use
  MutexWords words;
};

constexpr int kMaxHeld = 64;
StreamLock g_held[kMaxHeld];
int g_held_count;

StreamLock* find_lock(const void* stream) {
  for (StreamLock& lock : g_held) {
    if (lock.stream == stream) return &lock;
  }
  return nullptr;
}

StreamLock* find_held(const void* stream) { return g_held_count == 0 ? nullptr : find_lock(stream); }

bool may_use(const void* stream, std::uint32_t tag) {
  const StreamLock* lock = find_held(stream);
  return lock == nullptr || lock->words.owner == tag;
}

bool stream_can_be_used(const Thread& thread) { return may_use(thread.object, thread.number + 1u); }

// Takes a lock that is free, or goes one deeper.
void take(FILE* stream) {
  StreamLock* lock = find_held(stream);
  if (lock == nullptr) {
    lock = find_lock(nullptr);
    if (lock == nullptr) end_unsupported("flockfile", "more than 64 streams are locked at once");
    *lock = {stream, {}};
    ++g_held_count;
  }
  lock->words.owner = current_owner_tag();
  ++lock->words.depth;
}

void release(StreamLock& lock) {
  if (--lock.words.depth > 0) return;
  lock = {};
  --g_held_count;
}

constexpr auto kStream = static_cast<std::uint8_t>(MutexType::Stream);

void lock_event(FILE* stream) {
  await_turn_for({EventKind::MutexLock, stream, stream_can_be_used});
  take(stream);
  record(EventKind::MutexLock, stream, 0, call_point()).detail = kStream;
}

int try_lock_event(FILE* stream) {
  await_turn(stream);
  bool taken = may_use(stream, current_owner_tag());
  if (taken) take(stream);
  wire::EventRecord& event = record(EventKind::MutexTryLock, stream, taken ? 0 : EBUSY, call_point());
  event.detail = kStream;
  if (taken) event.flags |= wire::kEventSuccess;
  return taken ? 0 : EBUSY;
}

void unlock_event(FILE* stream) {
  await_turn(stream);
  StreamLock* lock = find_held(stream);
  const FailedAttempt attempt{EventKind::MutexUnlock, ObjectType::Mutex, stream};
  if (lock == nullptr) end_misuse(attempt, "unlock of a stream that nobody has locked");
  if (lock->words.owner != current_owner_tag()) end_misuse(attempt, "unlock of a stream that another thread has locked");
  release(*lock);
  record(EventKind::MutexUnlock, stream, 0, call_point()).detail = kStream;
}

}  // namespace

// Also where only code that is not instrumented locks: from the first lock of the execution on.
bool streams_are_locked() { return state().locks_streams || g_held_count != 0; }

void await_stream(FILE* stream) {
  if (streams_are_locked())
    await_turn_for({EventKind::MutexLock, stream, stream_can_be_used});
  else
    await_turn();
}

void forget_stream_lock(FILE* stream) {
  if (StreamLock* lock = find_held(stream)) {
    lock->words.depth = 1;
    release(*lock);
  }
}

const MutexWords* held_stream_lock(const void* object) {
  const StreamLock* lock = object == nullptr ? nullptr : find_held(object);
  return lock == nullptr ? nullptr : &lock->words;
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED void flockfile(FILE* stream) noexcept {
  executing() ? lock_event(stream) : HEDDLE_REAL(flockfile)(stream);
}

HEDDLE_INTERPOSED int ftrylockfile(FILE* stream) noexcept {
  return executing() ? try_lock_event(stream) : HEDDLE_REAL(ftrylockfile)(stream);
}

HEDDLE_INTERPOSED void funlockfile(FILE* stream) noexcept {
  executing() ? unlock_event(stream) : HEDDLE_REAL(funlockfile)(stream);
}
