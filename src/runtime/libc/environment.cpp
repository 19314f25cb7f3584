// SPDX-License-Identifier: Apache-2.0
//
// The environment: one object, the variable `environ`, that getenv reads and setenv, unsetenv and putenv write. libc
// never overwrites the text of a variable that somebody may have got from getenv, so the texts need no events here.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

char* look_up(const char* name, char* (*find)(const char*)) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(name, kNoLimit, scratch, point).bytes;
  char* found = nullptr;
  read_extent(&environ, point, [&] {
    found = find(kept);
    return sizeof(environ);
  });
  return found;
}

template <typename Change>
int change_environment(const HeddlePoint* point, Change change) {
  int result = 0, error = 0;
  write_with(&environ, sizeof(environ), point, [&] {
    result = change();
    error = errno;
  });
  errno = error;
  return result;
}

int set_events(const char* name, const char* value, int overwrite) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept_name = read_string(name, kNoLimit, scratch, point).bytes;
  const char* kept_value = read_string(value, kNoLimit, scratch, point).bytes;
  return change_environment(point, [=] { return setenv(kept_name, kept_value, overwrite); });
}

int unset_events(const char* name) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(name, kNoLimit, scratch, point).bytes;
  return change_environment(point, [=] { return unsetenv(kept); });
}

// The program's own text becomes part of the environment, whatever it says later: libc gets the original.
int put_events(char* text) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  read_string(text, kNoLimit, scratch, point);
  return change_environment(point, [=] { return putenv(text); });
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

char* __heddle_libc_getenv(const char* name) { return executing() ? look_up(name, std::getenv) : std::getenv(name); }

char* __heddle_libc_secure_getenv(const char* name) {
  return executing() ? look_up(name, secure_getenv) : secure_getenv(name);
}

int __heddle_libc_setenv(const char* name, const char* value, int overwrite) {
  return executing() ? set_events(name, value, overwrite) : setenv(name, value, overwrite);
}

int __heddle_libc_unsetenv(const char* name) { return executing() ? unset_events(name) : unsetenv(name); }

int __heddle_libc_putenv(char* text) { return executing() ? put_events(text) : putenv(text); }

}  // extern "C"
