// SPDX-License-Identifier: Apache-2.0
//
// Opening files by name, and closing streams. The name is read with events. Files can be read, and temporary ones (private_files.h, and those
// without a name: tmpfile, O_TMPFILE, memfd_create) also written; a file that one execution creates or changes would be
// seen by the next one, so that is refused.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/private_files.h"
#include "runtime/libc/stream/stream_lock.h"
#include "runtime/raw_system.h"

namespace heddle::runtime::libc {
namespace {

constexpr char kChangesFile[] =
    "opens a file for writing, and the next execution would find it changed (use mkstemp, tmpfile, memfd_create or O_TMPFILE)";

// Output to a device (/dev/null, a terminal) changes nothing that could be read back.
bool is_device(int directory, const char* path) {
  struct stat facts;
  return fstatat(directory, path, &facts, 0) == 0 && S_ISCHR(facts.st_mode);
}

// By a name such as /dev/stdout: another copy of it, or -1. Really opened it would have a position of its own.
int open_output(int directory, const char* path, int flags) {
  struct stat facts;
  const int outlet = fstatat(directory, path, &facts, 0) == 0 ? outlet_of(facts) : -1;
  const int command = (flags & O_CLOEXEC) != 0 ? F_DUPFD_CLOEXEC : F_DUPFD;
  return outlet < 0 ? -1 : static_cast<int>(raw_syscall(SYS_fcntl, outlet, command, 0));
}

bool opens_to_write(int flags) {
  if ((flags & O_TMPFILE) == O_TMPFILE) return false;
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

template <typename Open>
int open_events(const char* function, int directory, const char* path, int flags, Open open) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  return change_table(point, [=] {
    bool is_here = directory == AT_FDCWD || name[0] == '/';
    PrivateFile* file = is_here ? find_private(name) : nullptr;
    if (file != nullptr) return open_private(*file, flags);
    if (const int copy = open_output(directory, name, flags); copy >= 0) return copy;
    if (opens_to_write(flags) && !is_device(directory, name)) end_unsupported(function, kChangesFile);
    if ((flags & O_TMPFILE) == O_TMPFILE) g_can_read_back = true;
    return open(name);
  });
}

// fopen's mode as flags of open(2), as far as they matter before the file is there.
int creation_flags(const char* mode) {
  int flags = mode[0] == 'r' ? 0 : O_CREAT;
  return std::strchr(mode, 'x') != nullptr ? flags | O_EXCL : flags;
}

template <typename Open>
FILE* open_private_stream(PrivateFile& file, const char* mode, Open open) {
  if (!may_open_private(file, creation_flags(mode))) return nullptr;
  char plain_mode[16] = {};  // the file is there by now: x has done its work
  for (std::size_t length = 0; *mode != 0 && *mode != ',' && length + 1 < sizeof plain_mode; ++mode) {
    if (*mode != 'x') plain_mode[length++] = *mode;
  }
  char path[kContentPathSize];
  return open(content_path(file, path), plain_mode);
}

template <typename Open>
FILE* stream_events(const char* function, const char* path, const char* mode, Open open) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = path == nullptr ? nullptr : read_string(path, kNoLimit, scratch, point).bytes;
  const char* kept_mode = read_string(mode, kNoLimit, scratch, point).bytes;
  bool writes = std::strpbrk(kept_mode, "wa+") != nullptr;
  return change_table(point, [=] {
    PrivateFile* file = name == nullptr ? nullptr : find_private(name);
    if (file != nullptr) return open_private_stream(*file, kept_mode, open);
    if (name != nullptr && writes && !is_device(AT_FDCWD, name)) end_unsupported(function, kChangesFile);
    return open(name, kept_mode);
  });
}

// The mode counts only if a file may be made.
mode_t mode_behind(int flags, va_list list) {
  bool has_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return has_mode ? va_arg(list, mode_t) : 0;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

#define HEDDLE_OPEN(name)                                                                          \
  HEDDLE_INTERPOSED int name(const char* path, int flags, ...) {                                   \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    mode_t mode = mode_behind(flags, list);                                                        \
    va_end(list);                                                                                  \
    auto real = HEDDLE_REAL(name);                                                                 \
    if (!executing()) return real(path, flags, mode);                                              \
    return open_events(#name, AT_FDCWD, path, flags,                                               \
                       [=](const char* kept) { return real(kept, flags, mode); });                 \
  }
HEDDLE_OPEN(open)
HEDDLE_OPEN(open64)
#undef HEDDLE_OPEN

#define HEDDLE_OPENAT(name)                                                                        \
  HEDDLE_INTERPOSED int name(int directory, const char* path, int flags, ...) {                    \
    va_list list;                                                                                  \
    va_start(list, flags);                                                                         \
    mode_t mode = mode_behind(flags, list);                                                        \
    va_end(list);                                                                                  \
    auto real = HEDDLE_REAL(name);                                                                 \
    if (!executing()) return real(directory, path, flags, mode);                                   \
    return open_events(#name, directory, path, flags,                                              \
                       [=](const char* kept) { return real(directory, kept, flags, mode); });      \
  }
HEDDLE_OPENAT(openat)
HEDDLE_OPENAT(openat64)
#undef HEDDLE_OPENAT

#define HEDDLE_CREAT(name)                                                                         \
  HEDDLE_INTERPOSED int name(const char* path, mode_t mode) {                                      \
    auto real = HEDDLE_REAL(name);                                                                 \
    if (!executing()) return real(path, mode);                                                     \
    return open_events(#name, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC,                        \
                       [=](const char* kept) { return real(kept, mode); });                        \
  }
HEDDLE_CREAT(creat)
HEDDLE_CREAT(creat64)
#undef HEDDLE_CREAT

#define HEDDLE_FOPEN(name)                                                        \
  HEDDLE_INTERPOSED FILE* name(const char* path, const char* mode) {              \
    auto real = HEDDLE_REAL(name);                                                \
    return executing() ? stream_events(#name, path, mode, real) : real(path, mode); \
  }
HEDDLE_FOPEN(fopen)
HEDDLE_FOPEN(fopen64)
#undef HEDDLE_FOPEN

#define HEDDLE_FREOPEN(name)                                                                              \
  HEDDLE_INTERPOSED FILE* name(const char* path, const char* mode, FILE* stream) {                        \
    auto real = HEDDLE_REAL(name);                                                                        \
    if (!executing()) return real(path, mode, stream);                                                    \
    return stream_events(#name, path, mode, [=](const char* kept, const char* kept_mode) {                \
      note_descriptor_change(fileno(stream));                                                             \
      return real(kept, kept_mode, stream);                                                               \
    });                                                                                                   \
  }
HEDDLE_FREOPEN(freopen)
HEDDLE_FREOPEN(freopen64)
#undef HEDDLE_FREOPEN

HEDDLE_INTERPOSED int fclose(FILE* stream) {
  auto real = HEDDLE_REAL(fclose);
  if (!executing()) return real(stream);
  await_stream(stream);
  bool is_locked = streams_are_locked();
  state().descriptors_used = true;
  int result = use_files_now(call_point(), stream, [=] {
    note_descriptor_change(fileno(stream));
    forget_stream_lock(stream);
    return real(stream);
  });
  if (is_locked) state().events[state().step - 1].detail = heddle::wire::kEndsLock;
  return result;
}

HEDDLE_INTERPOSED DIR* opendir(const char* path) {
  auto real = HEDDLE_REAL(opendir);
  if (!executing()) return real(path);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  return change_table(point, [=] { return real(name); });
}
