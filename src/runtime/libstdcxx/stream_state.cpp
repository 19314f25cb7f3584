// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++'s shared library looks at and changes when it prints to a std::ostream: flags, width, precision, fill,
// locale, where the bytes go. The headers let the program change these by plain stores, which are events. So where
// printing counts (Freedoms::visible_output), what the library reads of them is an event too, and what it leaves behind
// (the width goes back to 0) another one. Elsewhere a stream's state is no object of events.
// What goes to a file can be read back, and is an event on the files (descriptor_table.h) in any case.
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_table.h"
#include "runtime/libc/stream/printing.h"

namespace heddle::runtime::libc {
namespace {

// Of std::basic_ios<char>: from the precision to the buffer, and what of it is named here.
constexpr std::size_t kBegin = 8, kSize = 232;
constexpr std::size_t kWidth = 16, kState = 32, kBuffer = 232;

char* ios_of_stream(void* stream) {
  const auto* virtual_table = *static_cast<const std::ptrdiff_t* const*>(stream);
  return static_cast<char*>(stream) + virtual_table[-3];  // where a virtual base begins stands there
}

bool counts() { return executing() && state().freedoms.visible_output != 0; }

// By the name of its buffer's type. Buffers of the program's own types are compiled with it.
bool goes_to_file(void* stream) {
  const void* buffer;
  std::memcpy(&buffer, ios_of_stream(stream) + kBuffer, sizeof(buffer));
  if (buffer == nullptr) return false;
  struct TypeInfo {
    const void* virtual_table;
    const char* name;
  };
  const auto* const* virtual_table = *static_cast<const TypeInfo* const* const*>(buffer);
  return std::strcmp(virtual_table[-1]->name, "St13basic_filebufIcSt11char_traitsIcEE") == 0;
}

// put() prints to the stream, and may do so by another function that comes here.
template <typename Put>
auto put_to_stream(void* stream, const HeddlePoint* point, Put put) {
  static std::uint32_t inside_at = ~std::uint32_t{0};  // the number of the event that is being made
  if (!executing() || !goes_to_file(stream) || inside_at == state().step) return put();
  await_turn();
  inside_at = state().step;
  return use_files_now(point, stream, put);
}

// All that the library may look at, in one event: it does so right after it.
void read_state(const char* ios, char* kept, const HeddlePoint* point) { read_into(kept, ios + kBegin, kSize, point); }

template <typename Field>
Field field(const char* kept, std::size_t offset) {
  Field value;
  std::memcpy(&value, kept + offset - kBegin, sizeof(Field));
  return value;
}

void look_at_state(void* stream, const HeddlePoint* point) {
  char kept[kSize];
  if (counts()) read_state(ios_of_stream(stream), kept, point);
}

// Before something is printed with a width: that is used up by it, which is an event. The library does so once more
// before it prints, so it is given the width back, which no event tells.
void use_up_width(void* stream, const HeddlePoint* point) {
  if (!counts()) return;
  char* ios = ios_of_stream(stream);
  char kept[kSize];
  read_state(ios, kept, point);
  const auto width = field<std::ptrdiff_t>(kept, kWidth);
  if (width == 0 || field<int>(kept, kState) != 0) return;
  write_value(reinterpret_cast<std::ptrdiff_t*>(ios + kWidth), std::ptrdiff_t{0}, point);
  read_state(ios, kept, point);
  std::memcpy(ios + kWidth, &width, sizeof(width));
}

// One change may make another one. It may also throw, so what tells is not that one was begun but that no event came
// since.
constexpr std::uint32_t kNever = ~std::uint32_t{0};
std::uint32_t changing_at = kNever;

// Calls `change`, which changes the state and makes no event. What it changed becomes an event of its own.
template <typename Change>
auto with_change(void* object, const HeddlePoint* point, Change change) {
  if (!counts() || changing_at == state().step) return change();
  char* ios = static_cast<char*>(object);
  char before[kSize], after[kSize];
  read_state(ios, before, point);
  changing_at = state().step;
  const auto result = change();
  changing_at = kNever;
  std::memcpy(after, ios + kBegin, kSize);
  std::memcpy(ios + kBegin, before, kSize);  // as it was, until the event
  std::size_t begin = 0, end = kSize;
  while (begin < end && before[begin] == after[begin]) ++begin;
  while (begin < end && before[end - 1] == after[end - 1]) --end;
  if (begin < end) write_bytes(ios + kBegin + begin, after + begin, end - begin, point);
  return result;
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

// Some look at the flags themselves and leave the rest to others; what is put is not formatted.
#define HEDDLE_INSERTER(mangled, type, prepare)               \
  HEDDLE_INTERPOSED void* mangled(void* stream, type value) { \
    const HeddlePoint* point = call_point();                  \
    prepare(stream, point);                                   \
    auto real = HEDDLE_REAL(mangled);                         \
    return put_to_stream(stream, point, [=] { return real(stream, value); }); \
  }
HEDDLE_INSERTER(_ZNSolsEs, short, look_at_state)
HEDDLE_INSERTER(_ZNSolsEi, int, look_at_state)
HEDDLE_INSERTER(_ZNSo3putEc, char, look_at_state)
HEDDLE_INSERTER(_ZNSo9_M_insertIbEERSoT_, bool, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertIlEERSoT_, long, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertImEERSoT_, unsigned long, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertIxEERSoT_, long long, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertIyEERSoT_, unsigned long long, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertIdEERSoT_, double, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertIeEERSoT_, long double, use_up_width)
HEDDLE_INSERTER(_ZNSo9_M_insertIPKvEERSoT_, const void*, use_up_width)
#undef HEDDLE_INSERTER

constexpr bool is_narrow(const char*) { return true; }
constexpr bool is_narrow(const wchar_t*) { return false; }  // buffers of another type

// What all inserters of text end in: std::__ostream_insert for char and wchar_t, ostream::write. They read the text
// with an event; libstdc++ gets a private copy.
#define HEDDLE_INSERTER(mangled, character, prepare)                                                    \
  HEDDLE_INTERPOSED void* mangled(void* stream, const character* text, std::ptrdiff_t length) {         \
    if (!executing() || length <= 0) return HEDDLE_REAL(mangled)(stream, text, length);                 \
    const HeddlePoint* point = call_point();                                                            \
    Scratch scratch;                                                                                    \
    View kept = read_bytes(text, static_cast<std::size_t>(length) * sizeof(character), scratch, point); \
    prepare(stream, point);                                                                             \
    const auto* bytes = reinterpret_cast<const character*>(kept.bytes);                                 \
    auto real = HEDDLE_REAL(mangled);                                                                   \
    const auto put = [=] { return real(stream, bytes, length); };                                       \
    return is_narrow(bytes) ? put_to_stream(stream, point, put) : put();                                \
  }
HEDDLE_INSERTER(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l, char, use_up_width)
HEDDLE_INSERTER(_ZSt16__ostream_insertIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_PKS3_l, wchar_t, use_up_width)
HEDDLE_INSERTER(_ZNSo5writeEPKcl, char, look_at_state)
#undef HEDDLE_INSERTER

// What changes the state without printing: on basic_ios<char> itself.
HEDDLE_INTERPOSED void _ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate(void* ios, int wanted) {
  with_change(ios, call_point(), [=] {
    HEDDLE_REAL(_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate)(ios, wanted);
    return 0;
  });
}
HEDDLE_INTERPOSED void* _ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E(void* ios, void* buffer) {
  return with_change(ios, call_point(), [=] {
    return HEDDLE_REAL(_ZNSt9basic_iosIcSt11char_traitsIcEE5rdbufEPSt15basic_streambufIcS1_E)(ios, buffer);
  });
}
HEDDLE_INTERPOSED void* _ZNSt9basic_iosIcSt11char_traitsIcEE7copyfmtERKS2_(void* ios, const void* other) {
  return with_change(ios, call_point(),
                     [=] { return HEDDLE_REAL(_ZNSt9basic_iosIcSt11char_traitsIcEE7copyfmtERKS2_)(ios, other); });
}

// What empties a buffer, or tells how much was put.
HEDDLE_INTERPOSED void* _ZNSo5flushEv(void* stream) {
  auto real = HEDDLE_REAL(_ZNSo5flushEv);
  return put_to_stream(stream, call_point(), [=] { return real(stream); });
}

struct StreamPosition {  // std::streampos
  std::int64_t offset;
  std::uint64_t state;
};
HEDDLE_INTERPOSED StreamPosition _ZNSo5tellpEv(void* stream) {
  auto real = HEDDLE_REAL(_ZNSo5tellpEv);
  StreamPosition position{};
  put_to_stream(stream, call_point(), [&] {
    position = real(stream);
    return position.offset;
  });
  return position;
}
HEDDLE_INTERPOSED void* _ZNSo5seekpElSt12_Ios_Seekdir(void* stream, std::int64_t offset, int from) {
  auto real = HEDDLE_REAL(_ZNSo5seekpElSt12_Ios_Seekdir);
  return put_to_stream(stream, call_point(), [=] { return real(stream, offset, from); });
}
HEDDLE_INTERPOSED void* _ZNSo5seekpESt4fposI11__mbstate_tE(void* stream, StreamPosition to) {
  auto real = HEDDLE_REAL(_ZNSo5seekpESt4fposI11__mbstate_tE);
  return put_to_stream(stream, call_point(), [=] { return real(stream, to); });
}
