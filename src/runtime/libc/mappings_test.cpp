// SPDX-License-Identifier: Apache-2.0
//
// Mapped memory, positions of descriptors and streams, files that would be changed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <string>
#include <thread>

#include "runtime/libc/recording_runtime.h"

namespace heddle::runtime::libc {
namespace {

constexpr int kPrivate = MAP_PRIVATE | MAP_ANONYMOUS;

TEST(Mappings, AreFreshDoNotTouchAndNeedNoEvent) {
  char *first = nullptr, *second = nullptr;
  Observation seen = observe([&] {
    first = static_cast<char*>(mmap(nullptr, 5000, PROT_READ | PROT_WRITE, kPrivate, -1, 0));
    second = static_cast<char*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  });
  EXPECT_TRUE(seen.events.empty());
  ASSERT_NE(first, MAP_FAILED);
  EXPECT_EQ(second - first, 8192 + 4096);
  EXPECT_EQ(first[4999], 0);
  second[0] = 1;
}

TEST(Mappings, ProtectingIsACallOnTheirBytesAndUnmappingFreesThem) {
  int unmapped = -1, protected_ = -1;
  Observation seen = observe([&] {
    void* block = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, kPrivate, -1, 0);
    protected_ = mprotect(block, 4096, PROT_READ);
    unmapped = munmap(block, 4096);
  });
  EXPECT_EQ(protected_, 0);
  EXPECT_EQ(unmapped, 0);
  ASSERT_EQ(text_of(seen), "call, free");
  EXPECT_EQ(seen.events[0].record.size, 4096u);
  EXPECT_EQ(seen.events[0].record.detail, wire::kUnmodelled);
  EXPECT_EQ(seen.events[1].record.size, 4096u);
}

TEST(Mappings, AreMadeAnewByMadviseAndByOthersOverThem) {
  Observation seen = observe([] {
    void* block = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, kPrivate, -1, 0);
    madvise(block, 4096, MADV_WILLNEED);
    madvise(block, 4096, MADV_DONTNEED);
    mmap(block, 4096, PROT_READ | PROT_WRITE, kPrivate | MAP_FIXED, -1, 0);
    mmap(block, 4096, PROT_READ, kPrivate | MAP_FIXED, -1, 0);
  });
  ASSERT_EQ(text_of(seen), "call, call, call");
  EXPECT_EQ(seen.events[0].record.detail, wire::kRemakes);
  EXPECT_EQ(seen.events[1].record.detail, wire::kRemakes);
  EXPECT_EQ(seen.events[2].record.detail, wire::kUnmodelled);
}

TEST(Mappings, OfTheOutsideAreRefused) {
  Observation seen = observe([] {
    int file = memfd_create("x", 0);
    mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  });
  EXPECT_EQ(seen.outcome, Outcome::Unsupported);
  EXPECT_EQ(observe([] { mprotect(g_a, 1, PROT_READ); }).outcome, Outcome::Unsupported);
}

TEST(Files, OpeningOneToWriteIsRefused) {
  for (auto work : {+[] { open("/tmp/heddle-never-made", O_CREAT | O_WRONLY, 0600); },
                    +[] { fopen("/tmp/heddle-never-made", "w"); }, +[] { creat("/tmp/heddle-never-made", 0600); },
                    +[] { unlink("/tmp/heddle-never-made"); }}) {
    EXPECT_EQ(observe(work).outcome, Outcome::Unsupported);
  }
  EXPECT_NE(access("/tmp/heddle-never-made", F_OK), 0);
  EXPECT_FALSE(observe([] { close(open("/dev/null", O_RDWR)); }).outcome.has_value());
}

TEST(Files, TheNameIsReadAndTheTableChanged) {
  reset_buffers("/dev/null", "r");
  Observation seen = observe([] { fclose(fopen(g_a, g_b)); });
  EXPECT_EQ(text_of(seen), "read a+0:10, read b+0:2, call, call");
}

TEST(Positions, AreObjects) {
  FILE* stream = tmpfile();
  ASSERT_NE(stream, nullptr);
  long at = -1;
  Observation seen = observe([&] {
    lseek(fileno(stream), 7, SEEK_SET);
    fseek(stream, 5, SEEK_SET);
    at = ftell(stream);
    rewind(stream);
    feof(stream);
    fcntl(fileno(stream), F_GETFL);
  });
  EXPECT_EQ(at, 5);
  EXPECT_EQ(text_of(seen), "call, call, call, call, call, call");
  for (const SeenEvent& event : seen.events) EXPECT_EQ(event.record.address, seen.events[0].record.address);
  EXPECT_EQ(observe([] { fcntl(0, F_SETLKW, nullptr); }).outcome, Outcome::Unsupported);
  fclose(stream);
}

TEST(Machine, ProcessorsAndLocaleAreConstants) {
  long online = 0;
  unsigned threads = 0;
  std::string locale, other = "none";
  observe([&] {
    online = sysconf(_SC_NPROCESSORS_ONLN);
    threads = std::thread::hardware_concurrency();
    locale = setlocale(LC_ALL, "");
    if (const char* name = setlocale(LC_ALL, "de_DE.UTF-8")) other = name;
  });
  EXPECT_EQ(online, 2);
  EXPECT_EQ(threads, 2u);
  EXPECT_EQ(locale, "C");
  EXPECT_EQ(other, "none");
}

}  // namespace
}  // namespace heddle::runtime::libc
