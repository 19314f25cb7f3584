// SPDX-License-Identifier: Apache-2.0
//
// Each thread makes an object with its lock and hands it over, while others run: nothing is wrong with that.
//
// HEDDLE: strategy=default verdict=clean
#include <atomic>
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int value = 0;
};
static std::atomic<Account*> accounts[2];

static void run(int self) {
  accounts[self] = new Account;
  for (auto& each : accounts) {
    Account* account = each;
    if (account == nullptr) continue;
    std::lock_guard<std::mutex> guard(account->mutex);
    ++account->value;
  }
}

int main() {
  std::thread one(run, 0), other(run, 1);
  one.join();
  other.join();
  int sum = 0;
  for (auto& each : accounts) {
    sum += each.load()->value;
    delete each.load();
  }
  assert(sum == 3 || sum == 4);
}
