// SPDX-License-Identifier: Apache-2.0
//
// What of a function's values and private memory still matters after a given instruction. Strong liveness: a value counts
// only if an effect, an event or a branch that decides about one can depend on it, so that dead sums and values kept for
// the debugger do not.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "compile/instrument/private_uses.h"

namespace heddle::instrument {

struct LiveState {
  llvm::SmallVector<llvm::Value*, 8> values;   // in the order of the function
  llvm::SmallVector<llvm::Value*, 2> objects;  // private memory whose content matters
};

class Liveness {
 public:
  Liveness(llvm::Function& function, const PrivateUses& uses);

  // What matters right after each of the instructions, without its own result, but with private memory that it reads itself.
  std::vector<LiveState> after(llvm::ArrayRef<llvm::Instruction*> instructions);
  // An effect can depend on its result.
  bool is_needed(const llvm::Instruction& instruction) const { return needed_.contains(&instruction); }

 private:
  void find_needed();
  void find_live();
  void add_value(llvm::Value& value);
  void step_back(const llvm::Instruction& instruction, llvm::BitVector& live) const;
  llvm::BitVector live_out(const llvm::BasicBlock& block) const;
  LiveState decode(const llvm::BitVector& live) const;

  llvm::Function& function_;
  const PrivateUses& uses_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> needed_;
  llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
  std::vector<llvm::Value*> values_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BitVector> live_in_;
};

// Leaves out values that can be computed from others of the list, constants and addresses of fixed stack objects.
void drop_derivable(llvm::SmallVectorImpl<llvm::Value*>& values);

}  // namespace heddle::instrument
