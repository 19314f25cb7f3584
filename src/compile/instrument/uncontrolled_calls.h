// SPDX-License-Identifier: Apache-2.0
//
// Functions of the system that block, synchronise or bring in hidden state behind the scheduler's back.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace heddle::instrument {

// Why a call of this function is out of Heddle's control, or "" if it is not known to be.
llvm::StringRef why_uncontrolled(llvm::StringRef function);

// Functions of the math library that only compute: no event, no blocking, no need to know who called.
bool only_computes(llvm::StringRef function);

}  // namespace heddle::instrument
