// SPDX-License-Identifier: Apache-2.0
//
// The virtual clock, and randomness.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/random.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "runtime/libc/recording_runtime.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::uint64_t kSecond = 1000000000;

TEST(Time, ReadingTheClockIsAnEventAndMovesItByAMicrosecond) {
  timespec *first = reinterpret_cast<timespec*>(own_stack_buffer()), *second = first + 1;
  Observation seen = observe([&] {
    clock_gettime(CLOCK_MONOTONIC, first);
    clock_gettime(CLOCK_MONOTONIC, second);
  });
  EXPECT_EQ(text_of(seen), "clock, clock");
  EXPECT_EQ(seen.events[0].record.value, 1000 * kSecond);
  EXPECT_EQ(seen.events[1].record.value, 1000 * kSecond + 1000);
  EXPECT_EQ(first->tv_sec, 1000);
  EXPECT_EQ(second->tv_nsec, 1000);
}

TEST(Time, AllClocksOfTheDayShowTheSameTime) {
  time_t seconds = 0;
  timeval* day = reinterpret_cast<timeval*>(own_stack_buffer());
  observe([&] {
    seconds = time(nullptr);
    gettimeofday(day, nullptr);
  });
  EXPECT_EQ(seconds, 1704067200);  // 2024-01-01
  EXPECT_EQ(day->tv_sec, 1704067200);
  EXPECT_EQ(day->tv_usec, 1);
}

TEST(Time, AResultInSharedMemoryIsWrittenWithAnEvent) {
  reset_buffers("", "");
  EXPECT_EQ(text_of(observe([] { clock_gettime(CLOCK_REALTIME, reinterpret_cast<timespec*>(g_a)); })),
            "clock, write a+0:16");
}

TEST(Time, SleepingMovesTheClockAndTakesNoTime) {
  timespec* half = reinterpret_cast<timespec*>(own_stack_buffer());
  *half = {0, 500000000};
  Observation seen = observe([&] {
    sleep(3600);
    usleep(10);
    nanosleep(half, nullptr);
    sched_yield();
  });
  EXPECT_EQ(text_of(seen), "sleep, sleep, sleep, yield");
  EXPECT_EQ(seen.events[0].record.value, 3600 * kSecond);
  EXPECT_EQ(seen.events[2].record.value, kSecond / 2);
  EXPECT_EQ(state().virtual_time, 3600 * kSecond + 10000 + kSecond / 2);
}

TEST(Time, SleepingUntilATimeThatHasPassedMovesNothing) {
  timespec* target = reinterpret_cast<timespec*>(own_stack_buffer());
  *target = {1002, 0};
  std::vector<int> results;
  observe([&] {
    results.push_back(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, target, nullptr));
    results.push_back(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, target, nullptr));
  });
  EXPECT_EQ(results, (std::vector<int>{0, 0}));
  EXPECT_EQ(state().virtual_time, 2 * kSecond);
}

TEST(Time, InvalidArgumentsAreRefusedAsByTheRealFunctions) {
  timespec* wrong = reinterpret_cast<timespec*>(own_stack_buffer());
  *wrong = {0, 1000000000};
  int slept = 0, error = 0, clock_result = 0, unknown = 0;
  Observation seen = observe([&] {
    slept = nanosleep(wrong, nullptr);
    error = errno;
    clock_result = clock_nanosleep(CLOCK_MONOTONIC, 0, wrong, nullptr);
    unknown = clock_gettime(77, wrong);
  });
  EXPECT_EQ(slept, -1);
  EXPECT_EQ(error, EINVAL);
  EXPECT_EQ(clock_result, EINVAL);
  EXPECT_EQ(unknown, -1);
  EXPECT_TRUE(seen.events.empty());
}

TEST(Time, NativelyTheRealClockIsRead) {
  timespec now{};
  EXPECT_EQ(clock_gettime(CLOCK_REALTIME, &now), 0);
  EXPECT_GT(now.tv_sec, 1704067200);
}

TEST(Randomness, GeneratorsOfLibcAreEventsOnHiddenStateAndKeepTheirNumbers) {
  srand(42);
  int expected = rand();
  int actual = 0;
  Observation seen = observe([&] {
    srand(42);
    actual = rand();
    srand48(7);
    drand48();
  });
  EXPECT_EQ(actual, expected);
  EXPECT_EQ(text_of(seen), "call, call, call, call");
  EXPECT_EQ(seen.events[0].record.address, seen.events[1].record.address);
  EXPECT_NE(seen.events[1].record.address, seen.events[2].record.address);
  EXPECT_EQ(seen.events[1].record.value, static_cast<std::uint64_t>(expected));
}

TEST(Randomness, ASeedInSharedMemoryIsReadAndWritten) {
  reset_buffers("", "");
  EXPECT_EQ(text_of(observe([] { rand_r(reinterpret_cast<unsigned*>(g_a)); })), "read a+0:4, write a+0:4");
}

TEST(Randomness, EntropyDiffersFromThreadToThreadAndIsNoEvent) {
  std::vector<unsigned> first, second;
  Observation seen = observe([&] {
    first = {std::random_device{}(), std::random_device{}()};
    state().current = 1;
    second = {std::random_device{}(), std::random_device{}()};
    state().current = 0;
  });
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first, second);
  EXPECT_TRUE(seen.events.empty());
}

TEST(Randomness, EntropyIsWrittenToSharedMemoryWithAnEvent) {
  reset_buffers("", "");
  ssize_t count = 0;
  EXPECT_EQ(text_of(observe([&] { count = getrandom(g_a, 12, 0); })), "write a+0:12");
  EXPECT_EQ(count, 12);
}

TEST(Randomness, NativelyARandomDeviceWorks) {
  std::random_device device;
  std::vector<unsigned> drawn = {device(), device(), device(), device()};
  EXPECT_FALSE(drawn[0] == drawn[1] && drawn[1] == drawn[2] && drawn[2] == drawn[3]);
}

}  // namespace
}  // namespace heddle::runtime::libc
