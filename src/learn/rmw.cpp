// SPDX-License-Identifier: Apache-2.0
#include "learn/rmw.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle {
namespace {

std::int64_t as_signed(std::uint64_t value, std::uint32_t size) {
  const unsigned shift = 64 - 8 * size;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

template <typename Float>
Float floating(RmwOperator rmw, Float old_value, Float operand) {
  switch (rmw) {
    case RmwOperator::FloatAdd:
      return old_value + operand;
    case RmwOperator::FloatSub:
      return old_value - operand;
    case RmwOperator::FloatMax:
      return std::fmax(old_value, operand);
    case RmwOperator::FloatMin:
      return std::fmin(old_value, operand);
    default:
      return operand;
  }
}

std::uint64_t floating(RmwOperator rmw, std::uint64_t old_value, std::uint64_t operand, std::uint32_t size) {
  if (size == 8) {
    return std::bit_cast<std::uint64_t>(
        floating(rmw, std::bit_cast<double>(old_value), std::bit_cast<double>(operand)));
  }
  return std::bit_cast<std::uint32_t>(floating(rmw, std::bit_cast<float>(static_cast<std::uint32_t>(old_value)),
                                               std::bit_cast<float>(static_cast<std::uint32_t>(operand))));
}

std::uint64_t unbounded(RmwOperator rmw, std::uint64_t old_value, std::uint64_t operand, std::uint32_t size) {
  switch (rmw) {
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
      return floating(rmw, old_value, operand, size);
  }
  return operand;
}

}  // namespace

std::uint64_t modified(RmwOperator rmw, std::uint64_t old_value, std::uint64_t operand, std::uint32_t size) {
  const std::uint64_t result = unbounded(rmw, old_value, operand, size);
  return size >= 8 ? result : result & ((std::uint64_t{1} << (8 * size)) - 1);
}

}  // namespace heddle
