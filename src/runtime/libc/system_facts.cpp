// SPDX-License-Identifier: Apache-2.0
//
// Questions to the system whose answer goes to a buffer of the program: names of the machine and of directories, facts
// about files. The kernel answers into private memory, because it would refuse to write to a page that is protected;
// the answer is then written with one event. Names of files are read with an event. The file system itself is no object
// of events: what a thread does to it is seen by the others, but not as a conflict.
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/private_files.h"

namespace heddle::runtime::libc {
namespace {

// ask(answer) returns 0 if it answered.
template <typename Answer, typename Ask>
int answer_event(Answer* to, const HeddlePoint* point, Ask ask) {
  Answer answer = {};
  int result = ask(&answer);
  int error = errno;
  if (result == 0) write_value(to, answer, point);
  errno = error;
  return result;
}

// When a file was last read changes from run to run just because the program reads it; a program on a file system that
// does not keep such times sees them stand still.
template <typename Ask>
int stat_event(struct stat* to, const HeddlePoint* point, Ask ask) {
  return answer_event(to, point, [=](struct stat* answer) {
    int result = ask(answer);
    answer->st_atim = answer->st_mtim;
    if (result == 0) hide_chance(*answer);
    return result;
  });
}

template <typename Ask>
int ask_about(const char* name, struct stat* answer, Ask ask) {
  const PrivateFile* file = find_private(name);
  if (file == nullptr) {
    const int result = ask(name, answer);
    const bool is_output = result == 0 && outlet_of(*answer) >= 0;
    return is_output ? fstat(state().null_descriptor, answer) : result;
  }
  if (file->exists) return fstat(file->content, answer);
  errno = ENOENT;
  return -1;
}

template <typename Ask>
int path_stat_events(const char* path, struct stat* to, Ask ask) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  return stat_event(to, point, [=](struct stat* answer) {
    return change_table(point, [=] { return ask_about(name, answer, ask); });
  });
}

// How large the file behind a descriptor is depends on what was written to it, so this is an event on the descriptor.
int fstat_events(int descriptor, struct stat* to) {
  const HeddlePoint* point = call_point();
  return stat_event(to, point, [=](struct stat* answer) {
    return use_descriptor(descriptor, point, [=] { return fstat(as_asked(descriptor), answer); });
  });
}

// Without a buffer libc allocates one; it is written once more, as an event, as in strdup.
char* getcwd_events(char* to, std::size_t size) {
  const HeddlePoint* point = call_point();
  if (to == nullptr) {
    char* block = getcwd(nullptr, size);
    if (block != nullptr) write_with(block, std::strlen(block) + 1, point, [] {});
    return block;
  }
  Scratch scratch;
  char* answer = scratch.take(size);
  if (getcwd(answer, size) == nullptr) return nullptr;
  write_bytes(to, answer, std::strlen(answer) + 1, point);
  return to;
}

// The names of descriptors, in /proc, lead to what they are open on, and private files are known by name: where a name leads is
// an event on the files.
template <typename Ask>
ssize_t ask_where(const char* name, const HeddlePoint* point, Ask ask) {
  return change_table(point, [=]() -> ssize_t {
    const OutputAside aside;
    return ask(find_private(name));
  });
}

ssize_t fail(int error) {
  errno = error;
  return -1;
}

ssize_t readlink_events(const char* path, char* to, std::size_t size) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  char* answer = scratch.take(size);
  const ssize_t length = ask_where(name, point, [=](const PrivateFile* file) {
    if (file == nullptr) return readlink(name, answer, size);
    return fail(file->exists ? EINVAL : ENOENT);
  });
  if (length > 0) write_bytes(to, answer, static_cast<std::size_t>(length), point);
  return length;
}

// As getcwd, except that the size of the program's buffer is a constant.
char* realpath_events(const char* path, char* to) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  char* answer = scratch.take(PATH_MAX);
  const ssize_t length = ask_where(name, point, [=](const PrivateFile* file) -> ssize_t {
    if (file != nullptr && !file->exists) return fail(ENOENT);
    if (file != nullptr) std::strcpy(answer, name);
    return file != nullptr || realpath(name, answer) != nullptr ? static_cast<ssize_t>(std::strlen(answer)) : -1;
  });
  if (length < 0) return nullptr;
  const std::size_t size = static_cast<std::size_t>(length) + 1;
  if (to == nullptr) {
    char* block = static_cast<char*>(std::malloc(size));
    if (block != nullptr) write_with(block, size, point, [=] { std::memcpy(block, answer, size); });
    return block;
  }
  write_bytes(to, answer, size, point);
  return to;
}

int gethostname_events(char* to, std::size_t size) {
  Scratch scratch;
  char* answer = scratch.take(size);
  int result = gethostname(answer, size);
  if (result == 0) write_bytes(to, answer, string_extent(answer, size), call_point());
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

int __heddle_libc_stat(const char* path, struct stat* to) {
  if (!executing()) return stat(path, to);
  return path_stat_events(path, to, [](const char* name, struct stat* answer) { return stat(name, answer); });
}

int __heddle_libc_lstat(const char* path, struct stat* to) {
  if (!executing()) return lstat(path, to);
  return path_stat_events(path, to, [](const char* name, struct stat* answer) { return lstat(name, answer); });
}

int __heddle_libc_fstatat(int directory, const char* path, struct stat* to, int flags) {
  if (!executing()) return fstatat(directory, path, to, flags);
  return path_stat_events(
      path, to, [=](const char* name, struct stat* answer) { return fstatat(directory, name, answer, flags); });
}

int __heddle_libc_fstat(int descriptor, struct stat* to) {
  return executing() ? fstat_events(descriptor, to) : fstat(descriptor, to);
}

// The same structure where sizes have 64 bits anyway.
int __heddle_libc_stat64(const char* path, struct stat* to) { return __heddle_libc_stat(path, to); }
int __heddle_libc_lstat64(const char* path, struct stat* to) { return __heddle_libc_lstat(path, to); }
int __heddle_libc_fstat64(int descriptor, struct stat* to) { return __heddle_libc_fstat(descriptor, to); }
int __heddle_libc_fstatat64(int directory, const char* path, struct stat* to, int flags) {
  return __heddle_libc_fstatat(directory, path, to, flags);
}

char* __heddle_libc_getcwd(char* to, std::size_t size) {
  return executing() ? getcwd_events(to, size) : getcwd(to, size);
}

ssize_t __heddle_libc_readlink(const char* path, char* to, std::size_t size) {
  return executing() ? readlink_events(path, to, size) : readlink(path, to, size);
}

char* __heddle_libc_realpath(const char* path, char* to) {
  return executing() && path != nullptr ? realpath_events(path, to) : realpath(path, to);
}

int __heddle_libc_uname(struct utsname* to) {
  if (!executing()) return uname(to);
  return answer_event(to, call_point(), [](struct utsname* answer) { return uname(answer); });
}

int __heddle_libc_gethostname(char* to, std::size_t size) {
  return executing() ? gethostname_events(to, size) : gethostname(to, size);
}

}  // extern "C"
