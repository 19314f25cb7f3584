// SPDX-License-Identifier: Apache-2.0
//
// What a piece of inline assembly does to memory, judged by its text and its constraints.
#pragma once

#include <llvm/IR/InlineAsm.h>

namespace heddle::instrument {

enum class AssemblyKind {
  Nothing,        // compiler barriers, instructions on registers
  Pause,          // only relaxes the processor
  FullFence,      // mfence
  TouchesMemory,  // has memory operands, says that it clobbers memory, or reaches it by an address
};

AssemblyKind classify(const llvm::InlineAsm& assembly);

}  // namespace heddle::instrument
