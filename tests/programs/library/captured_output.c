// Standard output is put into a file and read back: what two threads print there comes in either order. Every execution
// begins with the descriptors as they were.
// HEDDLE: strategy=random verdict=finding kind=assertion
// HEDDLE: strategy=dfs options=--keep-going verdict=finding kind=assertion executions=251
// MODEL: captured_output.model
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void* print(void* text) {
  fputs(text, stdout);
  return NULL;
}

int main(void) {
  char name[] = "/tmp/XXXXXX";
  int file = mkstemp(name);
  int output = dup(1);
  if (file != 3 || output != 4) return 1;  // another execution has left something open
  dup2(file, 1);
  close(file);

  pthread_t one, two;
  pthread_create(&one, NULL, print, "one");
  pthread_create(&two, NULL, print, "two");
  pthread_join(one, NULL);
  pthread_join(two, NULL);

  fflush(stdout);
  dup2(output, 1);
  close(output);
  char text[16] = "";
  FILE* stream = fopen(name, "r");
  fread(text, 1, sizeof text - 1, stream);
  remove(name);
  if (strlen(text) != 6) return 2;
  assert(strcmp(text, "onetwo") == 0);  // FINDING
  return 0;
}
