// SPDX-License-Identifier: Apache-2.0
//
// A struct is copied together with the lock in it: the copy is held if the lock was, and nobody ever gives it back.
//
// HEDDLE: strategy=dfs verdict=finding kind=deadlock
// HEDDLE: strategy=default verdict=finding kind=deadlock
#include <pthread.h>
#include <string.h>

struct Shared {
  pthread_mutex_t mutex;
  _Atomic int value;
};
static struct Shared shared = {PTHREAD_MUTEX_INITIALIZER, 0}, copy;

static void* change(void* unused) {
  pthread_mutex_lock(&shared.mutex);
  shared.value = 1;
  pthread_mutex_unlock(&shared.mutex);
  return unused;
}
static void* take_copy(void* unused) {
  memcpy(&copy.mutex, &shared.mutex, sizeof copy.mutex);
  pthread_mutex_lock(&copy.mutex);  // FINDING
  pthread_mutex_unlock(&copy.mutex);
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) { start(change, take_copy); }
