// SPDX-License-Identifier: Apache-2.0
//
// pthread barriers. The last thread to arrive goes on at once and is the "serial" one; each of the others has a second
// event, BarrierLeave, which can run once its round is complete. As with glibc, a barrier is destroyed only when all
// threads of the finished round have left, so the serial thread may destroy it.
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "runtime/libc/ranges.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

struct BarrierWords {
  std::uint32_t wanted;   // 0: destroyed, or never initialised
  std::uint32_t arrived;  // in the round under way
  std::uint32_t round;
  std::uint32_t leaving;  // threads of earlier rounds that have not had their BarrierLeave
};
static_assert(sizeof(BarrierWords) <= sizeof(pthread_barrier_t));
static_assert(sizeof(pthread_barrier_t) == object_size(ObjectType::Barrier));

BarrierWords* words_of(const void* barrier) { return static_cast<BarrierWords*>(const_cast<void*>(barrier)); }

// `partner` of a waiting thread is the number of its round, not an address.
bool round_is_complete(const Thread& thread) {
  return words_of(thread.object)->round != static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(thread.partner));
}
bool everybody_has_left(const Thread& thread) { return words_of(thread.object)->leaving == 0; }

void check_alive(EventKind kind, const BarrierWords* words) {
  if (words->wanted != 0) return;
  end_misuse({kind, ObjectType::Barrier, words}, "use of a barrier that was destroyed or never initialised");
}

int wait(pthread_barrier_t* barrier) {
  if (!executing()) end_unsupported("pthread_barrier_wait", "waiting before main begins");
  await_turn(barrier);
  BarrierWords* words = words_of(barrier);
  check_alive(EventKind::BarrierArrive, words);
  std::uint32_t round = words->round;
  std::uint32_t arrived = ++words->arrived;
  bool is_last = arrived == words->wanted;
  if (is_last) {
    words->leaving += arrived - 1;
    words->arrived = 0;
    ++words->round;
  }
  record(EventKind::BarrierArrive, barrier, is_last, call_point());
  record_aux(arrived, words->wanted);
  if (is_last) return PTHREAD_BARRIER_SERIAL_THREAD;

  await_turn_for(
      {EventKind::BarrierLeave, barrier, round_is_complete, reinterpret_cast<const void*>(std::uintptr_t{round})});
  --words->leaving;
  record(EventKind::BarrierLeave, barrier, 0, call_point());
  return 0;
}

int initialise(pthread_barrier_t* barrier, unsigned count) {
  if (count == 0) return EINVAL;
  if (executing()) await_turn(barrier);
  memset(barrier, 0, sizeof *barrier);
  words_of(barrier)->wanted = count;
  if (executing()) {
    record_life(EventKind::ObjectInit, barrier, ObjectType::Barrier);
    record_aux(count, 0);
  }
  return 0;
}

int destroy(pthread_barrier_t* barrier) {
  BarrierWords* words = words_of(barrier);
  if (executing()) {
    await_turn_for({EventKind::ObjectDestroy, barrier, everybody_has_left});
    check_alive(EventKind::ObjectDestroy, words);
    if (words->arrived > 0) {
      end_misuse({EventKind::ObjectDestroy, ObjectType::Barrier, words}, "a barrier is destroyed while threads wait at it");
    }
    record_life(EventKind::ObjectDestroy, barrier, ObjectType::Barrier);
  }
  words->wanted = 0;
  return 0;
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned count) noexcept {
  if (!controlled()) return HEDDLE_REAL(pthread_barrier_init)(barrier, attributes, count);
  if (attributes != nullptr) libc::read_value(attributes, call_point());
  return initialise(barrier, count);
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) noexcept {
  return controlled() ? destroy(barrier) : HEDDLE_REAL(pthread_barrier_destroy)(barrier);
}

int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept {
  return controlled() ? wait(barrier) : HEDDLE_REAL(pthread_barrier_wait)(barrier);
}

}  // extern "C"
