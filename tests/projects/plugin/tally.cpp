// SPDX-License-Identifier: Apache-2.0
//
// The plugin: a total without protection (the mistake), one with, a thread-local count, and an object with a constructor.
#include <memory>
#include <mutex>

namespace {

struct Totals {
  int careless = 0;
  int careful = 0;
  std::mutex mutex;
};
std::unique_ptr<Totals> totals = std::make_unique<Totals>();
thread_local int calls = 0;

}  // namespace

extern "C" int tally_careless(int amount) {
  totals->careless = totals->careless + amount;
  return ++calls;
}

extern "C" int tally_careful(int amount) {
  std::scoped_lock guard(totals->mutex);
  totals->careful += amount;
  return ++calls;
}

extern "C" int tally_careless_total() { return totals->careless; }
extern "C" int tally_careful_total() { return totals->careful; }
