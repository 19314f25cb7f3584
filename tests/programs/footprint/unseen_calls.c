// Functions of which Heddle does not know what they touch are tried in both orders.
// HEDDLE: strategy=dfs verdict=finding kind=assertion output="hsearch() at"
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <search.h>
#include <stdatomic.h>

static ENTRY item = {"key", 0};
static atomic_int step, gate;

static void* one(void* unused) {
  step = 1;
  hsearch(item, ENTER);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  int is_new = hsearch(item, FIND) == 0;
  if (step == 1 && gate) assert(is_new);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  hcreate(8);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
