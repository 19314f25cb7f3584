// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/foreign_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace heddle::instrument {

bool may_be_called_by_others(const Function& function) {
  return !function.hasLocalLinkage() || function.hasAddressTaken();
}

void set_place(IRBuilder<>& builder, Function& function) {
  builder.SetCurrentDebugLocation(DebugLoc());
  if (DISubprogram* subprogram = function.getSubprogram()) {
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
  }
}

Instruction* after(CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock* normal = invoke->getNormalDest();
    if (!normal->getSinglePredecessor()) normal = SplitEdge(invoke->getParent(), normal);
    return &*normal->getFirstInsertionPt();
  }
  return call.isTerminator() || call.doesNotReturn() || call.isMustTailCall() ? nullptr : call.getNextNode();
}

void ForeignCalls::note_returns(Function& function) const {
  if (!may_be_called_by_others(function)) return;
  for (BasicBlock& block : function) {
    auto* end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end || block.getTerminatingMustTailCall()) continue;
    IRBuilder<> builder(end);
    builder.CreateStore(&function, runtime_.returned());
  }
}

// As Calls has announced it, right before the call.
Value* ForeignCalls::point_of(const CallBase& call) const {
  for (const Instruction* before = call.getPrevNode(); before; before = before->getPrevNode()) {
    const auto* store = dyn_cast<StoreInst>(before);
    if (store && store->getPointerOperand() == runtime_.call_point()) return const_cast<Value*>(store->getValueOperand());
    if (isa<CallBase>(before) && !cast<CallBase>(before)->doesNotThrow()) break;  // of another call
  }
  return ConstantPointerNull::get(PointerType::get(call.getContext(), 0));
}

void ForeignCalls::ask_after(CallBase& call, MixerState hash) const {
  if (call.hasFnAttr(Attribute::ReturnsTwice)) return;
  Instruction* end = after(call);
  if (!end) return;
  IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  if (!call.getDebugLoc()) set_place(builder, *call.getFunction());
  Value* returned = builder.CreateLoad(builder.getPtrTy(), runtime_.returned());
  Value* is_foreign = builder.CreateICmpNE(returned, call.getCalledOperand());
  MDNode* unlikely = MDBuilder(call.getContext()).createUnlikelyBranchWeights();
  const DebugLoc place = builder.getCurrentDebugLocation();
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(is_foreign, end->getIterator(), /*Unreachable=*/false, unlikely));
  builder.SetCurrentDebugLocation(place);
  builder.CreateCall(runtime_.hidden_call(), {hash.first, hash.second, call.getCalledOperand(), point_of(call)});
}

void ForeignCalls::ask_after_calls(Function& function, const EventReach& reach) const {
  SmallVector<CallBase*, 16> calls;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call && reach.of(*call) == CallReach::Unknown) calls.push_back(call);
  }
  Value* nothing = ConstantInt::get(Type::getInt64Ty(function.getContext()), 0);
  for (CallBase* call : calls) ask_after(*call, {nothing, nothing});
}

}  // namespace heddle::instrument
