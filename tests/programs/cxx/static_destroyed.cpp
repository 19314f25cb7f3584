// SPDX-License-Identifier: Apache-2.0
//
// A detached thread still uses a static object when main has returned and the object is destroyed.
//
// HEDDLE: strategy=random verdict=finding kind=assertion races=some
#include <cassert>
#include <thread>

struct Registry {
  bool alive = true;
  ~Registry() { alive = false; }
};
Registry registry;

int main() {
  std::thread user([] {
    assert(registry.alive);  // FINDING
  });
  user.detach();
}
