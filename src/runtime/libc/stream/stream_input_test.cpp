// SPDX-License-Identifier: Apache-2.0
//
// Input from streams: an event on the stream, then one for what is written to the program's memory.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/libc/recording_runtime.h"

extern "C" {
std::size_t __heddle_libc_fread(void*, std::size_t, std::size_t, FILE*);
char* __heddle_libc_fgets(char*, int, FILE*);
int __heddle_libc_fgetc(FILE*);
int __heddle_libc_getc(FILE*);
int __heddle_libc_getchar();
int __heddle_libc_ungetc(int, FILE*);
ssize_t __heddle_libc___getdelim(char**, std::size_t*, int, FILE*);
int __heddle_libc_setvbuf(FILE*, char*, int, std::size_t);
void __heddle_libc_setbuf(FILE*, char*);
}

namespace heddle::runtime::libc {
namespace {

// Not the inline function of the header.
ssize_t called_getline(char** block, std::size_t* size, FILE* stream) {
  return reinterpret_cast<ssize_t (*)(char**, std::size_t*, FILE*)>(dlsym(RTLD_DEFAULT, "getline"))(block, size,
                                                                                                    stream);
}

// A file with `text`, open for reading.
class StreamInput : public testing::Test {
 protected:
  void open_with(const std::string& text) {
    stream_ = std::tmpfile();
    ASSERT_NE(stream_, nullptr);
    std::fwrite(text.data(), 1, text.size(), stream_);
    std::rewind(stream_);
    reset_buffers("", "");
  }
  void TearDown() override {
    if (stream_ != nullptr) std::fclose(stream_);
  }

  FILE* stream_ = nullptr;
};

TEST_F(StreamInput, FgetsWritesTheLineWithItsNul) {
  open_with("ab\ncdefgh");
  char* result = nullptr;
  auto next = [&](int size) { return text_of(observe([&] { result = __heddle_libc_fgets(g_b, size, stream_); })); };
  EXPECT_EQ(next(20), "call, write b+0:4");
  EXPECT_STREQ(g_b, "ab\n");
  EXPECT_EQ(next(4), "call, write b+0:4");
  EXPECT_STREQ(g_b, "cde");
  EXPECT_EQ(next(1), "write b+0:1");
  EXPECT_EQ(next(20), "call, write b+0:4");
  EXPECT_EQ(result, g_b);
  EXPECT_EQ(next(20), "call");
  EXPECT_EQ(result, nullptr);
  EXPECT_STREQ(g_b, "fgh");
}

TEST_F(StreamInput, FreadWritesWhatItGotEvenOfAnElementThatIsCutShort) {
  open_with("abcde");
  std::size_t count = 0;
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_fread(g_b, 2, 2, stream_); })), "call, write b+0:4");
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_fread(g_b, 2, 2, stream_); })), "call, write b+0:1");
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_fread(g_b, 0, 2, stream_); })), "");
  EXPECT_EQ(std::string(g_b, 4), "ebcd");
}

TEST_F(StreamInput, SingleCharactersAreEventsOnTheStream) {
  open_with("ab");
  std::string seen_characters;
  Observation seen = observe([&] {
    int first = __heddle_libc_getc(stream_);
    __heddle_libc_ungetc(first, stream_);
    seen_characters += static_cast<char>(__heddle_libc_fgetc(stream_));
    seen_characters += static_cast<char>(__heddle_libc_getc(stream_));
  });
  EXPECT_EQ(text_of(seen), "call, call, call, call");
  EXPECT_EQ(seen_characters, "ab");
  for (const SeenEvent& event : seen.events) EXPECT_EQ(event.aux.first, reinterpret_cast<std::uint64_t>(stream_));
}

TEST_F(StreamInput, ALineIsPutIntoABlockThatGrows) {
  open_with("ab\n" + std::string(200, 'x') + "\n");
  char** block = reinterpret_cast<char**>(g_a);
  std::size_t* size = reinterpret_cast<std::size_t*>(g_b);
  *block = nullptr;
  *size = 0;
  ssize_t length = 0;
  auto next = [&] { return text_of(observe([&] { length = called_getline(block, size, stream_); })); };
  EXPECT_EQ(next(), "read a+0:8, read b+0:8, call, write a+0:8, write b+0:8, write");
  EXPECT_EQ(length, 3);
  EXPECT_STREQ(*block, "ab\n");
  EXPECT_EQ(*size, 120u);
  EXPECT_EQ(next(), "read a+0:8, read b+0:8, call, write a+0:8, write b+0:8, write");
  EXPECT_EQ(length, 201);
  EXPECT_EQ(*size, 240u);
  EXPECT_EQ(next(), "read a+0:8, read b+0:8, call");
  EXPECT_EQ(length, -1);
  std::free(*block);
}

TEST_F(StreamInput, ADelimiterMayBeAnyCharacterAndALineMayContainNuls) {
  open_with(std::string("a\0b;c", 5));
  char** block = reinterpret_cast<char**>(own_stack_buffer());
  std::size_t* size = reinterpret_cast<std::size_t*>(own_stack_buffer() + 8);
  *block = g_b;
  *size = sizeof(g_b);
  ssize_t first = 0, second = 0;
  EXPECT_EQ(text_of(observe([&] { first = getdelim(block, size, ';', stream_); })), "call, write b+0:5");
  EXPECT_EQ(std::string(g_b, 4), std::string("a\0b;", 4));
  EXPECT_EQ(text_of(observe([&] { second = __heddle_libc___getdelim(block, size, ';', stream_); })),
            "call, write b+0:2");
  EXPECT_EQ(first, 4);
  EXPECT_EQ(second, 1);
}

TEST_F(StreamInput, GetlineWithoutAPlaceForTheLineFailsAsInLibc) {
  open_with("a\n");
  ssize_t length = 0;
  int error = 0;
  observe([&] {
    length = called_getline(nullptr, nullptr, stream_);
    error = errno;
  });
  EXPECT_EQ(length, -1);
  EXPECT_EQ(error, EINVAL);
}

TEST_F(StreamInput, ABufferOfTheProgramsIsNotHandedToLibc) {
  open_with("abc");
  char text[4] = {};
  observe([&] {
    __heddle_libc_setvbuf(stream_, g_a, _IOFBF, sizeof(g_a));
    __heddle_libc_fread(text, 1, 3, stream_);
    __heddle_libc_setbuf(stream_, g_a);
  });
  EXPECT_STREQ(text, "abc");
  EXPECT_STREQ(g_a, "");
}

TEST_F(StreamInput, InputThatMayBlockIsRefusedByName) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  stream_ = fdopen(ends[0], "r");
  Observation seen = observe([&] { __heddle_libc_fgets(g_b, 5, stream_); });
  close(ends[1]);
  EXPECT_EQ(seen.outcome, Outcome::Unsupported);
  EXPECT_EQ(seen.message.substr(0, 6), "fgets:");
}

TEST_F(StreamInput, EntropyIsTheFixedStreamForFreadAndRefusedForText) {
  stream_ = std::fopen("/dev/urandom", "r");
  ASSERT_NE(stream_, nullptr);
  reset_buffers("", "");
  std::size_t count = 0;
  EXPECT_EQ(text_of(observe([&] { count = __heddle_libc_fread(g_b, 1, 8, stream_); })), "call, write b+0:8");
  EXPECT_EQ(count, 8u);
  EXPECT_EQ(observe([&] { __heddle_libc_getc(stream_); }).outcome, Outcome::Unsupported);
}

TEST_F(StreamInput, NativelyTheRealFunctionsAreCalled) {
  open_with("a\nb\nc\nd");
  char* line = nullptr;
  std::size_t size = 0;
  EXPECT_EQ(called_getline(&line, &size, stream_), 2);
  EXPECT_EQ(getdelim(&line, &size, '\n', stream_), 2);
  EXPECT_STREQ(line, "b\n");
  EXPECT_STREQ(__heddle_libc_fgets(g_b, 20, stream_), "c\n");
  EXPECT_EQ(__heddle_libc_getc(stream_), 'd');
  std::free(line);
}

}  // namespace
}  // namespace heddle::runtime::libc
