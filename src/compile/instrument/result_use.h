// SPDX-License-Identifier: Apache-2.0
//
// Which values are only ever compared with constants. The outcomes of the comparisons are then all that can matter of them:
// for the label of the access that gave the value, and for hashes of it as long as it is needed.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compile/instrument/liveness.h"
#include "wire/result_use.h"

namespace heddle::instrument {

using OutcomeTests = llvm::SmallVector<wire::OutcomeTest, 8>;

// False: something else depends on the value, or too many comparisons do. Empty: nothing depends on it. A value with one
// bit is its own outcome.
bool find_outcomes(const llvm::Value& value, const Liveness& liveness, OutcomeTests& tests);

// The outcomes as bits of one word, as wire::outcomes computes them.
llvm::Value* emit_outcomes(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::ArrayRef<wire::OutcomeTest> tests);

// What the result of an inserted call is used for. Full for calls that give none.
wire::ResultUseKind use_of_result(const llvm::CallBase& call, const Liveness& liveness, OutcomeTests& tests);

}  // namespace heddle::instrument
