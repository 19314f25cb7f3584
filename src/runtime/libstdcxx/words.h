// SPDX-License-Identifier: Apache-2.0
//
// Words of the program's objects, read and written on behalf of a function of libstdc++: one event each, at the place of
// the call. Natively they are plain accesses.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/runtime.h"

namespace heddle::runtime::libstdcxx {

constexpr auto kPlain = static_cast<std::uint32_t>(MemoryOrder::Plain);

template <typename Value>
Value load(const Value* from, const HeddlePoint* point) {
  static_assert(sizeof(Value) == 8 || sizeof(Value) == 4);
  std::uint64_t bits = sizeof(Value) == 8 ? __heddle_load8(from, kPlain, point) : __heddle_load4(from, kPlain, point);
  Value value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename Value>
void store(Value* to, Value value, const HeddlePoint* point) {
  static_assert(sizeof(Value) == 8 || sizeof(Value) == 4);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  if constexpr (sizeof(Value) == 8) {
    __heddle_store8(to, bits, kPlain, point);
  } else {
    __heddle_store4(to, bits, kPlain, point);
  }
}

}  // namespace heddle::runtime::libstdcxx
