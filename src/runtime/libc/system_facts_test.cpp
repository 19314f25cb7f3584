// SPDX-License-Identifier: Apache-2.0
//
// Answers of the system: written to the program's memory with one event, after private memory.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/libc/recording_runtime.h"

extern "C" {
int __heddle_libc_stat(const char*, struct stat*);
int __heddle_libc_lstat(const char*, struct stat*);
int __heddle_libc_fstat(int, struct stat*);
int __heddle_libc_fstatat(int, const char*, struct stat*, int);
int __heddle_libc_stat64(const char*, struct stat*);
int __heddle_libc_lstat64(const char*, struct stat*);
int __heddle_libc_fstat64(int, struct stat*);
int __heddle_libc_fstatat64(int, const char*, struct stat*, int);
char* __heddle_libc_getcwd(char*, std::size_t);
ssize_t __heddle_libc_readlink(const char*, char*, std::size_t);
char* __heddle_libc_realpath(const char*, char*);
int __heddle_libc_uname(struct utsname*);
int __heddle_libc_gethostname(char*, std::size_t);
}

namespace heddle::runtime::libc {
namespace {

struct stat g_facts;  // not on the own stack: writes are events

TEST(SystemFacts, FactsAboutAFileReadItsNameAndAreWrittenAtOnce) {
  reset_buffers("/dev/null", "");
  const char* events = "read a+0:10, call, write";
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_stat(g_a, &g_facts), 0); })), events);
  EXPECT_TRUE(S_ISCHR(g_facts.st_mode));
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_lstat(g_a, &g_facts), 0); })), events);
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_fstatat(AT_FDCWD, g_a, &g_facts, 0), 0); })), events);
  EXPECT_EQ(text_of(observe([] { __heddle_libc_stat64(g_a, &g_facts); })), events);
  EXPECT_EQ(text_of(observe([] { __heddle_libc_lstat64(g_a, &g_facts); })), events);
  Observation seen = observe([] { __heddle_libc_fstatat64(AT_FDCWD, g_a, &g_facts, 0); });
  EXPECT_EQ(text_of(seen), events);
  EXPECT_EQ(seen.events[2].record.size, sizeof(g_facts));
}

TEST(SystemFacts, ThatThereIsNoSuchFileIsNotWritten) {
  reset_buffers("/no/such/file", "");
  int result = 0, error = 0;
  Observation seen = observe([&] {
    result = __heddle_libc_stat(g_a, &g_facts);
    error = errno;
  });
  EXPECT_EQ(text_of(seen), "read a+0:14, call");
  EXPECT_EQ(result, -1);
  EXPECT_EQ(error, ENOENT);
}

TEST(SystemFacts, FactsAboutADescriptorAreAnEventOnIt) {
  int file = memfd_create("file", 0);
  ASSERT_EQ(ftruncate(file, 77), 0);
  EXPECT_EQ(text_of(observe([&] { EXPECT_EQ(__heddle_libc_fstat(file, &g_facts), 0); })), "call, write");
  EXPECT_EQ(g_facts.st_size, 77);
  EXPECT_EQ(text_of(observe([&] { __heddle_libc_fstat64(file, &g_facts); })), "call, write");
  close(file);
}

TEST(SystemFacts, TheWorkingDirectoryIsWrittenAsFarAsItsTextGoes) {
  char expected[4096];
  ASSERT_NE(getcwd(expected, sizeof(expected)), nullptr);
  static char answer[4096];
  Observation seen = observe([] { EXPECT_EQ(__heddle_libc_getcwd(answer, sizeof(answer)), answer); });
  EXPECT_EQ(text_of(seen), "write");
  EXPECT_STREQ(answer, expected);
  EXPECT_EQ(seen.events[0].record.size, std::strlen(expected) + 1);
  char* block = nullptr;
  EXPECT_EQ(text_of(observe([&] { block = __heddle_libc_getcwd(nullptr, 0); })), "write");
  EXPECT_STREQ(block, expected);
  std::free(block);
  int error = 0;
  EXPECT_EQ(text_of(observe([&] {
              EXPECT_EQ(__heddle_libc_getcwd(answer, 1), nullptr);
              error = errno;
            })),
            "");
  EXPECT_EQ(error, ERANGE);
}

TEST(SystemFacts, ALinkIsWrittenWithoutANul) {
  reset_buffers("/proc/self/cwd", "");
  ssize_t length = 0;
  EXPECT_EQ(text_of(observe([&] { length = __heddle_libc_readlink(g_a, g_b, 1); })), "read a+0:15, call, write b+0:1");
  EXPECT_EQ(length, 1);
  EXPECT_EQ(std::string(g_b, 2), std::string("/#"));
}

TEST(SystemFacts, ACanonicalNameIsWrittenOrAllocated) {
  reset_buffers("/dev/../dev/null", "");
  static char answer[4096];
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_realpath(g_a, answer), answer); })), "read a+0:17, call, write");
  EXPECT_STREQ(answer, "/dev/null");
  char* block = nullptr;
  Observation seen = observe([&] { block = __heddle_libc_realpath(g_a, nullptr); });
  ASSERT_EQ(seen.events.size(), 3u);
  EXPECT_EQ(seen.events[2].record.size, 10u);
  EXPECT_STREQ(block, "/dev/null");
  std::free(block);
}

TEST(SystemFacts, NamesOfTheMachineAreWritten) {
  static struct utsname names;
  Observation seen = observe([] { EXPECT_EQ(__heddle_libc_uname(&names), 0); });
  EXPECT_EQ(text_of(seen), "write");
  EXPECT_EQ(seen.events[0].record.size, sizeof(names));
  EXPECT_STREQ(names.sysname, "Linux");
  static char host[256];
  EXPECT_EQ(text_of(observe([] { EXPECT_EQ(__heddle_libc_gethostname(host, sizeof(host)), 0); })), "write");
  EXPECT_STREQ(host, names.nodename);
}

}  // namespace
}  // namespace heddle::runtime::libc
