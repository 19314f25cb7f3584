// Attributes of threads to come are changed while another thread makes one.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int step, gate;
static pthread_attr_t attributes;

static void* one(void* unused) {
  step = 1;
  pthread_mutex_lock(&lock);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_mutex_unlock(&lock);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_mutex_lock(&lock);
  int state;
  pthread_attr_getdetachstate(&attributes, &state);
  int is_right = state == PTHREAD_CREATE_JOINABLE;
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
  pthread_attr_init(&attributes);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
