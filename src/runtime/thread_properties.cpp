// SPDX-License-Identifier: Apache-2.0
//
// Names, attributes, priorities and processors of threads. glibc would ask the kernel about threads that do not exist:
// all are fibers of one. A name is shared state, so setting and reading it are events; priorities and processors have
// no meaning under a schedule, so setting them is accepted and changes nothing.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include <algorithm>

#include "runtime/libc/machine.h"
#include "runtime/libc/ranges.h"
#include "runtime/thread.h"

namespace heddle::runtime {
namespace {

// Program memory, so that it is reset with it.
int g_concurrency;

void put_name(Thread& thread, const char* name) {
  await_turn(thread.name);
  memcpy(thread.name, name, sizeof thread.name);
  record(EventKind::Call, thread.name, 0, call_point());
}

// As told to whoever asks: what follows may depend on every letter.
void take_name(const Thread& thread, char* copy) {
  await_turn(thread.name);
  memcpy(copy, thread.name, sizeof thread.name);
  std::uint64_t letters[2];
  static_assert(sizeof letters == sizeof thread.name);
  memcpy(letters, copy, sizeof letters);
  record(EventKind::Call, thread.name, hash_words(letters[0], letters[1]), call_point());
}

int set_name(Thread& thread, const char* name) {
  libc::Scratch scratch;
  libc::View kept = libc::read_string(name, sizeof thread.name, scratch, call_point());
  if (kept.bytes[kept.size - 1] != 0) return ERANGE;
  char copy[sizeof thread.name] = {};
  memcpy(copy, kept.bytes, kept.size);
  put_name(thread, copy);
  return 0;
}

int get_name(Thread& thread, char* name, std::size_t size) {
  char copy[sizeof thread.name];
  take_name(thread, copy);
  if (copy[0] == 0) strncpy(copy, program_invocation_short_name, sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  std::size_t length = strnlen(copy, sizeof copy - 1) + 1;
  if (size < length) return ERANGE;
  libc::write_bytes(name, copy, length, call_point());
  return 0;
}

// Others may detach the thread: that has to be an event, then.
int describe(const Thread& thread, pthread_attr_t* attributes) {
  require_visible(wire::kDetaching);
  await_turn(&thread);
  bool is_detached = thread.detached || thread.is_detaching;
  record(EventKind::Call, &thread, is_detached, call_point());
  auto made = libc::blank<pthread_attr_t>();
  HEDDLE_REAL(pthread_attr_init)(&made);
  HEDDLE_REAL(pthread_attr_setstack)(&made, reinterpret_cast<void*>(thread.stack_low), thread.stack_size);
  HEDDLE_REAL(pthread_attr_setdetachstate)(&made, is_detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  libc::write_structure(attributes, made, call_point());
  return 0;
}

constexpr std::uint32_t kPolicyShift = 8;
constexpr std::uint32_t kAllProcessors = (1u << libc::kProcessors) - 1;
static_assert(libc::kProcessors < kPolicyShift);

std::uint32_t placement_of(const Thread& thread) {
  await_turn(&thread.placement);
  record(EventKind::Call, &thread.placement, thread.placement, call_point());
  return thread.placement;
}

// Both parts are one object: who changes one looks at the other.
void place(Thread& thread, std::uint32_t kept, std::uint32_t wanted) {
  await_turn(&thread.placement);
  thread.placement = (thread.placement & kept) | wanted;
  record(EventKind::Call, &thread.placement, thread.placement, call_point());
}

int processors(const Thread& thread, std::size_t size, cpu_set_t* set) {
  if (size < sizeof(unsigned long) || size % sizeof(unsigned long) != 0) return EINVAL;
  libc::Scratch scratch;
  char* answer = scratch.take(size);
  memset(answer, 0, size);
  const std::uint32_t own = placement_of(thread) & kAllProcessors;
  *answer = static_cast<char>(own == 0 ? kAllProcessors : own);
  libc::write_bytes(set, answer, size, call_point());
  return 0;
}

int set_processors(Thread& thread, std::size_t size, const cpu_set_t* set) {
  libc::Scratch scratch;
  const char* bytes = libc::read_bytes(set, size, scratch, call_point()).bytes;
  const std::uint32_t wanted = size == 0 ? 0 : static_cast<unsigned char>(*bytes) & kAllProcessors;
  if (wanted == 0) return EINVAL;  // none that this machine has
  place(thread, ~kAllProcessors, wanted);
  return 0;
}

int set_policy(Thread& thread, int policy, int priority) {
  const int plain = policy & ~SCHED_RESET_ON_FORK;
  if (plain != SCHED_OTHER && plain != SCHED_BATCH && plain != SCHED_IDLE) return EPERM;  // needs privileges
  if (priority != 0) return EINVAL;
  place(thread, kAllProcessors, static_cast<std::uint32_t>(plain) << kPolicyShift);
  return 0;
}

int policy_of(const Thread& thread) { return static_cast<int>(placement_of(thread) >> kPolicyShift); }

// As pthread_setcancelstate and its like do. Nobody is ever cancelled, but what was set is to be read back.
int exchange_cancellation(std::uint8_t& own, int wanted, int* old) {
  if (wanted != 0 && wanted != 1) return EINVAL;
  const int before = own;
  own = static_cast<std::uint8_t>(wanted);
  if (old != nullptr) libc::write_value(old, before, call_point());
  return 0;
}

// As gettid() tells it; 0 is the caller's own.
Thread* thread_of_number(pid_t number) {
  if (number == 0) return &current_thread();
  const auto index = static_cast<std::uint32_t>(number - libc::kProcess);
  return index < state().thread_limit ? thread_of_handle(state().threads[index].fs_base) : nullptr;
}

int as_system_call(int code) {
  if (code == 0) return 0;
  errno = code;
  return -1;
}

}  // namespace

void hand_down_name(const Thread& creator, Thread& created) {
  char copy[sizeof creator.name];
  take_name(creator, copy);
  put_name(created, copy);
}

void hand_down_placement(const Thread& creator, Thread& created) { place(created, 0, placement_of(creator)); }

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_setname_np(pthread_t handle, const char* name) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setname_np)(handle, name);
  Thread* thread = thread_of_handle(handle);
  return thread == nullptr ? ESRCH : set_name(*thread, name);
}

int pthread_getname_np(pthread_t handle, char* name, std::size_t size) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getname_np)(handle, name, size);
  Thread* thread = thread_of_handle(handle);
  return thread == nullptr ? ESRCH : get_name(*thread, name, size);
}

int pthread_getattr_np(pthread_t handle, pthread_attr_t* attributes) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getattr_np)(handle, attributes);
  Thread* thread = thread_of_handle(handle);
  return thread == nullptr ? ESRCH : describe(*thread, attributes);
}

int pthread_setaffinity_np(pthread_t handle, std::size_t size, const cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setaffinity_np)(handle, size, set);
  Thread* thread = thread_of_handle(handle);
  return thread == nullptr ? ESRCH : set_processors(*thread, size, set);
}

int pthread_getaffinity_np(pthread_t handle, std::size_t size, cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getaffinity_np)(handle, size, set);
  Thread* thread = thread_of_handle(handle);
  return thread == nullptr ? ESRCH : processors(*thread, size, set);
}

int sched_setaffinity(pid_t number, std::size_t size, const cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_setaffinity)(number, size, set);
  Thread* thread = thread_of_number(number);
  return as_system_call(thread == nullptr ? ESRCH : set_processors(*thread, size, set));
}

int sched_getaffinity(pid_t number, std::size_t size, cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_getaffinity)(number, size, set);
  Thread* thread = thread_of_number(number);
  return as_system_call(thread == nullptr ? ESRCH : processors(*thread, size, set));
}

int sched_getcpu() noexcept { return executing() ? 0 : HEDDLE_REAL(sched_getcpu)(); }

int pthread_setschedparam(pthread_t handle, int policy, const sched_param* parameters) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setschedparam)(handle, policy, parameters);
  Thread* thread = thread_of_handle(handle);
  return thread == nullptr ? ESRCH : set_policy(*thread, policy, libc::read_value(parameters, call_point()).sched_priority);
}

int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getschedparam)(handle, policy, parameters);
  Thread* thread = thread_of_handle(handle);
  if (thread == nullptr) return ESRCH;
  libc::write_value(policy, policy_of(*thread), call_point());
  libc::write_value(parameters, sched_param{}, call_point());
  return 0;
}

int pthread_setschedprio(pthread_t handle, int priority) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setschedprio)(handle, priority);
  if (thread_of_handle(handle) == nullptr) return ESRCH;
  return priority == 0 ? 0 : EINVAL;
}

int sched_setscheduler(pid_t number, int policy, const sched_param* parameters) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_setscheduler)(number, policy, parameters);
  Thread* thread = thread_of_number(number);
  if (thread == nullptr) return as_system_call(ESRCH);
  return as_system_call(set_policy(*thread, policy, libc::read_value(parameters, call_point()).sched_priority));
}

int sched_getscheduler(pid_t number) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_getscheduler)(number);
  Thread* thread = thread_of_number(number);
  return thread == nullptr ? as_system_call(ESRCH) : policy_of(*thread);
}

// The kernel cuts a name that is too long, and gives one back with all of its room.
int prctl(int option, ...) noexcept {
  va_list list;
  va_start(list, option);
  unsigned long argument[4];
  for (unsigned long& each : argument) each = va_arg(list, unsigned long);
  va_end(list);
  if (!executing()) return HEDDLE_REAL(prctl)(option, argument[0], argument[1], argument[2], argument[3]);
  Thread& thread = current_thread();
  auto* name = reinterpret_cast<char*>(argument[0]);
  if (option == PR_GET_NAME) return get_name(thread, name, sizeof thread.name);
  if (option == PR_SET_NAME) {
    libc::Scratch scratch;
    const libc::View kept = libc::read_string(name, sizeof thread.name - 1, scratch, call_point());
    char copy[sizeof thread.name] = {};
    memcpy(copy, kept.bytes, std::min(kept.size, sizeof copy - 1));
    put_name(thread, copy);
    return 0;
  }
  end_unsupported("prctl", "changes the process, or asks about it; only names of threads are modelled");
}

int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getcpuclockid)(handle, clock);
  if (thread_of_handle(handle) == nullptr) return ESRCH;
  libc::write_value(clock, clockid_t{CLOCK_THREAD_CPUTIME_ID}, call_point());  // the virtual clock is the same for all
  return 0;
}

int pthread_setcancelstate(int wanted, int* old) {
  if (!executing()) return HEDDLE_REAL(pthread_setcancelstate)(wanted, old);
  return exchange_cancellation(current_thread().cancel_state, wanted, old);
}

int pthread_setcanceltype(int wanted, int* old) {
  if (!executing()) return HEDDLE_REAL(pthread_setcanceltype)(wanted, old);
  return exchange_cancellation(current_thread().cancel_type, wanted, old);
}

int pthread_setconcurrency(int level) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setconcurrency)(level);
  if (level < 0) return EINVAL;
  await_turn();
  g_concurrency = level;
  record(EventKind::Call, &g_concurrency, static_cast<std::uint64_t>(level), call_point());
  return 0;
}

int pthread_getconcurrency() noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getconcurrency)();
  await_turn();
  record(EventKind::Call, &g_concurrency, static_cast<std::uint64_t>(g_concurrency), call_point());
  return g_concurrency;
}

}  // extern "C"
