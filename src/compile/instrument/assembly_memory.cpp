// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_memory.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr AtomicOrdering kLocked = AtomicOrdering::SequentiallyConsistent;
// The processor asks for no alignment, and nobody knows what there is.
const Align kUnknown = Align(1);

// LLVM has no atomic negation. Of the loop only the exchange that succeeds counts: it reads and writes at once.
//   old = *address; while (!compare_exchange(address, old, -old)) {}; return old;
Function* negation(Module& module, Type* type) {
  std::string name = "heddle.negate." + std::to_string(type->getIntegerBitWidth());
  if (Function* known = module.getFunction(name)) return known;
  LLVMContext& context = module.getContext();
  auto* function = Function::Create(FunctionType::get(type, {PointerType::get(context, 0)}, false),
                                    GlobalValue::InternalLinkage, name, module);
  function->addFnAttr(Attribute::AlwaysInline);
  function->addFnAttr(Attribute::NoUnwind);
  BasicBlock* entry = BasicBlock::Create(context, "entry", function);
  BasicBlock* loop = BasicBlock::Create(context, "loop", function);
  BasicBlock* end = BasicBlock::Create(context, "end", function);
  IRBuilder<> builder(entry);
  Value* address = function->getArg(0);
  Value* first = AssemblyMemory(builder, Moves::AreRelaxed).load(address, type);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  PHINode* old = builder.CreatePHI(type, 2);
  Value* pair = builder.CreateAtomicCmpXchg(address, old, builder.CreateNeg(old), kUnknown, kLocked, kLocked);
  old->addIncoming(first, entry);
  old->addIncoming(builder.CreateExtractValue(pair, 0), loop);
  builder.CreateCondBr(builder.CreateExtractValue(pair, 1), end, loop);
  builder.SetInsertPoint(end);
  builder.CreateRet(old);
  return function;
}

}  // namespace

Value* AssemblyMemory::load(Value* address, Type* type) {
  has_events_ = true;
  LoadInst* value = builder_.CreateAlignedLoad(type, address, kUnknown);
  value->setAtomic(moves_ == Moves::AreOrdered ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic);
  return value;
}

void AssemblyMemory::store(Value* address, Value* value) {
  has_events_ = true;
  StoreInst* store = builder_.CreateAlignedStore(value, address, kUnknown);
  store->setAtomic(moves_ == Moves::AreOrdered ? AtomicOrdering::Release : AtomicOrdering::Monotonic);
}

Value* AssemblyMemory::change(Value* address, AtomicRMWInst::BinOp how, Value* operand, Lock lock) {
  has_events_ = true;
  if (lock == Lock::With) return builder_.CreateAtomicRMW(how, address, operand, kUnknown, kLocked);
  Value* old = load(address, operand->getType());
  store(address, buildAtomicRMWValue(how, builder_, old, operand));
  return old;
}

Value* AssemblyMemory::negate(Value* address, Type* type, Lock lock) {
  has_events_ = true;
  if (lock == Lock::With)
    return builder_.CreateCall(negation(*builder_.GetInsertBlock()->getModule(), type), {address});
  Value* old = load(address, type);
  store(address, builder_.CreateNeg(old));
  return old;
}

// Without a lock too, the processor writes back what it has read where the comparison fails.
AssemblyMemory::Exchanged AssemblyMemory::compare_exchange(Value* address, Value* expected, Value* desired, Lock lock) {
  has_events_ = true;
  if (lock == Lock::With) {
    Value* pair = builder_.CreateAtomicCmpXchg(address, expected, desired, kUnknown, kLocked, kLocked);
    return {builder_.CreateExtractValue(pair, 0), builder_.CreateExtractValue(pair, 1)};
  }
  Value* old = load(address, expected->getType());
  Value* success = builder_.CreateICmpEQ(old, expected);
  store(address, builder_.CreateSelect(success, desired, old));
  return {old, success};
}

void AssemblyMemory::fence() {
  has_events_ = true;
  builder_.CreateFence(kLocked);
}

}  // namespace heddle::instrument
