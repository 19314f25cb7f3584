// SPDX-License-Identifier: Apache-2.0
//
// A buffer for the name of a type is used where it is large enough, else freed and replaced.
//
// HEDDLE: strategy=default verdict=clean without=leak
// HEDDLE: strategy=dfs verdict=clean without=leak
#include <cxxabi.h>

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

static void ask(std::size_t room) {
  char* buffer = static_cast<char*>(std::malloc(room));
  int status = 7;
  char* name = abi::__cxa_demangle("St6vectorIiSaIiEE", buffer, &room, &status);
  assert(status == 0 && std::strcmp(name, "std::vector<int, std::allocator<int> >") == 0);
  assert(room >= 38);
  std::free(name);
  assert(abi::__cxa_demangle("??", nullptr, nullptr, &status) == nullptr && status == -2);
}

int main() {
  std::thread small(ask, 2);
  small.join();
  ask(100);
}
