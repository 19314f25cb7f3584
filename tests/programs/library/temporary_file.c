// Temporary files with names: made, found by name, renamed and removed within one execution, and gone with it.
// HEDDLE: strategy=dfs verdict=clean executions=1 without="note:"
// HEDDLE: strategy=random options=--paranoid,1,--max-executions=200 verdict=incomplete without="note:"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_and_read_back(void) {
  char name[] = "/tmp/heddle_test_XXXXXX";
  int file = mkstemp(name);
  assert(file == 3);
  assert(strcmp(name, "/tmp/heddle_test_h00000") == 0);  // the same in every execution
  assert(write(file, "hello", 5) == 5);
  assert(close(file) == 0);

  char text[16] = "";
  FILE* stream = fopen(name, "r");
  assert(stream != NULL && fgets(text, sizeof text, stream) != NULL);
  assert(strcmp(text, "hello") == 0 && fclose(stream) == 0);

  struct stat facts;
  assert(stat(name, &facts) == 0 && facts.st_size == 5 && S_ISREG(facts.st_mode));
  assert((facts.st_mode & 0777) == 0600 && facts.st_nlink == 1);
  assert(access(name, R_OK | W_OK) == 0);
  assert(open(name, O_CREAT | O_EXCL | O_RDWR, 0600) == -1 && errno == EEXIST);

  assert(rename(name, "made_by_nobody") == 0);
  assert(stat(name, &facts) == -1 && errno == ENOENT);
  file = open("made_by_nobody", O_RDWR | O_APPEND);
  assert(file == 3 && write(file, "!", 1) == 1);
  assert(unlink("made_by_nobody") == 0);
  assert(unlink("made_by_nobody") == -1 && errno == ENOENT);
  assert(access("made_by_nobody", F_OK) == -1 && errno == ENOENT);
  assert(pread(file, text, sizeof text, 0) == 6 && memcmp(text, "hello!", 6) == 0);  // lives on while it is open
  assert(fstat(file, &facts) == 0 && facts.st_size == 6 && facts.st_nlink == 0);
  close(file);
}

static void name_them(void) {
  char suffixed[] = "/tmp/XXXXXX.txt";
  int file = mkostemps(suffixed, 4, O_CLOEXEC);
  assert(strcmp(suffixed, "/tmp/h00001.txt") == 0);
  assert((fcntl(file, F_GETFD) & FD_CLOEXEC) != 0);
  assert(close(file) == 0 && remove(suffixed) == 0);

  char wrong[] = "/tmp/XXXXX";
  assert(mkstemp(wrong) == -1 && errno == EINVAL);
  char nowhere[] = "/no/such/folder/XXXXXX";
  assert(mkstemp(nowhere) == -1 && errno == ENOENT);

  char name[L_tmpnam];
  assert(tmpnam(name) == name && access(name, F_OK) == -1);
  FILE* stream = fopen(name, "wx");
  assert(stream != NULL && fputs("text", stream) >= 0 && fclose(stream) == 0);
  assert(fopen(name, "wx") == NULL && errno == EEXIST);
  stream = fopen(name, "a+");
  assert(stream != NULL && fputs("!", stream) >= 0);
  rewind(stream);
  char text[16] = "";
  assert(fread(text, 1, sizeof text, stream) == 5 && strcmp(text, "text!") == 0);
}

int main(void) {
  write_and_read_back();
  name_them();
  return 0;
}
