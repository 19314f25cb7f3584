// HEDDLE: strategy=dfs verdict=unsupported output="changes the world outside" output="will end the execution without a verdict"
#include <unistd.h>

int main(void) {
  return unlink("made_by_nobody");  // UNSUPPORTED
}
