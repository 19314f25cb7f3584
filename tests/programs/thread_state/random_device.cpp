// SPDX-License-Identifier: Apache-2.0
// HEDDLE: strategy=default verdict=finding kind=assertion
// std::random_device draws from the same stream.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <random>
#include <thread>

static std::atomic<int> a, b, c, d;

// The stream that docs/supported.md promises to each thread.
static std::uint32_t number(std::uint64_t thread, std::uint64_t count) {
  std::uint64_t bits = count * 0x9e3779b97f4a7c15u + thread * 0xd1342543de82ef95u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return static_cast<std::uint32_t>(bits ^ (bits >> 31));
}

static void watches() {
  std::random_device device;
  if (a) device();
  b = 1;
  if (c) {
    d = 2;
    assert(device() != number(1, 2));  // FINDING
  }
}

int main() {
  std::thread watcher(watches);
  std::thread opener([] {
    a = 1;
    a = 0;
  });
  std::thread other([] {
    c = 1;
    c = 0;
  });
  watcher.join();
  opener.join();
  other.join();
}
