// What main closes, replaces and marks is open again, under its number and with its flags, when the next execution begins.
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int gap, file, twin, other;
static FILE* stream;

__attribute__((constructor)) static void open_files(void) {
  gap = open("/dev/null", O_RDONLY);
  file = open(__FILE__, O_RDONLY);
  twin = dup(file);
  other = open(__FILE__, O_RDONLY | O_CLOEXEC);
  stream = fopen(__FILE__, "r");
  lseek(file, 3, SEEK_SET);
  close(gap);
}

static void* use(void* unused) {
  char byte;
  assert(read(twin, &byte, 1) == 1);
  assert(fgetc(stream) != EOF);
  return unused;
}

int main(void) {
  char text[4];
  assert(lseek(file, 0, SEEK_CUR) == 3 && lseek(twin, 0, SEEK_CUR) == 3 && lseek(other, 0, SEEK_CUR) == 0);
  assert(fcntl(file, F_GETFD) == 0 && fcntl(other, F_GETFD) == FD_CLOEXEC);
  assert((fcntl(file, F_GETFL) & O_NONBLOCK) == 0 && (fcntl(twin, F_GETFL) & O_NONBLOCK) == 0);
  assert(fgets(text, sizeof text, stream) && text[0] == '/' && text[1] == '/');
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(lseek(file, 0, SEEK_CUR) == 5);
  assert(open("/dev/null", O_RDONLY) == gap);
  fcntl(file, F_SETFL, O_NONBLOCK);
  fcntl(file, F_SETFD, FD_CLOEXEC);
  close(other);
  assert(dup2(gap, twin) == twin && open("/dev/null", O_RDONLY) == other);
  fclose(stream);
}
