// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/other_floats.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

bool is_other_float(const AtomicRMWInst& rmw) {
  const Type* type = rmw.getType();
  return type->isFPOrFPVectorTy() && !type->isFloatTy() && !type->isDoubleTy();
}

// before: load; loop: old = phi, compare-exchange(old, old + operand), again if another value was there.
void lower(AtomicRMWInst& rmw, const DataLayout& layout) {
  const auto bits = static_cast<unsigned>(layout.getTypeSizeInBits(rmw.getType()).getFixedValue());
  BasicBlock* before = rmw.getParent();
  BasicBlock* after = SplitBlock(before, rmw.getIterator());
  BasicBlock* loop = BasicBlock::Create(rmw.getContext(), "heddle.again", before->getParent(), after);
  IRBuilder<> builder(before->getTerminator());
  builder.SetCurrentDebugLocation(rmw.getDebugLoc());
  Type* word = builder.getIntNTy(bits);
  const AtomicOrdering failure = AtomicCmpXchgInst::getStrongestFailureOrdering(rmw.getOrdering());
  LoadInst* first = builder.CreateAlignedLoad(word, rmw.getPointerOperand(), rmw.getAlign(), rmw.isVolatile());
  first->setAtomic(failure, rmw.getSyncScopeID());
  builder.CreateBr(loop);
  before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(loop);
  PHINode* old = builder.CreatePHI(word, 2);
  old->addIncoming(first, before);
  Value* number = builder.CreateBitCast(old, rmw.getType());
  Value* wanted = buildAtomicRMWValue(rmw.getOperation(), builder, number, rmw.getValOperand());
  AtomicCmpXchgInst* pair =
      builder.CreateAtomicCmpXchg(rmw.getPointerOperand(), old, builder.CreateBitCast(wanted, word), rmw.getAlign(),
                                  rmw.getOrdering(), failure, rmw.getSyncScopeID());
  pair->setVolatile(rmw.isVolatile());
  old->addIncoming(builder.CreateExtractValue(pair, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), after, loop);
  rmw.replaceAllUsesWith(number);
  rmw.eraseFromParent();
}

}  // namespace

void lower_other_floats(Module& module) {
  SmallVector<AtomicRMWInst*, 4> found;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* rmw = dyn_cast<AtomicRMWInst>(&instruction);
      if (rmw && is_other_float(*rmw)) found.push_back(rmw);
    }
  }
  for (AtomicRMWInst* rmw : found) lower(*rmw, module.getDataLayout());
}

}  // namespace heddle::instrument
