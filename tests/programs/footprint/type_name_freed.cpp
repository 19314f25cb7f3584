// SPDX-License-Identifier: Apache-2.0
//
// The name of a type is read before it is freed, or after.
//
// HEDDLE: strategy=default verdict=finding kind=use-after-free,data-race races=some
// HEDDLE: strategy=dfs verdict=finding kind=use-after-free,data-race races=some
#include <cxxabi.h>

#include <cstdlib>
#include <cstring>
#include <thread>

int main() {
  char* name = strdup("1a");
  std::thread reads([=] { std::free(abi::__cxa_demangle(name, nullptr, nullptr, nullptr)); });
  std::thread frees([=] { std::free(name); });
  reads.join();
  frees.join();
}
