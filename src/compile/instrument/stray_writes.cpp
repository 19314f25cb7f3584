// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/stray_writes.h"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "compile/instrument/object_bounds.h"
#include "compile/instrument/private_uses.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr std::uint64_t kListSize = 24;  // of a va_list

struct Write {
  Instruction* instruction;
  Value* target;            // null: the stack itself grows by an amount that is not known
  Value* length = nullptr;  // null: `size`
  std::uint64_t size = 0;
};

bool is_called(const CallBase& call, StringRef name) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName() == name;
}

Write of_length(Instruction& instruction, Value* target, Value* length) {
  if (auto* constant = dyn_cast<ConstantInt>(length)) return {&instruction, target, nullptr, constant->getZExtValue()};
  return {&instruction, target, length, 0};
}

std::optional<Write> find_write(Instruction& instruction) {
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    TypeSize size = store->getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
    return Write{store, store->getPointerOperand(), nullptr, size.getKnownMinValue()};
  }
  if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) {
    if (alloca->isStaticAlloca()) return std::nullopt;
    return Write{alloca, nullptr, nullptr, 0};
  }
  if (auto* memory = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    return of_length(*memory, memory->getRawDest(), memory->getLength());
  }
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call) return std::nullopt;
  // What it reads may be no event.
  if (is_called(*call, "__heddle_read")) return of_length(*call, call->getArgOperand(0), call->getArgOperand(2));
  switch (call->getIntrinsicID()) {
    case Intrinsic::vastart:
    case Intrinsic::vacopy:
      return Write{call, call->getArgOperand(0), nullptr, kListSize};
    default:
      return std::nullopt;
  }
}

// The objects that it may mean are on the stack; stores to variables of the runtime are its own affair.
bool is_private(const Write& write, SmallVectorImpl<const Value*>& objects) {
  getUnderlyingObjects(write.target, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  return none_of(objects, [](const Value* object) { return isa<GlobalVariable>(object); });
}

class Guard {
 public:
  Guard(const Write& write, const RuntimeCalls& runtime) : write_(write), runtime_(runtime) {}

  void insert(ArrayRef<const Value*> objects) {
    Instruction* at = write_.instruction;
    MDNode* unlikely = MDBuilder(at->getContext()).createUnlikelyBranchWeights();
    IRBuilder<> builder(at);
    Value* peeking = builder.CreateLoad(builder.getInt8Ty(), runtime_.peeking());
    Value* object = objects.size() == 1 ? const_cast<Value*>(objects.front()) : nullptr;
    bool is_measured =
        object && (isa<AllocaInst>(object) || (isa<Argument>(object) && cast<Argument>(object)->hasByValAttr()));
    Instruction* then =
        SplitBlockAndInsertIfThen(builder.CreateIsNotNull(peeking), at->getIterator(), !is_measured, unlikely);
    builder.SetInsertPoint(then);
    if (is_measured) {
      Value* leaves = leaves_object(builder, *object);
      then = SplitBlockAndInsertIfThen(leaves, then->getIterator(), /*Unreachable=*/true, unlikely);
      builder.SetInsertPoint(then);
    }
    set_place(builder);
    builder.CreateCall(runtime_.stray_write())->setDoesNotReturn();
  }

 private:
  void set_place(IRBuilder<>& builder) {
    Function& function = *write_.instruction->getFunction();
    builder.SetCurrentDebugLocation(write_.instruction->getDebugLoc());
    DISubprogram* subprogram = function.getSubprogram();
    if (builder.getCurrentDebugLocation() || !subprogram) return;
    builder.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
  }

  Value* leaves_object(IRBuilder<>& builder, Value& object) {
    Value* offset = builder.CreateFreeze(offset_in(builder, object));
    Value* whole = size_of(builder, object);
    Value* size = write_.length ? builder.CreateFreeze(builder.CreateZExtOrTrunc(write_.length, builder.getInt64Ty()))
                                : builder.getInt64(write_.size);
    Value* is_too_long = builder.CreateICmpUGT(size, whole);
    return builder.CreateOr(is_too_long, builder.CreateICmpUGT(offset, builder.CreateSub(whole, size)));
  }

  // From the indices where they lead to the object: a pointer that becomes a number is one that is kept in memory.
  Value* offset_in(IRBuilder<>& builder, Value& object) {
    Value* offset = builder.getInt64(0);
    Value* pointer = write_.target;
    while (auto* step = dyn_cast<GEPOperator>(pointer)) {
      offset = builder.CreateAdd(offset, emitGEPOffset(&builder, object_layout(), step, /*NoAssumptions=*/true));
      pointer = step->getPointerOperand();
    }
    if (pointer == &object) return offset;
    Value* from = builder.CreatePtrToInt(&object, builder.getInt64Ty());
    return builder.CreateSub(builder.CreatePtrToInt(write_.target, builder.getInt64Ty()), from);
  }

  Value* size_of(IRBuilder<>& builder, Value& object) {
    if (std::uint64_t size = PrivateUses::size_of(object)) return builder.getInt64(size);
    auto& alloca = cast<AllocaInst>(object);
    Value* count = builder.CreateZExtOrTrunc(alloca.getArraySize(), builder.getInt64Ty());
    return builder.CreateMul(count, builder.getInt64(object_layout().getTypeAllocSize(alloca.getAllocatedType())));
  }

  const DataLayout& object_layout() const { return write_.instruction->getDataLayout(); }

  const Write& write_;
  const RuntimeCalls& runtime_;
};

// Behind a branch they would no longer be part of the frame.
void move_fixed_allocas_up(BasicBlock& entry) {
  auto is_fixed = [](const Instruction& each) {
    return isa<AllocaInst>(each) && cast<AllocaInst>(each).isStaticAlloca();
  };
  BasicBlock::iterator position = find_if_not(make_range(entry.getFirstInsertionPt(), entry.end()), is_fixed);
  for (Instruction& each : make_early_inc_range(make_range(position, entry.end()))) {
    if (is_fixed(each)) each.moveBefore(entry, position);
  }
}

}  // namespace

void guard_private_writes(Function& function, const RuntimeCalls& runtime) {
  ObjectBounds bounds(function);
  SmallVector<std::pair<Write, SmallVector<const Value*, 2>>, 8> strays;
  for (Instruction& instruction : instructions(function)) {
    std::optional<Write> write = find_write(instruction);
    if (!write) continue;
    SmallVector<const Value*, 2> objects;
    if (write->target && !is_private(*write, objects)) continue;
    if (write->target && !write->length && bounds.has_inside(write->target, write->size, instruction)) continue;
    strays.emplace_back(*write, objects);
  }
  if (!strays.empty()) move_fixed_allocas_up(function.getEntryBlock());
  for (const auto& [write, objects] : strays) Guard(write, runtime).insert(objects);
}

}  // namespace heddle::instrument
