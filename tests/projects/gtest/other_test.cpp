// SPDX-License-Identifier: Apache-2.0
//
// What else test suites do: parameters, types, exceptions, expectations in threads, the clock, the environment,
// regular expressions, standard output, capturing it, and what Heddle must refuse: a death test.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <sstream>
#include <thread>
#include <vector>

class Threads : public testing::TestWithParam<int> {};

TEST_P(Threads, AllExpectTheirNumber) {
  std::vector<int> seen(static_cast<std::size_t>(GetParam()));
  std::vector<std::thread> threads;
  for (int number = 0; number < GetParam(); ++number) {
    threads.emplace_back([&seen, number] {
      seen[static_cast<std::size_t>(number)] = number;
      EXPECT_EQ(seen[static_cast<std::size_t>(number)], number);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

INSTANTIATE_TEST_SUITE_P(Few, Threads, testing::Values(1, 2));

template <typename Number>
class Typed : public testing::Test {};
using Numbers = testing::Types<int, double>;
TYPED_TEST_SUITE(Typed, Numbers);

TYPED_TEST(Typed, AddsInThread) {
  TypeParam sum = 0;
  std::thread adder([&sum] { sum += 1; });
  adder.join();
  EXPECT_EQ(sum, TypeParam(1));
}

TEST(Other, UsesTheLibrary) {
  auto before = std::chrono::steady_clock::now();
  std::ostringstream text;
  text << "thread " << 12 << ' ' << 0.5;
  std::smatch match;
  std::string line = text.str();
  ASSERT_TRUE(std::regex_match(line, match, std::regex("thread ([0-9]+) (.*)")));
  EXPECT_EQ(match[1], "12");
  EXPECT_EQ(std::getenv("NO_SUCH_VARIABLE"), nullptr);
  std::cout << line << std::endl;
  std::printf("%s\n", line.c_str());
  EXPECT_GE(std::chrono::steady_clock::now(), before);
}

TEST(Other, CatchesWhatIsThrown) {
  EXPECT_THROW(throw std::out_of_range("here"), std::out_of_range);
}

// GoogleTest captures through a temporary file with a name.
TEST(Other, CapturesStandardOutput) {
  testing::internal::CaptureStdout();
  std::cout << "captured" << std::flush;
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "captured");
}

TEST(Other, CapturesWhatThreadsPrint) {
  testing::internal::CaptureStdout();
  std::thread one([] { std::printf("one "); });
  std::thread two([] { std::printf("two "); });
  one.join();
  two.join();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "one two ");
}

TEST(Other, DISABLED_IsNotRun) { FAIL(); }

TEST(OtherDeathTest, NeedsAnotherProcess) { EXPECT_DEATH(std::abort(), ""); }
