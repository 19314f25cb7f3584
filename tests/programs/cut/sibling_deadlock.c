// SPDX-License-Identifier: Apache-2.0
//
// Two locks in two orders, beside a thread that polls and counts: the deadlock is in a branch that the polling has
// nothing to do with.
//
// HEDDLE: strategy=default verdict=finding kind=deadlock
// HEDDLE: strategy=exact verdict=finding kind=deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static int polls;

static void* forward(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  done++;
  return unused;
}

static void* backward(void* unused) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  done++;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, forward, NULL);
  pthread_create(&other, NULL, backward, NULL);
  while (done != 2) polls++;
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return polls < 0;
}
