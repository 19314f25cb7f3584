// SPDX-License-Identifier: Apache-2.0
//
// Whether an access stays inside its stack object whatever the function was told: also after a result that no
// interleaving gives it, as peeks try them out (runtime/peek.h). So nothing is concluded from what would be undefined
// otherwise (nsw, inbounds, assumptions), only from constants, masks and loops that count between constants.
#pragma once

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace heddle::instrument {

class ObjectBounds {
 public:
  // Valid until blocks are split or joined.
  explicit ObjectBounds(llvm::Function& function);

  // `size` bytes at `pointer`, accessed by `at`, are part of a stack object of the function.
  bool has_inside(const llvm::Value* pointer, std::uint64_t size, const llvm::Instruction& at);

 private:
  bool has_inside(const llvm::Value* pointer, llvm::ConstantRange offset, std::uint64_t size,
                  const llvm::Instruction& at, unsigned depth);
  bool add_offset(const llvm::GEPOperator& step, llvm::ConstantRange& offset, const llvm::Instruction& at,
                  unsigned depth);
  llvm::ConstantRange range_of(const llvm::Value* value, const llvm::Instruction& at, unsigned depth);
  llvm::ConstantRange range_of_phi(const llvm::PHINode& phi, const llvm::Instruction& at, unsigned depth);
  std::optional<llvm::ConstantRange> counted(const llvm::PHINode& phi, const llvm::Instruction& at);
  llvm::DominatorTree& dominators();

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  std::optional<llvm::DominatorTree> dominators_;  // most functions do without
};

}  // namespace heddle::instrument
