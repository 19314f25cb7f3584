// SPDX-License-Identifier: Apache-2.0
//
// Two customers, one piece. Arguments, if any, must be what CMakeLists.txt passes.
#include <cassert>
#include <cstring>
#include <thread>

#include <heddle/heddle.h>

#include "stock.h"

int main(int count, char** words) {
  if (count > 1) assert(count == 3 && std::strcmp(words[2], "two words") == 0);
  Stock stock(1);
  bool first = false, second = false;
  std::thread one([&] { first = stock.take_one(); });
  std::thread two([&] { second = stock.take_one(); });
  one.join();
  two.join();
  assert(first != second);
  assert(stock.pieces() == 0);
}
