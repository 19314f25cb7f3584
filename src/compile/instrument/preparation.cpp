// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/preparation.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "compile/instrument/inline_choice.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr char kHeld[] = "heddle.held";

// -O0 and the user's optnone attribute would stop SROA and the inliner; the noinline comes with it.
void allow_optimisation(Module& module) {
  for (Function& function : module) {
    if (!function.hasFnAttribute(Attribute::OptimizeNone)) continue;
    function.removeFnAttr(Attribute::OptimizeNone);
    function.removeFnAttr(Attribute::NoInline);
  }
}

// Members of extern templates (std::string) and inline functions of libc have a body here, but the library's copy is
// what would run, uninstrumented. With a linkage of their own the instrumented copy runs. Functions of libc stay
// hidden, lest other libraries call ours.
void adopt_external_bodies(Module& module) {
  for (Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
    function.setComdat(module.getOrInsertComdat(function.getName()));
    function.setDSOLocal(false);
    if (!function.getName().starts_with("_Z")) function.setVisibility(GlobalValue::HiddenVisibility);
  }
}

bool reaches_more_than_allocas(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  bool has_alloca = any_of(objects, [](const Value* object) { return isa<AllocaInst>(object); });
  return has_alloca && any_of(objects, [](const Value* object) { return !isa<AllocaInst>(object); });
}

bool is_on_stack(const Value* pointer) { return isa<AllocaInst>(getUnderlyingObject(pointer, /*MaxLookup=*/0)); }

// SROA would load both sides of `flag ? local : shared`, and turn one copy of a shared struct into loads of those
// members that are used later.
bool must_be_held(const Instruction& instruction) {
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return reaches_more_than_allocas(load->getPointerOperand());
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
    return reaches_more_than_allocas(store->getPointerOperand());
  }
  const auto* copy = dyn_cast<MemTransferInst>(&instruction);
  return copy && is_on_stack(copy->getRawDest()) != is_on_stack(copy->getRawSource());
}

void set_volatile(Instruction& instruction, bool is_volatile) {
  if (auto* load = dyn_cast<LoadInst>(&instruction)) load->setVolatile(is_volatile);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) store->setVolatile(is_volatile);
  if (auto* memory = dyn_cast<MemIntrinsic>(&instruction)) {
    memory->setVolatile(ConstantInt::getBool(memory->getContext(), is_volatile));
  }
}

// Takes locals out of memory. Accesses that SROA must not touch are volatile for as long as it runs.
void promote_locals(Function& function, FunctionAnalysisManager& analyses) {
  analyses.invalidate(function, PromotePass().run(function, analyses));
  unsigned held = function.getContext().getMDKindID(kHeld);
  for (Instruction& instruction : instructions(function)) {
    if (instruction.isVolatile() || !must_be_held(instruction)) continue;
    set_volatile(instruction, true);
    instruction.setMetadata(held, MDNode::get(function.getContext(), {}));
  }
  analyses.invalidate(function, SROAPass(SROAOptions::PreserveCFG).run(function, analyses));
  for (Instruction& instruction : instructions(function)) {
    if (!instruction.hasMetadata(held)) continue;
    set_volatile(instruction, false);
    instruction.setMetadata(held, nullptr);
  }
}

void promote_locals(Module& module, FunctionAnalysisManager& analyses) {
  for (Function& function : module) {
    if (!function.isDeclaration()) promote_locals(function, analyses);
  }
}

}  // namespace

void prepare(Module& module, ModuleAnalysisManager& analyses, SourcePlaces& places) {
  FunctionAnalysisManager& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  allow_optimisation(module);
  adopt_external_bodies(module);
  promote_locals(module, functions);
  choose_inlining(module, places);
  AlwaysInlinerPass(/*InsertLifetime=*/true).run(module, analyses);
  functions.clear();  // run by hand, so nobody forgets the analyses of changed functions for us
  promote_locals(module, functions);
}

}  // namespace heddle::instrument
