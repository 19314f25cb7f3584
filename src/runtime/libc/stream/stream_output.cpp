// SPDX-License-Identifier: Apache-2.0
//
// Output that reads no memory of the program, or that libstdc++ makes for a C++ stream: nothing to see, except where a
// stream is locked (stream_lock.h) or its output can be read back. And output without the lock: glibc's headers define some of
// these functions inline, so the pass redirects them all.
#include <cstdio>
#include <cstring>
#include <cwchar>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/stream_input.h"

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

namespace heddle::runtime::libc {

void let_go_of_output() {
  HEDDLE_REAL(fflush)(first_output());
  HEDDLE_REAL(fflush)(first_error_output());
}

void let_go_of_output(FILE* stream) { HEDDLE_REAL(fflush)(stream); }

}  // namespace heddle::runtime::libc

#define HEDDLE_PUT_CHARACTER(name)                                                                    \
  HEDDLE_INTERPOSED int name(int character, FILE* stream) {                                           \
    auto real = HEDDLE_REAL(name);                                                                    \
    if (!executing()) return real(character, stream);                                                 \
    const char byte = static_cast<char>(character);                                                   \
    return output_event(                                                                              \
        #name, stream, call_point(), [&] { return View{&byte, 1}; }, [=] { return real(character, stream); }); \
  }
HEDDLE_PUT_CHARACTER(fputc)
HEDDLE_PUT_CHARACTER(putc)
HEDDLE_PUT_CHARACTER(_IO_putc)
#undef HEDDLE_PUT_CHARACTER

HEDDLE_INTERPOSED std::size_t fwrite(const void* from, std::size_t size, std::size_t count, FILE* stream) {
  auto real = HEDDLE_REAL(fwrite);
  if (!executing()) return real(from, size, count, stream);
  return output_event(
      "fwrite", stream, call_point(), [=] { return View{static_cast<const char*>(from), size * count}; },
      [=] { return real(from, size, count, stream); });
}

// In the C locale a wide character is one byte, or an error. From the first one on the stream is a wide one, and refuses bytes:
// the order of output to it can be told.
#define HEDDLE_PUT_WIDE(name)                                                                          \
  HEDDLE_INTERPOSED wint_t name(wchar_t character, FILE* stream) {                                     \
    auto real = HEDDLE_REAL(name);                                                                     \
    if (!executing()) return real(character, stream);                                                  \
    if (is_plain_output(stream)) require_visible(heddle::wire::kStandardOutput);                       \
    const char byte = static_cast<char>(character);                                                    \
    const std::size_t size = static_cast<std::uint32_t>(character) < 0x80 ? 1 : 0;                     \
    return output_event(                                                                               \
        #name, stream, call_point(), [&] { return View{&byte, size}; }, [=] { return real(character, stream); }); \
  }
HEDDLE_PUT_WIDE(fputwc)
HEDDLE_PUT_WIDE(putwc)
#undef HEDDLE_PUT_WIDE

// By another name here, because the header defines an inline putchar.
HEDDLE_INTERPOSED int heddle_putchar(int character) __asm__("putchar");
HEDDLE_INTERPOSED int heddle_putchar(int character) { return putc(character, standard_stream(&stdout)); }

HEDDLE_INTERPOSED wint_t putwchar(wchar_t character) { return putwc(character, standard_stream(&stdout)); }

// Without a stream it means all of them; which ones are locked does not matter then. What was in their buffers is in files
// from then on.
HEDDLE_INTERPOSED int fflush(FILE* stream) {
  auto real = HEDDLE_REAL(fflush);
  if (!executing()) return real(stream);
  if (stream == nullptr) {
    await_turn();
    return use_files_now(call_point(), nullptr, [=] { return real(nullptr); });
  }
  return output_event("fflush", stream, call_point(), no_text, [=] { return real(stream); });
}

extern "C" {

int __heddle_libc_putc_unlocked(int character, FILE* stream) {
  if (!executing()) return putc_unlocked(character, stream);
  const char byte = static_cast<char>(character);
  const auto put = [=] { return putc_unlocked(character, stream); };
  return output_event("putc_unlocked", stream, call_point(), [&] { return View{&byte, 1}; }, put, Locking::None);
}

int __heddle_libc_fputc_unlocked(int character, FILE* stream) { return __heddle_libc_putc_unlocked(character, stream); }

int __heddle_libc_putchar_unlocked(int character) { return __heddle_libc_putc_unlocked(character, standard_stream(&stdout)); }

int __heddle_libc_fputs_unlocked(const char* text, FILE* stream) {
  if (!executing()) return fputs_unlocked(text, stream);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_string(text, kNoLimit, scratch, point).bytes;
  const auto put = [=] { return fputs_unlocked(kept, stream); };
  return output_event("fputs_unlocked", stream, point, [=] { return View{kept, std::strlen(kept)}; }, put, Locking::None);
}

std::size_t __heddle_libc_fwrite_unlocked(const void* from, std::size_t size, std::size_t count, FILE* stream) {
  if (!executing()) return fwrite_unlocked(from, size, count, stream);
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = read_bytes(from, size * count, scratch, point).bytes;
  const auto put = [=] { return fwrite_unlocked(kept, size, count, stream); };
  return output_event("fwrite_unlocked", stream, point, [=] { return View{kept, size * count}; }, put, Locking::None);
}

int __heddle_libc_fflush_unlocked(FILE* stream) {
  if (!executing()) return fflush_unlocked(stream);
  if (stream == nullptr) return fflush(nullptr);
  return output_event("fflush_unlocked", stream, call_point(), no_text, [=] { return fflush_unlocked(stream); }, Locking::None);
}

}  // extern "C"
