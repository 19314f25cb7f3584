// What an execution does to the standard descriptors is over with it: the next one would find no input and no output.
// HEDDLE: strategy=dfs verdict=clean executions=7
// HEDDLE: strategy=random options=--paranoid,1,--max-executions=50 verdict=incomplete
// MODEL: descriptors_restored.model
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* nothing(void* unused) { return unused; }

int main(void) {
  if (dup(0) != 3 || dup(1) != 4 || dup(2) != 5) return 1;
  if (write(1, "x", 1) != 1 || write(2, "x", 1) != 1) return 2;
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  close(0);
  fclose(stdout);
  dup2(3, 2);
  if (dup(4) != 0) return 3;
  close(2);
  return pthread_join(thread, NULL);
}
