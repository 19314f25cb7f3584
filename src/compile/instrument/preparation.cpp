// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/preparation.h"

#include <llvm/ADT/SetVector.h>
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

constexpr char kKeeper[] = "heddle.hold";

// -O0 and the user's optnone attribute would stop SROA and the inliner; the noinline comes with it.
void allow_optimisation(Module& module) {
  for (Function& function : module) {
    if (!function.hasFnAttribute(Attribute::OptimizeNone)) continue;
    function.removeFnAttr(Attribute::OptimizeNone);
    function.removeFnAttr(Attribute::NoInline);
  }
}

// operator<< of single characters looks at the width of the stream by itself. Printing to a standard stream is no data
// race, whoever prints: what it looks at has to be told by the runtime (libstdcxx/stream_state.cpp), as for all others.
bool is_left_to_library(StringRef name) {
  return name.starts_with("_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_") ||
         name.starts_with("_ZStlsIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_");
}

// Members of extern templates (std::string) and inline functions of libc have a body here, but the library's copy is
// what would run, uninstrumented. With a linkage of their own the instrumented copy runs. Functions of libc stay
// hidden, lest other libraries call ours.
void adopt_external_bodies(Module& module) {
  for (Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    if (is_left_to_library(function.getName())) {
      function.deleteBody();
      continue;
    }
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
    function.setComdat(module.getOrInsertComdat(function.getName()));
    function.setDSOLocal(false);
    if (!function.getName().starts_with("_Z")) function.setVisibility(GlobalValue::HiddenVisibility);
  }
}

// SROA would load both sides of `flag ? local : shared`, and turn one copy of a shared struct into loads of those
// members that are used later. Finds the stack objects it must therefore leave alone.
class HeldObjects {
 public:
  explicit HeldObjects(Function& function) {
    for (Instruction& instruction : instructions(function)) {
      if (auto* load = dyn_cast<LoadInst>(&instruction)) hold_if_mixed(load->getPointerOperand());
      if (auto* store = dyn_cast<StoreInst>(&instruction)) hold_if_mixed(store->getPointerOperand());
      if (auto* copy = dyn_cast<MemTransferInst>(&instruction)) hold_if_copied(*copy);
    }
  }

  // As long as a call that could do anything gets the object's address, SROA does not touch the object.
  void hold(Function& function) {
    if (objects_.empty()) return;
    Type* pointer = PointerType::get(function.getContext(), 0);
    FunctionCallee keeper =
        function.getParent()->getOrInsertFunction(kKeeper, Type::getVoidTy(function.getContext()), pointer);
    for (AllocaInst* object : objects_) {
      calls_.push_back(CallInst::Create(keeper, {object}, "", std::next(object->getIterator())));
    }
  }

  void release() {
    for (CallInst* call : calls_) call->eraseFromParent();
  }

 private:
  void hold_if_mixed(Value* pointer) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    if (all_of(objects, [](const Value* object) { return isa<AllocaInst>(object); })) return;
    for (const Value* object : objects) hold_if_alloca(object);
  }

  void hold_if_copied(MemTransferInst& copy) {
    const Value* target = getUnderlyingObject(copy.getRawDest(), /*MaxLookup=*/0);
    const Value* source = getUnderlyingObject(copy.getRawSource(), /*MaxLookup=*/0);
    if (isa<AllocaInst>(target) && isa<AllocaInst>(source)) return;
    if (is_constant(source)) return;
    hold_if_alloca(target);
    hold_if_alloca(source);
  }

  static bool is_constant(const Value* object) {
    const auto* global = dyn_cast<GlobalVariable>(object);
    return global && global->isConstant();
  }

  void hold_if_alloca(const Value* object) {
    if (const auto* alloca = dyn_cast<AllocaInst>(object)) objects_.insert(const_cast<AllocaInst*>(alloca));
  }

  SmallSetVector<AllocaInst*, 8> objects_;
  SmallVector<CallInst*, 8> calls_;
};

// Takes locals out of memory.
void promote_locals(Function& function, FunctionAnalysisManager& analyses) {
  analyses.invalidate(function, PromotePass().run(function, analyses));
  HeldObjects held(function);
  held.hold(function);
  analyses.invalidate(function, SROAPass(SROAOptions::PreserveCFG).run(function, analyses));
  held.release();
}

void promote_locals(Module& module, FunctionAnalysisManager& analyses) {
  for (Function& function : module) {
    if (!function.isDeclaration()) promote_locals(function, analyses);
  }
  if (Function* keeper = module.getFunction(kKeeper)) keeper->eraseFromParent();
}

}  // namespace

void forbid_optimisation(Module& module) {
  for (Function& function : module) {
    const bool is_excluded = function.isDeclaration() || function.hasFnAttribute(Attribute::AlwaysInline);
    if (is_excluded) continue;
    function.removeFnAttr(Attribute::OptimizeForSize);
    function.removeFnAttr(Attribute::MinSize);
    function.addFnAttr(Attribute::NoInline);
    function.addFnAttr(Attribute::OptimizeNone);
  }
}

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
