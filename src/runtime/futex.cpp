// SPDX-License-Identifier: Apache-2.0
//
// syscall(2), because libstdc++'s headers and library wait with syscall(SYS_futex, ...): std::atomic::wait, latch,
// barrier, semaphore, future. A wait is FutexWait (the comparison; fails at once when the word has changed) and
// FutexReturn (after a wake-up, or a time-out for timed ones). Other calls pass through, except those that would leave
// our control.
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/deadline.h"
#include "runtime/libc/machine.h"
#include "runtime/raw_system.h"
#include "runtime/runtime.h"
#include "runtime/thread.h"

namespace heddle::runtime {
namespace {

bool futex_can_return(const Thread& thread) { return thread.wait_state != WaitState::Waiting || thread.timed; }

bool waits_on(const Thread& thread, const void* word) {
  return thread.wait_state == WaitState::Waiting && thread.pending == EventKind::FutexReturn && thread.object == word &&
         !thread.ended;
}

long fail(int code) {
  errno = code;
  return -1;
}

// Relative for FUTEX_WAIT, absolute for FUTEX_WAIT_BITSET.
void pass_deadline(const timespec* timeout, bool relative) {
  if (!relative) {
    advance_clock_to(timeout);
    return;
  }
  state().virtual_time +=
      static_cast<std::uint64_t>(timeout->tv_sec) * 1000000000ull + static_cast<std::uint64_t>(timeout->tv_nsec);
}

long futex_wait(std::uint32_t* word, std::uint32_t expected, const timespec* given, bool relative) {
  const Deadline timeout(given);
  const bool is_wrong = timeout != nullptr && (!valid_deadline(timeout) || static_cast<const timespec*>(timeout)->tv_sec < 0);
  if (is_wrong) return fail(EINVAL);
  await_turn(word, 4);
  std::uint32_t seen = *word;
  record(EventKind::FutexWait, word, seen, call_point(), 4);
  record_aux(expected, timeout != nullptr);
  if (seen != expected) return fail(EAGAIN);
  Thread& thread = current_thread();
  thread.wait_state = WaitState::Waiting;
  thread.timed = timeout != nullptr;
  await_turn_for({EventKind::FutexReturn, word, futex_can_return});
  bool timed_out = thread.wait_state == WaitState::Waiting;
  thread.wait_state = WaitState::None;
  if (timed_out) pass_deadline(timeout, relative);
  wire::EventRecord& event = record(EventKind::FutexReturn, word, timed_out ? ETIMEDOUT : 0, call_point(), 4);
  if (timed_out) event.flags |= wire::kEventTimedOut;
  event.detail = thread.timed;
  return timed_out ? fail(ETIMEDOUT) : 0;
}

long futex_wake(std::uint32_t* word, std::uint32_t limit) {
  await_turn(word, 4);
  State& s = state();
  std::uint32_t waiters = 0;
  for (std::uint32_t i = 0; i < s.thread_limit; ++i) waiters += waits_on(s.threads[i], word);
  bool some_stay = limit < waiters;
  if (some_stay && limit != 1) end_unsupported("futex", "a wake-up of more than one but not all waiters");
  std::uint32_t chosen = some_stay ? choose(waiters) : 0;
  std::uint32_t woken = 0;
  for (std::uint32_t i = 0, seen = 0; i < s.thread_limit; ++i) {
    if (!waits_on(s.threads[i], word) || (some_stay && seen++ != chosen)) continue;
    s.threads[i].wait_state = WaitState::Woken;
    ++woken;
    if (some_stay) break;
  }
  record(EventKind::FutexWake, word, woken, call_point(), 4).detail = limit == 1;
  if (some_stay) {
    record_aux(waiters, chosen);
    s.events[s.step - 1].flags |= wire::kEventChoice;
  }
  return woken;
}

void demand_every_bit(std::uint32_t bits) {
  if (bits != FUTEX_BITSET_MATCH_ANY) end_unsupported("syscall(SYS_futex)", "a bit set that does not match every other");
}

long futex(std::uint32_t* word, long operation, std::uint32_t value, const timespec* timeout, std::uint32_t bits) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      return futex_wait(word, value, timeout, true);
    case FUTEX_WAIT_BITSET:
      demand_every_bit(bits);
      return futex_wait(word, value, timeout, false);
    case FUTEX_WAKE_BITSET:
      demand_every_bit(bits);
      [[fallthrough]];
    case FUTEX_WAKE:
      return futex_wake(word, value);
    default:
      end_unsupported("syscall(SYS_futex)", "a futex operation other than wait and wake");
  }
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long a[6];
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  if (executing()) {
    if (number == SYS_futex) {
      return futex(reinterpret_cast<std::uint32_t*>(a[0]), a[1], static_cast<std::uint32_t>(a[2]),
                   reinterpret_cast<const timespec*>(a[3]), static_cast<std::uint32_t>(a[5]));
    }
    if (number == SYS_gettid) {
      note_individual();
      return libc::kProcess + current_thread().number;
    }
    if (number == SYS_getpid) return libc::kProcess;
    // The last thread takes the process with it; another one would end past everything that ends a thread.
    if (number == SYS_exit && !is_last_thread()) end_unsupported("syscall(SYS_exit)", "ends a thread past the C library");
    if (number == SYS_exit_group || number == SYS_exit) _exit(static_cast<int>(a[0]));
    if (number == SYS_sched_yield) return sched_yield();
    if (number != SYS_membarrier && number != SYS_getuid && number != SYS_geteuid) {
      end_unsupported("syscall", "calls the kernel past the C library; only futex and thread numbers are modelled");
    }
  }
  long result = raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}
