// A file that one execution writes would be seen by the next one.
// HEDDLE: strategy=dfs verdict=unsupported output="opens a file for writing"
#include <stdio.h>

int main(void) {
  FILE* file = fopen("made_by_a_test", "w");  // UNSUPPORTED
  fputs("text", file);
  return fclose(file);
}
