// SPDX-License-Identifier: Apache-2.0
//
// Words of the program's objects, read and written on behalf of a function of libstdc++: one event each, at the place
// of the call. Natively they are plain accesses.
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

// Adds to a number of holders that libstdc++ keeps, and says what it was. What runs at the end of the process has no place.
inline int add(int* to, int by, const HeddlePoint* point) {
  static constexpr HeddlePoint kNowhere = {"", "", "", 0, 0, 0, 0};
  constexpr auto kOrder = static_cast<std::uint32_t>(MemoryOrder::AcquireRelease);
  constexpr auto kAdd = static_cast<std::uint32_t>(RmwOperator::Add) << 8;
  return static_cast<int>(__heddle_rmw(to, static_cast<std::uint32_t>(by), sizeof(int), kOrder | kAdd,
                                       point != nullptr ? point : &kNowhere));
}

// The write that ends a call depends on nothing that the call was told: where the program stands (fingerprint.cpp)
// still says all, and only has to be told from where it stood at first.
class Call {
 public:
  const HeddlePoint* point() const { return point_; }

  template <typename Word>
  void end(Word* word, Word value) const {
    if (context_.first != 0) __heddle_context = wire::step(context_, 1);
    store(word, value, point_);
  }

 private:
  const HeddlePoint* point_ = call_point();
  wire::Fingerprint context_ = __heddle_context;
};

}  // namespace heddle::runtime::libstdcxx
