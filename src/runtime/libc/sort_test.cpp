// SPDX-License-Identifier: Apache-2.0
//
// qsort and qsort_r: one read and one write of the whole array, and a comparison that sees only private elements.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <vector>

#include "runtime/libc/recording_runtime.h"

extern "C" {
std::size_t __heddle_libc_strlen(const char*);
void __heddle_libc_qsort(void*, std::size_t, std::size_t, int (*)(const void*, const void*));
void __heddle_libc_qsort_r(void*, std::size_t, std::size_t, int (*)(const void*, const void*, void*), void*);
}

namespace heddle::runtime::libc {
namespace {

int by_character(const void* left, const void* right) {
  return *static_cast<const char*>(left) - *static_cast<const char*>(right);
}

bool is_in_array(const void* element) { return element >= g_a && element < g_a + sizeof(g_a); }

TEST(Sort, TheArrayIsReadOnceAndWrittenOnce) {
  reset_buffers("hello", "");
  EXPECT_EQ(text_of(observe([] { __heddle_libc_qsort(g_a, 5, 1, by_character); })), "read a+0:5, write a+0:5");
  EXPECT_STREQ(g_a, "ehllo");
}

TEST(Sort, AnEmptyArrayIsNotTouched) {
  EXPECT_EQ(text_of(observe([] { __heddle_libc_qsort(g_a, 0, 1, by_character); })), "");
}

TEST(Sort, TheComparisonGetsPrivateElementsAndItsContext) {
  reset_buffers("cab", "");
  int outside = 0;
  observe([&] {
    auto compare = [](const void* left, const void* right, void* context) {
      *static_cast<int*>(context) += !is_in_array(left) && !is_in_array(right);
      return by_character(left, right);
    };
    __heddle_libc_qsort_r(g_a, 3, 1, compare, &outside);
  });
  EXPECT_GE(outside, 2);
  EXPECT_STREQ(g_a, "abc");
}

TEST(Sort, WhatTheComparisonTouchesElsewhereIsSeen) {
  reset_buffers("ba", "xy");
  Observation seen = observe([] {
    __heddle_libc_qsort(g_a, 2, 1, [](const void* left, const void* right) {
      __heddle_libc_strlen(g_b);
      return by_character(left, right);
    });
  });
  EXPECT_EQ(text_of(seen), "read a+0:2, read b+0:3, write a+0:2");
}

TEST(Sort, AChangeByAnotherThreadMeanwhileIsOverwritten) {
  reset_buffers("cab", "");
  observe([] { __heddle_libc_qsort(g_a, 3, 1, by_character); },
          [](int event) {
            if (event == 1) g_a[0] = 'z';
          });
  EXPECT_STREQ(g_a, "abc");
}

TEST(Sort, LargeElementsInALargeArrayAreSortedToo) {
  struct Element {
    int key;
    char rest[60];
  };
  std::vector<Element> elements(1000);
  for (int index = 0; index < 1000; ++index) elements[static_cast<std::size_t>(index)].key = (index * 7) % 1000;
  Observation seen = observe([&] {
    __heddle_libc_qsort(elements.data(), elements.size(), sizeof(Element), [](const void* left, const void* right) {
      return static_cast<const Element*>(left)->key - static_cast<const Element*>(right)->key;
    });
  });
  EXPECT_EQ(text_of(seen), "read, write");
  for (int index = 0; index < 1000; ++index) EXPECT_EQ(elements[static_cast<std::size_t>(index)].key, index);
}

TEST(Sort, AnArrayThatDoesNotFitOnAStackIsRefused) {
  std::vector<char> large(2 << 20);
  Observation seen = observe([&] { __heddle_libc_qsort(large.data(), large.size(), 1, by_character); });
  EXPECT_EQ(seen.outcome, Outcome::Unsupported);
  EXPECT_EQ(seen.message.substr(0, 6), "qsort:");
}

TEST(Sort, AnArrayNobodyElseSeesIsSortedInPlaceWithoutEvents) {
  char* local = std::strcpy(own_stack_buffer(), "hello");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_qsort(local, 5, 1, by_character); })), "");
  EXPECT_STREQ(local, "ehllo");
}

}  // namespace
}  // namespace heddle::runtime::libc
