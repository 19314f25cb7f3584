// SPDX-License-Identifier: Apache-2.0
//
// localtime and mktime may write tzname, also with what it was before: what another thread has assigned meanwhile is gone. When they
// do so is in no model.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=exact verdict=incomplete output="the model does not fit"
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char mine[] = "MINE";

static void* assign(void* unused) {
  pthread_mutex_lock(&lock);
  tzname[0] = mine;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  assert(tzname[0] == mine);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* convert(void* unused) {
  time_t start = 0;
  struct tm parts;
  pthread_mutex_lock(&lock);
  mktime(localtime_r(&start, &parts));
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, assign, 0);
  pthread_create(&two, 0, convert, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
