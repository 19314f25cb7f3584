// SPDX-License-Identifier: Apache-2.0
//
// Peeks: what would a thread do next if this event had told it something else? Between two events a thread works on its
// registers and on the part of its stack that nobody else sees, so the answer can be tried out and taken back: the thread
// returns from the event with the other result, and where it comes to its next event, that is written down and everything
// is put back. Asked for by the explorer, event by event (wire::PeekRequest).
//
// Only compiled code of the program is followed. Where it calls anything else, ends, fails or hangs, the peek is given up:
// cheaply if nothing was called yet, else the whole execution is made again without it (worker.cpp).
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

inline bool is_peeking() { return HEDDLE_UNLIKELY(state().peeking); }
inline void set_peeking(bool peeking) { __heddle_peeking = state().peeking = peeking; }  // for compiled code, too

void begin_peek_requests();  // of an execution

// The event that was just recorded returned `value`. Returns as often as there are other results to try, with these, and
// once more with `value`.
std::uint64_t peek(std::uint64_t value);
inline std::uint64_t result_or_peek(std::uint64_t value) {
  State& s = state();
  return HEDDLE_UNLIKELY(s.step > s.peek_at) ? peek(value) : value;
}

// The thread is about to wait for its turn, where it may be told more, or nothing.
[[noreturn]] void tell_fingerprint();
[[noreturn]] void tell_nothing();
// Something happened that cannot be taken back, or may have.
[[noreturn]] void spoil_peek();

// The thread is about to write to its own stack without an event. That is put back, but with a result that it may never be
// given, the address may be anything: of what it has on its way, of where a function returns to.
inline void before_quiet_write(const HeddlePoint* point) {
  if (is_peeking() && (point == nullptr || (point->flags & wire::kPointInside) == 0)) tell_nothing();
}

// Compiled code was called by a library, or by us because a thread begins.
void note_call_from_library(const void* frame);

}  // namespace heddle::runtime
