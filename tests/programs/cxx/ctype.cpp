// SPDX-License-Identifier: Apache-2.0
//
// Character classes come from a table that each thread reaches through its own thread-local pointer.
//
// HEDDLE: strategy=random options=--max-executions=100 verdict=incomplete executions=100
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <cctype>
#include <thread>

int main() {
  std::thread worker([] {
    assert(std::isalpha('x') && !std::isalpha('7') && std::ispunct('.'));
    assert(std::toupper('x') == 'X' && std::tolower('X') == 'x');
  });
  worker.join();
}
