// SPDX-License-Identifier: Apache-2.0
//
// Parsing of scanf formats: which conversions there are, where each one's result goes and how large it can become.
#include "runtime/libc/stream/scan_format.h"

#include <cstring>
#include <cwchar>

namespace heddle::runtime::libc {
namespace {

struct Length {
  std::size_t integer = sizeof(int);
  std::size_t floating = sizeof(float);
  bool is_long = false;
};

// h, hh, l, ll, q, L, j, z, t
Length parse_length(const char*& at) {
  Length length;
  for (; *at != 0 && std::strchr("hlqLjzt", *at); ++at) {
    if (*at == 'h') {
      length.integer /= 2;
      continue;
    }
    length.integer = sizeof(long);
    length.floating = *at == 'L' || *at == 'q' || (*at == 'l' && length.is_long) ? sizeof(long double) : sizeof(double);
    length.is_long |= *at == 'l';
  }
  return length;
}

// Behind the '[': up to behind the ']' that ends the set. One that comes first belongs to it.
void skip_set(const char*& at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  if (*at == ']') ++at;
}

std::size_t unit_of(bool is_wide) { return is_wide ? sizeof(wchar_t) : 1; }

std::size_t string_size(const void* text, bool is_wide) {
  return is_wide ? (std::wcslen(static_cast<const wchar_t*>(text)) + 1) * sizeof(wchar_t)
                 : std::strlen(static_cast<const char*>(text)) + 1;
}

}  // namespace

PrivateDestinations::PrivateDestinations(const char* format, va_list arguments, Dialect dialect, std::size_t longest,
                                         Scratch& scratch, const HeddlePoint* point)
    : format_(read_string(format, kNoLimit, scratch, point).bytes) {
  scan(dialect, longest);
  load(arguments, scratch);
}

void PrivateDestinations::scan(Dialect dialect, std::size_t longest) {
  for (const char* at = format_; *at != 0;) {
    if (*at++ != '%') continue;
    Conversion conversion;
    if (!parse(at, dialect, longest, conversion)) continue;
    if (count_ == kMaxConversions || conversion.argument >= kMaxConversions) {
      end_unsupported("scanf", "too many conversions in one call");
    }
    conversions_[count_++] = conversion;
    if (conversion.argument >= argument_count_) argument_count_ = conversion.argument + 1;
  }
}

// `at` stands behind the '%' and is moved behind the conversion. Returns whether it assigns something.
bool PrivateDestinations::parse(const char*& at, Dialect dialect, std::size_t longest, Conversion& conversion) {
  int position = parse_position(at);
  bool is_suppressed = false;
  for (; *at != 0 && std::strchr("*'I", *at); ++at) is_suppressed |= *at == '*';
  std::size_t width = static_cast<std::size_t>(parse_number(at));
  bool allocates = *at == 'm';
  if (allocates) ++at;
  Length length = parse_length(at);
  if (*at == 0) return false;
  char letter = *at++;
  if (dialect == Dialect::Gnu && letter == 'a' && *at != 0 && std::strchr("sS[", *at)) {
    end_unsupported("scanf", "%a with a string allocates in old standards only: use %m");
  }
  if (letter == '[') skip_set(at);
  if (letter == '%' || is_suppressed) return false;
  conversion.argument = position >= 0 ? position : next_argument_++;
  conversion.is_wide = letter == 'S' || letter == 'C' || length.is_long;
  bool is_floating = std::strchr("aAeEfFgG", letter) != nullptr;
  classify(letter, width, longest, is_floating ? length.floating : length.integer, conversion);
  if (!allocates) return true;
  // An allocated string is only a pointer here; %mc needs its size.
  conversion.size = conversion.kind == Kind::Characters ? width == 0 ? 1 : width : 0;
  conversion.kind = Kind::Allocated;
  return true;
}

void PrivateDestinations::classify(char letter, std::size_t width, std::size_t longest, std::size_t number_size,
                                   Conversion& conversion) {
  switch (letter) {
    case 'c':
    case 'C':
      conversion.kind = Kind::Characters;
      conversion.size = width == 0 ? 1 : width;
      return;
    case 's':
    case 'S':
    case '[':
      conversion.kind = Kind::String;
      conversion.size = (width == 0 || width > longest ? longest : width) + 1;
      return;
    case 'n':
      conversion.kind = Kind::Count;
      conversion.size = number_size;
      return;
    default:
      conversion.kind = Kind::Number;
      conversion.size = letter == 'p' ? sizeof(void*) : number_size;
  }
}

// Everything private begins as zeros, so that what was not assigned can be told (a count, which may be 0, begins as
// -1).
void PrivateDestinations::load(va_list arguments, Scratch& scratch) {
  void* wanted[kMaxConversions];
  for (int argument = 0; argument < argument_count_; ++argument) {
    wanted[argument] = va_arg(arguments, void*);
    slots_[argument] = nullptr;
  }
  for (int index = 0; index < count_; ++index) {
    Conversion& conversion = conversions_[index];
    void*& slot = slots_[conversion.argument];
    if (slot != nullptr) end_unsupported("scanf", "two conversions share one argument");
    bool is_text = conversion.kind == Kind::Characters || conversion.kind == Kind::String;
    std::size_t bytes = conversion.kind == Kind::Allocated ? sizeof(void*)
                        : is_text                          ? conversion.size * unit_of(conversion.is_wide)
                                                           : conversion.size;
    conversion.to = wanted[conversion.argument];
    conversion.from = scratch.take(bytes);
    slot = conversion.from;
    // A string ends itself, and may have far more room than it needs: memory that should stay untouched.
    if (conversion.kind != Kind::String) std::memset(slot, conversion.kind == Kind::Count ? -1 : 0, bytes);
  }
}

void PrivateDestinations::deliver(bool ended, const HeddlePoint* point) {
  int delivered = 0;
  for (int index = 0; index < count_; ++index) {
    const Conversion& conversion = conversions_[index];
    if (conversion.kind == Kind::Count) {
      bool is_reached = conversion.from[conversion.size - 1] != -1;
      if (is_reached) write_bytes(conversion.to, conversion.from, conversion.size, point);
      continue;
    }
    if (delivered >= assigned_) return;
    ++delivered;
    deliver_one(conversion, ended && delivered == assigned_, point);
  }
}

void PrivateDestinations::deliver_one(const Conversion& conversion, bool may_be_short, const HeddlePoint* point) {
  switch (conversion.kind) {
    case Kind::Number:
    case Kind::Count:
      return write_bytes(conversion.to, conversion.from, conversion.size, point);
    case Kind::String:
      return write_bytes(conversion.to, conversion.from, string_size(conversion.from, conversion.is_wide), point);
    case Kind::Characters: {
      std::size_t size = conversion.size * unit_of(conversion.is_wide);
      while (may_be_short && size > 1 && conversion.from[size - 1] == 0) --size;
      if (conversion.is_wide) size = (size + sizeof(wchar_t) - 1) / sizeof(wchar_t) * sizeof(wchar_t);
      return write_bytes(conversion.to, conversion.from, size, point);
    }
    case Kind::Allocated:
      return deliver_allocated(conversion, point);
  }
}

// libc allocated the block and filled it; it is written once more, as an event (see duplicate in string_copy.cpp).
void PrivateDestinations::deliver_allocated(const Conversion& conversion, const HeddlePoint* point) {
  char* block = nullptr;
  std::memcpy(&block, conversion.from, sizeof(block));
  std::size_t size = conversion.size * unit_of(conversion.is_wide);  // %mc
  if (size == 0) size = string_size(block, conversion.is_wide);
  write_with(block, size, point, [] {});
  write_value(static_cast<char**>(conversion.to), block, point);
}

}  // namespace heddle::runtime::libc
