// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/atomic_calls.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/AtomicOrdering.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr char kOddSize[] = "atomic operation of a size that has no native instruction is not seen as one event: ";

// The size as an integer type, or nullptr if no atomic instruction has it.
IntegerType* native_type(const Value* size, LLVMContext& context) {
  const auto* constant = dyn_cast<ConstantInt>(size);
  if (!constant) return nullptr;
  std::uint64_t bytes = constant->getZExtValue();
  bool is_native = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  return is_native ? IntegerType::get(context, static_cast<unsigned>(bytes * 8)) : nullptr;
}

// An order that is computed at run time counts as the strongest one.
AtomicOrdering ordering_of(const Value* order) {
  const auto* constant = dyn_cast<ConstantInt>(order);
  if (!constant || !isValidAtomicOrderingCABI(constant->getZExtValue())) return AtomicOrdering::SequentiallyConsistent;
  switch (static_cast<AtomicOrderingCABI>(constant->getZExtValue())) {
    case AtomicOrderingCABI::relaxed:
      return AtomicOrdering::Monotonic;
    case AtomicOrderingCABI::consume:
    case AtomicOrderingCABI::acquire:
      return AtomicOrdering::Acquire;
    case AtomicOrderingCABI::release:
      return AtomicOrdering::Release;
    case AtomicOrderingCABI::acq_rel:
      return AtomicOrdering::AcquireRelease;
    case AtomicOrderingCABI::seq_cst:
      return AtomicOrdering::SequentiallyConsistent;
  }
  return AtomicOrdering::SequentiallyConsistent;
}

// A failing compare-exchange only reads.
AtomicOrdering failure_ordering(const Value* order) {
  AtomicOrdering ordering = ordering_of(order);
  if (ordering == AtomicOrdering::Release) return AtomicOrdering::Monotonic;
  return ordering == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire : ordering;
}

Align natural(IntegerType* type) { return Align(type->getBitWidth() / 8); }

// void __atomic_load(size, address, result, order)
void lower_load(CallBase& call, IntegerType* type) {
  IRBuilder<> builder(&call);
  LoadInst* value = builder.CreateAlignedLoad(type, call.getArgOperand(1), natural(type));
  value->setAtomic(ordering_of(call.getArgOperand(3)));
  builder.CreateAlignedStore(value, call.getArgOperand(2), Align(1));
}

// void __atomic_store(size, address, value, order)
void lower_store(CallBase& call, IntegerType* type) {
  IRBuilder<> builder(&call);
  Value* value = builder.CreateAlignedLoad(type, call.getArgOperand(2), Align(1));
  StoreInst* store = builder.CreateAlignedStore(value, call.getArgOperand(1), natural(type));
  store->setAtomic(ordering_of(call.getArgOperand(3)));
}

// void __atomic_exchange(size, address, value, result, order)
void lower_exchange(CallBase& call, IntegerType* type) {
  IRBuilder<> builder(&call);
  Value* value = builder.CreateAlignedLoad(type, call.getArgOperand(2), Align(1));
  Value* old = builder.CreateAtomicRMW(AtomicRMWInst::Xchg, call.getArgOperand(1), value, natural(type),
                                       ordering_of(call.getArgOperand(4)));
  builder.CreateAlignedStore(old, call.getArgOperand(3), Align(1));
}

// bool __atomic_compare_exchange(size, address, expected, desired, success, failure). Only a failure writes the old
// value back into `expected`.
void lower_compare_exchange(CallBase& call, IntegerType* type) {
  IRBuilder<> builder(&call);
  Value* expected = builder.CreateAlignedLoad(type, call.getArgOperand(2), Align(1));
  Value* desired = builder.CreateAlignedLoad(type, call.getArgOperand(3), Align(1));
  Value* pair =
      builder.CreateAtomicCmpXchg(call.getArgOperand(1), expected, desired, natural(type),
                                  ordering_of(call.getArgOperand(4)), failure_ordering(call.getArgOperand(5)));
  Value* old = builder.CreateExtractValue(pair, 0);
  Value* success = builder.CreateExtractValue(pair, 1);
  call.replaceAllUsesWith(builder.CreateZExtOrTrunc(success, call.getType()));
  Value* failed = builder.CreateNot(success);
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(failed, call.getIterator(), /*Unreachable=*/false));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateAlignedStore(old, call.getArgOperand(2), Align(1));
}

using Lower = void (*)(CallBase&, IntegerType*);

void lower_calls(Module& module, StringRef name, Lower lower, SourcePlaces& places, Warnings& warnings) {
  Function* function = module.getFunction(name);
  if (!function || !function->isDeclaration()) return;
  SmallVector<User*, 8> users(function->users());
  for (User* user : users) {
    auto* call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledFunction() != function) continue;
    IntegerType* type = native_type(call->getArgOperand(0), module.getContext());
    if (!type) {
      warnings.warn(places.of(*call), (kOddSize + name).str());
      continue;
    }
    lower(*call, type);
    call->eraseFromParent();
  }
}

}  // namespace

void lower_atomic_calls(Module& module, SourcePlaces& places, Warnings& warnings) {
  lower_calls(module, "__atomic_load", lower_load, places, warnings);
  lower_calls(module, "__atomic_store", lower_store, places, warnings);
  lower_calls(module, "__atomic_exchange", lower_exchange, places, warnings);
  lower_calls(module, "__atomic_compare_exchange", lower_compare_exchange, places, warnings);
}

}  // namespace heddle::instrument
