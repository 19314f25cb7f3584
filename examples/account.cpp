// SPDX-License-Identifier: Apache-2.0
//
// Lost update. Two threads deposit into one account without a lock. `balance += amount` is a read and then a write:
// if both threads read before either writes, one deposit is overwritten. Fails under sequential consistency.
#include <cassert>
#include <thread>

namespace {

struct Account {
  int balance = 0;

  void deposit(int amount) { balance += amount; }
};

Account account;

}  // namespace

int main() {
  std::thread alice([] { account.deposit(100); });
  std::thread bob([] { account.deposit(50); });
  alice.join();
  bob.join();
  assert(account.balance == 150);
}
