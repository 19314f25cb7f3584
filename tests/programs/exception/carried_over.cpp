// SPDX-License-Identifier: Apache-2.0
//
// An exception caught in one thread, carried to another as exception_ptr, and thrown again there.
//
// HEDDLE: strategy=random options=--max-executions=1000 verdict=incomplete executions=1000
// HEDDLE: strategy=default verdict=clean
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr carried;
  std::thread worker([&carried] {
    try {
      throw std::out_of_range("far");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  worker.join();
  bool seen = false;
  try {
    std::rethrow_exception(carried);
  } catch (const std::out_of_range& error) {
    seen = std::string(error.what()) == "far";
  }
  assert(seen);
}
