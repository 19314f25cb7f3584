// SPDX-License-Identifier: Apache-2.0
//
// What is in a block goes with it, whether realloc makes it larger, smaller or leaves its size.
//
// HEDDLE: strategy=dfs verdict=clean
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

static void run(char from) {
  char* text = static_cast<char*>(std::malloc(8));
  for (int i = 0; i < 8; ++i) text[i] = static_cast<char>(from + i);
  for (std::size_t size : {20, 20, 8, 3}) text = static_cast<char*>(std::realloc(text, size));
  assert(text[0] == from && text[1] == from + 1 && text[2] == from + 2);
  std::free(text);
}

int main() {
  std::thread other(run, 'a');
  other.join();
  run('k');
}
