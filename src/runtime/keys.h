// SPDX-License-Identifier: Apache-2.0
//
// Destructors of pthread keys, run when a thread ends (not when the process exits). See keys.cpp.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

void run_key_destructors();

}  // namespace heddle::runtime
