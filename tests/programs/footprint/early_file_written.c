// What goes to a file that was opened before main would still be there in the next execution.
// HEDDLE: strategy=default verdict=unsupported output="opened before main"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE* file;

__attribute__((constructor)) static void make_file(void) { file = tmpfile(); }

static void* print(void* unused) {
  fprintf(file, "x");  // UNSUPPORTED
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, print, 0);
  pthread_join(thread, 0);
}
