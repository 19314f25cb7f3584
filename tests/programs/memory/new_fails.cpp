// SPDX-License-Identifier: Apache-2.0
//
// A failing allocation is std::bad_alloc: handled in one place, forgotten in the other.
//
// HEDDLE: strategy=dfs verdict=clean arguments=handled options=--malloc-failures=2
// HEDDLE: strategy=dfs verdict=finding kind=uncaught-exception message=bad_alloc arguments=forgotten options=--malloc-failures=1
#include <new>
#include <string>

int main(int, char** arguments) {
  const bool is_handled = arguments[1][0] == 'h';
  std::size_t length = 0;
  try {
    length = std::string(100, 'x').size();
  } catch (const std::bad_alloc&) {
    if (!is_handled) throw;
  }
  return length == 0 || length == 100 ? 0 : 1;
}
