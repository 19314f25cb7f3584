// SPDX-License-Identifier: Apache-2.0
//
// Calls that make or close file descriptors, except those that open files by name (opening.cpp). Deliberately includes
// no header that declares these functions: all of them pass their arguments in integer registers, so one signature of
// four words forwards them all.
#include <cerrno>
#include <cstdint>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/private_files.h"

namespace heddle::runtime::libc {

const char g_descriptor_table = 0;

namespace {

using Word = std::uint64_t;

// What is special about a call: it closes or replaces a descriptor, or makes a file that can be read back.
constexpr int kNothing = -1;
int made_readable() {
  g_can_read_back = true;
  return kNothing;
}

template <typename Result, typename Prepare>
Result forward(const char* name, Word a, Word b, Word c, Word d, Prepare prepare) {
  auto real = reinterpret_cast<Result (*)(Word, Word, Word, Word)>(real_function(name));
  if (!executing()) return real(a, b, c, d);
  return change_table(call_point(), [=]() -> Result {
    const int replaced = prepare();
    if (!may_exist(replaced)) {
      errno = EBADF;
      return static_cast<Result>(-1);
    }
    note_descriptor_change(replaced);
    return real(a, b, c, d);
  });
}

// The kernel must not write the pair to the program's memory: the page may be protected, and it would be unseen.
template <typename Call>
int make_pair_of(int* pair, Call call) {
  int made[2] = {-1, -1};
  int result = change_table(call_point(), [&] { return call(made); });
  g_has_pipes = true;
  if (result == 0) write_bytes(pair, made, sizeof(made), call_point());
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// int results are sign-extended in the record; a pointer (FILE*, DIR*) is a word.
// clang-format off
#define HEDDLE_DESCRIPTOR_CALLS(X)                                                                             \
  X(int, close, (int)a) X(int, dup, kNothing) X(int, dup2, (int)b) X(int, dup3, (int)b)                        \
  X(int, socket, kNothing) X(int, eventfd, kNothing) X(int, epoll_create, kNothing)                            \
  X(int, epoll_create1, kNothing) X(int, timerfd_create, kNothing)                                             \
  X(int, closedir, kNothing)                                                                                    \
  X(Word, tmpfile, made_readable()) X(Word, tmpfile64, made_readable()) X(Word, fdopendir, kNothing)
// clang-format on

#define HEDDLE_X(type, name, replaced)                              \
  HEDDLE_INTERPOSED type name(Word a, Word b, Word c, Word d) {     \
    return forward<type>(#name, a, b, c, d, [=] { return replaced; }); \
  }
HEDDLE_DESCRIPTOR_CALLS(HEDDLE_X)
#undef HEDDLE_X

// A mode, or the name of a file in memory, is text of the program.
HEDDLE_INTERPOSED Word fdopen(int file, const char* mode) {
  auto real = reinterpret_cast<Word (*)(int, const char*)>(real_function("fdopen"));
  if (!executing()) return real(file, mode);
  Scratch scratch;
  const char* kept = read_string(mode, kNoLimit, scratch, call_point()).bytes;
  return change_table(call_point(), [=] {
    note_descriptor_change(kNothing);
    return real(file, kept);
  });
}

HEDDLE_INTERPOSED int memfd_create(const char* name, unsigned flags) {
  auto real = reinterpret_cast<int (*)(const char*, unsigned)>(real_function("memfd_create"));
  if (!executing()) return real(name, flags);
  Scratch scratch;
  const char* kept = read_string(name, kNoLimit, scratch, call_point()).bytes;
  return change_table(call_point(), [=] {
    note_descriptor_change(made_readable());
    return real(kept, flags);
  });
}

HEDDLE_INTERPOSED int pipe(int* pair) {
  auto real = reinterpret_cast<int (*)(int*)>(real_function("pipe"));
  return executing() ? make_pair_of(pair, real) : real(pair);
}

HEDDLE_INTERPOSED int pipe2(int* pair, int flags) {
  auto real = reinterpret_cast<int (*)(int*, int)>(real_function("pipe2"));
  return executing() ? make_pair_of(pair, [=](int* made) { return real(made, flags); }) : real(pair, flags);
}

HEDDLE_INTERPOSED int socketpair(int domain, int type, int protocol, int* pair) {
  auto real = reinterpret_cast<int (*)(int, int, int, int*)>(real_function("socketpair"));
  if (!executing()) return real(domain, type, protocol, pair);
  return make_pair_of(pair, [=](int* made) { return real(domain, type, protocol, made); });
}
