// A temporary file through C++ streams.
// HEDDLE: strategy=dfs verdict=incomplete executions=1
#include <stdlib.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <fstream>
#include <string>

int main() {
  char name[] = "/tmp/XXXXXX";
  close(mkstemp(name));
  std::ofstream(name) << "twelve " << 12;
  std::string word;
  int number = 0;
  std::ifstream(name) >> word >> number;
  assert(word == "twelve" && number == 12);
  assert(std::remove(name) == 0);
  assert(!std::ifstream(name));
}
