// SPDX-License-Identifier: Apache-2.0
//
// The lock that every stream has (flockfile). It is recursive; each call of stdio takes it for its own duration. That is
// seen only if somebody holds it longer, so such a call has to wait for the lock, and is an event at all, only in programs
// that use flockfile (or where the order of output can be read back). Who holds which lock is program memory, as the
// words of a mutex are: a reset frees them all.
#pragma once

#include <cstdio>

#include "runtime/runtime.h"

namespace heddle::runtime {
struct MutexWords;
}

namespace heddle::runtime::libc {

// True if calls on streams must wait for each other.
bool streams_are_locked();

// Parks the calling thread before an operation on `stream` until nobody else holds its lock.
void await_stream(FILE* stream);

// Functions whose name ends in _unlocked do not care who holds the stream's lock. All else that they do is the same.
enum class Locking { Taken, None };

inline void await_stream(FILE* stream, Locking locking) {
  locking == Locking::Taken ? await_stream(stream) : await_turn();
}

// The stream is being closed: its lock is gone.
void forget_stream_lock(FILE* stream);

// Words of a lock that somebody holds, or nullptr: `object` is no stream, or free.
const MutexWords* held_stream_lock(const void* object);

}  // namespace heddle::runtime::libc
