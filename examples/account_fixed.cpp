// SPDX-License-Identifier: Apache-2.0
//
// The account of account.cpp with a mutex: the read and the write of a deposit can no longer be separated by another
// deposit, so every order of the threads ends with the full balance.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

class Account {
 public:
  void deposit(int amount) {
    std::scoped_lock guard(mutex_);
    balance_ += amount;
  }

  int balance() {
    std::scoped_lock guard(mutex_);
    return balance_;
  }

 private:
  std::mutex mutex_;
  int balance_ = 0;
};

Account account;

}  // namespace

int main() {
  std::thread alice([] { account.deposit(100); });
  std::thread bob([] { account.deposit(50); });
  alice.join();
  bob.join();
  assert(account.balance() == 150);
}
