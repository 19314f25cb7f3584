// SPDX-License-Identifier: Apache-2.0
#include "compile/bitcode_records.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(BitcodeRecords, ConcatenatedRecordsComeBackOneByOne) {
  BitcodeRecord first{"a.c", std::string("BC\xc0\xde\0\x01", 6)};
  BitcodeRecord second{"dir/b.cpp", "12345678"};
  auto records = decode_bitcode_records(encode_bitcode_record(first) + encode_bitcode_record(second));
  ASSERT_TRUE(records);
  EXPECT_EQ(*records, (std::vector<BitcodeRecord>{first, second}));
}

TEST(BitcodeRecords, AnEmptySectionHoldsNoRecords) {
  auto records = decode_bitcode_records("");
  ASSERT_TRUE(records);
  EXPECT_TRUE(records->empty());
}

TEST(BitcodeRecords, EveryTruncationInsideARecordIsAnError) {
  std::string bytes = encode_bitcode_record({"a.c", "1234567"});
  for (std::size_t size = 1; size < bytes.size() - 6; ++size) {
    EXPECT_FALSE(decode_bitcode_records(std::string_view(bytes).substr(0, size))) << size;
  }
}

TEST(BitcodeRecords, ForeignBytesAreAnError) { EXPECT_FALSE(decode_bitcode_records(std::string(64, 'x'))); }

}  // namespace
}  // namespace heddle
