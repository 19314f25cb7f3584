// SPDX-License-Identifier: Apache-2.0
//
// The transfer of deadlock.cpp with one order for both directions: the lock of the account at the lower address is
// always taken first, so no two transfers can wait for each other.
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  bool in_order = std::less<>()(&from, &to);
  std::lock_guard first(in_order ? from.mutex : to.mutex);
  std::lock_guard second(in_order ? to.mutex : from.mutex);
  from.balance -= amount;
  to.balance += amount;
}

Account savings;
Account checking;

}  // namespace

int main() {
  std::thread saver([] { transfer(checking, savings, 20); });
  std::thread spender([] { transfer(savings, checking, 10); });
  saver.join();
  spender.join();
  assert(savings.balance == 110 && checking.balance == 90);
}
