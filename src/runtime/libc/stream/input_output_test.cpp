// SPDX-License-Identifier: Apache-2.0
//
// Transfers between memory and descriptors: a read or write of the memory, and an event on the descriptor.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/libc/recording_runtime.h"

extern "C" {
ssize_t __heddle_libc_write(int, const void*, std::size_t);
ssize_t __heddle_libc_read(int, void*, std::size_t);
ssize_t __heddle_libc_pread(int, void*, std::size_t, off_t);
ssize_t __heddle_libc_pwrite(int, const void*, std::size_t, off_t);
ssize_t __heddle_libc_pread64(int, void*, std::size_t, off_t);
ssize_t __heddle_libc_pwrite64(int, const void*, std::size_t, off_t);
ssize_t __heddle_libc_readv(int, const iovec*, int);
ssize_t __heddle_libc_writev(int, const iovec*, int);
void __heddle_libc_perror(const char*);
}

namespace heddle::runtime::libc {
namespace {

TEST(InputOutput, AFileIsReadAndWrittenThroughEvents) {
  reset_buffers("hello", "");
  char name[] = "/tmp/heddle_libc_test_XXXXXX";
  int file = mkstemp(name);
  ASSERT_GE(file, 0);
  ssize_t first = 0, second = 0;
  Observation seen = observe([&] {
    __heddle_libc_write(file, g_a, 5);
    lseek(file, 0, SEEK_SET);
    first = __heddle_libc_read(file, g_b, 20);
    second = __heddle_libc_read(file, g_b, 20);
  });
  close(file);
  unlink(name);
  EXPECT_EQ(text_of(seen), "read a+0:5, call, call, call, write b+0:5, call");
  EXPECT_EQ(first, 5);
  EXPECT_EQ(second, 0);
  EXPECT_EQ(std::string(g_b, 5), "hello");
}

TEST(InputOutput, ReadingAPipeIsRefused) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Observation seen = observe([&] { __heddle_libc_read(ends[0], g_b, 1); });
  close(ends[0]);
  close(ends[1]);
  ASSERT_TRUE(seen.outcome.has_value());
  EXPECT_EQ(*seen.outcome, Outcome::Unsupported);
  EXPECT_EQ(seen.message.substr(0, 5), "read:");
}

TEST(InputOutput, ReadingEntropyGivesTheFixedStream) {
  int device = open("/dev/urandom", O_RDONLY);
  ASSERT_GE(device, 0);
  ssize_t count = 0;
  Observation seen = observe([&] { count = __heddle_libc_read(device, g_b, 8); });
  close(device);
  EXPECT_EQ(count, 8);
  EXPECT_EQ(text_of(seen), "call, write b+0:8");
}

TEST(InputOutput, TransfersAtAnOffsetAreEventsOnTheDescriptorToo) {
  reset_buffers("hello", "");
  int file = memfd_create("file", 0);
  ssize_t count = 0;
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_pwrite(file, g_a, 5, 3); })), "read a+0:5, call");
  EXPECT_EQ(count, 5);
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_pread(file, g_b, 20, 4); })), "call, write b+0:4");
  EXPECT_EQ(count, 4);
  EXPECT_EQ(std::string(g_b, 4), "ello");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_pwrite64(file, g_a, 1, 0); })), "read a+0:1, call");
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_pread64(file, g_b, 1, 0); })), "call, write b+0:1");
  close(file);
}

TEST(InputOutput, EveryPartOfAVectorIsItsOwnEventAroundOneTransfer) {
  reset_buffers("hello", "");
  int file = memfd_create("file", 0);
  iovec* parts = reinterpret_cast<iovec*>(own_stack_buffer());
  parts[0] = {g_a, 2};
  parts[1] = {g_a + 3, 2};
  ssize_t count = 0;
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_writev(file, parts, 2); })), "read a+0:2, read a+3:2, call");
  EXPECT_EQ(count, 4);
  lseek(file, 0, SEEK_SET);
  parts[0] = {g_b, 3};
  parts[1] = {g_b + 10, 9};
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_readv(file, parts, 2); })), "call, write b+0:3, write b+10:1");
  EXPECT_EQ(count, 4);
  EXPECT_EQ(std::string(g_b, 3) + g_b[10], "helo");
  close(file);
}

TEST(InputOutput, AVectorInSharedMemoryIsReadItself) {
  reset_buffers("", "");
  iovec part{g_b, 1};
  std::memcpy(g_a, &part, sizeof(part));
  int device = open("/dev/zero", O_RDONLY);
  Observation seen = observe([&] { __heddle_libc_readv(device, reinterpret_cast<iovec*>(g_a), 1); });
  close(device);
  EXPECT_EQ(text_of(seen), "read a+0:16, call, write b+0:1");
}

TEST(InputOutput, AVectorOfImpossibleLengthIsRefusedAsByTheKernel) {
  ssize_t count = 0;
  int error = 0;
  observe([&] {
    count = __heddle_libc_readv(0, reinterpret_cast<iovec*>(g_a), -1);
    error = errno;
  });
  EXPECT_EQ(count, -1);
  EXPECT_EQ(error, EINVAL);
}

TEST(InputOutput, AMessageAboutAnErrorReadsItsText) {
  reset_buffers("hello", "");
  testing::internal::CaptureStderr();
  Observation seen = observe([] {
    errno = ENOENT;
    __heddle_libc_perror(g_a);
    __heddle_libc_perror(nullptr);
  });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "hello: No such file or directory\nNo such file or directory\n");
  EXPECT_EQ(text_of(seen), "read a+0:6");
}

}  // namespace
}  // namespace heddle::runtime::libc
