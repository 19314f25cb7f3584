// SPDX-License-Identifier: Apache-2.0
//
// Virtual functions of the C++ library that change texts of the program: not seen, so nothing is proved.
//
// HEDDLE: strategy=default verdict=incomplete output="is not seen" races=some
#include <locale>
#include <thread>

static char text[] = "abc";

int main() {
  std::thread other([] { std::use_facet<std::ctype<char>>(std::locale::classic()).toupper(text, text + 3); });
  text[0] = 'x';
  other.join();
}
