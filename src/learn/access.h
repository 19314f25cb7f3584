// SPDX-License-Identifier: Apache-2.0
//
// What an operation does to the things it touches, and which of these two threads may not do in either order without
// somebody noticing. docs/exact.md argues each line of the table.
#pragma once

#include <cstdint>

#include "learn/defect.h"

namespace heddle {

// X(mode). All modes but Any and Free belong to one kind of resource.
enum class Mode : std::uint8_t {
  Read,  // memory, hidden state
  Write,
  Free,     // memory that ceases to exist, with all that is in it
  Lock,     // mutex: also the end of a condition wait, and entering a once
  TryLock,  // also timed
  Unlock,
  ReadLock,  // read-write lock
  WriteLock,
  TryRead,  // also timed
  TryWrite,
  RwUnlock,
  Wait,  // condition variable, futex
  Signal,
  Wake,     // futex: a signal that is told how many it woke
  Acquire,  // semaphore
  TryAcquire,
  Post,
  Arrive,  // barrier
  Leave,
  Handle,  // thread: join, detach
  Poll,    // thread: asks whether it has ended
  End,     // thread: its last step
  Any,     // init and destroy: noticed by everything
};
constexpr std::uint8_t kModeCount = static_cast<std::uint8_t>(Mode::Any) + 1;

// Whether the order of the two matters. Two writes are not here: they matter only while somebody may still read.
bool conflicts(Mode one, Mode other);
// The same with one line of the table struck out.
bool conflicts(Mode one, Mode other, Defect defect);

}  // namespace heddle
