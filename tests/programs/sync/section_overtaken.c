// SPDX-License-Identifier: Apache-2.0
//
// Whoever has to wait in an atomic section has no right to go first once it could go on: others may do much before.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=exact verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion options=--preemptions=6
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t semaphore;
static atomic_int begun, asked, answered;

static void* section(void* unused) {
  heddle_atomic_begin();
  begun = 1;
  sem_wait(&semaphore);
  assert(asked != 3);  // FINDING
  heddle_atomic_end();
  return unused;
}
static void* poster(void* unused) {
  sem_post(&semaphore);
  if (begun) asked = 1;
  if (answered == 1) asked = 2;
  if (answered == 2) asked = 3;
  return unused;
}
static void* answers(void* unused) {
  if (asked == 1) answered = 1;
  if (asked == 2) answered = 2;
  return unused;
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  void* (*const routines[])(void*) = {section, poster, answers};
  pthread_t threads[3];
  for (int index = 0; index < 3; ++index) pthread_create(&threads[index], NULL, routines[index], NULL);
  for (int index = 0; index < 3; ++index) pthread_join(threads[index], NULL);
  return 0;
}
