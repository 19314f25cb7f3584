// SPDX-License-Identifier: Apache-2.0
//
// What an atomic read-modify-write makes of a value.
#pragma once

#include <cstdint>

#include "trace/event.h"

namespace heddle {

std::uint64_t modified(RmwOperator rmw, std::uint64_t old_value, std::uint64_t operand, std::uint32_t size);

}  // namespace heddle
