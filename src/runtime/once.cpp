// SPDX-License-Identifier: Apache-2.0
//
// pthread_once (and with it std::call_once) and the guards of function-local statics. Always two events around the
// initialiser, and one event even when there is nothing left to do: whether it was done already is shared state, and
// answering it silently would be a hidden channel between threads. A guard that is already done costs no call at all:
// the compiler tests its first byte with an acquire load, which is an event of its own.
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "runtime/runtime.h"
#include "runtime/snapshot.h"
#include "wire/object_type.h"

namespace heddle::runtime {
namespace {

static_assert(sizeof(pthread_once_t) == object_size(ObjectType::Once));

enum OnceState : std::uint32_t { kNotDone = 0, kRunning = 1, kDone = 2 };

bool once_can_enter(const Thread& thread) { return *static_cast<const std::uint32_t*>(thread.object) != kRunning; }

struct GuardBytes {
  std::uint8_t done;  // read by compiled code
  std::uint8_t running;
};
bool guard_can_enter(const Thread& thread) { return static_cast<const GuardBytes*>(thread.object)->running == 0; }

// Then the answer is the same in every schedule, and no event is needed (the unwinder's own flag, for one).
bool done_before_main(const std::uint32_t* flag) {
  auto* before = static_cast<const std::uint32_t*>(before_main(flag));
  return before != nullptr && *before == kDone;
}

// Enter event; true if the caller has to run the initialiser.
template <typename IsDone>
bool enter(const void* flag, OnceType type, Ready ready, IsDone is_done) {
  if (executing()) await_turn_for({EventKind::OnceEnter, flag, ready});
  bool done = is_done();
  if (executing()) {
    wire::EventRecord& event = record(EventKind::OnceEnter, flag, done ? kDone : kNotDone, call_point());
    event.detail = static_cast<std::uint8_t>(type);
    if (!done) event.flags |= wire::kEventSuccess;
  }
  return !done;
}

void leave(const void* flag, OnceType type, std::uint32_t new_state) {
  if (executing()) record(EventKind::OnceLeave, flag, new_state, call_point()).detail = static_cast<std::uint8_t>(type);
}

void await_leave() {
  if (executing()) await_turn();
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

// once_call.c: calls initialise(), then heddle_leave_once, also when an exception passes through.
void heddle_run_once(std::uint32_t* flag, void (*initialise)());

int pthread_once(pthread_once_t* once, void (*initialise)()) {
  if (!controlled()) return HEDDLE_REAL(pthread_once)(once, initialise);
  auto* flag = reinterpret_cast<std::uint32_t*>(once);
  if (executing() && done_before_main(flag)) return 0;
  if (!enter(flag, OnceType::Flag, once_can_enter, [flag] { return *flag == kDone; })) return 0;
  *flag = kRunning;
  heddle_run_once(flag, initialise);
  return 0;
}

void heddle_leave_once(std::uint32_t* flag, int succeeded) {
  await_leave();
  *flag = succeeded != 0 ? kDone : kNotDone;
  leave(flag, OnceType::Flag, *flag);
}

int __cxa_guard_acquire(std::uint64_t* guard) {
  auto* bytes = reinterpret_cast<GuardBytes*>(guard);
  if (!controlled()) return HEDDLE_REAL(__cxa_guard_acquire)(guard);
  if (!enter(guard, OnceType::Guard, guard_can_enter, [bytes] { return bytes->done != 0; })) return 0;
  bytes->running = 1;
  return 1;
}

void __cxa_guard_release(std::uint64_t* guard) {
  if (!controlled()) return HEDDLE_REAL(__cxa_guard_release)(guard);
  auto* bytes = reinterpret_cast<GuardBytes*>(guard);
  await_leave();
  bytes->done = 1;
  bytes->running = 0;
  leave(guard, OnceType::Guard, kDone);
}

void __cxa_guard_abort(std::uint64_t* guard) {
  if (!controlled()) return HEDDLE_REAL(__cxa_guard_abort)(guard);
  await_leave();
  reinterpret_cast<GuardBytes*>(guard)->running = 0;
  leave(guard, OnceType::Guard, kNotDone);
}

}  // extern "C"
