// SPDX-License-Identifier: Apache-2.0
//
// Accesses to a thread's own stack hardly count against --max-events, so a thread can have far more events than that. Of
// the others not more was explored for it.
//
// HEDDLE: strategy=exact verdict=incomplete options=--max-events,50,--max-executions,2000 races=ignore output="at most 50 events of each thread were explored"
// HEDDLE: strategy=exact verdict=finding kind=assertion options=--max-events,100,--max-executions,2000 races=ignore
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter, failed;
static int* volatile shown;

static void* counts(void* unused) {
  for (int i = 0; i < 70; i++) counter++;
  assert(!failed);  // FINDING
  return unused;
}

static void* works_for_ever(void* unused) {
  int own[4] = {0};
  shown = own;
  volatile int* at = own;
  for (int i = 0;; i++) at[i & 3] = i;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, counts, 0);
  pthread_create(&other, 0, works_for_ever, 0);
  failed = 1;
  pthread_join(one, 0);
  return 0;
}
