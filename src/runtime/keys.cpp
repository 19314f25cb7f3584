// SPDX-License-Identifier: Apache-2.0
//
// pthread keys. The values stay where glibc keeps them, in the thread control block that every fiber has of its own;
// what glibc would do in its own thread exit, run the destructors, is done here. The table is ordinary program memory
// and is restored with it. Which number a new key gets depends on all threads, so making one is an event. So is the call
// of a destructor: between the last operation of the thread and that, another one may delete the key; and what a
// destructor does that is not compiled with heddle-clang (libstdc++'s, which makes futures ready at thread exit) is not
// seen and must not happen together with that operation.
#include "runtime/keys.h"

#include <limits.h>
#include <pthread.h>

namespace heddle::runtime {
namespace {

using Destructor = void (*)(void*);
Destructor g_destructors[PTHREAD_KEYS_MAX];
pthread_key_t g_limit;  // highest key with a destructor + 1: most programs have none, and every thread's end asks

void await_destructor(pthread_key_t key) {
  await_turn();  // on any object
  record(EventKind::Call, g_destructors, key, nullptr);
}

bool has_destructor_to_run(pthread_key_t key) {
  return g_destructors[key] != nullptr && pthread_getspecific(key) != nullptr;
}

// One round over all keys. Returns whether any destructor ran: it may have set values again.
bool run_round() {
  bool any = false;
  for (pthread_key_t key = 0; key < g_limit; ++key) {
    if (!has_destructor_to_run(key)) continue;
    await_destructor(key);
    if (!has_destructor_to_run(key)) continue;  // deleted, or even another key by now
    void* value = pthread_getspecific(key);
    pthread_setspecific(key, nullptr);
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
  int code = HEDDLE_REAL(pthread_key_create)(key, destructor);
  if (!controlled()) return code;
  if (code == 0) {
    g_destructors[*key] = destructor;
    if (destructor != nullptr && *key >= g_limit) g_limit = *key + 1;
  }
  if (executing()) record(EventKind::Call, g_destructors, code == 0 ? *key : ~std::uint64_t{0}, call_point());
  return code;
}

// The values decide what the thread does later.
int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  const void* before = executing() ? pthread_getspecific(key) : nullptr;
  int code = HEDDLE_REAL(pthread_setspecific)(key, value);
  if (code == 0 && executing()) note_key_value(key, before, value);
  return code;
}

int pthread_key_delete(pthread_key_t key) noexcept {
  if (executing()) await_turn(g_destructors);
  int code = HEDDLE_REAL(pthread_key_delete)(key);
  if (!controlled()) return code;
  if (code == 0) g_destructors[key] = nullptr;
  if (executing()) record(EventKind::Call, g_destructors, key, call_point());
  return code;
}

}  // extern "C"
