// SPDX-License-Identifier: Apache-2.0
//
// What a program's file says of itself, read without starting it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "trace/result.h"

namespace heddle {

struct ProgramFile {
  std::optional<std::uint32_t> wire_version;  // of the runtime that it holds; none: it was not built with Heddle
  std::string build_id;                       // hexadecimal; "" if it has none
};

// Anything that is no program of this machine has neither.
Result<ProgramFile> read_program_file(const std::string& path);

}  // namespace heddle
