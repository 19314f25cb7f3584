// SPDX-License-Identifier: Apache-2.0
//
// Calendar time: what is read and written, and that libc's hidden buffers are objects of events.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "runtime/libc/recording_runtime.h"

extern "C" {
std::size_t __heddle_libc_strftime(char*, std::size_t, const char*, const tm*);
tm* __heddle_libc_localtime_r(const time_t*, tm*);
tm* __heddle_libc_gmtime_r(const time_t*, tm*);
tm* __heddle_libc_localtime(const time_t*);
tm* __heddle_libc_gmtime(const time_t*);
time_t __heddle_libc_mktime(tm*);
time_t __heddle_libc_timegm(tm*);
char* __heddle_libc_asctime_r(const tm*, char*);
char* __heddle_libc_ctime_r(const time_t*, char*);
char* __heddle_libc_asctime(const tm*);
char* __heddle_libc_ctime(const time_t*);
}

namespace heddle::runtime::libc {
namespace {

constexpr time_t kNoon = 1704110400;  // 2024-01-01 12:00:00 UTC

class Calendar : public testing::Test {
 protected:
  Calendar() {
    setenv("TZ", "UTC0", 1);
    tzset();
    reset_buffers("", "");
    *seconds() = kNoon;
    *parts() = {};
    gmtime_r(seconds(), parts());
  }
  static time_t* seconds() { return reinterpret_cast<time_t*>(g_a); }
  static tm* parts() { return reinterpret_cast<tm*>(g_b); }
  static_assert(sizeof(tm) <= sizeof(g_b));
};

TEST_F(Calendar, ThePartsOfATimeAreWrittenToThePlaceGiven) {
  for (auto* split : {__heddle_libc_localtime_r, __heddle_libc_gmtime_r}) {
    *parts() = {};
    EXPECT_EQ(text_of(observe([&] { EXPECT_EQ(split(seconds(), parts()), parts()); })), "read a+0:8, write b+0:56");
    EXPECT_EQ(parts()->tm_year, 124);
    EXPECT_EQ(parts()->tm_hour, 12);
  }
}

TEST_F(Calendar, TheHiddenPartsAreOneObjectForAllThreads) {
  tm* result = nullptr;
  Observation first = observe([&] { result = __heddle_libc_localtime(seconds()); });
  Observation second = observe([&] { __heddle_libc_gmtime(seconds()); });
  EXPECT_EQ(text_of(first), "read a+0:8, write");
  EXPECT_EQ(first.events[1].record.address, reinterpret_cast<std::uint64_t>(result));
  EXPECT_EQ(second.events[1].record.address, first.events[1].record.address);
  EXPECT_EQ(result->tm_mday, 1);
}

TEST_F(Calendar, PartsAreNormalisedInPlace) {
  for (auto* join : {__heddle_libc_mktime, __heddle_libc_timegm}) {
    gmtime_r(seconds(), parts());
    parts()->tm_min = 61;
    time_t result = 0;
    EXPECT_EQ(text_of(observe([&] { result = join(parts()); })), "read b+0:56, write b+0:56");
    EXPECT_EQ(result, kNoon + 61 * 60);
    EXPECT_EQ(parts()->tm_hour, 13);
  }
}

TEST_F(Calendar, TextIsWrittenAsFarAsItGoes) {
  static char text[40];
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_asctime_r(parts(), text); })), "read b+0:56, write");
  EXPECT_STREQ(text, "Mon Jan  1 12:00:00 2024\n");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_ctime_r(seconds(), text); })), "read a+0:8, write");
  EXPECT_STREQ(text, "Mon Jan  1 12:00:00 2024\n");
  Observation first = observe([&] { __heddle_libc_asctime(parts()); });
  Observation second = observe([&] { __heddle_libc_ctime(seconds()); });
  EXPECT_EQ(text_of(first), "read b+0:56, write");
  EXPECT_EQ(text_of(second), "read a+0:8, write, read, write");  // asctime(localtime())
  EXPECT_EQ(second.events[3].bytes, std::string("Mon Jan  1 12:00:00 2024\n", 26));
  EXPECT_EQ(second.events[3].record.address, first.events[1].record.address);
}

TEST_F(Calendar, AFormattedTimeReadsItsFormatAndParts) {
  char* format = std::strcpy(g_a, "%H:%M");
  static char text[40];
  std::size_t length = 0;
  Observation seen = observe([&] { length = __heddle_libc_strftime(text, sizeof(text), format, parts()); });
  EXPECT_EQ(text_of(seen), "read a+0:6, read b+0:56, write");
  EXPECT_EQ(seen.events[2].record.size, 6u);
  EXPECT_STREQ(text, "12:00");
  EXPECT_EQ(length, 5u);
  EXPECT_EQ(text_of(observe([&] { length = __heddle_libc_strftime(text, 3, format, parts()); })),
            "read a+0:6, read b+0:56");
  EXPECT_EQ(length, 0u);
}

}  // namespace
}  // namespace heddle::runtime::libc
