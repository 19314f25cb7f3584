// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/private_memory.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace heddle::instrument {

PrivateMemory::PrivateMemory(Function& function) {
  SmallVector<Value*, 16> objects;
  for (Argument& argument : function.args()) {
    if (argument.hasByValAttr()) objects.push_back(&argument);
  }
  for (Instruction& instruction : instructions(function)) {
    if (isa<AllocaInst>(instruction)) objects.push_back(&instruction);
  }
  for (Value* object : objects) follow(object);
  spread_escapes();
  for (Value* object : objects) {
    if (escaped_.contains(object)) escaping_.push_back(object);
  }
}

bool PrivateMemory::hides(const Value* pointer) const {
  auto known = objects_of_.find(pointer);
  if (known != objects_of_.end()) {
    return none_of(known->second, [this](Value* object) { return escaped_.contains(object); });
  }
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer, /*MaxLookup=*/0));
  return global && global->isConstant();
}

// Visits everything computed from the object's address. A comparison of addresses lets nobody touch the object.
void PrivateMemory::follow(Value* object) {
  SmallVector<Value*, 16> pending = {object};
  objects_of_[object].insert(object);
  while (!pending.empty()) {
    Value* pointer = pending.pop_back_val();
    for (const llvm::Use& use : pointer->uses()) {
      switch (classify(use)) {
        case Use::Harmless:
          break;
        case Use::Escapes:
          escaped_.insert(object);
          break;
        case Use::Derives: {
          Value* derived = use.getUser();
          if (isa<PHINode, SelectInst>(derived)) joins_.insert(derived);
          if (objects_of_[derived].insert(object).second) pending.push_back(derived);
          break;
        }
      }
    }
  }
}

PrivateMemory::Use PrivateMemory::classify(const llvm::Use& use) {
  const User* user = use.getUser();
  if (const auto* load = dyn_cast<LoadInst>(user)) return load->isVolatile() ? Use::Escapes : Use::Harmless;
  if (const auto* store = dyn_cast<StoreInst>(user)) {
    bool is_target = use.getOperandNo() == StoreInst::getPointerOperandIndex();
    return is_target && !store->isVolatile() ? Use::Harmless : Use::Escapes;
  }
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(user)) {
    return use.getOperandNo() == 0 && !rmw->isVolatile() ? Use::Harmless : Use::Escapes;
  }
  if (const auto* cas = dyn_cast<AtomicCmpXchgInst>(user)) {
    return use.getOperandNo() == 0 && !cas->isVolatile() ? Use::Harmless : Use::Escapes;
  }
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode, SelectInst, FreezeInst>(user)) {
    return Use::Derives;
  }
  if (isa<ICmpInst>(user)) return Use::Harmless;
  if (const auto* call = dyn_cast<CallBase>(user)) return classify_call(*call, use);
  return Use::Escapes;
}

PrivateMemory::Use PrivateMemory::classify_call(const CallBase& call, const llvm::Use& use) {
  if (call.isDataOperand(&use) && call.isArgOperand(&use) && call.isByValArgument(call.getArgOperandNo(&use))) {
    return Use::Harmless;  // the callee gets a copy
  }
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic) return Use::Escapes;
  if (const auto* memory = dyn_cast<AnyMemIntrinsic>(intrinsic)) {
    const auto* plain = dyn_cast<MemIntrinsic>(memory);
    return plain && plain->isVolatile() ? Use::Escapes : Use::Harmless;
  }
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::vastart:
    case Intrinsic::vaend:
    case Intrinsic::vacopy:
    case Intrinsic::prefetch:
      return Use::Harmless;
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
      return Use::Derives;
    default:
      return intrinsic->isAssumeLikeIntrinsic() ? Use::Harmless : Use::Escapes;
  }
}

// A phi or select that may also mean something that is not private.
bool PrivateMemory::mixes(const Value* joined) const {
  const auto* user = cast<User>(joined);
  for (unsigned index = isa<SelectInst>(joined) ? 1 : 0; index < user->getNumOperands(); ++index) {
    const Value* operand = user->getOperand(index);
    if (isa<UndefValue, ConstantPointerNull>(operand)) continue;
    auto known = objects_of_.find(operand);
    if (known == objects_of_.end()) return true;
    if (any_of(known->second, [this](Value* object) { return escaped_.contains(object); })) return true;
  }
  return false;
}

void PrivateMemory::spread_escapes() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Value* joined : joins_) {
      if (!mixes(joined)) continue;
      for (Value* object : objects_of_[joined]) changed |= escaped_.insert(object).second;
    }
  }
}

}  // namespace heddle::instrument
