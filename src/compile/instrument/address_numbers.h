// SPDX-License-Identifier: Apache-2.0
//
// Whether what a function does may depend on *where* its thread's stack and thread-local variables are, and not only on
// what is in them: it makes a number of such an address. Threads in the same local state then need not do the same
// (learn/model.h shares what is known of them), and nothing that is seen at run time would tell. Addresses that are
// stored, loaded or accessed are seen there.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::instrument {

bool makes_numbers_of_addresses(const llvm::Function& function);

}  // namespace heddle::instrument
