// SPDX-License-Identifier: Apache-2.0
//
// Two threads put texts into one string stream without a lock: its buffer is one object of both, and breaks.
//
// HEDDLE: strategy=random options=--max-executions=100 verdict=finding kind=crash races=some
#include <sstream>
#include <thread>

std::ostringstream out;

void put() { out << "text"; }  // FINDING

int main() {
  std::thread one(put), two(put);
  one.join();
  two.join();
}
