// SPDX-License-Identifier: Apache-2.0
//
// Sends the libc functions of wire/libc_redirects.h to __heddle_libc_<name>, calls and function pointers alike, before
// the optimiser can turn one of them into another.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

void redirect_libc(llvm::Module& module);

// Takes back what the front end or the user's attributes promise about the effects of functions ("reads only", "has
// no effect"): with events inside, calls must not be merged, moved or dropped on the strength of it.
void withdraw_effect_promises(llvm::Module& module);

}  // namespace heddle::instrument
