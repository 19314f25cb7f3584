// SPDX-License-Identifier: Apache-2.0
//
// Output to a descriptor of bytes that are private already.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "runtime/runtime.h"

namespace heddle::runtime::libc {

// Writes like write(2), on behalf of `function`. An event unless the descriptor is standard output or error.
ssize_t put_out(const char* function, int descriptor, const void* bytes, std::size_t size, const HeddlePoint* point);

}  // namespace heddle::runtime::libc
