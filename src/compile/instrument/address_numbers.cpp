// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/address_numbers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

// Stacks, heaps and thread-local variables of all threads stand at multiples of at least this, each at the same place in
// its own: the bits below say nothing of whose it is. Stacks begin at different places in their last pages, so only
// those below alignment are the same for all.
constexpr std::uint64_t kAlignmentMask = 15;

// It is called only as the beginning of a thread, or through a pointer: what it is given does not stand on the stack of
// the thread that it begins.
bool begins_threads(const Function& function) {
  return function.hasAddressTaken() && function.arg_size() == 1 && none_of(function.users(), [&](const User* user) {
           const auto* call = dyn_cast<CallBase>(user);
           return call && call->getCalledOperand() == &function;
         });
}

// What may stand on the own stack or be thread-local. What was loaded is looked at by the runtime.
bool may_be_own(const Value& pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&pointer, objects);
  return any_of(objects, [](const Value* object) {
    if (isa<LoadInst>(object)) return false;
    if (const auto* argument = dyn_cast<Argument>(object)) return !begins_threads(*argument->getParent());
    if (const auto* global = dyn_cast<GlobalValue>(object)) return global->isThreadLocal();
    return !isa<Constant>(object);
  });
}

// A use of the number that gives nothing away, or that the runtime sees.
bool is_harmless(const User& user) {
  if (isa<StoreInst, AtomicCmpXchgInst, AtomicRMWInst, IntToPtrInst>(user)) return true;
  const auto* operation = dyn_cast<BinaryOperator>(&user);
  if (!operation) return false;
  if (operation->getOpcode() == Instruction::Sub) {
    return isa<PtrToIntOperator>(operation->getOperand(0)) && isa<PtrToIntOperator>(operation->getOperand(1));
  }
  const auto* mask = dyn_cast<ConstantInt>(operation->getOperand(1));
  return operation->getOpcode() == Instruction::And && mask && mask->getValue().ule(kAlignmentMask);
}

bool makes_number(const Instruction& instruction) {
  if (const auto* call = dyn_cast<CallBase>(&instruction)) {  // assembly can read any register
    return call->isInlineAsm() && !call->getType()->isVoidTy();
  }
  const auto* conversion = dyn_cast<PtrToIntInst>(&instruction);
  if (!conversion || all_of(conversion->users(), [](const User* user) { return is_harmless(*user); })) return false;
  return may_be_own(*conversion->getPointerOperand());
}

}  // namespace

bool makes_numbers_of_addresses(const Function& function) {
  return any_of(instructions(function), [](const Instruction& each) { return makes_number(each); });
}

}  // namespace heddle::instrument
