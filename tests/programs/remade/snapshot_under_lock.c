// SPDX-License-Identifier: Apache-2.0
//
// Each thread copies the whole struct, with the lock that it holds itself, and looks at the copy.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DBROKEN
// HEDDLE: strategy=default verdict=finding kind=assertion flags=-DBROKEN
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct Shared {
  pthread_mutex_t mutex;
  int one, other;
};
static struct Shared shared = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void* change(void* unused) {
  struct Shared copy;
  pthread_mutex_lock(&shared.mutex);
  ++shared.one;
#ifdef BROKEN
  pthread_mutex_unlock(&shared.mutex);
  pthread_mutex_lock(&shared.mutex);
#endif
  ++shared.other;
  memcpy(&copy, &shared, sizeof copy);
  pthread_mutex_unlock(&shared.mutex);
  assert(copy.one == copy.other);  // FINDING
  return unused;
}

static void start(void* (*one)(void*), void* (*other)(void*)) {
  pthread_t first, second;
  pthread_create(&first, NULL, one, NULL);
  pthread_create(&second, NULL, other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}

int main(void) { start(change, change); }
