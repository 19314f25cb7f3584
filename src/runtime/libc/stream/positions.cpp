// SPDX-License-Identifier: Apache-2.0
//
// Where descriptors and streams stand, and what they remember: shared by all threads, so each call is a Call event on all
// files (descriptor_table.h).
#include <fcntl.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>

#include "runtime/early_files.h"
#include "runtime/libc/interpose.h"
#include "runtime/libc/stream/descriptor_source.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/stream_input.h"

namespace heddle::runtime::libc {
namespace {

template <typename Call>
auto descriptor_event(int descriptor, Call call) {
  return use_descriptor(descriptor, call_point(), call);
}

int control_events(const char* function, int descriptor, int command, void* argument, int (*real)(int, int, ...)) {
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return change_table(call_point(), [=] { return real(descriptor, command, argument); });
    case F_SETFD:
      state().descriptors_used = true;
      [[fallthrough]];
    case F_GETFD:
      return descriptor_event(descriptor, [=] { return real(descriptor, command, argument); });
    case F_GETFL:
    case F_SETFL:
      return descriptor_event(descriptor, [=] { return real(as_asked(descriptor), command, argument); });
    default:
      end_unsupported(function, "locks of files, signals and other processes are not modelled");
  }
}

// Why it is none.
int no_terminal(int descriptor) {
  return descriptor_event(descriptor, [=] { return HEDDLE_REAL(fcntl)(descriptor, F_GETFD) < 0 ? EBADF : ENOTTY; });
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

#define HEDDLE_SEEK(name)                                                                     \
  HEDDLE_INTERPOSED off_t name(int descriptor, off_t offset, int whence) noexcept {          \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(descriptor, offset, whence);                                \
    return descriptor_event(descriptor, [=] { return real(as_asked(descriptor), offset, whence); }); \
  }
HEDDLE_SEEK(lseek)
HEDDLE_SEEK(lseek64)
#undef HEDDLE_SEEK

#define HEDDLE_TRUNCATE(name)                                                                 \
  HEDDLE_INTERPOSED int name(int descriptor, off_t size) noexcept {                           \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(descriptor, size);                                          \
    return descriptor_event(descriptor, [=] {                                                 \
      if (would_change_early_file(descriptor)) end_unsupported(#name, kChangesEarlyFile);       \
      return real(as_asked(descriptor), size);                                                \
    });                                                                                       \
  }
HEDDLE_TRUNCATE(ftruncate)
HEDDLE_TRUNCATE(ftruncate64)
#undef HEDDLE_TRUNCATE

#define HEDDLE_SYNC(name)                                                                     \
  HEDDLE_INTERPOSED int name(int descriptor) {                                                \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(descriptor);                                                \
    return descriptor_event(descriptor, [=] { return real(as_asked(descriptor)); });          \
  }
HEDDLE_SYNC(fsync)
HEDDLE_SYNC(fdatasync)
#undef HEDDLE_SYNC
HEDDLE_INTERPOSED int syncfs(int descriptor) noexcept {
  auto real = HEDDLE_REAL(syncfs);
  if (!executing()) return real(descriptor);
  return descriptor_event(descriptor, [=] { return real(as_asked(descriptor)); });
}

#define HEDDLE_CONTROL(name)                                                                  \
  HEDDLE_INTERPOSED int name(int descriptor, int command, ...) {                              \
    va_list list;                                                                             \
    va_start(list, command);                                                                  \
    void* argument = va_arg(list, void*);                                                     \
    va_end(list);                                                                             \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(descriptor, command, argument);                             \
    return control_events(#name, descriptor, command, argument, real);                        \
  }
HEDDLE_CONTROL(fcntl)
HEDDLE_CONTROL(fcntl64)
#undef HEDDLE_CONTROL

// Advice has no effect that could be told, but whether there is such a descriptor can.
#define HEDDLE_ADVICE(type, name, parameters, ...)                                            \
  HEDDLE_INTERPOSED type name parameters noexcept {                                           \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(descriptor, __VA_ARGS__);                                   \
    return descriptor_event(descriptor, [=] { return real(descriptor, __VA_ARGS__); });       \
  }
HEDDLE_ADVICE(int, posix_fadvise, (int descriptor, off_t offset, off_t size, int advice), offset, size, advice)
HEDDLE_ADVICE(int, posix_fadvise64, (int descriptor, off_t offset, off_t size, int advice), offset, size, advice)
HEDDLE_ADVICE(ssize_t, readahead, (int descriptor, off_t offset, std::size_t size), offset, size)
#undef HEDDLE_ADVICE

// A replay writes to the user's terminal; GoogleTest prints colours there, and would do something else than when it was
// checked. So nothing is a terminal.
HEDDLE_INTERPOSED int isatty(int descriptor) noexcept {
  if (!controlled()) return HEDDLE_REAL(isatty)(descriptor);
  errno = executing() ? no_terminal(descriptor) : ENOTTY;
  return 0;
}

HEDDLE_INTERPOSED char* ttyname(int descriptor) noexcept {
  if (!controlled()) return HEDDLE_REAL(ttyname)(descriptor);
  errno = executing() ? no_terminal(descriptor) : ENOTTY;
  return nullptr;
}

HEDDLE_INTERPOSED int ttyname_r(int descriptor, char* name, std::size_t size) noexcept {
  if (!controlled()) return HEDDLE_REAL(ttyname_r)(descriptor, name, size);
  return executing() ? no_terminal(descriptor) : ENOTTY;
}

// Where standard output stands depends on all output before: that has to be events, then. `call` may empty the buffer, and
// that must not be lost.
enum class Buffer { Stays, IsEmptied };
template <typename Call>
auto position_event(FILE* stream, Buffer buffer, Call call) {
  if (is_plain_output(stream)) require_visible(heddle::wire::kStandardOutput);
  return stream_event(stream, call_point(), [=] {
    if (buffer == Buffer::IsEmptied && leads_to_output(fileno(stream))) let_go_of_output(stream);
    const OutputAside aside;
    return call();
  });
}

#define HEDDLE_POSITION(type, name, buffer, parameters, ...)                                  \
  HEDDLE_INTERPOSED type name parameters {                                                    \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(__VA_ARGS__);                                               \
    return position_event(stream, buffer, [=] { return real(__VA_ARGS__); });                 \
  }
HEDDLE_POSITION(int, fseek, Buffer::IsEmptied, (FILE * stream, long offset, int whence), stream, offset, whence)
HEDDLE_POSITION(int, fseeko, Buffer::IsEmptied, (FILE * stream, off_t offset, int whence), stream, offset, whence)
HEDDLE_POSITION(int, fseeko64, Buffer::IsEmptied, (FILE * stream, off_t offset, int whence), stream, offset, whence)
HEDDLE_POSITION(long, ftell, Buffer::Stays, (FILE * stream), stream)
HEDDLE_POSITION(off_t, ftello, Buffer::Stays, (FILE * stream), stream)
HEDDLE_POSITION(off_t, ftello64, Buffer::Stays, (FILE * stream), stream)
#undef HEDDLE_POSITION

#define HEDDLE_FLAG(type, name, parameters, ...)                                              \
  HEDDLE_INTERPOSED type name parameters {                                                    \
    auto real = HEDDLE_REAL(name);                                                            \
    if (!executing()) return real(__VA_ARGS__);                                               \
    return stream_event(stream, call_point(), [=] { return real(__VA_ARGS__); });             \
  }
HEDDLE_FLAG(int, feof, (FILE * stream) noexcept, stream)
HEDDLE_FLAG(int, ferror, (FILE * stream) noexcept, stream)
#undef HEDDLE_FLAG

HEDDLE_INTERPOSED void rewind(FILE* stream) {
  auto real = HEDDLE_REAL(rewind);
  if (!executing()) return real(stream);
  position_event(stream, Buffer::IsEmptied, [=] {
    real(stream);
    return 0;
  });
}

HEDDLE_INTERPOSED void clearerr(FILE* stream) noexcept {
  auto real = HEDDLE_REAL(clearerr);
  if (!executing()) return real(stream);
  stream_event(stream, call_point(), [=] {
    real(stream);
    return 0;
  });
}

// Inline in glibc's headers, so redirected by the pass, or used by the runtime itself.
extern "C" {

// A stream that was closed, or could not be opened again, has none.
int __heddle_libc_fileno(FILE* stream) {
  if (!executing() || is_plain_output(stream)) return fileno(stream);
  return stream_event(stream, call_point(), [=] { return fileno(stream); }, Locking::None);
}
int __heddle_libc_fileno_unlocked(FILE* stream) { return __heddle_libc_fileno(stream); }

int __heddle_libc_feof_unlocked(FILE* stream) {
  if (!executing()) return feof_unlocked(stream);
  return stream_event(stream, call_point(), [=] { return feof_unlocked(stream); }, Locking::None);
}

int __heddle_libc_ferror_unlocked(FILE* stream) {
  if (!executing()) return ferror_unlocked(stream);
  return stream_event(stream, call_point(), [=] { return ferror_unlocked(stream); }, Locking::None);
}

void __heddle_libc_clearerr_unlocked(FILE* stream) {
  if (!executing()) return clearerr_unlocked(stream);
  const auto clear = [=] {
    clearerr_unlocked(stream);
    return 0;
  };
  stream_event(stream, call_point(), clear, Locking::None);
}

}  // extern "C"
