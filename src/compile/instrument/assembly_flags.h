// SPDX-License-Identifier: Apache-2.0
//
// The processor's flags while a piece of inline assembly is turned into instructions, as far as they are known.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compile/instrument/assembly_mnemonics.h"

namespace heddle::instrument {

class AssemblyFlags {
 public:
  explicit AssemblyFlags(llvm::IRBuilderBase& builder) : builder_(builder) {}

  void set_by_addition(llvm::Value* left, llvm::Value* right);     // left + right
  void set_by_subtraction(llvm::Value* left, llvm::Value* right);  // left - right
  void set_by_logic(llvm::Value* result);
  // Addition and subtraction of one, which leave the carry alone.
  void set_by_increment(llvm::Value* left);
  void set_by_decrement(llvm::Value* left);
  void set_zero_only(llvm::Value* zero) { zero_ = zero; }
  // The manuals do not say what becomes of the other flags, or do not agree.
  void set_by_bit_test(llvm::Value* carry);
  void forget();

  // One bit; nothing if a flag is not known.
  llvm::Value* condition(Condition condition);
  llvm::Value* carry() const { return carry_; }

 private:
  llvm::Value* even_condition(Condition condition);
  void set_by_result(llvm::Value* result);
  llvm::Value* is_negative(llvm::Value* value);

  llvm::IRBuilderBase& builder_;
  llvm::Value* carry_ = nullptr;
  llvm::Value* zero_ = nullptr;
  llvm::Value* sign_ = nullptr;
  llvm::Value* overflow_ = nullptr;
  llvm::Value* parity_ = nullptr;
};

}  // namespace heddle::instrument
