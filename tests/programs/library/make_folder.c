// HEDDLE: strategy=dfs verdict=unsupported output="changes the world outside" output="will end the execution without a verdict"
#include <sys/stat.h>

int main(void) {
  return mkdir("made_by_nobody", 0700);  // UNSUPPORTED
}
