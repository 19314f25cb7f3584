// SPDX-License-Identifier: Apache-2.0
//
// Whether a wait is allowed depends on when its mutex was made anew, not on what the thread has seen.
//
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--keep-going races=ignore without=fit
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t object;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int value;

static void* fail(void* argument) {
  assert(argument == NULL);
  return argument;
}
static void* use(void* unused) {
  pthread_mutex_lock(&object);
  if (value == 1) {
    const struct timespec past = {0, 0};
    pthread_cond_timedwait(&condition, &object, &past);
  }
  pthread_mutex_unlock(&object);
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
