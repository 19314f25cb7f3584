// SPDX-License-Identifier: Apache-2.0
//
// The classic needs one preemption, so depth 2; with depth 1 no thread is ever interrupted for another one.
//
// HEDDLE: strategy=pct options=--depth,1 verdict=incomplete
// HEDDLE: strategy=pct options=--depth,2 verdict=finding kind=deadlock
// HEDDLE: strategy=pos verdict=finding kind=deadlock
#include <pthread.h>
#include <stddef.h>

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;

static void* take(pthread_mutex_t* one, pthread_mutex_t* other) {
  pthread_mutex_lock(one);
  pthread_mutex_lock(other);
  pthread_mutex_unlock(other);
  pthread_mutex_unlock(one);
  return NULL;
}
static void* left_first(void* unused) { return (void)unused, take(&left, &right); }
static void* right_first(void* unused) { return (void)unused, take(&right, &left); }

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, left_first, NULL);
  pthread_create(&other, NULL, right_first, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
