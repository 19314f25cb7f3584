// SPDX-License-Identifier: Apache-2.0
//
// Inline assembly that accesses memory becomes LLVM's own instructions where all of it is understood, so that
// everything after it, the rewriting of accesses first of all, sees it like any other code. What is not understood
// stays as it is and is warned about later (calls.cpp).
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::instrument {

void lower_assembly(llvm::Function& function);

}  // namespace heddle::instrument
