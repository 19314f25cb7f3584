// SPDX-License-Identifier: Apache-2.0
//
// fread, fgets, getline and their kin (scanf: formatted_input.cpp). getline and getdelim are interposed, not
// redirected: many programs have a function `getline` of their own, possibly in another file than the call.
#include "runtime/libc/stream/stream_input.h"

#include <cstdlib>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/random_stream.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_source.h"

namespace heddle::runtime::libc {
namespace {

constexpr std::size_t kLongestLine = std::size_t{256} << 20;  // of memory that costs nothing until it is touched

// A stream without a descriptor stands on memory.
Source source_behind(FILE* stream) {
  int descriptor = fileno(stream);
  return descriptor < 0 ? Source::Ready : source_of(descriptor);
}

void require_no_wait(const char* function, Source source) {
  if (source == Source::MayBlock) end_unsupported(function, "from a pipe, socket or terminal may wait for the outside");
}

struct Line {
  std::size_t length;
  bool failed;  // nothing was there, or reading it failed on the way
};

// Takes characters up to and including `delimiter`, at most `limit`. Unlike fgets it knows how many, NULs included.
Line take_line(FILE* stream, char* to, std::size_t limit, int delimiter) {
  bool had_error = ferror_unlocked(stream) != 0;
  std::size_t length = 0;
  while (length < limit) {
    int character = getc_unlocked(stream);
    if (character == EOF) return {length, length == 0 || (!had_error && ferror_unlocked(stream) != 0)};
    to[length++] = static_cast<char>(character);
    if (character == delimiter) break;
  }
  return {length, false};
}

Line line_event(const char* function, FILE* stream, char* to, std::size_t limit, int delimiter,
                const HeddlePoint* point, Locking locking = Locking::Taken) {
  Line line{};
  stream_event(stream, point, [&] {
    require_known_input(function, stream);
    line = take_line(stream, to, limit, delimiter);
    return line.length;
  }, locking);
  return line;
}

char* fgets_events(char* to, int size, FILE* stream, Locking locking) {
  if (size <= 0) return nullptr;
  const HeddlePoint* point = call_point();
  Scratch scratch;
  char* text = scratch.take(static_cast<std::size_t>(size));
  const auto limit = static_cast<std::size_t>(size) - 1;
  Line line = size == 1 ? Line{0, false} : line_event("fgets", stream, text, limit, '\n', point, locking);
  if (line.failed) return nullptr;
  text[line.length] = 0;
  write_bytes(to, text, line.length + 1, point);
  return to;
}

std::size_t fread_events(void* to, std::size_t size, std::size_t count, FILE* stream, Locking locking) {
  std::size_t total = size * count;
  if (total == 0) return 0;
  const HeddlePoint* point = call_point();
  Scratch scratch;
  char* bytes = scratch.take(total);
  std::size_t taken = stream_event(stream, point, [=] {
    Source source = source_behind(stream);
    require_no_wait("fread", source);
    if (source != Source::Entropy) return std::fread(bytes, 1, total, stream);
    draw_bytes(bytes, total);
    return total;
  }, locking);
  if (taken > 0) write_bytes(to, bytes, taken, point);
  return taken / size;
}

// Makes room for `needed` bytes as glibc does: 120 at first, at least twice as much each time.
char* make_room(char* block, std::size_t size, std::size_t needed, char** block_at, std::size_t* size_at,
                const HeddlePoint* point) {
  std::size_t grown = block == nullptr ? 120 : 2 * size;
  if (grown < needed) grown = needed;
  block = static_cast<char*>(std::realloc(block, grown));
  if (block == nullptr) return nullptr;
  write_value(block_at, block, point);
  write_value(size_at, grown, point);
  return block;
}

ssize_t getdelim_events(const char* function, char** block_at, std::size_t* size_at, int delimiter, FILE* stream) {
  if (block_at == nullptr || size_at == nullptr) {
    errno = EINVAL;
    return -1;
  }
  const HeddlePoint* point = call_point();
  char* block = read_value(block_at, point);
  std::size_t size = read_value(size_at, point);
  Scratch scratch;
  char* text = scratch.take(kLongestLine);
  Line line = line_event(function, stream, text, kLongestLine - 1, delimiter, point);
  if (line.failed) return -1;
  text[line.length] = 0;
  if (block == nullptr || size < line.length + 1) {
    block = make_room(block, size, line.length + 1, block_at, size_at, point);
    if (block == nullptr) return -1;
  }
  write_bytes(block, text, line.length + 1, point);
  return static_cast<ssize_t>(line.length);
}

template <typename Take>
int character_event(const char* function, FILE* stream, Take take, Locking locking = Locking::Taken) {
  const HeddlePoint* point = call_point();
  return stream_event(stream, point, [=] {
    require_known_input(function, stream);
    return take();
  }, locking);
}

}  // namespace

void require_known_input(const char* function, FILE* stream) {
  Source source = source_behind(stream);
  require_no_wait(function, source);
  if (source == Source::Entropy) end_unsupported(function, "reads entropy, which differs from run to run");
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

std::size_t __heddle_libc_fread(void* to, std::size_t size, std::size_t count, FILE* stream) {
  return executing() ? fread_events(to, size, count, stream, Locking::Taken) : std::fread(to, size, count, stream);
}

char* __heddle_libc_fgets(char* to, int size, FILE* stream) {
  return executing() ? fgets_events(to, size, stream, Locking::Taken) : std::fgets(to, size, stream);
}

int __heddle_libc_fgetc(FILE* stream) {
  if (!executing()) return std::fgetc(stream);
  return character_event("fgetc", stream, [=] { return std::fgetc(stream); });
}

int __heddle_libc_getc(FILE* stream) {
  if (!executing()) return std::getc(stream);
  return character_event("getc", stream, [=] { return std::getc(stream); });
}

int __heddle_libc_getchar() {
  if (!executing()) return std::getchar();
  FILE* stream = standard_stream(&stdin);
  return character_event("getchar", stream, [=] { return std::getc(stream); });
}

std::size_t __heddle_libc_fread_unlocked(void* to, std::size_t size, std::size_t count, FILE* stream) {
  if (!executing()) return fread_unlocked(to, size, count, stream);
  return fread_events(to, size, count, stream, Locking::None);
}

char* __heddle_libc_fgets_unlocked(char* to, int size, FILE* stream) {
  return executing() ? fgets_events(to, size, stream, Locking::None) : fgets_unlocked(to, size, stream);
}

int __heddle_libc_getc_unlocked(FILE* stream) {
  if (!executing()) return getc_unlocked(stream);
  return character_event("getc_unlocked", stream, [=] { return getc_unlocked(stream); }, Locking::None);
}

int __heddle_libc_fgetc_unlocked(FILE* stream) { return __heddle_libc_getc_unlocked(stream); }

int __heddle_libc_getchar_unlocked() { return __heddle_libc_getc_unlocked(standard_stream(&stdin)); }

int __heddle_libc_ungetc(int character, FILE* stream) {
  if (!executing()) return std::ungetc(character, stream);
  return stream_event(stream, call_point(), [=] { return std::ungetc(character, stream); });
}

// What the inline getline of glibc's headers calls.
ssize_t __heddle_libc___getdelim(char** block, std::size_t* size, int delimiter, FILE* stream) {
  if (!executing()) return __getdelim(block, size, delimiter, stream);
  return getdelim_events("getline", block, size, delimiter, stream);
}

// A buffer of the program's would be filled by the kernel and by libc, unseen. libc may choose one of its own instead:
// what is in the buffer is unspecified anyway.
int __heddle_libc_setvbuf(FILE* stream, char* buffer, int mode, std::size_t size) {
  if (!executing()) return std::setvbuf(stream, buffer, mode, size);
  const auto set = [=] { return std::setvbuf(stream, nullptr, mode, size); };
  return is_plain_output(stream) ? set() : stream_event(stream, call_point(), set);
}

void __heddle_libc_setbuf(FILE* stream, char* buffer) {
  __heddle_libc_setvbuf(stream, buffer, buffer == nullptr ? _IONBF : _IOFBF, BUFSIZ);
}

}  // extern "C"

HEDDLE_INTERPOSED ssize_t getdelim(char** block, std::size_t* size, int delimiter, FILE* stream) {
  if (!executing()) return HEDDLE_REAL(getdelim)(block, size, delimiter, stream);
  return getdelim_events("getdelim", block, size, delimiter, stream);
}

// By another name here, because the header defines an inline getline.
HEDDLE_INTERPOSED ssize_t heddle_getline(char** block, std::size_t* size, FILE* stream) __asm__("getline");
HEDDLE_INTERPOSED ssize_t heddle_getline(char** block, std::size_t* size, FILE* stream) {
  if (!executing()) return HEDDLE_REAL(getline)(block, size, stream);
  return getdelim_events("getline", block, size, '\n', stream);
}
