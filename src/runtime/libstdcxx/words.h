// SPDX-License-Identifier: Apache-2.0
//
// Words of the program's objects, read and written on behalf of a function of libstdc++: one event each, at the place of
// the call. Natively they are plain accesses.
#pragma once

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libstdcxx {

template <typename Value>
Value load(const Value* from, const HeddlePoint* point) {
  return executing() ? libc::read_value(from, point) : *from;
}

template <typename Value>
void store(Value* to, Value value, const HeddlePoint* point) {
  if (executing()) {
    libc::write_value(to, value, point);
  } else {
    *to = value;
  }
}

}  // namespace heddle::runtime::libstdcxx
