// SPDX-License-Identifier: Apache-2.0
//
// strtol and its kin. They touch the characters of the number and the one that ends it; libc's own implementation then
// does the conversion on the same memory, in the same turn.
#include <cctype>
#include <cerrno>
#include <cinttypes>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {
namespace {

const char* skip_space_and_sign(const char* at) {
  while (std::isspace(static_cast<unsigned char>(*at))) ++at;
  return *at == '+' || *at == '-' ? at + 1 : at;
}

bool is_digit_of(char character, int base) {
  unsigned char c = static_cast<unsigned char>(character);
  int digit = std::isdigit(c) ? c - '0' : std::isalpha(c) ? std::tolower(c) - 'a' + 10 : 99;
  return digit < base;
}

bool has_hex_mark(const char* at) { return at[0] == '0' && (at[1] == 'x' || at[1] == 'X'); }

// Bytes that reading an integer in `base` touches, the one that ends it included.
std::size_t integer_extent(const char* text, int base) {
  const char* at = skip_space_and_sign(text);
  bool hexadecimal = (base == 0 || base == 16) && has_hex_mark(at);
  if (base == 0) base = hexadecimal ? 16 : *at == '0' ? 8 : 10;
  if (hexadecimal) at += 2;
  while (is_digit_of(*at, base)) ++at;
  return static_cast<std::size_t>(at - text) + 1;
}

// The same for a floating-point number. Of an exponent's sign and of the words inf and nan(...) it counts what may have
// to be looked at, even if it then turns out not to belong to the number.
std::size_t float_extent(const char* text) {
  const char* at = skip_space_and_sign(text);
  unsigned char first = static_cast<unsigned char>(*at);
  if (std::isalpha(first)) {
    if (std::strchr("iInN", first) == nullptr) return static_cast<std::size_t>(at - text) + 1;
    while (std::isalnum(static_cast<unsigned char>(*at)) || *at == '_' || *at == '(') ++at;
    return static_cast<std::size_t>(at - text) + 1;
  }
  bool hexadecimal = has_hex_mark(at);
  char mark = hexadecimal ? 'p' : 'e';
  if (hexadecimal) at += 2;
  while (is_digit_of(*at, hexadecimal ? 16 : 10) || *at == '.' || *at == ',') ++at;
  if (std::tolower(static_cast<unsigned char>(*at)) == mark) {
    ++at;
    if (*at == '+' || *at == '-') ++at;
    while (is_digit_of(*at, 10)) ++at;
  }
  return static_cast<std::size_t>(at - text) + 1;
}

// Reads the number with convert(text, &end), then tells the caller where it ended.
template <typename Extent, typename Convert>
auto parse(const char* text, char** end, Extent extent, Convert convert) {
  const HeddlePoint* point = call_point();
  char* stopped = nullptr;
  decltype(convert(text, &stopped)) value{};
  read_extent(text, point, [&] {
    value = convert(text, &stopped);
    return extent(text);
  });
  if (end) {
    int range_error = errno;  // other threads may run before the next event; errno is ours, but be plain about it
    write_value(end, stopped, point);
    errno = range_error;
  }
  return value;
}

template <typename Convert>
auto parse_integer(const char* text, char** end, int base, Convert convert) {
  return parse(
      text, end, [base](const char* in) { return integer_extent(in, base); },
      [=](const char* in, char** stopped) { return convert(in, stopped, base); });
}

// nan("1") is what strtod makes of "NAN(1)".
template <typename Convert>
auto not_a_number(const char* tag, Convert convert) {
  Scratch scratch;
  View kept = read_string(tag, kNoLimit, scratch, call_point());
  constexpr std::size_t kFrame = sizeof("NAN()");
  char* text = scratch.take(kept.size + kFrame);
  std::memcpy(text, "NAN(", 4);
  std::memcpy(text + 4, kept.bytes, kept.size - 1);
  std::memcpy(text + 3 + kept.size, ")", 2);
  return convert(text, nullptr);
}

}  // namespace
}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

extern "C" {

long __heddle_libc_strtol(const char* text, char** end, int base) {
  return executing() ? parse_integer(text, end, base, std::strtol) : std::strtol(text, end, base);
}

unsigned long __heddle_libc_strtoul(const char* text, char** end, int base) {
  return executing() ? parse_integer(text, end, base, std::strtoul) : std::strtoul(text, end, base);
}

long long __heddle_libc_strtoll(const char* text, char** end, int base) {
  return executing() ? parse_integer(text, end, base, std::strtoll) : std::strtoll(text, end, base);
}

unsigned long long __heddle_libc_strtoull(const char* text, char** end, int base) {
  return executing() ? parse_integer(text, end, base, std::strtoull) : std::strtoull(text, end, base);
}

double __heddle_libc_strtod(const char* text, char** end) {
  return executing() ? parse(text, end, float_extent, std::strtod) : std::strtod(text, end);
}

float __heddle_libc_strtof(const char* text, char** end) {
  return executing() ? parse(text, end, float_extent, std::strtof) : std::strtof(text, end);
}

long double __heddle_libc_strtold(const char* text, char** end) {
  return executing() ? parse(text, end, float_extent, std::strtold) : std::strtold(text, end);
}

std::intmax_t __heddle_libc_strtoimax(const char* text, char** end, int base) {
  return executing() ? parse_integer(text, end, base, std::strtoimax) : std::strtoimax(text, end, base);
}

std::uintmax_t __heddle_libc_strtoumax(const char* text, char** end, int base) {
  return executing() ? parse_integer(text, end, base, std::strtoumax) : std::strtoumax(text, end, base);
}

int __heddle_libc_atoi(const char* text) { return static_cast<int>(__heddle_libc_strtol(text, nullptr, 10)); }

long __heddle_libc_atol(const char* text) { return __heddle_libc_strtol(text, nullptr, 10); }

long long __heddle_libc_atoll(const char* text) { return __heddle_libc_strtoll(text, nullptr, 10); }

double __heddle_libc_atof(const char* text) { return __heddle_libc_strtod(text, nullptr); }

}  // extern "C"

HEDDLE_INTERPOSED double nan(const char* tag) noexcept { return not_a_number(tag, std::strtod); }

HEDDLE_INTERPOSED float nanf(const char* tag) noexcept { return not_a_number(tag, std::strtof); }

HEDDLE_INTERPOSED long double nanl(const char* tag) noexcept { return not_a_number(tag, std::strtold); }
