// ctime is asctime of localtime, and uses the memory of both.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int step, gate;
static const time_t start, later = 800 * 86400;
static struct tm* parts;

static void* one(void* unused) {
  step = 1;
  pthread_mutex_lock(&lock);
  ctime(&later);
  pthread_mutex_unlock(&lock);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&lock);
  int is_right = parts->tm_year == 70;
  pthread_mutex_unlock(&lock);
  if (step == 1 && gate) assert(is_right);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  parts = localtime(&start);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
