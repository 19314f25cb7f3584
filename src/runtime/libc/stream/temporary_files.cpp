// SPDX-License-Identifier: Apache-2.0
//
// Temporary files by name: made by mkstemp and kin under names that are the same in every run, removed and renamed. A
// file that is not of this execution's making is the world outside: to remove or rename it is refused.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/private_files.h"
#include "wire/refused_calls.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::size_t kChosen = 6;  // characters of the name that are ours

// Program memory: every execution begins with the same name.
unsigned g_names_chosen;
char g_tmpnam_buffer[L_tmpnam];

void choose_characters(char* at) {
  char chosen[kChosen + 1];
  std::snprintf(chosen, sizeof chosen, "h%05u", g_names_chosen++ % 100000);
  std::memcpy(at, chosen, kChosen);
}

// A file can be made in a folder that is there and writable; else false with errno.
bool has_folder(const char* name) {
  char folder[kLongestPrivateName + 1] = ".";
  if (const char* slash = std::strrchr(name, '/')) {
    std::size_t length = slash == name ? 1 : static_cast<std::size_t>(slash - name);
    if (length > kLongestPrivateName) {
      errno = ENAMETOOLONG;
      return false;
    }
    std::memcpy(folder, name, length);
    folder[length] = 0;
  }
  return faccessat(AT_FDCWD, folder, W_OK | X_OK, 0) == 0;
}

// Where the six X of the template stand, or nullptr.
char* chosen_part(char* name, int suffix) {
  std::size_t length = std::strlen(name);
  if (suffix < 0 || length < kChosen + static_cast<std::size_t>(suffix)) return nullptr;
  char* at = name + length - static_cast<std::size_t>(suffix) - kChosen;
  return std::memcmp(at, "XXXXXX", kChosen) == 0 ? at : nullptr;
}

int make_temporary(const char* function, char* name, char* chosen, int flags) {
  if (!has_folder(name)) return -1;
  choose_characters(chosen);
  return open_private(add_private_name(function, name), O_RDWR | O_CREAT | O_EXCL | flags);
}

int mkstemp_events(const char* function, char* pattern, int suffix, int flags) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  View kept = read_string(pattern, kNoLimit, scratch, point);
  char* name = scratch.take(kept.size);
  std::memcpy(name, kept.bytes, kept.size);
  char* chosen = chosen_part(name, suffix);
  if (chosen == nullptr) {
    errno = EINVAL;
    return -1;
  }
  int result = change_table(point, [=] { return make_temporary(function, name, chosen, flags); });
  int error = errno;
  if (result >= 0) write_bytes(pattern + (chosen - name), chosen, kChosen, point);
  errno = error;
  return result;
}

// Only a name, which nobody else has.
char* tmpnam_events(char* to) {
  const HeddlePoint* point = call_point();
  char name[L_tmpnam] = P_tmpdir "/fileXXXXXX";
  change_table(point, [&] {
    choose_characters(chosen_part(name, 0));
    add_private_name("tmpnam", name);
    return 0;
  });
  if (to == nullptr) to = g_tmpnam_buffer;
  write_bytes(to, name, std::strlen(name) + 1, point);
  return to;
}

int fails_with(int error) {
  errno = error;
  return -1;
}

int remove_events(const char* function, const char* path) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  return change_table(point, [=] {
    PrivateFile* file = find_private(name);
    if (file == nullptr) end_unsupported(function, HEDDLE_OUTSIDE);
    if (!file->exists) return fails_with(ENOENT);
    remove_private_file(*file);
    return 0;
  });
}

int rename_private(PrivateFile& file, const char* to) {
  if (!file.exists) return fails_with(ENOENT);
  PrivateFile* target = find_private(to);
  if (target == &file) return 0;
  if (target == nullptr) {
    if (faccessat(AT_FDCWD, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) end_unsupported("rename", HEDDLE_OUTSIDE);
    if (!has_folder(to)) return -1;
    target = &add_private_name("rename", to);
  }
  if (target->exists) remove_private_file(*target);
  target->content = file.content;
  target->device = file.device;
  target->inode = file.inode;
  target->exists = true;
  file.exists = false;
  file.device = file.inode = 0;
  return 0;
}

int rename_events(const char* from, const char* to) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* old_name = read_string(from, kNoLimit, scratch, point).bytes;
  const char* new_name = read_string(to, kNoLimit, scratch, point).bytes;
  return change_table(point, [=] {
    PrivateFile* file = find_private(old_name);
    if (file == nullptr) end_unsupported("rename", HEDDLE_OUTSIDE);
    return rename_private(*file, new_name);
  });
}

int access_events(const char* path, int mode, int (*real)(const char*, int)) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* name = read_string(path, kNoLimit, scratch, point).bytes;
  return change_table(point, [=] {
    PrivateFile* file = find_private(name);
    if (file == nullptr) return real(name, mode);
    if (!file->exists) return fails_with(ENOENT);
    return (mode & X_OK) != 0 ? fails_with(EACCES) : 0;
  });
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

#define HEDDLE_MAKE(name, parameters, suffix, flags, ...)                          \
  HEDDLE_INTERPOSED int name parameters {                                          \
    if (!executing()) return HEDDLE_REAL(name)(__VA_ARGS__);                       \
    return mkstemp_events(#name, pattern, suffix, flags);                          \
  }
HEDDLE_MAKE(mkstemp, (char* pattern), 0, 0, pattern)
HEDDLE_MAKE(mkstemp64, (char* pattern), 0, 0, pattern)
HEDDLE_MAKE(mkostemp, (char* pattern, int flags), 0, flags, pattern, flags)
HEDDLE_MAKE(mkostemp64, (char* pattern, int flags), 0, flags, pattern, flags)
HEDDLE_MAKE(mkstemps, (char* pattern, int suffix), suffix, 0, pattern, suffix)
HEDDLE_MAKE(mkstemps64, (char* pattern, int suffix), suffix, 0, pattern, suffix)
HEDDLE_MAKE(mkostemps, (char* pattern, int suffix, int flags), suffix, flags, pattern, suffix, flags)
#undef HEDDLE_MAKE

HEDDLE_INTERPOSED char* tmpnam(char* to) noexcept { return executing() ? tmpnam_events(to) : HEDDLE_REAL(tmpnam)(to); }

HEDDLE_INTERPOSED int unlink(const char* path) noexcept {
  return executing() ? remove_events("unlink", path) : HEDDLE_REAL(unlink)(path);
}

HEDDLE_INTERPOSED int remove(const char* path) noexcept {
  return executing() ? remove_events("remove", path) : HEDDLE_REAL(remove)(path);
}

HEDDLE_INTERPOSED int rename(const char* from, const char* to) noexcept {
  return executing() ? rename_events(from, to) : HEDDLE_REAL(rename)(from, to);
}

HEDDLE_INTERPOSED int access(const char* path, int mode) noexcept {
  auto real = HEDDLE_REAL(access);
  return executing() ? access_events(path, mode, real) : real(path, mode);
}
