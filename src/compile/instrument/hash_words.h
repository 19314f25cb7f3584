// SPDX-License-Identifier: Apache-2.0
//
// Values of any type as 64-bit words, and the state of the mixer (wire/mixer.h) as IR.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::instrument {

// False for types that cannot be looked into: tokens, vectors of unknown length.
bool is_hashable(const llvm::Type& type);

// Appends the words of `value`, which must be hashable.
void append_words(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::SmallVectorImpl<llvm::Value*>& words);

// The state of the mixer as two values, or, in memory and as the result of a call, as a pair.
struct MixerState {
  llvm::Value* first = nullptr;
  llvm::Value* second = nullptr;
};

// How words were mixed once, for tests that must notice: 64 bits, and a difference in the highest byte of a word can be
// taken back by one in the lowest of the next.
MixerState mix_badly(llvm::IRBuilder<>& builder, MixerState state, llvm::Value* word);

MixerState load_state(llvm::IRBuilder<>& builder, llvm::Value* address);
void store_state(llvm::IRBuilder<>& builder, MixerState state, llvm::Value* address);
MixerState unpack_state(llvm::IRBuilder<>& builder, llvm::Value* pair);

// Undefined operands become zeros: what happens to be in a register must not get into a hash.
void define_undefined(llvm::Function& function);

}  // namespace heddle::instrument
