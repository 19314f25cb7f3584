// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/stack_sites.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compile/instrument/variable_name.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

// The line of the declaration if the object is a variable of this function, else the function's own.
GlobalVariable* site_of(Function& function, Value* object, PointTable& points, SourcePlaces& places) {
  SourcePlace place = places.of(function);
  const DILocalVariable* variable = variable_in(object);
  if (variable && variable->getScope()->getSubprogram() == function.getSubprogram()) place.line = variable->getLine();
  unsigned flags = isa<Argument>(object) ? wire::kSiteByValue : 0U;
  return points.add_stack_site(place, variable ? variable->getName() : "", flags);
}

Value* size_of(IRBuilder<>& builder, Value* object, const DataLayout& layout) {
  if (auto* argument = dyn_cast<Argument>(object)) {
    return builder.getInt64(layout.getTypeAllocSize(argument->getParamByValType()));
  }
  auto* alloca = cast<AllocaInst>(object);
  Value* count = builder.CreateZExtOrTrunc(alloca->getArraySize(), builder.getInt64Ty());
  return builder.CreateMul(count, builder.getInt64(layout.getTypeAllocSize(alloca->getAllocatedType())));
}

// Splitting the entry block must leave all fixed-size allocas in it, or they would become dynamic ones.
Instruction* after_fixed_allocas(Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  Instruction* position = &*entry.getFirstInsertionPt();
  for (Instruction& instruction : entry) {
    auto* alloca = dyn_cast<AllocaInst>(&instruction);
    if (alloca && alloca->isStaticAlloca()) position = instruction.getNextNode();
  }
  return position;
}

}  // namespace

void add_stack_sites(Function& function, ArrayRef<Value*> objects, PointTable& points, SourcePlaces& places,
                     const RuntimeCalls& runtime) {
  if (function.isPresplitCoroutine()) return;  // these objects will move to a frame on the heap
  const DataLayout& layout = function.getParent()->getDataLayout();
  MDNode* unlikely = MDBuilder(function.getContext()).createUnlikelyBranchWeights();
  for (Value* object : objects) {
    auto* alloca = dyn_cast<AllocaInst>(object);
    bool is_dynamic = alloca && !alloca->isStaticAlloca();
    Instruction* position = is_dynamic ? alloca->getNextNode() : after_fixed_allocas(function);
    GlobalVariable* site = site_of(function, object, points, places);
    IRBuilder<> builder(position);
    builder.SetCurrentDebugLocation(DebugLoc());
    Value* state = builder.CreateLoad(builder.getInt8Ty(), points.state_of(site));
    Instruction* then = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(state), position->getIterator(),
                                                  /*Unreachable=*/false, unlikely);
    builder.SetInsertPoint(then);
    CallInst* call = builder.CreateCall(runtime.stack_object(), {object, size_of(builder, object, layout), site});
    // A call in a function with debug information needs a location, or inlining the function breaks it.
    if (DISubprogram* subprogram = function.getSubprogram()) {
      call->setDebugLoc(DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
    }
  }
}

}  // namespace heddle::instrument
