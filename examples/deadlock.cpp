// SPDX-License-Identifier: Apache-2.0
//
// Deadlock through opposite lock orders (ABBA). A transfer locks the account it takes from, then the account it gives
// to. Two transfers in opposite directions can each hold what the other waits for. Fails under sequential
// consistency.
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard first(from.mutex);
  std::lock_guard second(to.mutex);
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
}
