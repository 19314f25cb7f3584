// SPDX-License-Identifier: Apache-2.0
#include "trace/result_use.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

wire::OutcomeTest test(unsigned bits, unsigned extended, bool is_signed, wire::Comparison comparison,
                       std::uint64_t constant) {
  return {constant, static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(extended), is_signed, comparison, {}};
}

TEST(ResultUse, NothingMattersOfADeadResultAndAllOfAFullOne) {
  EXPECT_EQ(abstract_result({ResultUseKind::Dead, {}}, 7), 0u);
  EXPECT_EQ(abstract_result({ResultUseKind::Full, {}}, 7), 7u);
  EXPECT_EQ(abstract_result({ResultUseKind::Success, {}}, 1), 1u);
}

TEST(ResultUse, EachTestIsOneBit) {
  const ResultUse use{
      ResultUseKind::Outcomes,
      {test(32, 32, false, wire::Comparison::SignedGreater, 2), test(32, 32, false, wire::Comparison::Equal, 5)}};
  EXPECT_EQ(abstract_result(use, 2), 0u);
  EXPECT_EQ(abstract_result(use, 3), 1u);
  EXPECT_EQ(abstract_result(use, 5), 3u);
  EXPECT_EQ(abstract_result(use, 0xffffffff), 0u);  // -1
}

TEST(ResultUse, ExtensionsDecideWhatIsCompared) {
  const std::uint64_t minus_one = 0xff;
  const ResultUse as_signed{ResultUseKind::Outcomes, {test(8, 32, true, wire::Comparison::SignedLess, 0)}};
  const ResultUse as_unsigned{ResultUseKind::Outcomes, {test(8, 32, false, wire::Comparison::SignedLess, 0)}};
  EXPECT_EQ(abstract_result(as_signed, minus_one), 1u);
  EXPECT_EQ(abstract_result(as_unsigned, minus_one), 0u);
  const ResultUse wide{ResultUseKind::Outcomes, {test(64, 64, false, wire::Comparison::UnsignedGreater, 1)}};
  EXPECT_EQ(abstract_result(wide, ~std::uint64_t{0}), 1u);
  const ResultUse one_bit{ResultUseKind::Outcomes, {test(1, 1, false, wire::Comparison::NotEqual, 0)}};
  EXPECT_EQ(abstract_result(one_bit, 2), 0u);
  EXPECT_EQ(abstract_result(one_bit, 3), 1u);
}

}  // namespace
}  // namespace heddle
