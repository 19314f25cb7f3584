// SPDX-License-Identifier: Apache-2.0
//
// Where libstdc++ looks at a std::error_code or std::error_condition of the program: number and category.
#include "runtime/libc/interpose.h"
#include "runtime/libc/ranges.h"

using namespace heddle::runtime;
using namespace heddle::runtime::libc;

namespace {

struct Code {
  std::uint64_t number;  // 32 bits, and nothing behind them
  const void* category;
};

void read_code(const Code* code) {
  if (!executing()) return;
  read_value(reinterpret_cast<const int*>(&code->number), call_point());
  read_value(&code->category, call_point());
}

}  // namespace

HEDDLE_INTERPOSED bool _ZNKSt3_V214error_category10equivalentEiRKSt15error_condition(const void* self, int number,
                                                                                      const Code* condition) noexcept {
  read_code(condition);
  return HEDDLE_REAL(_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition)(self, number, condition);
}

HEDDLE_INTERPOSED bool _ZNKSt3_V214error_category10equivalentERKSt10error_codei(const void* self, const Code* code,
                                                                                int number) noexcept {
  read_code(code);
  return HEDDLE_REAL(_ZNKSt3_V214error_category10equivalentERKSt10error_codei)(self, code, number);
}

HEDDLE_INTERPOSED Code _ZNKSt10error_code23default_error_conditionEv(const Code* self) noexcept {
  read_code(self);
  return HEDDLE_REAL(_ZNKSt10error_code23default_error_conditionEv)(self);
}
