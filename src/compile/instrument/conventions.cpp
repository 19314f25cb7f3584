// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/conventions.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr char kAtomicPrefix[] = "__VERIFIER_atomic_";
constexpr char kVoidMain[] = "__heddle_main_returns_nothing";

bool is_one_step(const Function& function) {
  const StringRef name = function.getName();
  const bool is_bracket = name == "__VERIFIER_atomic_begin" || name == "__VERIFIER_atomic_end";
  return !function.isDeclaration() && name.starts_with(kAtomicPrefix) && !is_bracket;
}

void call_at(Instruction* place, const DebugLoc& location, FunctionCallee callee) {
  IRBuilder<> builder(place);
  builder.SetCurrentDebugLocation(location);
  builder.CreateCall(callee);
}

void make_one_step(Function& function) {
  Module& module = *function.getParent();
  Type* nothing = Type::getVoidTy(module.getContext());
  const FunctionCallee begin = module.getOrInsertFunction("heddle_atomic_begin", nothing);
  const FunctionCallee end = module.getOrInsertFunction("heddle_atomic_end", nothing);
  DebugLoc location;
  if (DISubprogram* program = function.getSubprogram()) {
    location = DILocation::get(module.getContext(), program->getScopeLine(), 0, program);
  }
  call_at(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), location, begin);
  for (BasicBlock& block : function) {
    auto* exit = dyn_cast<ReturnInst>(block.getTerminator());
    if (exit) call_at(exit, exit->getDebugLoc() ? exit->getDebugLoc() : location, end);
  }
}

}  // namespace

void follow_conventions(Module& module) {
  for (Function& function : module) {
    if (is_one_step(function)) make_one_step(function);
  }
  const Function* main = module.getFunction("main");
  if (!main || main->isDeclaration() || !main->getReturnType()->isVoidTy()) return;
  Type* number = Type::getInt32Ty(module.getContext());
  new GlobalVariable(module, number, /*isConstant=*/true, GlobalValue::ExternalLinkage, ConstantInt::get(number, 1), kVoidMain);
}

}  // namespace heddle::instrument
