// SPDX-License-Identifier: Apache-2.0
//
// Exceptions that are destroyed when the process ends, where no line of the program stands.
//
// HEDDLE: strategy=default verdict=clean
// HEDDLE: strategy=dfs verdict=clean
#include <exception>
#include <stdexcept>
#include <thread>

static std::exception_ptr kept;
static std::runtime_error one("one"), two(one);

int main() {
  std::thread thread([] {
    kept = std::make_exception_ptr(std::logic_error("kept"));
    two = std::runtime_error("three");
  });
  thread.join();
}
