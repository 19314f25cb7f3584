// SPDX-License-Identifier: Apache-2.0
//
// Values as people read them. Types are not known at run time, only sizes: small numbers are decimal and signed,
// what looks like an address or a bit pattern is hexadecimal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

std::string value_text(std::uint64_t value, std::uint32_t size);
std::string address_text(std::uint64_t address);
// 1500000 -> "1.5 ms".
std::string duration_text(std::uint64_t nanoseconds);
// 10000 -> "10,000".
std::string count_text(std::uint64_t count);
// "1 event", "3 events".
std::string counted(std::uint64_t count, const std::string& noun);
// An estimate is no exact number: 0.43 -> "45 %".
std::string share_text(double share);

// Bytes in quotes, with the escapes of C. Of many only the first and last unless `full`.
std::string quoted(std::string_view bytes, bool full = false);

}  // namespace heddle
