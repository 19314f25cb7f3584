// SPDX-License-Identifier: Apache-2.0
//
// While the runtime tries out a result that the thread may never be given (runtime/peek.h), a write to private memory
// may go anywhere: the index is out of bounds then, the length too large. Where that cannot be excluded, the compiled
// code asks whether it is being tried out, and if the write leaves its object, it is not made: the runtime is told
// instead. Otherwise that costs a load and a branch which is never taken.
#pragma once

#include <llvm/IR/Function.h>

#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

// Comes last: what is no call of the runtime by now is private.
void guard_private_writes(llvm::Function& function, const RuntimeCalls& runtime);

}  // namespace heddle::instrument
