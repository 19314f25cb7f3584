// SPDX-License-Identifier: Apache-2.0
//
// Read-modify-writes of floating-point numbers that are neither float nor double (_Float16, __bf16). No processor of ours has
// them, and neither has the runtime: they become what the code generator would make of them, a loop around a
// compare-exchange.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

void lower_other_floats(llvm::Module& module);

}  // namespace heddle::instrument
