// SPDX-License-Identifier: Apache-2.0
//
// What widens and narrows characters is a table that libstdc++ fills at the first use: for one thread in its library, for
// the other in its headers, which are seen.
//
// HEDDLE: strategy=default verdict=clean without=fit
#include <cassert>
#include <iostream>
#include <locale>
#include <thread>

static void narrow_all() {
  const auto& characters = std::use_facet<std::ctype<char>>(std::locale());
  const char text[] = {'a', 'b'};
  char narrowed[2];
  characters.narrow(text, text + 2, '?', narrowed);
  assert(narrowed[1] == 'b' && characters.narrow('c', '?') == 'c');
}

int main() {
  std::thread worker([] {
    std::cerr << std::endl;
    narrow_all();
  });
  std::clog << 1.5;
  narrow_all();
  assert(std::clog.widen('a') == 'a');
  worker.join();
}
