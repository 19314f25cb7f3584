// SPDX-License-Identifier: Apache-2.0
//
// The arguments of a scanf call made private: the format is read with an event, and a new argument list is built whose
// pointers lead to private memory. libc's own vsscanf or vfscanf then converts; what it assigned is afterwards written
// to where the program wanted it, one event each, in the order of the conversions.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "runtime/libc/ranges.h"
#include "runtime/libc/stream/format_syntax.h"

namespace heddle::runtime::libc {

enum class Dialect { C99, Gnu };  // Gnu: plain `scanf` of old standards, where %as allocates

class PrivateDestinations {
 public:
  // `longest` is how many characters a string conversion without a width can yield.
  PrivateDestinations(const char* format, va_list arguments, Dialect dialect, std::size_t longest, Scratch& scratch,
                      const HeddlePoint* point);

  // Calls use(format, arguments) and returns what it returns: the number of assignments or EOF.
  template <typename Use>
  int apply(Use use) {
    va_list arguments;
    take_from_slots(arguments, slots_);
    assigned_ = use(format_, arguments);
    return assigned_;
  }

  // Writes what was assigned. `ended` says whether the input was used up: then the last %5c may have got fewer.
  void deliver(bool ended, const HeddlePoint* point);

 private:
  static constexpr int kMaxConversions = 64;
  enum class Kind : std::uint8_t { Number, Count, Characters, String, Allocated };

  struct Conversion {
    int argument = 0;
    Kind kind = Kind::Number;
    bool is_wide = false;
    std::size_t size = 0;  // Number, Count: bytes; else characters at most
    char* from = nullptr;  // private
    void* to = nullptr;    // the program's
  };

  void scan(Dialect dialect, std::size_t longest);
  bool parse(const char*& at, Dialect dialect, std::size_t longest, Conversion& conversion);
  void classify(char letter, std::size_t width, std::size_t longest, std::size_t number_size, Conversion& conversion);
  void load(va_list arguments, Scratch& scratch);
  void deliver_one(const Conversion& conversion, bool may_be_short, const HeddlePoint* point);
  void deliver_allocated(const Conversion& conversion, const HeddlePoint* point);

  const char* format_;
  int next_argument_ = 0;
  int argument_count_ = 0;
  int count_ = 0;
  int assigned_ = 0;
  Conversion conversions_[kMaxConversions];
  alignas(16) void* slots_[kMaxConversions];
};

}  // namespace heddle::runtime::libc
