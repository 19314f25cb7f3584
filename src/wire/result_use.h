// SPDX-License-Identifier: Apache-2.0
//
// What a thread does with the result of an access: nothing, only comparisons with constants, or anything. Results that it
// cannot tell apart need not be told apart by whoever follows it. Emitted by the pass, one ResultUse per access that is
// not Full (section heddle_result_uses); the runtime and the explorer must evaluate them alike.
#pragma once

#include <cstdint>

namespace heddle::wire {

struct Point;

enum class ResultUseKind : std::uint32_t {
  Full = 0,      // every bit may matter
  Dead = 1,      // nothing depends on it
  Outcomes = 2,  // only what the tests say
  Success = 3,   // compare-exchange: only whether it succeeded
};

enum class Comparison : std::uint8_t {
  Equal,
  NotEqual,
  UnsignedGreater,
  UnsignedGreaterEqual,
  UnsignedLess,
  UnsignedLessEqual,
  SignedGreater,
  SignedGreaterEqual,
  SignedLess,
  SignedLessEqual,
};

// The lowest `bits` of the result, extended to `extended_bits`, compared with the constant.
struct OutcomeTest {
  std::uint64_t constant;
  std::uint8_t bits;
  std::uint8_t extended_bits;
  std::uint8_t is_signed;  // extension
  Comparison comparison;
  std::uint8_t reserved[4];
};
static_assert(sizeof(OutcomeTest) == 16);

constexpr std::uint32_t kMostOutcomeTests = 24;

struct ResultUse {
  const Point* point;
  const OutcomeTest* tests;
  std::uint32_t test_count;
  ResultUseKind kind;
};
static_assert(sizeof(ResultUse) == 24);

constexpr std::uint64_t lowest_bits(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}
constexpr std::int64_t signed_bits(std::uint64_t value, unsigned bits) {
  return static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits);
}

constexpr bool passes(const OutcomeTest& test, std::uint64_t value) {
  value = lowest_bits(value, test.bits);
  if (test.is_signed != 0) value = lowest_bits(static_cast<std::uint64_t>(signed_bits(value, test.bits)), test.extended_bits);
  const std::uint64_t constant = lowest_bits(test.constant, test.extended_bits);
  const std::int64_t left = signed_bits(value, test.extended_bits);
  const std::int64_t right = signed_bits(constant, test.extended_bits);
  switch (test.comparison) {
    case Comparison::Equal:
      return value == constant;
    case Comparison::NotEqual:
      return value != constant;
    case Comparison::UnsignedGreater:
      return value > constant;
    case Comparison::UnsignedGreaterEqual:
      return value >= constant;
    case Comparison::UnsignedLess:
      return value < constant;
    case Comparison::UnsignedLessEqual:
      return value <= constant;
    case Comparison::SignedGreater:
      return left > right;
    case Comparison::SignedGreaterEqual:
      return left >= right;
    case Comparison::SignedLess:
      return left < right;
    case Comparison::SignedLessEqual:
      return left <= right;
  }
  return false;
}

// One bit per test.
constexpr std::uint64_t outcomes(const OutcomeTest* tests, std::uint32_t count, std::uint64_t value) {
  std::uint64_t bits = 0;
  for (std::uint32_t index = 0; index < count; ++index) {
    bits |= static_cast<std::uint64_t>(passes(tests[index], value)) << index;
  }
  return bits;
}

}  // namespace heddle::wire
