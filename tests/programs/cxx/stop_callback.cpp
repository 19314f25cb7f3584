// SPDX-License-Identifier: Apache-2.0
//
// A stop_callback runs in the thread that asks for the stop, and its destructor waits while it runs. No exact number: a
// request against a destructor alone are some 32 million interleavings. They end: rounds of the spin lock that see
// nothing new wait. counted/stop_callback.cpp is what dfs can finish.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  std::jthread stopper([&source] { assert(source.request_stop()); });
  int* value = new int(0);
  {
    std::stop_callback callback(source.get_token(), [value] { *value = 1; });
  }
  delete value;
}
