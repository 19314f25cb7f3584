// HEDDLE: strategy=dfs verdict=unsupported output="unlink: changes the world outside"
#include <unistd.h>

int main(void) {
  return unlink("made_by_nobody");  // UNSUPPORTED
}
