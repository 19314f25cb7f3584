// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=dfs verdict=finding kind=assertion
// HEDDLE: strategy=default verdict=finding kind=assertion
// One of two blocks, by a racy index: the same routine, another address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, window, begun;
struct Task {
  int limit;
};
static struct Task tasks[2] = {{0}, {5}};

static void* writes(void* unused) {
  (void)unused;
  x = 1;
  x = 0;
  return 0;
}

static void* opens(void* unused) {
  (void)unused;
  window = 1;
  window = 0;
  return 0;
}

static void* runs(void* argument) {
  const struct Task* task = argument;
  begun = 1;
  if (window) {
    begun = 2;
    assert(task->limit < 5);  // FINDING
  }
  return 0;
}

int main(void) {
  pthread_t writer, opener, other;
  pthread_create(&writer, 0, writes, 0);
  pthread_create(&opener, 0, opens, 0);
  pthread_create(&other, 0, runs, &tasks[x]);
  pthread_join(other, 0);
  pthread_join(writer, 0);
  pthread_join(opener, 0);
  return 0;
}
