// SPDX-License-Identifier: Apache-2.0
//
// pthread keys. The values stay where glibc keeps them, in the thread control block that every fiber has of its own;
// what glibc would do in its own thread exit, run the destructors, is done here. The table is ordinary program memory
// and is restored with it. Which number a new key gets depends on all threads, so making one is an event. In programs that
// delete keys the number may come to mean another one, so that setting and getting a value are events, too. So is the call
// of a destructor: between the last operation of the thread and that, another one may delete the key; and what a
// destructor does that is not compiled with heddle-clang (libstdc++'s, which makes futures ready at thread exit) is not
// seen and must not happen together with that operation.
#include "runtime/keys.h"

#include <limits.h>
#include <pthread.h>

#include "runtime/libc/ranges.h"
#include "runtime/thread.h"

namespace heddle::runtime {
namespace {

using Destructor = void (*)(void*);
Destructor g_destructors[PTHREAD_KEYS_MAX];
pthread_key_t g_limit;  // highest key with a destructor + 1: most programs have none, and every thread's end asks

void await_destructor(pthread_key_t key) {
  await_turn();  // on any object
  record(EventKind::Call, g_destructors, key, nullptr);
}

void* real_value(pthread_key_t key) { return HEDDLE_REAL(pthread_getspecific)(key); }

bool has_destructor_to_run(pthread_key_t key) {
  return g_destructors[key] != nullptr && real_value(key) != nullptr;
}

int set_value(pthread_key_t key, const void* value) {
  const void* before = executing() ? real_value(key) : nullptr;
  int code = HEDDLE_REAL(pthread_setspecific)(key, value);
  if (code == 0 && executing()) note_key_value(key, before, value);
  return code;
}

bool is_event() { return executing() && is_visible(wire::kKeys); }

// One round over all keys. Returns whether any destructor ran: it may have set values again.
bool run_round() {
  bool any = false;
  for (pthread_key_t key = 0; key < g_limit; ++key) {
    if (!has_destructor_to_run(key)) continue;
    await_destructor(key);
    if (!has_destructor_to_run(key)) continue;  // deleted, or even another key by now
    void* value = real_value(key);
    set_value(key, nullptr);
    g_destructors[key](value);
    any = true;
  }
  return any;
}

}  // namespace

void run_key_destructors() {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && run_round(); ++round) {
  }
}

}  // namespace heddle::runtime

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  if (executing()) await_turn(g_destructors);
  if (!controlled()) return HEDDLE_REAL(pthread_key_create)(key, destructor);
  pthread_key_t made = 0;
  int code = HEDDLE_REAL(pthread_key_create)(&made, destructor);
  if (code == 0) {
    g_destructors[made] = destructor;
    if (destructor != nullptr && made >= g_limit) g_limit = made + 1;
  }
  if (executing()) record(EventKind::Call, g_destructors, code == 0 ? made : ~std::uint64_t{0}, call_point());
  if (code == 0) libc::write_value(key, made, call_point());
  return code;
}

// The values decide what the thread does later.
int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  if (HEDDLE_LIKELY(!is_event())) return set_value(key, value);
  await_turn(g_destructors);
  int code = set_value(key, value);
  record(EventKind::Call, g_destructors, static_cast<std::uint64_t>(code), call_point());
  return code;
}

void* pthread_getspecific(pthread_key_t key) noexcept {
  if (HEDDLE_LIKELY(!is_event())) return real_value(key);
  await_turn(g_destructors);
  void* value = real_value(key);
  record(EventKind::Call, g_destructors, reinterpret_cast<std::uint64_t>(value), call_point());
  return value;
}

int pthread_key_delete(pthread_key_t key) noexcept {
  if (executing()) await_turn(g_destructors);
  if (executing() && !is_last_thread()) require_visible(wire::kKeys);  // else nobody can look at the same time
  int code = HEDDLE_REAL(pthread_key_delete)(key);
  if (!controlled()) return code;
  if (code == 0) g_destructors[key] = nullptr;
  if (executing()) record(EventKind::Call, g_destructors, key, call_point());
  return code;
}

}  // extern "C"
