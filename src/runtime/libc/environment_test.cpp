// SPDX-License-Identifier: Apache-2.0
//
// The environment is memory: a variable, an array, texts.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/libc/recording_runtime.h"

extern "C" {
char* __heddle_libc_getenv(const char*);
char* __heddle_libc_secure_getenv(const char*);
int __heddle_libc_setenv(const char*, const char*, int);
int __heddle_libc_unsetenv(const char*);
int __heddle_libc_putenv(char*);
}

namespace heddle::runtime::libc {
namespace {

TEST(Environment, IsReadFromWhereItBegins) {
  setenv("HEDDLE_TEST", "1", 1);
  reset_buffers("HEDDLE_TEST", "HEDDLE_NONE");
  Observation seen = observe([] { EXPECT_STREQ(__heddle_libc_getenv(g_a), "1"); });
  EXPECT_EQ(text_of(seen), "read a+0:12, read, read");
  EXPECT_EQ(seen.events[1].record.address, reinterpret_cast<std::uint64_t>(&environ));
  EXPECT_EQ(seen.events[2].record.address, reinterpret_cast<std::uint64_t>(environ));
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_secure_getenv(g_b), nullptr); })),
            "read b+0:12, read, read");
}

TEST(Environment, ChangesAreWritesOfTheArray) {
  reset_buffers("HEDDLE_TEST", "two");
  ASSERT_EQ(setenv(g_a, "one", 1), 0);  // the array need not move for it
  Observation set = observe([] { EXPECT_EQ(__heddle_libc_setenv(g_a, g_b, 1), 0); });
  EXPECT_EQ(text_of(set), "read a+0:12, read b+0:4, call, write");
  EXPECT_EQ(set.events[3].record.address, reinterpret_cast<std::uint64_t>(environ));
  EXPECT_STREQ(std::getenv("HEDDLE_TEST"), "two");
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_unsetenv(g_a), 0); })), "read a+0:12, call, write");
  EXPECT_EQ(std::getenv("HEDDLE_TEST"), nullptr);
  reset_buffers("HEDDLE_TEST=3", "");
  const std::string put = text_of(observe([] { EXPECT_EQ(__heddle_libc_putenv(g_a), 0); }));
  EXPECT_EQ(put.substr(0, std::strlen("read a+0:14, call, write")), "read a+0:14, call, write");
  EXPECT_EQ(std::getenv("HEDDLE_TEST"), g_a + std::strlen("HEDDLE_TEST="));
  unsetenv("HEDDLE_TEST");
}

TEST(Environment, AnImpossibleNameIsRefusedAsByLibc) {
  reset_buffers("a=b", "x");
  int result = 0, error = 0;
  observe([&] {
    result = __heddle_libc_setenv(g_a, g_b, 1);
    error = errno;
  });
  EXPECT_EQ(result, -1);
  EXPECT_EQ(error, EINVAL);
}

}  // namespace
}  // namespace heddle::runtime::libc
