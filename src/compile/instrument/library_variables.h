// SPDX-License-Identifier: Apache-2.0
//
// Variables of libc's that its functions read or write unasked: `stdout` by printf, `tzname` by localtime. Hardly any program
// assigns them, so these accesses are events only in programs that do, or that hand out the address.
#pragma once

#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

// Before accesses are rewritten: then each of them is a call.
bool assigns_standard_streams(const llvm::Module& module);
bool assigns_time_zone(const llvm::Module& module);

}  // namespace heddle::instrument
