// Where a file that was opened before main stands depends on who reads first.
// HEDDLE: strategy=dfs verdict=finding kind=assertion replays=20
// HEDDLE: strategy=default verdict=finding kind=assertion replays=20
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

__attribute__((constructor)) static void open_file(void) { file = open(__FILE__, O_RDONLY); }

static void* skip(void* unused) {
  lseek(file, 2, SEEK_CUR);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte = 0;
  pthread_create(&thread, 0, skip, 0);
  read(file, &byte, 1);
  assert(byte == '/');  // FINDING
  pthread_join(thread, 0);
}
