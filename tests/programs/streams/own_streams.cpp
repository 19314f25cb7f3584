// SPDX-License-Identifier: Apache-2.0
//
// Streams of their own disturb nobody.
//
// HEDDLE: strategy=default verdict=clean without=fit
#include <cassert>
#include <iomanip>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex lock;
static std::string all;

static void print(int number) {
  std::ostringstream stream;
  stream << std::setw(3) << number << ' ' << std::hex << 255;
  const std::lock_guard guard(lock);
  all += stream.str();
}

int main() {
  std::thread one(print, 1), two(print, 2);
  one.join();
  two.join();
  assert(all == "  1 ff  2 ff" || all == "  2 ff  1 ff");
}
