// SPDX-License-Identifier: Apache-2.0
//
// The records of section .heddle_bc: what the linker concatenates must be readable one by one. A record is a header
// (magic, version, length of the path, length of the bitcode), the path, the bitcode, and zeros up to 8 bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/result.h"

namespace heddle {

constexpr char kBitcodeSection[] = ".heddle_bc";

struct BitcodeRecord {
  std::string source_path;  // as the compiler saw it
  std::string bitcode;      // of the module before instrumentation
  friend bool operator==(const BitcodeRecord&, const BitcodeRecord&) = default;
};

std::string encode_bitcode_record(const BitcodeRecord& record);
// `section` is the content of kBitcodeSection of an object file, library or executable.
Result<std::vector<BitcodeRecord>> decode_bitcode_records(std::string_view section);

}  // namespace heddle
