// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/private_uses.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

const DataLayout& layout_of(const Value& object) {
  if (const auto* argument = dyn_cast<Argument>(&object)) return argument->getParent()->getParent()->getDataLayout();
  return cast<AllocaInst>(object).getModule()->getDataLayout();
}

// Arguments of the runtime's calls that it only fills.
bool fills(StringRef callee, unsigned argument) {
  return (callee == "__heddle_read" && argument == 0) || (callee == "__heddle_rmw16" && argument == 2) ||
         (callee == "__heddle_cas16" && argument == 3);
}

}  // namespace

PrivateUses::PrivateUses(Function& function, const SmallPtrSetImpl<Value*>& escaping) {
  for (Argument& argument : function.args()) {
    if (argument.hasByValAttr() && !escaping.contains(&argument)) objects_.push_back(&argument);
  }
  for (Instruction& instruction : instructions(function)) {
    if (isa<AllocaInst>(instruction) && !escaping.contains(&instruction)) objects_.push_back(&instruction);
  }
  for (unsigned index = 0; index < objects_.size(); ++index) follow(index);
}

ArrayRef<unsigned> PrivateUses::find(const Map& map, const Instruction& instruction) {
  auto known = map.find(&instruction);
  return known == map.end() ? ArrayRef<unsigned>() : ArrayRef<unsigned>(known->second);
}

std::uint64_t PrivateUses::size_of(const Value& object) {
  const DataLayout& layout = layout_of(object);
  if (const auto* argument = dyn_cast<Argument>(&object)) return layout.getTypeAllocSize(argument->getParamByValType());
  std::optional<TypeSize> size = cast<AllocaInst>(object).getAllocationSize(layout);
  return size && !size->isScalable() ? size->getFixedValue() : 0;
}

void PrivateUses::follow(unsigned index) {
  SmallVector<Value*, 16> pending = {objects_[index]};
  SmallPtrSet<Value*, 16> seen;
  while (!pending.empty()) {
    Value* pointer = pending.pop_back_val();
    if (!seen.insert(pointer).second) continue;
    for (const Use& use : pointer->uses()) {
      auto* user = dyn_cast<Instruction>(use.getUser());
      if (!user) continue;
      bool derives = isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode, SelectInst, FreezeInst>(user);
      const auto* intrinsic = dyn_cast<IntrinsicInst>(user);
      if (intrinsic && intrinsic->getType()->isPointerTy()) derives = true;  // launder and the like
      if (derives) {
        pending.push_back(user);
      } else {
        note(index, use);
      }
    }
  }
}

// Only a pointer to the beginning overwrites all of an object.
bool PrivateUses::covers(unsigned index, const Use& use, const Value* size) const {
  const auto* constant = dyn_cast<ConstantInt>(size);
  std::uint64_t whole = size_of(*objects_[index]);
  return use.get() == objects_[index] && constant && whole != 0 && constant->getZExtValue() >= whole;
}

void PrivateUses::note(unsigned index, const Use& use) {
  auto* user = cast<Instruction>(use.getUser());
  if (const auto* store = dyn_cast<StoreInst>(user)) {
    const DataLayout& layout = layout_of(*objects_[index]);
    std::uint64_t size = layout.getTypeStoreSize(store->getValueOperand()->getType());
    bool is_whole = use.get() == objects_[index] && size == size_of(*objects_[index]);
    if (is_whole) overwrites_[user].push_back(index);
    return;
  }
  if (isa<ICmpInst>(user)) return;
  if (const auto* call = dyn_cast<CallBase>(user)) return note_call(index, use, *call);
  reads_[user].push_back(index);  // loads, and whatever else there may be
}

void PrivateUses::note_call(unsigned index, const Use& use, const CallBase& call) {
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    switch (intrinsic->getIntrinsicID()) {
      case Intrinsic::lifetime_start:
      case Intrinsic::lifetime_end:
        overwrites_[&call].push_back(index);
        return;
      case Intrinsic::memset:
      case Intrinsic::memset_inline:
        if (covers(index, use, call.getArgOperand(2))) overwrites_[&call].push_back(index);
        return;
      case Intrinsic::memcpy:
      case Intrinsic::memcpy_inline:
      case Intrinsic::memmove:
        if (use.getOperandNo() == 1) reads_[&call].push_back(index);
        if (use.getOperandNo() == 0 && covers(index, use, call.getArgOperand(2))) overwrites_[&call].push_back(index);
        return;
      default:
        if (!intrinsic->isAssumeLikeIntrinsic()) reads_[&call].push_back(index);
        return;
    }
  }
  const Function* callee = call.getCalledFunction();
  unsigned argument = call.isArgOperand(&use) ? call.getArgOperandNo(&use) : ~0U;
  if (!callee || !fills(callee->getName(), argument)) {
    reads_[&call].push_back(index);
    return;
  }
  // rmw16 and cas16 fill 16 bytes, which is all that their buffers have.
  if (callee->getName() != "__heddle_read" || covers(index, use, call.getArgOperand(2))) {
    overwrites_[&call].push_back(index);
  }
}

}  // namespace heddle::instrument
