// SPDX-License-Identifier: Apache-2.0
//
// What a container does inside is reported where the program called it.
//
// HEDDLE: strategy=random options=--keep-going,--max-executions=500 verdict=finding kind=data-race races=1
// HEDDLE: strategy=random options=--keep-going,--max-executions=500 verdict=finding kind=data-race flags=-DTEXT races=1
#include <string>
#include <thread>
#include <vector>

#ifdef TEXT
std::string shared = "a";
int size;
void first() { shared += 'b'; }  // FINDING
void second() { size = static_cast<int>(shared.size()); }  // FINDING
#else
std::vector<int> shared(4);
int size;
void first() { shared.pop_back(); }  // FINDING
void second() { size = static_cast<int>(shared.size()); }
#endif

int main() {
  std::thread other(second);
  first();
  other.join();
}
