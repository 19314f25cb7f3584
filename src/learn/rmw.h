// SPDX-License-Identifier: Apache-2.0
//
// What an atomic read-modify-write makes of a value.
#pragma once

#include <cstdint>

#include "learn/operation.h"

namespace heddle {

// `operation` is a read-modify-write of at most 8 bytes.
std::uint64_t modified(const Operation& operation, std::uint64_t old_value);

}  // namespace heddle
