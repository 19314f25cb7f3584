// SPDX-License-Identifier: Apache-2.0
#include "learn/rmw.h"

#include <xmmintrin.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle {
namespace {

std::int64_t as_signed(std::uint64_t value, std::uint32_t size) {
  const unsigned shift = 64 - 8 * size;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

// As the thread that performs the operation has set up its processor (wire/ring.h); put back at the end.
class FloatMode {
 public:
  explicit FloatMode(std::uint64_t mode) {
    const auto bits = static_cast<unsigned>(mode);
    _mm_setcsr((before_ & ~kBits) | (bits & 7) << 13 | (bits >> 3 & 1) << 6);
  }
  ~FloatMode() { _mm_setcsr(before_); }
  FloatMode(const FloatMode&) = delete;
  FloatMode& operator=(const FloatMode&) = delete;

 private:
  static constexpr unsigned kBits = 7u << 13 | 1u << 6;
  const unsigned before_ = _mm_getcsr();
};

// Of a number and none the number, as fmax and fmin have it.
template <typename Float>
Float chosen(Float old_value, Float operand, bool is_old_better) {
  if (std::isnan(old_value)) return operand;
  return is_old_better || std::isnan(operand) ? old_value : operand;
}

template <typename Float>
Float floating(RmwOperator rmw, Float one, Float other) {
  switch (rmw) {
    case RmwOperator::FloatAdd:
      return one + other;
    case RmwOperator::FloatSub:
      return one - other;
    case RmwOperator::FloatMax:
      return chosen(one, other, one > other);
    case RmwOperator::FloatMin:
      return chosen(one, other, one < other);
    default:
      return other;
  }
}

template <typename Float, typename Bits>
std::uint64_t floating_bits(const Operation& operation, std::uint64_t old_value) {
  const FloatMode mode(operation.second);
  // Volatile: the compiler must not compute before the mode is set, nor after it was put back.
  volatile Float one = std::bit_cast<Float>(static_cast<Bits>(old_value));
  volatile Float other = std::bit_cast<Float>(static_cast<Bits>(operation.first));
  volatile Float result = floating<Float>(operation.rmw, one, other);
  return std::bit_cast<Bits>(Float{result});
}

std::uint64_t unbounded(const Operation& operation, std::uint64_t old_value) {
  const std::uint64_t operand = operation.first;
  const std::uint32_t size = operation.size;
  switch (operation.rmw) {
    case RmwOperator::Exchange:
      return operand;
    case RmwOperator::Add:
      return old_value + operand;
    case RmwOperator::Sub:
      return old_value - operand;
    case RmwOperator::And:
      return old_value & operand;
    case RmwOperator::Nand:
      return ~(old_value & operand);
    case RmwOperator::Or:
      return old_value | operand;
    case RmwOperator::Xor:
      return old_value ^ operand;
    case RmwOperator::Max:
      return as_signed(old_value, size) > as_signed(operand, size) ? old_value : operand;
    case RmwOperator::Min:
      return as_signed(old_value, size) < as_signed(operand, size) ? old_value : operand;
    case RmwOperator::UnsignedMax:
      return std::max(old_value, operand);
    case RmwOperator::UnsignedMin:
      return std::min(old_value, operand);
    case RmwOperator::IncrementWrap:
      return old_value >= operand ? 0 : old_value + 1;
    case RmwOperator::DecrementWrap:
      return old_value == 0 || old_value > operand ? operand : old_value - 1;
    case RmwOperator::FloatAdd:
    case RmwOperator::FloatSub:
    case RmwOperator::FloatMax:
    case RmwOperator::FloatMin:
      return size == 8 ? floating_bits<double, std::uint64_t>(operation, old_value)
                       : floating_bits<float, std::uint32_t>(operation, old_value);
  }
  return operand;
}

}  // namespace

std::uint64_t modified(const Operation& operation, std::uint64_t old_value) {
  const std::uint64_t result = unbounded(operation, old_value);
  const std::uint32_t size = operation.size;
  return size >= 8 ? result : result & ((std::uint64_t{1} << (8 * size)) - 1);
}

}  // namespace heddle
