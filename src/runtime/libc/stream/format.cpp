// SPDX-License-Identifier: Apache-2.0
//
// Parsing of printf formats, just far enough to know the type of each argument and which of them are strings. Numbered
// arguments (%2$s) are covered. %n is refused: it is a write to the program's memory in the middle of formatting.
#include "runtime/libc/stream/format.h"

#include <cstring>
#include <cwchar>

namespace heddle::runtime::libc {

PrivateArguments::PrivateArguments(const char* format, va_list arguments, Scratch& scratch, const HeddlePoint* point)
    : format_(read_string(format, kNoLimit, scratch, point).bytes) {
  scan();
  load(arguments);
  for (int index = 0; index < string_count_; ++index) keep_string(strings_[index], scratch, point);
}

void PrivateArguments::scan() {
  for (const char* at = format_; *at != 0;) {
    if (*at++ != '%') continue;
    if (*at == '%') {
      ++at;
      continue;
    }
    Conversion conversion = parse(at);
    if (!conversion.is_string) continue;
    if (string_count_ == kMaxArguments) end_unsupported("printf", "too many conversions in one call");
    strings_[string_count_++] = conversion;
  }
}

// `at` stands behind the '%' and is moved behind the conversion.
PrivateArguments::Conversion PrivateArguments::parse(const char*& at) {
  Conversion conversion;
  int position = parse_position(at);
  while (*at != 0 && std::strchr("-+ #0'I", *at)) ++at;
  if (*at == '*') {
    parse_star(at);
  } else {
    parse_number(at);
  }
  parse_precision(at, conversion);
  int longs = 0;
  bool long_double = false;
  for (; *at != 0 && std::strchr("hlLqjzt", *at); ++at) {
    longs += *at == 'l';
    long_double |= *at == 'L' || *at == 'q';
  }
  if (*at == 0) return conversion;
  char letter = *at++;
  if (letter == '%' || letter == 'm') return conversion;
  conversion.argument = position >= 0 ? position : next_argument_++;
  classify(letter, longs, long_double, conversion);
  need(conversion.argument, conversion.kind);
  return conversion;
}

// A '*' or '*2$': an int argument. Returns its index.
int PrivateArguments::parse_star(const char*& at) {
  ++at;
  int position = parse_position(at);
  int argument = position >= 0 ? position : next_argument_++;
  need(argument, Kind::Integer);
  return argument;
}

void PrivateArguments::parse_precision(const char*& at, Conversion& conversion) {
  if (*at != '.') return;
  ++at;
  if (*at == '*') {
    conversion.precision_argument = parse_star(at);
    return;
  }
  bool is_negative = *at == '-';  // as if there were none
  if (is_negative) ++at;
  int number = parse_number(at);
  if (!is_negative) conversion.precision = number;
}

void PrivateArguments::classify(char letter, int longs, bool long_double, Conversion& conversion) {
  if (letter == 'n') end_unsupported("printf", "%n writes to memory while formatting");
  conversion.kind = Kind::Integer;
  if (std::strchr("aAeEfFgG", letter)) conversion.kind = long_double ? Kind::LongDouble : Kind::Double;
  conversion.is_string = letter == 's' || letter == 'S';
  conversion.is_wide = letter == 'S' || longs > 0;
}

void PrivateArguments::need(int argument, Kind kind) {
  if (argument >= kMaxArguments) end_unsupported("printf", "too many arguments in one call");
  kinds_[argument] = kind;
  if (argument >= argument_count_) argument_count_ = argument + 1;
}

// Takes the arguments over in order. One that a numbered format skips is an int, for want of a better guess, as in
// libc.
void PrivateArguments::load(va_list arguments) {
  std::uint8_t next = 0;
  for (int argument = 0; argument < argument_count_; ++argument) {
    if (kinds_[argument] == Kind::LongDouble) next = static_cast<std::uint8_t>((next + 1) / 2 * 2);
    offsets_[argument] = next;
    switch (kinds_[argument]) {
      case Kind::Unused:
      case Kind::Integer:
        slots_[next++] = va_arg(arguments, std::uint64_t);
        break;
      case Kind::Double: {
        double value = va_arg(arguments, double);
        std::memcpy(&slots_[next++], &value, sizeof(value));
        break;
      }
      case Kind::LongDouble: {
        long double value = va_arg(arguments, long double);
        std::memcpy(&slots_[next], &value, sizeof(value));
        next = static_cast<std::uint8_t>(next + 2);
        break;
      }
    }
  }
}

// Reads the string and puts the private copy in its place. With a precision it need not end with a NUL, so the copy
// gets one.
void PrivateArguments::keep_string(const Conversion& conversion, Scratch& scratch, const HeddlePoint* point) {
  std::uint64_t& slot = integer(conversion.argument);
  const char* text = reinterpret_cast<const char*>(slot);
  if (text == nullptr || is_quiet(text)) return;
  int precision = conversion.precision;
  if (conversion.precision_argument >= 0) precision = static_cast<int>(integer(conversion.precision_argument));
  if (precision == 0) return;
  std::size_t limit = precision < 0 ? kNoLimit : static_cast<std::size_t>(precision);
  View kept{};
  if (conversion.is_wide) {
    const wchar_t* wide = reinterpret_cast<const wchar_t*>(text);
    // The limit is one of bytes that come out: in the C locale one for each character.
    kept = read_kept(text, scratch, point, [=] {
      std::size_t length = wcsnlen(wide, limit);
      return (length < limit ? length + 1 : length) * sizeof(wchar_t);
    });
  } else {
    kept = read_string(text, limit, scratch, point);
  }
  char* copy = scratch.take(kept.size + sizeof(wchar_t));
  std::memcpy(copy, kept.bytes, kept.size);
  std::memset(copy + kept.size, 0, sizeof(wchar_t));
  slot = reinterpret_cast<std::uint64_t>(copy);
}

}  // namespace heddle::runtime::libc
