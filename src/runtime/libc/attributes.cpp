// SPDX-License-Identifier: Apache-2.0
//
// Attributes of threads, locks and processes to come, and sets of signals: memory of the program that only functions of
// libc read and write. Each of these works on a private copy that is read with one event and, where it changes, written
// back with another; so does what they write elsewhere.
#include "runtime/libc/attributes.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>

#include <cerrno>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

// act(copy) returns what the function returns.
template <typename Object, typename Act>
int make_events(Object* object, Act act) {
  Object copy = blank<Object>();
  int result = act(&copy);
  int error = errno;
  if (result == 0) write_structure(object, copy, call_point());
  errno = error;
  return result;
}

template <typename Object, typename Act>
int change_events(Object* object, Act act) {
  const HeddlePoint* point = call_point();
  Object copy = read_value(object, point);
  int result = act(&copy);
  int error = errno;
  if (result == 0) write_structure(object, copy, point);
  errno = error;
  return result;
}

template <typename Object, typename Act>
int look_event(const Object* object, Act act) {
  Object copy = read_value(object, call_point());
  return act(&copy);
}

template <typename Object, typename Value, typename Act>
int ask_events(const Object* object, Value* to, Act act) {
  const HeddlePoint* point = call_point();
  Object copy = read_value(object, point);
  Value value = {};
  int result = act(&copy, &value);
  if (result == 0) write_value(to, value, point);
  return result;
}

template <typename Object, typename Value, typename Act>
int set_from_events(Object* object, const Value* from, Act act) {
  const HeddlePoint* point = call_point();
  Value value = read_value(from, point);
  return change_events(object, [&](Object* copy) { return act(copy, &value); });
}

// As much of glibc's pthread_attr_t as it takes to find what is behind it, on the heap.
struct Behind {
  cpu_set_t* processors;
  size_t size;  // in bytes
  sigset_t signals;
  bool has_signals;
};
struct Attributes {
  int priority, policy, flags;
  size_t guard_size;
  void* stack;
  size_t stack_size;
  Behind* behind;
};
static_assert(sizeof(Attributes) <= sizeof(pthread_attr_t));

Behind* behind(const pthread_attr_t& attributes) { return reinterpret_cast<const Attributes&>(attributes).behind; }

// What is there is changed by `act` at once, and written again with an event each.
template <typename Act>
int change_behind_events(pthread_attr_t* object, Act act) {
  const HeddlePoint* point = call_point();
  pthread_attr_t changed = blank<pthread_attr_t>();
  const int result = change_events(object, [&](pthread_attr_t* copy) {
    const int made = act(copy);
    changed = *copy;
    return made;
  });
  Behind* there = behind(changed);
  if (result != 0 || there == nullptr) return result;
  write_with(there, sizeof(*there), point, [] {});
  write_with(there->processors, there->processors == nullptr ? 0 : there->size, point, [] {});
  return result;
}

}  // namespace

void read_behind(const pthread_attr_t& copy, const HeddlePoint* point) {
  const Behind* there = behind(copy);
  if (there == nullptr) return;
  const Behind kept = read_value(there, point);
  if (kept.processors != nullptr && kept.size != 0) read_extent(kept.processors, point, [&] { return kept.size; });
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// The five forms that these functions have: they make an object, end it or set a value in it, ask for one, and take it
// from memory.
#define HEDDLE_MAKES(name, object_type)                            \
  HEDDLE_INTERPOSED int name(object_type* object) noexcept {       \
    auto real = HEDDLE_REAL(name);                                 \
    return executing() ? make_events(object, real) : real(object); \
  }
#define HEDDLE_ENDS(name, object_type)                               \
  HEDDLE_INTERPOSED int name(object_type* object) noexcept {         \
    auto real = HEDDLE_REAL(name);                                   \
    return executing() ? change_events(object, real) : real(object); \
  }
#define HEDDLE_SETS(name, object_type, value_type)                                      \
  HEDDLE_INTERPOSED int name(object_type* object, value_type value) noexcept {          \
    auto real = HEDDLE_REAL(name);                                                      \
    if (!executing()) return real(object, value);                                       \
    return change_events(object, [=](object_type* copy) { return real(copy, value); }); \
  }
#define HEDDLE_ASKS(name, object_type, value_type)                                 \
  HEDDLE_INTERPOSED int name(const object_type* object, value_type* to) noexcept { \
    auto real = HEDDLE_REAL(name);                                                 \
    return executing() ? ask_events(object, to, real) : real(object, to);          \
  }
#define HEDDLE_TAKES(name, object_type, value_type)                                  \
  HEDDLE_INTERPOSED int name(object_type* object, const value_type* from) noexcept { \
    auto real = HEDDLE_REAL(name);                                                   \
    return executing() ? set_from_events(object, from, real) : real(object, from);   \
  }

HEDDLE_MAKES(pthread_attr_init, pthread_attr_t)
HEDDLE_ENDS(pthread_attr_destroy, pthread_attr_t)
HEDDLE_SETS(pthread_attr_setdetachstate, pthread_attr_t, int)
HEDDLE_ASKS(pthread_attr_getdetachstate, pthread_attr_t, int)
HEDDLE_SETS(pthread_attr_setguardsize, pthread_attr_t, size_t)
HEDDLE_ASKS(pthread_attr_getguardsize, pthread_attr_t, size_t)
HEDDLE_SETS(pthread_attr_setstacksize, pthread_attr_t, size_t)
HEDDLE_ASKS(pthread_attr_getstacksize, pthread_attr_t, size_t)
HEDDLE_SETS(pthread_attr_setschedpolicy, pthread_attr_t, int)
HEDDLE_ASKS(pthread_attr_getschedpolicy, pthread_attr_t, int)
HEDDLE_SETS(pthread_attr_setinheritsched, pthread_attr_t, int)
HEDDLE_ASKS(pthread_attr_getinheritsched, pthread_attr_t, int)
HEDDLE_SETS(pthread_attr_setscope, pthread_attr_t, int)
HEDDLE_ASKS(pthread_attr_getscope, pthread_attr_t, int)
HEDDLE_TAKES(pthread_attr_setschedparam, pthread_attr_t, sched_param)
HEDDLE_ASKS(pthread_attr_getschedparam, pthread_attr_t, sched_param)

HEDDLE_MAKES(pthread_mutexattr_init, pthread_mutexattr_t)
HEDDLE_ENDS(pthread_mutexattr_destroy, pthread_mutexattr_t)
HEDDLE_SETS(pthread_mutexattr_settype, pthread_mutexattr_t, int)
HEDDLE_ASKS(pthread_mutexattr_gettype, pthread_mutexattr_t, int)
HEDDLE_SETS(pthread_mutexattr_setpshared, pthread_mutexattr_t, int)
HEDDLE_ASKS(pthread_mutexattr_getpshared, pthread_mutexattr_t, int)
HEDDLE_SETS(pthread_mutexattr_setprotocol, pthread_mutexattr_t, int)
HEDDLE_ASKS(pthread_mutexattr_getprotocol, pthread_mutexattr_t, int)
HEDDLE_SETS(pthread_mutexattr_setprioceiling, pthread_mutexattr_t, int)
HEDDLE_ASKS(pthread_mutexattr_getprioceiling, pthread_mutexattr_t, int)
HEDDLE_SETS(pthread_mutexattr_setrobust, pthread_mutexattr_t, int)
HEDDLE_ASKS(pthread_mutexattr_getrobust, pthread_mutexattr_t, int)

HEDDLE_MAKES(pthread_condattr_init, pthread_condattr_t)
HEDDLE_ENDS(pthread_condattr_destroy, pthread_condattr_t)
HEDDLE_SETS(pthread_condattr_setclock, pthread_condattr_t, clockid_t)
HEDDLE_ASKS(pthread_condattr_getclock, pthread_condattr_t, clockid_t)
HEDDLE_SETS(pthread_condattr_setpshared, pthread_condattr_t, int)
HEDDLE_ASKS(pthread_condattr_getpshared, pthread_condattr_t, int)

HEDDLE_MAKES(pthread_rwlockattr_init, pthread_rwlockattr_t)
HEDDLE_ENDS(pthread_rwlockattr_destroy, pthread_rwlockattr_t)
HEDDLE_SETS(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t, int)
HEDDLE_ASKS(pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, int)
HEDDLE_SETS(pthread_rwlockattr_setpshared, pthread_rwlockattr_t, int)
HEDDLE_ASKS(pthread_rwlockattr_getpshared, pthread_rwlockattr_t, int)

HEDDLE_MAKES(pthread_barrierattr_init, pthread_barrierattr_t)
HEDDLE_ENDS(pthread_barrierattr_destroy, pthread_barrierattr_t)
HEDDLE_SETS(pthread_barrierattr_setpshared, pthread_barrierattr_t, int)
HEDDLE_ASKS(pthread_barrierattr_getpshared, pthread_barrierattr_t, int)

HEDDLE_MAKES(sigemptyset, sigset_t)
HEDDLE_MAKES(sigfillset, sigset_t)
HEDDLE_SETS(sigaddset, sigset_t, int)
HEDDLE_SETS(sigdelset, sigset_t, int)

HEDDLE_MAKES(posix_spawnattr_init, posix_spawnattr_t)
HEDDLE_ENDS(posix_spawnattr_destroy, posix_spawnattr_t)
HEDDLE_SETS(posix_spawnattr_setflags, posix_spawnattr_t, short)
HEDDLE_ASKS(posix_spawnattr_getflags, posix_spawnattr_t, short)
HEDDLE_SETS(posix_spawnattr_setpgroup, posix_spawnattr_t, pid_t)
HEDDLE_ASKS(posix_spawnattr_getpgroup, posix_spawnattr_t, pid_t)
HEDDLE_SETS(posix_spawnattr_setschedpolicy, posix_spawnattr_t, int)
HEDDLE_ASKS(posix_spawnattr_getschedpolicy, posix_spawnattr_t, int)
HEDDLE_TAKES(posix_spawnattr_setschedparam, posix_spawnattr_t, sched_param)
HEDDLE_ASKS(posix_spawnattr_getschedparam, posix_spawnattr_t, sched_param)
HEDDLE_TAKES(posix_spawnattr_setsigdefault, posix_spawnattr_t, sigset_t)
HEDDLE_ASKS(posix_spawnattr_getsigdefault, posix_spawnattr_t, sigset_t)
HEDDLE_TAKES(posix_spawnattr_setsigmask, posix_spawnattr_t, sigset_t)
HEDDLE_ASKS(posix_spawnattr_getsigmask, posix_spawnattr_t, sigset_t)
HEDDLE_MAKES(posix_spawn_file_actions_init, posix_spawn_file_actions_t)
HEDDLE_ENDS(posix_spawn_file_actions_destroy, posix_spawn_file_actions_t)
HEDDLE_SETS(posix_spawn_file_actions_addclose, posix_spawn_file_actions_t, int)

HEDDLE_INTERPOSED int sigismember(const sigset_t* set, int signal) noexcept {
  auto real = HEDDLE_REAL(sigismember);
  if (!executing()) return real(set, signal);
  return look_event(set, [=](const sigset_t* copy) { return real(copy, signal); });
}

HEDDLE_INTERPOSED int sigisemptyset(const sigset_t* set) noexcept {
  auto real = HEDDLE_REAL(sigisemptyset);
  return executing() ? look_event(set, real) : real(set);
}

#define HEDDLE_JOINS(name)                                                                          \
  HEDDLE_INTERPOSED int name(sigset_t* set, const sigset_t* left, const sigset_t* right) noexcept { \
    auto real = HEDDLE_REAL(name);                                                                  \
    if (!executing()) return real(set, left, right);                                                \
    const sigset_t first = read_value(left, call_point());                                          \
    const sigset_t second = read_value(right, call_point());                                        \
    return make_events(set, [&](sigset_t* copy) { return real(copy, &first, &second); });           \
  }
HEDDLE_JOINS(sigandset)
HEDDLE_JOINS(sigorset)
#undef HEDDLE_JOINS

HEDDLE_INTERPOSED int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t* actions, int from, int to) noexcept {
  auto real = HEDDLE_REAL(posix_spawn_file_actions_adddup2);
  if (!executing()) return real(actions, from, to);
  return change_events(actions, [=](posix_spawn_file_actions_t* copy) { return real(copy, from, to); });
}

HEDDLE_INTERPOSED int pthread_attr_setstack(pthread_attr_t* object, void* stack, size_t size) noexcept {
  auto real = HEDDLE_REAL(pthread_attr_setstack);
  if (!executing()) return real(object, stack, size);
  return change_events(object, [=](pthread_attr_t* copy) { return real(copy, stack, size); });
}

HEDDLE_INTERPOSED int pthread_attr_getstack(const pthread_attr_t* object, void** stack, size_t* size) noexcept {
  auto real = HEDDLE_REAL(pthread_attr_getstack);
  if (!executing()) return real(object, stack, size);
  const HeddlePoint* point = call_point();
  pthread_attr_t copy = read_value(object, point);
  void* found = nullptr;
  size_t found_size = 0;
  int result = real(&copy, &found, &found_size);
  if (result != 0) return result;
  write_value(stack, found, point);
  write_value(size, found_size, point);
  return 0;
}

// What the kernel or libc knows as a set of processors or signals has any size.
HEDDLE_INTERPOSED int pthread_attr_setaffinity_np(pthread_attr_t* object, size_t size, const cpu_set_t* set) noexcept {
  auto real = HEDDLE_REAL(pthread_attr_setaffinity_np);
  if (!executing() || size == 0) return real(object, size, set);
  Scratch scratch;
  auto* kept = reinterpret_cast<const cpu_set_t*>(read_bytes(set, size, scratch, call_point()).bytes);
  return change_behind_events(object, [=](pthread_attr_t* copy) { return real(copy, size, kept); });
}

HEDDLE_INTERPOSED int pthread_attr_getaffinity_np(const pthread_attr_t* object, size_t size, cpu_set_t* to) noexcept {
  auto real = HEDDLE_REAL(pthread_attr_getaffinity_np);
  if (!executing()) return real(object, size, to);
  const HeddlePoint* point = call_point();
  pthread_attr_t copy = read_value(object, point);
  read_behind(copy, point);
  Scratch scratch;
  auto* answer = reinterpret_cast<cpu_set_t*>(scratch.take(size));
  int result = real(&copy, size, answer);
  if (result == 0) write_bytes(to, answer, size, point);
  return result;
}

HEDDLE_INTERPOSED int pthread_attr_setsigmask_np(pthread_attr_t* object, const sigset_t* from) {
  auto real = HEDDLE_REAL(pthread_attr_setsigmask_np);
  if (!executing()) return real(object, from);
  if (from == nullptr) return change_behind_events(object, [=](pthread_attr_t* copy) { return real(copy, nullptr); });
  const sigset_t set = read_value(from, call_point());
  return change_behind_events(object, [&](pthread_attr_t* copy) { return real(copy, &set); });
}

HEDDLE_INTERPOSED int pthread_attr_getsigmask_np(const pthread_attr_t* object, sigset_t* to) {
  auto real = HEDDLE_REAL(pthread_attr_getsigmask_np);
  if (!executing()) return real(object, to);
  const HeddlePoint* point = call_point();
  pthread_attr_t copy = read_value(object, point);
  read_behind(copy, point);
  sigset_t set = {};
  int result = real(&copy, &set);
  if (result == 0 || result == PTHREAD_ATTR_NO_SIGMASK_NP) write_value(to, set, point);
  return result;
}

HEDDLE_INTERPOSED int __sched_cpucount(size_t size, const cpu_set_t* set) noexcept {
  auto real = HEDDLE_REAL(__sched_cpucount);
  if (!executing()) return real(size, set);
  Scratch scratch;
  return real(size, reinterpret_cast<const cpu_set_t*>(read_bytes(set, size, scratch, call_point()).bytes));
}
