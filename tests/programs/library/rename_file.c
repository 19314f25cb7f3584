// A temporary file must not take the place of one that is there.
// HEDDLE: strategy=dfs verdict=unsupported output="rename: changes the world outside"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char name[] = "/tmp/XXXXXX";
  if (mkstemp(name) < 0) return 1;
  return rename(name, "/etc/passwd");  // UNSUPPORTED
}
