// SPDX-License-Identifier: Apache-2.0
//
// Values of any type as 64-bit words, and the mixing of those into a hash, as IR. The runtime mixes in the same way.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::instrument {

// False for types that cannot be looked into: tokens, vectors of unknown length.
bool is_hashable(const llvm::Type& type);

// Appends the words of `value`, which must be hashable.
void append_words(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::SmallVectorImpl<llvm::Value*>& words);

llvm::Value* mix(llvm::IRBuilder<>& builder, llvm::Value* hash, llvm::Value* word);

// Undefined operands become zeros: what happens to be in a register must not get into a hash.
void define_undefined(llvm::Function& function);

}  // namespace heddle::instrument
