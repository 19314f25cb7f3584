// SPDX-License-Identifier: Apache-2.0
//
// Ranges: what the small numbers that a program computes with are in C++. Number n of a cell can be a double, a pointer
// with a tag or have all that tells it apart in its highest byte; the enumerator need not know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::fuzz {

struct Range {
  const char* type;
  const char* encode;  // what number n is
  const char* decode;  // which number x is
  const char* stride;  // what n + 1 has more than n; null: that is no addition
  bool is_word;        // fits into a pointer
  bool is_constant;    // known when it is compiled
  bool is_compared;    // equal numbers are all that compares equal
  bool is_floating() const;
  bool is_wide() const;  // more than 8 bytes
};

// [0]: int, as it is.
const std::vector<Range>& ranges();
// The others in C++: R1 ... with enc() and dec().
std::string range_declarations();
// The number in that range, the value of that expression as a number.
std::string encoded(std::uint8_t range, const std::string& number);
std::string decoded(std::uint8_t range, const std::string& value);
std::string type_of(std::uint8_t range);

}  // namespace heddle::fuzz
