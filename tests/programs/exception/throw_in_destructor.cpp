// SPDX-License-Identifier: Apache-2.0
//
// An exception that leaves a destructor ends the program where it is thrown.
//
// HEDDLE: strategy=dfs verdict=finding kind=uncaught-exception message="std::runtime_error: closed twice" replays=100 races=some
#include <stdexcept>
#include <thread>

int closed;

struct File {
  ~File() {
    if (closed++ != 0) throw std::runtime_error("closed twice");  // FINDING
  }
};

int main() {
  std::thread thread([] { File file; });
  { File file; }
  thread.join();
}
