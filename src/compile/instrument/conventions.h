// SPDX-License-Identifier: Apache-2.0
//
// Functions whose name or type alone says what they do.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// SV-COMP: functions called __VERIFIER_atomic_... are one step. C: what a main without a result leaves is unspecified, and
// the runtime is told not to look at it.
void follow_conventions(llvm::Module& module);

}  // namespace heddle::instrument
