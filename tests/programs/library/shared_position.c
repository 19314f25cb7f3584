// Two threads read from one stream: who comes first gets the first character.
// HEDDLE: strategy=dfs verdict=finding kind=assertion options=--paranoid,1
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE* file;
static int first;

static void* read_one(void* unused) {
  first = fgetc(file);
  return unused;
}

int main(void) {
  file = tmpfile();
  fputs("ab", file);
  rewind(file);
  pthread_t thread;
  pthread_create(&thread, 0, read_one, 0);
  int second = fgetc(file);
  pthread_join(thread, 0);
  assert(second == 'a' && first == 'b');  // FINDING
}
