// SPDX-License-Identifier: Apache-2.0
//
// What libstdc++'s shared library looks at and changes of a stream: flags, width, precision, fill, locale, state, where
// the bytes go. The headers let the program do the same by plain loads and stores, which are events. So what the library
// reads of them is an event too, and what it leaves behind (the width goes back to 0, a failure sets a bit) another one.
// Streams that only their thread sees have none, like all memory of that kind.
// What goes to a file can be read back, and is an event on the files (descriptor_table.h).
//
// Formatted and unformatted output to a standard stream is no data race ([iostream.objects.overview]): events of the
// library race with the program's own accesses only (wire::kEventLibrary).
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/descriptor_table.h"

namespace heddle::runtime::libc {
namespace {

// Of std::basic_ios<char> and <wchar_t>: from the precision to its end, and what of it is named here.
constexpr std::size_t kBegin = 8, kSize = 256;
constexpr std::size_t kWidth = 16, kExceptions = 28, kState = 32, kFill = 224, kBuffer = 232;
constexpr int kBad = 1;  // std::ios_base::badbit

char* ios_of_stream(void* stream) {
  const auto* virtual_table = *static_cast<const std::ptrdiff_t* const*>(stream);
  return static_cast<char*>(stream) + virtual_table[-3];  // where a virtual base begins stands there
}

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
  const char* name = virtual_table[-1]->name;
  return std::strcmp(name, "St13basic_filebufIcSt11char_traitsIcEE") == 0 ||
         std::strcmp(name, "St13basic_filebufIwSt11char_traitsIwEE") == 0;
}

// put() prints to the stream. What it does to memory and to descriptors are events of their own, so this one comes
// before it: who has the stream to itself, as it must, cannot tell. It may come here again, by another function.
template <typename Put>
auto put_to_stream(void* stream, const HeddlePoint* point, Put put) {
  if (executing() && goes_to_file(stream)) {
    await_turn();
    use_files_now(point, stream, [] { return 0; });
  }
  return put();
}

// The same for a call that tells something, by an event after it.
template <typename Ask>
auto ask_stream(void* stream, const HeddlePoint* point, Ask ask) {
  const auto answer = put_to_stream(stream, point, ask);
  if (!executing() || !goes_to_file(stream)) return answer;
  await_turn();
  use_files_now(point, stream, [&] { return answer.offset; });
  return answer;
}

void mark_last_event() { state().events[state().step - 1].flags |= wire::kEventLibrary; }

// All that the library may look at, in one event: it does so right after it.
struct Kept {
  char bytes[kSize];

  template <typename Field>
  Field field(std::size_t offset) const {
    Field value;
    std::memcpy(&value, bytes + offset - kBegin, sizeof(Field));
    return value;
  }
};

void read_state(const char* ios, Kept& kept, const HeddlePoint* point) {
  const char* from = ios + kBegin;
  const bool visible = begin_read(from, kSize, point);
  std::memcpy(kept.bytes, from, kSize);
  if (!visible) return;
  record_range(EventKind::ReadRange, from, kSize, point);
  mark_last_event();
}

void write_state(char* to, const void* bytes, std::size_t size, const HeddlePoint* point) {
  tell_written(bytes, size);
  const bool visible = begin_range(to, size, Touch::Writes, point);
  std::memcpy(to, bytes, size);
  if (!visible) return;
  record_range(EventKind::WriteRange, to, size, point);
  mark_last_event();
}

template <typename Field>
void write_field(char* ios, std::size_t offset, const Field& value, const HeddlePoint* point) {
  write_state(ios + offset, &value, sizeof(value), point);
}

void look_at_state(void* stream, const HeddlePoint* point) {
  Kept kept;
  if (executing()) read_state(ios_of_stream(stream), kept, point);
}

// Before something is printed with a width: that is used up by it, which is an event. The library does so once more
// before it prints, so it is given the width back, which no event tells.
void use_up_width(void* stream, const HeddlePoint* point) {
  if (!executing()) return;
  char* ios = ios_of_stream(stream);
  Kept kept;
  read_state(ios, kept, point);
  const auto width = kept.field<std::ptrdiff_t>(kWidth);
  if (width == 0 || kept.field<int>(kState) != 0) return;
  write_field(ios, kWidth, std::ptrdiff_t{0}, point);
  read_state(ios, kept, point);
  std::memcpy(ios + kWidth, &width, sizeof(width));
}

// One change may make another one. It may also throw, so what tells is not that one was begun but that no event came
// since.
constexpr std::uint32_t kNever = ~std::uint32_t{0};
std::uint32_t changing_at = kNever;
bool is_changing() { return !executing() || changing_at == state().step; }

// What of a stream has changed becomes an event of its own.
void write_change(char* ios, const Kept& before, const Kept& after, const HeddlePoint* point) {
  std::size_t begin = 0, end = kSize;
  while (begin < end && before.bytes[begin] == after.bytes[begin]) ++begin;
  while (begin < end && before.bytes[end - 1] == after.bytes[end - 1]) --end;
  if (begin < end) write_state(ios + kBegin + begin, after.bytes + begin, end - begin, point);
}

// Calls `change`, which changes the state of these streams and makes no event. Until the events they are as they were.
template <std::size_t kCount, typename Change>
auto with_change(void* const (&streams)[kCount], const HeddlePoint* point, Change change) {
  if (is_changing()) return change();
  Kept before[kCount], after[kCount];
  const auto bytes_of = [&](std::size_t which) { return static_cast<char*>(streams[which]) + kBegin; };
  for (std::size_t which = 0; which < kCount; ++which)
    read_state(static_cast<char*>(streams[which]), before[which], point);
  for (std::size_t which = 0; which < kCount; ++which) std::memcpy(before[which].bytes, bytes_of(which), kSize);
  changing_at = state().step;
  const auto result = change();
  changing_at = kNever;
  for (std::size_t which = 0; which < kCount; ++which) std::memcpy(after[which].bytes, bytes_of(which), kSize);
  for (std::size_t which = 0; which < kCount; ++which) std::memcpy(bytes_of(which), before[which].bytes, kSize);
  for (std::size_t which = 0; which < kCount; ++which)
    write_change(static_cast<char*>(streams[which]), before[which], after[which], point);
  return result;
}

// Between the members, and where the fill character will be, is what was there before.
void fill_gaps(char* ios) {
  std::memset(ios + 36, 0, 4);
  std::memset(ios + 196, 0, 4);
  std::memset(ios + kFill, 0, kBuffer - kFill);
}

// A stream begins: all of it is written, whatever was there. The library sets the fill character, and after it that it is
// set, when it first needs it; here it is there from the beginning (for the standard streams: warm_up.cpp).
template <typename Character, typename Real>
void begin_stream(void* object, void* buffer, const HeddlePoint* point, Real real) {
  char* bytes = static_cast<char*>(object) + kBegin;
  Kept before, after;
  std::memcpy(before.bytes, bytes, kSize);
  real(object, buffer);
  const Character space = ' ';
  fill_gaps(static_cast<char*>(object));
  std::memcpy(bytes + kFill - kBegin, &space, sizeof(space));
  bytes[kFill - kBegin + sizeof(space)] = 1;
  if (!executing()) return;
  std::memcpy(after.bytes, bytes, kSize);
  std::memcpy(bytes, before.bytes, kSize);
  write_state(bytes, after.bytes, kSize, point);
}

// std::basic_ios::clear. The real one is called to throw, which it does after the change.
template <typename Real>
void set_state(char* ios, const Kept& kept, int wanted, const HeddlePoint* point, Real real) {
  const int value = kept.field<const void*>(kBuffer) == nullptr ? wanted | kBad : wanted;
  if (value != kept.field<int>(kState)) write_field(ios, kState, value, point);
  if ((kept.field<int>(kExceptions) & value) != 0) real(ios, value);
}

template <typename Real>
void clear(void* object, int wanted, const HeddlePoint* point, Real real) {
  if (is_changing()) return real(object, wanted);
  char* ios = static_cast<char*>(object);
  Kept kept;
  read_state(ios, kept, point);
  set_state(ios, kept, wanted, point, real);
}

template <typename Real>
void add_state(void* object, int bits, const HeddlePoint* point, Real clear) {
  char* ios = static_cast<char*>(object);
  Kept kept;
  read_state(ios, kept, point);
  set_state(ios, kept, kept.field<int>(kState) | bits, point, clear);
}

template <typename Real>
void set_exceptions(void* object, int mask, const HeddlePoint* point, Real clear) {
  write_field(static_cast<char*>(object), kExceptions, mask, point);
  add_state(object, 0, point, clear);
}

template <typename Real>
void* set_buffer(void* object, void* buffer, const HeddlePoint* point, Real clear) {
  char* ios = static_cast<char*>(object);
  Kept before, after;
  read_state(ios, before, point);
  write_field(ios, kBuffer, buffer, point);
  read_state(ios, after, point);
  set_state(ios, after, 0, point, clear);
  return before.field<void*>(kBuffer);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

struct StreamPosition {  // std::streampos
  std::int64_t offset;
  std::uint64_t state;
};

// Some look at the state themselves and leave the rest to others.
#define HEDDLE_LOOKER(mangled, type)                          \
  HEDDLE_INTERPOSED void* mangled(void* stream, type value) { \
    look_at_state(stream, call_point());                      \
    return HEDDLE_REAL(mangled)(stream, value);               \
  }

// What is put is not formatted, and uses up no width.
#define HEDDLE_INSERTER(mangled, type, prepare)                               \
  HEDDLE_INTERPOSED void* mangled(void* stream, type value) {                 \
    const HeddlePoint* point = call_point();                                  \
    prepare(stream, point);                                                   \
    auto real = HEDDLE_REAL(mangled);                                         \
    return put_to_stream(stream, point, [=] { return real(stream, value); }); \
  }

// What all inserters of text end in. They read the text with an event; libstdc++ gets a private copy.
#define HEDDLE_TEXT_INSERTER(mangled, character, prepare)                                               \
  HEDDLE_INTERPOSED void* mangled(void* stream, const character* text, std::ptrdiff_t length) {         \
    if (!executing() || length <= 0) return HEDDLE_REAL(mangled)(stream, text, length);                 \
    const HeddlePoint* point = call_point();                                                            \
    Scratch scratch;                                                                                    \
    View kept = read_bytes(text, static_cast<std::size_t>(length) * sizeof(character), scratch, point); \
    prepare(stream, point);                                                                             \
    const auto* bytes = reinterpret_cast<const character*>(kept.bytes);                                 \
    auto real = HEDDLE_REAL(mangled);                                                                   \
    return put_to_stream(stream, point, [=] { return real(stream, bytes, length); });                   \
  }

// std::basic_ostream of one kind of character: its name in symbols, how it refers to itself, the character and its
// name. Numbers, single characters, texts, another stream's buffer; what empties the buffer or tells how much was put.
#define HEDDLE_OSTREAM(name, self, character, letter)                                                             \
  HEDDLE_LOOKER(_ZN##name##lsEs, short)                                                                           \
  HEDDLE_LOOKER(_ZN##name##lsEi, int)                                                                             \
  HEDDLE_INSERTER(_ZN##name##3put##E##letter, character, look_at_state)                                           \
  HEDDLE_INSERTER(_ZN##name##lsEPSt15basic_streambufI##letter##St11char_traitsI##letter##EE, void*, look_at_state) \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIbEER##self##T_, bool, use_up_width)                                       \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIlEER##self##T_, long, use_up_width)                                       \
  HEDDLE_INSERTER(_ZN##name##9_M_insertImEER##self##T_, unsigned long, use_up_width)                              \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIxEER##self##T_, long long, use_up_width)                                  \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIyEER##self##T_, unsigned long long, use_up_width)                         \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIdEER##self##T_, double, use_up_width)                                     \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIeEER##self##T_, long double, use_up_width)                                \
  HEDDLE_INSERTER(_ZN##name##9_M_insertIPKvEER##self##T_, const void*, use_up_width)                              \
  HEDDLE_TEXT_INSERTER(_ZN##name##5writeEPK##letter##l, character, look_at_state)                                 \
  HEDDLE_TEXT_INSERTER(                                                                                           \
      _ZSt16__ostream_insertI##letter##St11char_traitsI##letter##EERSt13basic_ostreamIT_T0_ES6_PKS3_l, character, \
      use_up_width)                                                                                               \
  HEDDLE_INTERPOSED void* _ZN##name##5flushEv(void* stream) {                                                     \
    auto real = HEDDLE_REAL(_ZN##name##5flushEv);                                                                 \
    return put_to_stream(stream, call_point(), [=] { return real(stream); });                                     \
  }                                                                                                               \
  HEDDLE_INTERPOSED StreamPosition _ZN##name##5tellpEv(void* stream) {                                            \
    auto real = HEDDLE_REAL(_ZN##name##5tellpEv);                                                                 \
    return ask_stream(stream, call_point(), [=] { return real(stream); });                                        \
  }                                                                                                               \
  HEDDLE_INTERPOSED void* _ZN##name##5seekpElSt12_Ios_Seekdir(void* stream, std::int64_t offset, int from) {      \
    auto real = HEDDLE_REAL(_ZN##name##5seekpElSt12_Ios_Seekdir);                                                 \
    return put_to_stream(stream, call_point(), [=] { return real(stream, offset, from); });                       \
  }                                                                                                               \
  HEDDLE_INTERPOSED void* _ZN##name##5seekpESt4fposI11__mbstate_tE(void* stream, StreamPosition to) {             \
    auto real = HEDDLE_REAL(_ZN##name##5seekpESt4fposI11__mbstate_tE);                                            \
    return put_to_stream(stream, call_point(), [=] { return real(stream, to); });                                 \
  }
HEDDLE_OSTREAM(So, So, char, c)
HEDDLE_OSTREAM(St13basic_ostreamIwSt11char_traitsIwEE, S2_, wchar_t, w)

// operator<< of single characters, which looks at the width (compile/instrument/preparation.cpp leaves it to the library).
HEDDLE_LOOKER(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, char)
HEDDLE_LOOKER(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a, signed char)
HEDDLE_LOOKER(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h, unsigned char)
HEDDLE_LOOKER(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_S3_, wchar_t)
HEDDLE_LOOKER(_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_c, char)

// What changes the state without printing, of std::basic_ios of one kind of character.
#define HEDDLE_IOS(name, character, letter)                                                                           \
  HEDDLE_INTERPOSED void _ZN##name##5clearESt12_Ios_Iostate(void* ios, int wanted) {                                  \
    clear(ios, wanted, call_point(), HEDDLE_REAL(_ZN##name##5clearESt12_Ios_Iostate));                                \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void _ZN##name##8setstateESt12_Ios_Iostate(void* ios, int bits) {                                 \
    if (is_changing()) return HEDDLE_REAL(_ZN##name##8setstateESt12_Ios_Iostate)(ios, bits);          \
    add_state(ios, bits, call_point(), HEDDLE_REAL(_ZN##name##5clearESt12_Ios_Iostate));                              \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void _ZN##name##10exceptionsESt12_Ios_Iostate(void* ios, int mask) {                              \
    if (is_changing()) return HEDDLE_REAL(_ZN##name##10exceptionsESt12_Ios_Iostate)(ios, mask);       \
    set_exceptions(ios, mask, call_point(), HEDDLE_REAL(_ZN##name##5clearESt12_Ios_Iostate));                         \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void* _ZN##name##5rdbufEPSt15basic_streambufI##letter##S1_E(void* ios, void* buffer) {            \
    if (is_changing())                                                                                \
      return HEDDLE_REAL(_ZN##name##5rdbufEPSt15basic_streambufI##letter##S1_E)(ios, buffer);                         \
    return set_buffer(ios, buffer, call_point(), HEDDLE_REAL(_ZN##name##5clearESt12_Ios_Iostate));                    \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void _ZN##name##4initEPSt15basic_streambufI##letter##S1_E(void* ios, void* buffer) {              \
    begin_stream<character>(ios, buffer, call_point(),                                                                \
                            HEDDLE_REAL(_ZN##name##4initEPSt15basic_streambufI##letter##S1_E));                       \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void* _ZN##name##7copyfmtERKS2_(void* ios, void* other) {                                         \
    auto real = HEDDLE_REAL(_ZN##name##7copyfmtERKS2_);                                                               \
    return with_change({ios, other}, call_point(), [=] { return real(ios, other); });                                 \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void* _ZN##name##5imbueERKSt6locale(void* result, void* ios, const void* locale) {                \
    auto real = HEDDLE_REAL(_ZN##name##5imbueERKSt6locale);                                                           \
    return with_change({ios}, call_point(), [=] { return real(result, ios, locale); });                               \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void _ZN##name##4swapERS2_(void* ios, void* other) {                                              \
    auto real = HEDDLE_REAL(_ZN##name##4swapERS2_);                                                                   \
    with_change({ios, other}, call_point(), [=] { return real(ios, other), 0; });                                     \
  }                                                                                                                   \
  HEDDLE_INTERPOSED void _ZN##name##4moveERS2_(void* ios, void* other) {                                              \
    auto real = HEDDLE_REAL(_ZN##name##4moveERS2_);                                                                   \
    with_change({ios, other}, call_point(), [=] { return real(ios, other), 0; });                                     \
  }
HEDDLE_IOS(St9basic_iosIcSt11char_traitsIcEE, char, c)
HEDDLE_IOS(St9basic_iosIwSt11char_traitsIwEE, wchar_t, w)

// std::ios_base::sync_with_stdio: of all standard streams, and tells what it was.
HEDDLE_INTERPOSED bool _ZNSt8ios_base15sync_with_stdioEb(bool wanted) {
  auto real = HEDDLE_REAL(_ZNSt8ios_base15sync_with_stdioEb);
  if (!executing()) return real(wanted);
  static const char kSynchronised = 0;
  const HeddlePoint* point = call_point();
  await_turn(&kSynchronised);
  const bool before = real(wanted);
  record(heddle::EventKind::Call, &kSynchronised, before, point);
  return before;
}

// More words for iword and pword, and functions to call.
HEDDLE_INTERPOSED void* _ZNSt8ios_base13_M_grow_wordsEib(void* ios, int index, bool is_integer) {
  auto real = HEDDLE_REAL(_ZNSt8ios_base13_M_grow_wordsEib);
  return with_change({ios}, call_point(), [=] { return real(ios, index, is_integer); });
}
HEDDLE_INTERPOSED void _ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi(void* ios, void* function, int index) {
  auto real = HEDDLE_REAL(_ZNSt8ios_base17register_callbackEPFvNS_5eventERS_iEi);
  with_change({ios}, call_point(), [=] { return real(ios, function, index), 0; });
}
