// SPDX-License-Identifier: Apache-2.0
//
// Attributes and sets are memory of the program; so is what getopt says.
#include <getopt.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/libc/recording_runtime.h"

namespace heddle::runtime::libc {
namespace {

TEST(Attributes, AreReadAndWrittenAsAWhole) {
  auto* attributes = reinterpret_cast<pthread_attr_t*>(g_a);
  auto* size = reinterpret_cast<std::size_t*>(g_b);
  reset_buffers("", "");
  Observation seen = observe([=] {
    EXPECT_EQ(pthread_attr_init(attributes), 0);
    EXPECT_EQ(pthread_attr_setstacksize(attributes, 1 << 20), 0);
    EXPECT_EQ(pthread_attr_getstacksize(attributes, size), 0);
  });
  EXPECT_EQ(text_of(seen), "write a+0:56, read a+0:56, write a+0:56, read a+0:56, write b+0:8");
  EXPECT_EQ(*size, std::size_t{1} << 20);
}

TEST(Attributes, AreNotWrittenWhereTheValueIsRefused) {
  auto* attributes = reinterpret_cast<pthread_attr_t*>(g_a);
  observe([=] { pthread_attr_init(attributes); });
  Observation seen = observe([=] { EXPECT_NE(pthread_attr_setstacksize(attributes, 1), 0); });
  EXPECT_EQ(text_of(seen), "read a+0:56");
}

TEST(SignalSets, AreReadAndWrittenAsAWhole) {
  static sigset_t set;
  bool is_member = false;
  Observation seen = observe([&] {
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    is_member = sigismember(&set, SIGUSR1) == 1;
  });
  EXPECT_EQ(text_of(seen), "write, read, write, read");
  for (const SeenEvent& event : seen.events) EXPECT_EQ(event.record.size, sizeof(sigset_t));
  EXPECT_TRUE(is_member);
}

TEST(Options, ReadTheWordsAndWriteHowFarTheyCame) {
  static char program[] = "program", option[] = "-a", letters[] = "a";
  static char* words[] = {program, option, nullptr};
  optind = 1;
  int found = 0;
  Observation seen = observe([&] { found = getopt(2, words, letters); });
  EXPECT_EQ(found, 'a');
  const auto call = std::find_if(seen.events.begin(), seen.events.end(),
                                 [](const SeenEvent& event) { return event.record.kind == EventKind::Call; });
  ASSERT_GE(seen.events.end() - call, 2);
  const auto address = [](const void* object) { return reinterpret_cast<std::uint64_t>(object); };
  EXPECT_EQ(call[1].record.kind, EventKind::WriteRange);
  EXPECT_EQ(call[1].record.address, address(&optind));
  for (const void* read : {static_cast<void*>(letters), static_cast<void*>(&environ), static_cast<void*>(&optind),
                           static_cast<void*>(&opterr), static_cast<void*>(words), static_cast<void*>(option)}) {
    EXPECT_TRUE(std::any_of(seen.events.begin(), call, [&](const SeenEvent& event) {
      return event.record.kind == EventKind::ReadRange && event.record.address == address(read);
    })) << read;
  }
}

TEST(Options, BehindAWordThatIsNoneTheEnvironmentDecides) {
  static char program[] = "program", word[] = "word", option[] = "-a", letters[] = "a";
  for (const bool is_posix : {false, true}) {
    char* words[] = {program, word, option, nullptr};
    is_posix ? setenv("POSIXLY_CORRECT", "1", 1) : unsetenv("POSIXLY_CORRECT");
    optind = 0;
    int found = 0;
    observe([&] { found = getopt(3, words, letters); });
    EXPECT_EQ(found, is_posix ? -1 : 'a');
    EXPECT_NE(environ, nullptr);
  }
  unsetenv("POSIXLY_CORRECT");
}

}  // namespace
}  // namespace heddle::runtime::libc
