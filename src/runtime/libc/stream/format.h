// SPDX-License-Identifier: Apache-2.0
//
// The arguments of a printf call made private: the format and every string that %s would read are read with an event
// each and kept, and a new argument list is built that points to what was kept. libc's own vsnprintf or vfprintf then
// formats (floating point, locales, padding ...) without touching anything that other threads can change.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/format_syntax.h"

namespace heddle::runtime::libc {

class PrivateArguments {
 public:
  PrivateArguments(const char* format, va_list arguments, Scratch& scratch, const HeddlePoint* point);

  const char* format() const { return format_; }
  // Calls use(format, arguments) with a fresh list and returns what it returns. May be called several times.
  template <typename Use>
  auto apply(Use use) {
    va_list arguments;
    take_from_slots(arguments, slots_);
    return use(format_, arguments);
  }

 private:
  static constexpr int kMaxArguments = 64;
  enum class Kind : std::uint8_t { Unused, Integer, Double, LongDouble };

  struct Conversion {
    int argument = -1;            // of the value
    int precision_argument = -1;  // %.*s
    int precision = -1;           // none
    Kind kind = Kind::Unused;
    bool is_string = false;
    bool is_wide = false;
  };

  void scan();
  Conversion parse(const char*& at);
  int parse_star(const char*& at);
  void parse_precision(const char*& at, Conversion& conversion);
  void classify(char letter, int longs, bool long_double, Conversion& conversion);
  void need(int argument, Kind kind);
  void load(va_list arguments);
  void keep_string(const Conversion& conversion, Scratch& scratch, const HeddlePoint* point);
  std::uint64_t& integer(int argument) { return slots_[offsets_[argument]]; }

  const char* format_;
  int next_argument_ = 0;
  int argument_count_ = 0;
  int string_count_ = 0;
  Kind kinds_[kMaxArguments] = {};
  std::uint8_t offsets_[kMaxArguments];
  Conversion strings_[kMaxArguments];
  alignas(16) std::uint64_t slots_[2 * kMaxArguments + 2];  // as the caller's stack would hold them
};

}  // namespace heddle::runtime::libc
