// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into compilers and linkers when `heddle check` builds: notes the files that they open, because dependency
// files do not name what assembler code and response files bring in. The file that HEDDLE_OPENED names gets for each an
// 'r' (read) or 'w' (made anew), its absolute path and a 0. If that cannot be written, the file goes away: whoever does
// not find it knows nothing. Needs nothing but libc: linkers are C programs.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int kRoom = 2 * PATH_MAX + 2;

// By system calls: our own open would come here again.
void append(const char* bytes, size_t size) {
  const char* log = getenv("HEDDLE_OPENED");
  if (log == nullptr) return;
  const long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0 || write(static_cast<int>(file), bytes, size) != static_cast<ssize_t>(size)) unlink(log);
  if (file >= 0) close(static_cast<int>(file));
}

// As it was asked for, not where links lead: a link may lead elsewhere next time.
void note(char how, int folder, const char* path) {
  const int before = errno;
  char text[kRoom] = {how};
  if (path[0] != '/' && folder == AT_FDCWD && getcwd(text + 1, PATH_MAX) == nullptr) text[1] = 0;
  if (path[0] != '/' && folder != AT_FDCWD) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    const ssize_t length = readlink(link, text + 1, PATH_MAX - 1);
    text[length < 0 ? 1 : 1 + length] = 0;
  }
  const size_t length = strlen(text);
  snprintf(text + length, sizeof text - length, "%s%s", path[0] == '/' ? "" : "/", path);
  append(text, strlen(text) + 1);
  errno = before;
}

void note_opened(int file, int folder, const char* path, int flags) {
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
  const bool is_made = (flags & O_TRUNC) != 0 || (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  if (is_made || (flags & O_ACCMODE) != O_WRONLY) note(is_made ? 'w' : 'r', folder, path);
}

FILE* noted(FILE* file, const char* path, const char* mode) {
  const int writes = mode[0] == 'w' ? O_TRUNC : mode[0] == 'a' ? O_WRONLY : O_RDONLY;
  if (file != nullptr && path != nullptr) note_opened(fileno(file), AT_FDCWD, path, writes);
  return file;
}

template <typename Function>
Function* real(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

#define HEDDLE_OPEN(name)                                                  \
  extern "C" int name(const char* path, int flags, ...) {                  \
    va_list more;                                                          \
    va_start(more, flags);                                                 \
    const mode_t mode = va_arg(more, mode_t); /* unused without O_CREAT */ \
    va_end(more);                                                          \
    const int file = real(name, #name)(path, flags, mode);                 \
    note_opened(file, AT_FDCWD, path, flags);                              \
    return file;                                                           \
  }
HEDDLE_OPEN(open)
HEDDLE_OPEN(open64)

#define HEDDLE_OPENAT(name)                                                \
  extern "C" int name(int folder, const char* path, int flags, ...) {      \
    va_list more;                                                          \
    va_start(more, flags);                                                 \
    const mode_t mode = va_arg(more, mode_t); /* unused without O_CREAT */ \
    va_end(more);                                                          \
    const int file = real(name, #name)(folder, path, flags, mode);         \
    note_opened(file, folder, path, flags);                                \
    return file;                                                           \
  }
HEDDLE_OPENAT(openat)
HEDDLE_OPENAT(openat64)

// What programs compiled with _FORTIFY_SOURCE call.
extern "C" int __open_2(const char* path, int flags) { return open(path, flags, 0); }
extern "C" int __open64_2(const char* path, int flags) { return open64(path, flags, 0); }
extern "C" int __openat_2(int folder, const char* path, int flags) { return openat(folder, path, flags, 0); }
extern "C" int __openat64_2(int folder, const char* path, int flags) { return openat64(folder, path, flags, 0); }

extern "C" FILE* fopen(const char* path, const char* mode) {
  return noted(real(fopen, "fopen")(path, mode), path, mode);
}
extern "C" FILE* fopen64(const char* path, const char* mode) {
  return noted(real(fopen64, "fopen64")(path, mode), path, mode);
}
extern "C" FILE* freopen(const char* path, const char* mode, FILE* file) {
  return noted(real(freopen, "freopen")(path, mode, file), path, mode);
}
extern "C" FILE* freopen64(const char* path, const char* mode, FILE* file) {
  return noted(real(freopen64, "freopen64")(path, mode, file), path, mode);
}

// What is made under another name first.
extern "C" int rename(const char* from, const char* to) noexcept {
  const int result = real(rename, "rename")(from, to);
  if (result == 0) note('w', AT_FDCWD, to);
  return result;
}
