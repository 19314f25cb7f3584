// SPDX-License-Identifier: Apache-2.0
//
// Correct and broken code under EXPECT_ and ASSERT_.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

class Tickets {
 public:
  int take() { return next_++; }
  int take_locked() {
    std::scoped_lock guard(mutex_);
    return next_++;
  }

 private:
  int next_ = 1;
  std::mutex mutex_;
};

class Ticket : public testing::Test {
 protected:
  Tickets tickets;
  int first = 0, second = 0;
};

}  // namespace

TEST_F(Ticket, NumbersDifferUnderLock) {
  std::thread one([this] { first = tickets.take_locked(); });
  std::thread two([this] { second = tickets.take_locked(); });
  one.join();
  two.join();
  EXPECT_NE(first, second);
}

TEST_F(Ticket, NumbersDifferWithoutLock) {
  std::thread one([this] { first = tickets.take(); });
  std::thread two([this] { second = tickets.take(); });
  one.join();
  two.join();
  EXPECT_NE(first, second) << "the same ticket twice";
}

TEST_F(Ticket, IsFatal) {
  std::thread one([this] { first = tickets.take(); });
  std::thread two([this] { second = tickets.take(); });
  one.join();
  two.join();
  ASSERT_EQ(first + second, 3);
}
