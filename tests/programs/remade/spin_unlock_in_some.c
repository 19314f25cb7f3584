// SPDX-License-Identifier: Apache-2.0
//
// Whether an unlock is allowed depends on when the spin lock was made anew, not on what the thread has seen.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--keep-going races=ignore without=fit
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_spinlock_t object;
static int value;

static void* fail(void* argument) {
  assert(argument == NULL);
  return argument;
}
static void* use(void* unused) {
  pthread_spin_lock(&object);
  int seen = value;
  pthread_spin_unlock(&object);
  value = seen + 2;
  return unused;
}
static void* remake(void* unused) {
  memset((void*)&object, 0, sizeof object);
  value = 1;
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, fail, threads);
  pthread_create(&threads[1], NULL, use, NULL);
  pthread_create(&threads[2], NULL, remake, NULL);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  return 0;
}
