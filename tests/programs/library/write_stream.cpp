// HEDDLE: strategy=dfs verdict=unsupported output="opens a file for writing"
#include <fstream>

int main() {
  std::ofstream file("made_by_a_test");
  file << 1;
}
