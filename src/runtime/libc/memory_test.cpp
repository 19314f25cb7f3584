// SPDX-License-Identifier: Apache-2.0
//
// Ranges of known size, and the rules of ranges.h that all wrappers share.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "runtime/libc/ranges.h"
#include "runtime/libc/recording_runtime.h"

extern "C" {
void* __heddle_libc_memcpy(void*, const void*, std::size_t);
void* __heddle_libc_memmove(void*, const void*, std::size_t);
void* __heddle_libc_mempcpy(void*, const void*, std::size_t);
void* __heddle_libc_memset(void*, int, std::size_t);
void __heddle_libc_bzero(void*, std::size_t);
void __heddle_libc_explicit_bzero(void*, std::size_t);
int __heddle_libc_memcmp(const void*, const void*, std::size_t);
int __heddle_libc_bcmp(const void*, const void*, std::size_t);
void* __heddle_libc_memchr(const void*, int, std::size_t);
void* __heddle_libc_rawmemchr(const void*, int);
void* __heddle_libc_memccpy(void*, const void*, int, std::size_t);
void* __heddle_libc_memrchr(const void*, int, std::size_t);
void* __heddle_libc_memmem(const void*, std::size_t, const void*, std::size_t);
}

namespace heddle::runtime::libc {
namespace {

struct Case {
  const char* name;
  std::function<void()> call;
  const char* events;
};

TEST(Memory, EachFunctionReportsExactlyTheBytesItTouches) {
  const std::vector<Case> cases = {
      {"memcpy", [] { __heddle_libc_memcpy(g_b, g_a, 5); }, "read a+0:5, write b+0:5"},
      {"memcpy of nothing", [] { __heddle_libc_memcpy(g_b, g_a, 0); }, ""},
      {"memmove", [] { __heddle_libc_memmove(g_a + 2, g_a, 5); }, "read a+0:5, write a+2:5"},
      {"mempcpy", [] { __heddle_libc_mempcpy(g_b, g_a, 3); }, "read a+0:3, write b+0:3"},
      {"memset", [] { __heddle_libc_memset(g_a, 1, 9); }, "write a+0:9"},
      {"bzero", [] { __heddle_libc_bzero(g_a + 1, 4); }, "write a+1:4"},
      {"explicit_bzero", [] { __heddle_libc_explicit_bzero(g_a, 4); }, "write a+0:4"},
      {"memcmp", [] { __heddle_libc_memcmp(g_a, g_b, 4); }, "read a+0:4, read b+0:4"},
      {"bcmp", [] { __heddle_libc_bcmp(g_a, g_b, 2); }, "read a+0:2, read b+0:2"},
      {"memchr, found", [] { __heddle_libc_memchr(g_a, 'l', 10); }, "read a+0:3"},
      {"memchr, not found", [] { __heddle_libc_memchr(g_a, 'z', 10); }, "read a+0:10"},
      {"memchr in nothing", [] { __heddle_libc_memchr(g_a, 'z', 0); }, ""},
      {"rawmemchr", [] { __heddle_libc_rawmemchr(g_a, 'o'); }, "read a+0:5"},
      {"memccpy, found", [] { __heddle_libc_memccpy(g_b, g_a, 'e', 9); }, "read a+0:2, write b+0:2"},
      {"memccpy, not found", [] { __heddle_libc_memccpy(g_b, g_a, 'z', 4); }, "read a+0:4, write b+0:4"},
      {"memccpy of nothing", [] { __heddle_libc_memccpy(g_b, g_a, 'z', 0); }, ""},
      {"memrchr, found", [] { __heddle_libc_memrchr(g_a, 'e', 5); }, "read a+0:5"},
      {"memrchr, not found", [] { __heddle_libc_memrchr(g_a, 'z', 5); }, "read a+0:5"},
      {"memmem, found", [] { __heddle_libc_memmem(g_a, 10, g_b, 2); }, "read b+0:2, read a+0:4"},
      {"memmem, too small", [] { __heddle_libc_memmem(g_a, 1, g_b, 2); }, ""},
      {"__heddle_memcpy", [] { __heddle_memcpy(g_b, g_a, 8, &g_call_site); }, "read a+0:8, write b+0:8"},
      {"__heddle_memset", [] { __heddle_memset(g_b, 0, 8, &g_call_site); }, "write b+0:8"},
  };
  for (const Case& test : cases) {
    reset_buffers("hello", "ll");
    EXPECT_EQ(text_of(observe(test.call)), test.events) << test.name;
  }
}

TEST(Memory, ResultsAreThoseOfLibc) {
  reset_buffers("hello", "ll");
  void *end = nullptr, *found = nullptr, *last = nullptr, *inside = nullptr;
  void *raw = nullptr, *behind = nullptr, *nowhere = g_a;
  int order = 0;
  observe([&] {
    raw = __heddle_libc_rawmemchr(g_a, 'o');
    behind = __heddle_libc_memccpy(g_b + 20, g_a, 'e', 9);
    nowhere = __heddle_libc_memccpy(g_b + 30, g_a, 'z', 4);
    end = __heddle_libc_mempcpy(g_b + 10, g_a, 3);
    found = __heddle_libc_memchr(g_a, 'l', 10);
    last = __heddle_libc_memrchr(g_a, 'l', 5);
    inside = __heddle_libc_memmem(g_a, 10, g_b, 2);
    order = __heddle_libc_memcmp(g_a, g_b, 2);
  });
  EXPECT_EQ(end, g_b + 13);
  EXPECT_EQ(found, g_a + 2);
  EXPECT_EQ(last, g_a + 3);
  EXPECT_EQ(inside, g_a + 2);
  EXPECT_EQ(raw, g_a + 4);
  EXPECT_EQ(behind, g_b + 22);
  EXPECT_EQ(nowhere, nullptr);
  EXPECT_EQ(std::string(g_b + 30, 5), "hell#");
  EXPECT_LT(order, 0);
  EXPECT_EQ(std::string(g_b + 10, 3), "hel");
}

TEST(Memory, ACopyWritesWhatItsReadSawEvenIfTheSourceChangesBetween) {
  reset_buffers("hello", "");
  Observation seen = observe([] { __heddle_libc_memcpy(g_b, g_a, 5); },
                             [](int event) {
                               if (event == 1) std::memcpy(g_a, "later", 5);
                             });
  EXPECT_EQ(std::string(g_b, 5), "hello");
  EXPECT_EQ(seen.events[0].bytes, "hello");
  EXPECT_EQ(seen.events[1].bytes, "hello");
}

TEST(Memory, ACopyReadsWhatIsThereWhenItsTurnComes) {
  reset_buffers("hello", "");
  observe([] { __heddle_libc_memcpy(g_b, g_a, 5); },
          [](int event) {
            if (event == 0) std::memcpy(g_a, "later", 5);
          });
  EXPECT_EQ(std::string(g_b, 5), "later");
}

TEST(Memory, OverlappingMovesComeOutRight) {
  reset_buffers("hello", "");
  observe([] { __heddle_memmove(g_a + 2, g_a, 5, &g_call_site); });
  EXPECT_EQ(std::string(g_a, 7), "hehello");
}

TEST(Memory, LargeCopiesAreOneReadAndOneWriteToo) {
  std::vector<char> from(300000, 'x'), to(300000, 'y');
  Observation seen = observe([&] { __heddle_memcpy(to.data(), from.data(), from.size(), &g_call_site); },
                             [&](int event) {
                               if (event == 1) from[299999] = 'z';
                             });
  ASSERT_EQ(seen.events.size(), 2u);
  EXPECT_EQ(seen.events[0].record.size, 300000u);
  EXPECT_EQ(to[299999], 'x');
  EXPECT_EQ(to[0], 'x');
}

TEST(Memory, TheOwnStackIsSilent) {
  reset_buffers("hello", "");
  char* local = own_stack_buffer();
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_memcpy(local, g_a, 6); })), "read a+0:6");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_memcpy(g_b, local, 6); })), "write b+0:6");
  EXPECT_STREQ(g_b, "hello");
}

TEST(Memory, TheReadOnlyPartOfTheExecutableIsConstant) {
  EXPECT_TRUE(is_constant(reinterpret_cast<const void*>(&observe)));
  EXPECT_FALSE(is_constant(g_a));
  std::string on_the_heap(100, 'x');
  EXPECT_FALSE(is_constant(on_the_heap.data()));
}

TEST(Memory, WideAtomicsKeepTheirOrder) {
  alignas(16) static char shared[16] = "0123456789abcde";
  char buffer[16] = {};
  Observation seen = observe([&] {
    __heddle_read(buffer, shared, 16, static_cast<std::uint32_t>(MemoryOrder::Acquire), &g_call_site);
    __heddle_write(shared, buffer, 16, static_cast<std::uint32_t>(MemoryOrder::Plain), &g_call_site);
  });
  ASSERT_EQ(seen.events.size(), 2u);
  EXPECT_EQ(seen.events[0].record.order, MemoryOrder::Acquire);
  EXPECT_TRUE(seen.events[0].record.flags & wire::kEventAtomic);
  EXPECT_FALSE(seen.events[1].record.flags & wire::kEventAtomic);
  EXPECT_STREQ(buffer, "0123456789abcde");
}

TEST(Memory, NativelyNothingIsRecordedAndWideAtomicsWork) {
  alignas(16) static char shared[16] = "0123456789abcde";
  char buffer[16] = {};
  std::uint32_t order = static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent);
  __heddle_read(buffer, shared, 16, order, &g_call_site);
  EXPECT_STREQ(buffer, "0123456789abcde");
  std::memcpy(buffer, "edcba9876543210", 16);
  __heddle_write(shared, buffer, 16, order, &g_call_site);
  EXPECT_STREQ(shared, "edcba9876543210");
  __heddle_libc_memset(shared, 'x', 3);
  EXPECT_STREQ(shared, "xxxba9876543210");
}

}  // namespace
}  // namespace heddle::runtime::libc
