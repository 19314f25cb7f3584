// SPDX-License-Identifier: Apache-2.0
//
// Names, attributes, priorities and processors of threads. glibc would ask the kernel about threads that do not exist:
// all are fibers of one. A name is shared state, so setting and reading it are events; priorities and processors have
// no meaning under a schedule, so setting them is accepted and changes nothing.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "runtime/libc/machine.h"
#include "runtime/libc/ranges.h"
#include "runtime/thread.h"

namespace heddle::runtime {
namespace {

// Program memory, so that it is reset with it.
int g_concurrency;

int set_name(Thread& thread, const char* name) {
  std::size_t length = strnlen(name, sizeof thread.name);
  if (length == sizeof thread.name) return ERANGE;
  char copy[sizeof thread.name] = {};
  libc::read_into(copy, name, length + 1, call_point());
  await_turn();
  memcpy(thread.name, copy, sizeof copy);
  record(EventKind::Call, thread.name, 0, call_point());
  return 0;
}

int get_name(Thread& thread, char* name, std::size_t size) {
  await_turn();
  char copy[sizeof thread.name];
  strncpy(copy, thread.name[0] != 0 ? thread.name : program_invocation_short_name, sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  record(EventKind::Call, thread.name, 0, call_point());
  std::size_t length = strnlen(copy, sizeof copy - 1) + 1;
  if (size < length) return ERANGE;
  libc::write_bytes(name, copy, length, call_point());
  return 0;
}

int describe(const Thread& thread, pthread_attr_t* attributes) {
  pthread_attr_init(attributes);
  pthread_attr_setstack(attributes, reinterpret_cast<void*>(thread.stack_low), thread.stack_size);
  pthread_attr_setdetachstate(attributes, thread.detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
  return 0;
}

// Processors that this process may use, as pthread_* functions answer: those that libc/machine.h knows.
int processors(std::size_t size, cpu_set_t* set) {
  if (size < sizeof(unsigned long) || size % sizeof(unsigned long) != 0) return EINVAL;
  memset(set, 0, size);
  static_assert(libc::kProcessors < 8);
  *reinterpret_cast<unsigned char*>(set) = (1 << libc::kProcessors) - 1;
  return 0;
}

int check_processors(std::size_t size, const cpu_set_t* set) {
  auto* bytes = reinterpret_cast<const unsigned char*>(set);
  for (std::size_t i = 0; i < size; ++i) {
    if (bytes[i] != 0) return 0;
  }
  return EINVAL;  // no processor at all
}

int check_policy(int policy, int priority) {
  if (policy != SCHED_OTHER && policy != SCHED_BATCH && policy != SCHED_IDLE) return EPERM;  // needs privileges
  return priority == 0 ? 0 : EINVAL;
}

int as_system_call(int code) {
  if (code == 0) return 0;
  errno = code;
  return -1;
}

}  // namespace
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
  return thread_of_handle(handle) == nullptr ? ESRCH : check_processors(size, set);
}

int pthread_getaffinity_np(pthread_t handle, std::size_t size, cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getaffinity_np)(handle, size, set);
  return thread_of_handle(handle) == nullptr ? ESRCH : processors(size, set);
}

int sched_setaffinity(pid_t thread, std::size_t size, const cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_setaffinity)(thread, size, set);
  return as_system_call(check_processors(size, set));
}

int sched_getaffinity(pid_t thread, std::size_t size, cpu_set_t* set) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_getaffinity)(thread, size, set);
  return as_system_call(processors(size, set));
}

int sched_getcpu() noexcept { return executing() ? 0 : HEDDLE_REAL(sched_getcpu)(); }

int pthread_setschedparam(pthread_t handle, int policy, const sched_param* parameters) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setschedparam)(handle, policy, parameters);
  return thread_of_handle(handle) == nullptr ? ESRCH : check_policy(policy, parameters->sched_priority);
}

int pthread_getschedparam(pthread_t handle, int* policy, sched_param* parameters) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getschedparam)(handle, policy, parameters);
  if (thread_of_handle(handle) == nullptr) return ESRCH;
  *policy = SCHED_OTHER;
  parameters->sched_priority = 0;
  return 0;
}

int pthread_setschedprio(pthread_t handle, int priority) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_setschedprio)(handle, priority);
  return thread_of_handle(handle) == nullptr ? ESRCH : check_policy(SCHED_OTHER, priority);
}

int sched_setscheduler(pid_t thread, int policy, const sched_param* parameters) noexcept {
  if (!executing()) return HEDDLE_REAL(sched_setscheduler)(thread, policy, parameters);
  return as_system_call(check_policy(policy, parameters->sched_priority));
}

int pthread_getcpuclockid(pthread_t handle, clockid_t* clock) noexcept {
  if (!executing()) return HEDDLE_REAL(pthread_getcpuclockid)(handle, clock);
  if (thread_of_handle(handle) == nullptr) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;  // the virtual clock is the same for all
  return 0;
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
