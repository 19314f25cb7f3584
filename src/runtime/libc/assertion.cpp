// SPDX-License-Identifier: Apache-2.0
//
// Failed assertions of <assert.h> and of libstdc++'s checked mode. Natively they do what they always did.
#include "runtime/libc/assertion.h"

#include <cstdio>
#include <cstring>

#include "runtime/libc/interpose.h"
#include "runtime/runtime.h"

namespace heddle::runtime::libc {

void end_asserted(const char* text, const char* file, unsigned line) {
  const HeddlePoint* point = call_point();
  wire::Slot& slot = *state().slot;
  if (file == nullptr && point != nullptr) {
    file = point->file;
    line = point->line;
  }
  std::snprintf(slot.failing_file, sizeof(slot.failing_file), "%s", file ? file : "");
  slot.failing_line = line;
  if (point != nullptr) set_failing_point(point);
  end_with_message(Outcome::AssertionFailed, text);
}

}  // namespace heddle::runtime::libc

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

HEDDLE_INTERPOSED [[noreturn]] void __assert_fail(const char* text, const char* file, unsigned line,
                                                  const char* function) noexcept {
  if (executing()) end_asserted(text, file, line);
  auto real =
      reinterpret_cast<void (*)(const char*, const char*, unsigned, const char*)>(real_function("__assert_fail"));
  real(text, file, line, function);
  __builtin_unreachable();
}

HEDDLE_INTERPOSED [[noreturn]] void __assert(const char* text, const char* file, int line) noexcept {
  __assert_fail(text, file, static_cast<unsigned>(line), "?");
}

HEDDLE_INTERPOSED [[noreturn]] void __assert_perror_fail(int error, const char* file, unsigned line,
                                                         const char* function) noexcept {
  if (executing()) end_asserted(strerrordesc_np(error), file, line);
  auto real =
      reinterpret_cast<void (*)(int, const char*, unsigned, const char*)>(real_function("__assert_perror_fail"));
  real(error, file, line, function);
  __builtin_unreachable();
}

// std::__glibcxx_assert_fail(file, line, function, condition): what -D_GLIBCXX_ASSERTIONS calls. The file is a header
// of the library, so the line of the user's call says more.
HEDDLE_INTERPOSED [[noreturn]] void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char* file, int line,
                                                                          const char* function, const char* text) {
  if (executing()) end_asserted(text ? text : "unreachable code of the C++ library was reached", nullptr, 0);
  auto real = reinterpret_cast<void (*)(const char*, int, const char*, const char*)>(
      real_function("_ZSt21__glibcxx_assert_failPKciS0_S0_"));
  real(file, line, function, text);
  __builtin_unreachable();
}
