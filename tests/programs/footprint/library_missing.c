// A library that is not there: what the search for it leaves behind in the process is the same for every execution.
// HEDDLE: strategy=exact verdict=clean options=--paranoid,1
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int last;

static void* one(void* block) {
  last = (int)((long)block & 0xfffff);
  free(block);
  return 0;
}

int main(void) {
  assert(dlopen("libheddle_no_such.so", RTLD_NOW) == 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, one, malloc(24));
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
