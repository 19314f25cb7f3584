// Whether a thread is detached is asked for while another one detaches it.
// HEDDLE: strategy=dfs verdict=finding kind=assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t self;
static atomic_int step, gate;

static void* nothing(void* unused) { return unused; }

static void* one(void* unused) {
  step = 1;
  pthread_detach(self);
  step = 2;
  return unused;
}

static void* two(void* unused) {
  pthread_attr_t attributes;
  pthread_getattr_np(self, &attributes);
  int state;
  pthread_attr_getdetachstate(&attributes, &state);
  pthread_attr_destroy(&attributes);
  if (step == 1 && gate) assert(state == PTHREAD_CREATE_JOINABLE);  // FINDING
  return unused;
}

static void* three(void* unused) {
  gate = 1;
  gate = 0;
  return unused;
}

int main(void) {
  pthread_create(&self, 0, nothing, 0);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  pthread_create(&threads[2], 0, three, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
