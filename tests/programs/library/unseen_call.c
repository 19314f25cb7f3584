// A function of the library that works on the program's memory unseen is named with its line.
// HEDDLE: strategy=dfs verdict=incomplete output="unseen_call.c:9" output="mbstowcs() at" output="not under Heddle's control"
#include <stdlib.h>

static wchar_t wide[8];
static char narrow[8] = "abc";

int main(void) {
  return mbstowcs(wide, narrow, 8) == 3 ? 0 : 1;
}
