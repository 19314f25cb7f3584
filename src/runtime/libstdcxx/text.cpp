// SPDX-License-Identifier: Apache-2.0
//
// Texts that the program hands to libstdc++'s shared library for its exceptions. They are read with events; libstdc++
// gets a private copy. And dynamic_cast, which looks at the object.
#include <cstdlib>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libstdcxx/words.h"

namespace heddle::runtime::libc {
namespace {

// As much of std::string as others need to read it.
struct String {
  const char* bytes;
  std::size_t size;
};

String read_text(const String* text, Scratch& scratch, const HeddlePoint* point) {
  String header = read_value(text, point);
  View kept = read_bytes(header.bytes, header.size, scratch, point);
  char* copy = scratch.take(header.size + 1);
  std::memcpy(copy, kept.bytes, kept.size);
  copy[header.size] = 0;
  return {copy, header.size};
}

// libstdc++ keeps a copy of the text on the heap, which exceptions share; the empty one is one for all.
struct Exception {
  const void* table;  // of virtual functions
  const char* text;
};

void write_object(void* self, const HeddlePoint* point) { write_with(self, sizeof(Exception), point, [] {}); }

const char* read_pointer(const Exception* self, const HeddlePoint* point) { return read_value(&self->text, point); }

void write_pointer(Exception* self, const HeddlePoint* point) {
  write_with(&self->text, sizeof(self->text), point, [] {});
}

// How many other exceptions have the text stands in front of it; the empty one is not counted.
int* sharers(const char* text) {
  const std::size_t length = *reinterpret_cast<const std::size_t*>(text - 3 * sizeof(std::size_t));
  return length == 0 ? nullptr : reinterpret_cast<int*>(const_cast<char*>(text)) - 2;
}

// An exception gets one text for another (or none). The library still counts: what the events have changed is taken back
// before, without a turn for anybody in between. Whoever is the last frees the text.
void announce_change(const char* gets, const char* loses, const HeddlePoint* point) {
  int* more = gets == nullptr ? nullptr : sharers(gets);
  int* less = loses == nullptr ? nullptr : sharers(loses);
  if (more != nullptr) libstdcxx::add(more, 1, point);
  if (less != nullptr) libstdcxx::add(less, -1, point);
  if (more != nullptr) --*more;
  if (less != nullptr) ++*less;
}

void write_text(void* self, std::size_t size, const HeddlePoint* point) {
  char* text = const_cast<char*>(static_cast<Exception*>(self)->text);
  tell_written(text, size);  // libstdc++ may have made it of numbers
  if (size != 0) write_with(text, size + 1, point, [] {});
  write_object(self, point);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// ---- exceptions ----------------------------------------------------------------------------------------------------

// Constructors from a C string and from a std::string; C1 makes a whole object, C2 the base of one.
#define HEDDLE_EXCEPTION_TEXT(mangled)                                                                    \
  HEDDLE_INTERPOSED void mangled(void* self, const char* text) {                                          \
    if (!executing() || text == nullptr) return HEDDLE_REAL(mangled)(self, text);                         \
    const HeddlePoint* point = call_point();                                                              \
    Scratch scratch;                                                                                      \
    const View kept = read_string(text, kNoLimit, scratch, point);                                        \
    HEDDLE_REAL(mangled)(self, kept.bytes);                                                               \
    write_text(self, kept.size - 1, point);                                                               \
  }
#define HEDDLE_EXCEPTION_STRING(mangled)                                       \
  HEDDLE_INTERPOSED void mangled(void* self, const String* text) {             \
    if (!executing()) return HEDDLE_REAL(mangled)(self, text);                 \
    const HeddlePoint* point = call_point();                                   \
    Scratch scratch;                                                           \
    String kept = read_text(text, scratch, point);                             \
    HEDDLE_REAL(mangled)(self, &kept);                                         \
    write_text(self, kept.size, point);                                        \
  }
#define HEDDLE_EXCEPTION(name)                                                                            \
  HEDDLE_EXCEPTION_TEXT(_ZNSt##name##C1EPKc)                                                              \
  HEDDLE_EXCEPTION_TEXT(_ZNSt##name##C2EPKc)                                                              \
  HEDDLE_EXCEPTION_STRING(_ZNSt##name##C1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)         \
  HEDDLE_EXCEPTION_STRING(_ZNSt##name##C2ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)
HEDDLE_EXCEPTION(11logic_error)
HEDDLE_EXCEPTION(12domain_error)
HEDDLE_EXCEPTION(16invalid_argument)
HEDDLE_EXCEPTION(12length_error)
HEDDLE_EXCEPTION(12out_of_range)
HEDDLE_EXCEPTION(13runtime_error)
HEDDLE_EXCEPTION(11range_error)
HEDDLE_EXCEPTION(14overflow_error)
HEDDLE_EXCEPTION(15underflow_error)

// Those that others are derived from. One that is moved from is left without a text, or gets the other one's.
#define HEDDLE_EXCEPTION_COPY(mangled)                                                       \
  HEDDLE_INTERPOSED void mangled(Exception* self, const Exception* other) noexcept {         \
    if (executing()) announce_change(read_pointer(other, call_point()), nullptr, call_point()); \
    HEDDLE_REAL(mangled)(self, other);                                                       \
    if (executing()) write_object(self, call_point());                                       \
  }
#define HEDDLE_EXCEPTION_MOVE(mangled)                                                       \
  HEDDLE_INTERPOSED void mangled(Exception* self, Exception* other) noexcept {               \
    HEDDLE_REAL(mangled)(self, other);                                                       \
    if (!executing()) return;                                                                \
    write_pointer(other, call_point());                                                      \
    write_object(self, call_point());                                                        \
  }
#define HEDDLE_EXCEPTION_END(mangled)                                                        \
  HEDDLE_INTERPOSED void mangled(Exception* self) noexcept {                                 \
    if (executing()) announce_change(nullptr, read_pointer(self, call_point()), call_point()); \
    HEDDLE_REAL(mangled)(self);                                                              \
  }
#define HEDDLE_EXCEPTION_BASE(name)                                                          \
  HEDDLE_EXCEPTION_COPY(_ZNSt##name##C1ERKS_)                                                \
  HEDDLE_EXCEPTION_COPY(_ZNSt##name##C2ERKS_)                                                \
  HEDDLE_EXCEPTION_MOVE(_ZNSt##name##C1EOS_)                                                 \
  HEDDLE_EXCEPTION_MOVE(_ZNSt##name##C2EOS_)                                                 \
  HEDDLE_EXCEPTION_END(_ZNSt##name##D1Ev)                                                    \
  HEDDLE_EXCEPTION_END(_ZNSt##name##D2Ev)                                                    \
  HEDDLE_INTERPOSED Exception* _ZNSt##name##aSERKS_(Exception* self, const Exception* other) noexcept { \
    const bool differs = executing() && read_pointer(other, call_point()) != read_pointer(self, call_point()); \
    if (differs) announce_change(other->text, self->text, call_point());                     \
    Exception* result = HEDDLE_REAL(_ZNSt##name##aSERKS_)(self, other);                      \
    if (differs) write_pointer(self, call_point());                                          \
    return result;                                                                           \
  }                                                                                          \
  HEDDLE_INTERPOSED Exception* _ZNSt##name##aSEOS_(Exception* self, Exception* other) noexcept { \
    Exception* result = HEDDLE_REAL(_ZNSt##name##aSEOS_)(self, other);                       \
    if (!executing()) return result;                                                         \
    write_pointer(other, call_point());                                                      \
    write_pointer(self, call_point());                                                       \
    return result;                                                                           \
  }                                                                                          \
  HEDDLE_INTERPOSED const char* _ZNKSt##name##4whatEv(const Exception* self) noexcept {      \
    return executing() ? read_pointer(self, call_point()) : self->text;                      \
  }
HEDDLE_EXCEPTION_BASE(11logic_error)
HEDDLE_EXCEPTION_BASE(13runtime_error)

// What a regular expression lacks, a number behind the text.
#define HEDDLE_REGEX_ERROR(mangled)                                                      \
  HEDDLE_INTERPOSED void mangled(Exception* self, int code) {                            \
    HEDDLE_REAL(mangled)(self, code);                                                    \
    if (executing()) write_with(self + 1, sizeof(code), call_point(), [] {});            \
  }
HEDDLE_REGEX_ERROR(_ZNSt11regex_errorC1ENSt15regex_constants10error_typeE)
HEDDLE_REGEX_ERROR(_ZNSt11regex_errorC2ENSt15regex_constants10error_typeE)

// ---- objects with virtual functions --------------------------------------------------------------------------------

HEDDLE_INTERPOSED void* __dynamic_cast(const void* object, const void* from, const void* to, std::ptrdiff_t hint) {
  if (executing()) read_value(static_cast<const std::uint64_t*>(object), call_point());
  return HEDDLE_REAL(__dynamic_cast)(object, from, to, hint);
}

// ---- names of types ------------------------------------------------------------------------------------------------

extern "C" char* __cxa_demangle(const char* mangled, char* buffer, std::size_t* size, int* status);

namespace {

// The new block takes the place of a buffer that is too small, as realloc would.
char* put_into(char* buffer, std::size_t* size, char* made, const HeddlePoint* point) {
  const std::size_t needed = std::strlen(made) + 1;
  if (read_value(size, point) < needed) {
    write_with(made, needed, point, [] {});
    write_value(size, needed, point);
    std::free(buffer);
    return made;
  }
  write_bytes(buffer, made, needed, point);
  std::free(made);
  return buffer;
}

char* demangle_events(const char* mangled, char* buffer, std::size_t* size, int* status) {
  const HeddlePoint* point = call_point();
  Scratch scratch;
  const char* kept = mangled == nullptr ? nullptr : read_string(mangled, kNoLimit, scratch, point).bytes;
  int code = 0;
  bool is_misused = buffer != nullptr && size == nullptr;
  char* made = is_misused ? HEDDLE_REAL(__cxa_demangle)(kept, buffer, size, &code)
                          : HEDDLE_REAL(__cxa_demangle)(kept, nullptr, nullptr, &code);
  if (status != nullptr) write_value(status, code, point);
  if (made == nullptr) return nullptr;
  if (buffer != nullptr) return put_into(buffer, size, made, point);
  const std::size_t needed = std::strlen(made) + 1;
  write_with(made, needed, point, [] {});
  if (size != nullptr) write_value(size, needed, point);
  return made;
}

}  // namespace

HEDDLE_INTERPOSED char* __cxa_demangle(const char* mangled, char* buffer, std::size_t* size, int* status) {
  if (!executing()) return HEDDLE_REAL(__cxa_demangle)(mangled, buffer, size, status);
  return demangle_events(mangled, buffer, size, status);
}
