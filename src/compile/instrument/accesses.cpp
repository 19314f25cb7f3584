// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compile/instrument/variable_name.h"
#include "wire/event_kind.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

static_assert(static_cast<unsigned>(MemoryOrder::SequentiallyConsistent) ==
              static_cast<unsigned>(AtomicOrdering::SequentiallyConsistent));
static_assert(static_cast<unsigned>(RmwOperator::DecrementWrap) == AtomicRMWInst::LAST_BINOP);

std::uint32_t order_of(AtomicOrdering ordering) { return static_cast<std::uint32_t>(ordering); }

// The pointer to the virtual table. Its loads are events: constructors and destructors write it, so what a virtual call
// does depends on it like on any other shared memory.
bool is_vtable_load(const LoadInst& load) {
  const MDNode* tag = load.getMetadata(LLVMContext::MD_tbaa);
  const auto* type = tag && tag->getNumOperands() > 0 ? dyn_cast<MDNode>(tag->getOperand(0)) : nullptr;
  const auto* name = type && type->getNumOperands() > 0 ? dyn_cast<MDString>(type->getOperand(0)) : nullptr;
  return name && name->getString() == "vtable pointer";
}

// The tables themselves are constant.
bool is_vtable_entry_load(const LoadInst& load) {
  const auto* base = dyn_cast<LoadInst>(getUnderlyingObject(load.getPointerOperand()));
  return base && is_vtable_load(*base);
}

}  // namespace

Accesses::Accesses(Function& function, const PrivateMemory& memory, PointTable& points, SourcePlaces& places,
                   const RuntimeCalls& runtime)
    : function_(function),
      layout_(function.getParent()->getDataLayout()),
      memory_(memory),
      bounds_(function),
      points_(points),
      places_(places),
      runtime_(runtime) {}

Constant* Accesses::point_of(Instruction& instruction, const Value* address, bool is_volatile) {
  std::string name = address ? variable_name(address, places_) : "";
  unsigned flags = is_volatile ? wire::kPointVolatile : 0U;
  if (writes_inside(instruction)) flags |= wire::kPointInside;
  return points_.add_point(places_.of(instruction), name, wire::PointKind::Access, flags);
}

bool Accesses::writes_inside(Instruction& instruction) {
  const auto is_inside = [&](const Value* target, Type* type) {
    return bounds_.has_inside(target, layout_.getTypeStoreSize(type).getKnownMinValue(), instruction);
  };
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    return is_inside(store->getPointerOperand(), store->getValueOperand()->getType());
  }
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return is_inside(rmw->getPointerOperand(), rmw->getType());
  if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    return is_inside(cas->getPointerOperand(), cas->getNewValOperand()->getType());
  }
  auto* memory = dyn_cast<AnyMemIntrinsic>(&instruction);
  auto* length = memory ? dyn_cast<ConstantInt>(memory->getLength()) : nullptr;
  return length && bounds_.has_inside(memory->getRawDest(), length->getZExtValue(), instruction);
}

void Accesses::note(Instruction& instruction) {
  const Value* address = nullptr;
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    if (load->hasMetadata(LLVMContext::MD_invariant_load) || is_vtable_entry_load(*load)) return;
    address = load->getPointerOperand();
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    address = store->getPointerOperand();
  } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
    address = rmw->getPointerOperand();
  } else if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    address = cas->getPointerOperand();
  } else if (isa<FenceInst>(instruction)) {
    accesses_.push_back({&instruction, point_of(instruction, nullptr, false), false, false});
    return;
  } else if (auto* memory = dyn_cast<AnyMemIntrinsic>(&instruction)) {
    note_memory_intrinsic(*memory);
    return;
  } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
    note_by_value_arguments(*call);
    return;
  } else {
    return;
  }
  bool is_hidden = memory_.hides(address);
  if (is_hidden && !instruction.isAtomic()) return;
  Constant* point = is_hidden ? nullptr : point_of(instruction, address, instruction.isVolatile());
  accesses_.push_back({&instruction, point, false, false});
}

void Accesses::note_memory_intrinsic(AnyMemIntrinsic& intrinsic) {
  auto* transfer = dyn_cast<AnyMemTransferInst>(&intrinsic);
  bool hidden_target = memory_.hides(intrinsic.getDest());
  bool hidden_source = !transfer || memory_.hides(transfer->getSource());
  if (hidden_target && hidden_source) return;
  const Value* address = hidden_target ? transfer->getSource() : intrinsic.getDest();
  accesses_.push_back({&intrinsic, point_of(intrinsic, address, intrinsic.isVolatile()), hidden_target, hidden_source});
}

// The copy that the callee gets is made by the code generator, long after us.
void Accesses::note_by_value_arguments(CallBase& call) {
  if (call.isMustTailCall()) return;
  for (unsigned index = 0; index < call.arg_size(); ++index) {
    if (!call.isByValArgument(index) || memory_.hides(call.getArgOperand(index))) continue;
    by_value_.push_back({&call, index, point_of(call, call.getArgOperand(index), false)});
  }
}

void Accesses::rewrite() {
  for (const ByValue& argument : by_value_) {
    rewrite_by_value_argument(*argument.call, argument.index, argument.point);
  }
  for (const Access& access : accesses_) rewrite(access);
}

void Accesses::rewrite(const Access& access) {
  Instruction* instruction = access.instruction;
  if (!access.point) return make_plain(*instruction);
  if (auto* load = dyn_cast<LoadInst>(instruction)) return rewrite_load(*load, access.point);
  if (auto* store = dyn_cast<StoreInst>(instruction)) return rewrite_store(*store, access.point);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(instruction)) return rewrite_rmw(*rmw, access.point);
  if (auto* cas = dyn_cast<AtomicCmpXchgInst>(instruction)) return rewrite_cas(*cas, access.point);
  if (auto* fence = dyn_cast<FenceInst>(instruction)) return rewrite_fence(*fence, access.point);
  rewrite_memory_intrinsic(*cast<AnyMemIntrinsic>(instruction), access);
}

// Atomic accesses to private memory: nobody is there to see that they are atomic, and large ones would need a library.
void Accesses::make_plain(Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction)) load->setAtomic(AtomicOrdering::NotAtomic);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) store->setAtomic(AtomicOrdering::NotAtomic);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) {
    lowerAtomicRMWInst(rmw);
  } else if (auto* cas = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    lowerAtomicCmpXchgInst(cas);
  }
}

bool Accesses::fits_register(Type* type) const {
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatTy() && !type->isDoubleTy()) return false;
  std::uint64_t bits = layout_.getTypeSizeInBits(type);
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

Value* Accesses::to_bits(IRBuilder<>& builder, Value* value) const {
  Type* type = value->getType();
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  auto bits = static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
  if (!type->isIntegerTy()) value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  return builder.CreateZExt(value, builder.getInt64Ty());
}

Value* Accesses::from_bits(IRBuilder<>& builder, Value* bits, Type* type) const {
  if (type->isPointerTy()) return builder.CreateIntToPtr(bits, type);
  auto width = static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
  bits = builder.CreateTrunc(bits, builder.getIntNTy(width));
  return type->isIntegerTy() ? bits : builder.CreateBitCast(bits, type);
}

AllocaInst* Accesses::new_buffer(Type* type) {
  BasicBlock& entry = function_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst* buffer = builder.CreateAlloca(type, nullptr, "heddle.buffer");
  buffer->setAlignment(std::max(layout_.getPrefTypeAlign(type), Align(16)));
  return buffer;
}

Value* Accesses::in_buffer(IRBuilder<>& builder, Value* value) {
  AllocaInst* buffer = new_buffer(value->getType());
  builder.CreateAlignedStore(value, buffer, buffer->getAlign());
  return buffer;
}

void Accesses::rewrite_load(LoadInst& load, Constant* point) {
  IRBuilder<> builder(&load);
  Type* type = load.getType();
  Value* order = builder.getInt32(order_of(load.getOrdering()));
  auto size = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  Value* result = nullptr;
  if (fits_register(type)) {
    result = builder.CreateCall(runtime_.load(size), {load.getPointerOperand(), order, point});
    result = from_bits(builder, result, type);
  } else {
    AllocaInst* buffer = new_buffer(type);
    builder.CreateCall(runtime_.read(), {buffer, load.getPointerOperand(), builder.getInt64(size), order, point});
    result = builder.CreateAlignedLoad(type, buffer, buffer->getAlign());
  }
  result->takeName(&load);
  load.replaceAllUsesWith(result);
  load.eraseFromParent();
}

void Accesses::rewrite_store(StoreInst& store, Constant* point) {
  IRBuilder<> builder(&store);
  Value* value = store.getValueOperand();
  Value* order = builder.getInt32(order_of(store.getOrdering()));
  auto size = static_cast<unsigned>(layout_.getTypeStoreSize(value->getType()).getFixedValue());
  if (fits_register(value->getType())) {
    builder.CreateCall(runtime_.store(size), {store.getPointerOperand(), to_bits(builder, value), order, point});
  } else {
    builder.CreateCall(runtime_.write(),
                       {store.getPointerOperand(), in_buffer(builder, value), builder.getInt64(size), order, point});
  }
  store.eraseFromParent();
}

void Accesses::rewrite_rmw(AtomicRMWInst& rmw, Constant* point) {
  IRBuilder<> builder(&rmw);
  Type* type = rmw.getType();
  Value* how = builder.getInt32(order_of(rmw.getOrdering()) | static_cast<std::uint32_t>(rmw.getOperation()) << 8);
  auto size = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  Value* old = nullptr;
  if (size <= 8) {
    Value* operand = to_bits(builder, rmw.getValOperand());
    old = builder.CreateCall(runtime_.rmw(), {rmw.getPointerOperand(), operand, builder.getInt32(size), how, point});
    old = from_bits(builder, old, type);
  } else {
    AllocaInst* buffer = new_buffer(type);
    Value* operand = in_buffer(builder, rmw.getValOperand());
    builder.CreateCall(runtime_.rmw16(), {rmw.getPointerOperand(), operand, buffer, how, point});
    old = builder.CreateAlignedLoad(type, buffer, buffer->getAlign());
  }
  rmw.replaceAllUsesWith(old);
  rmw.eraseFromParent();
}

// Most users want one half: what nobody wants of the other one shows only without the pair.
void Accesses::replace_pair(IRBuilder<>& builder, AtomicCmpXchgInst& cas, Value* old, Value* success) {
  for (User* user : make_early_inc_range(cas.users())) {
    auto* part = dyn_cast<ExtractValueInst>(user);
    if (!part) continue;
    part->replaceAllUsesWith(part->getIndices().front() == 0 ? old : success);
    part->eraseFromParent();
  }
  if (!cas.use_empty()) {
    Value* pair = builder.CreateInsertValue(PoisonValue::get(cas.getType()), old, 0);
    cas.replaceAllUsesWith(builder.CreateInsertValue(pair, success, 1));
  }
  cas.eraseFromParent();
}

void Accesses::rewrite_cas(AtomicCmpXchgInst& cas, Constant* point) {
  IRBuilder<> builder(&cas);
  Type* type = cas.getCompareOperand()->getType();
  std::uint32_t orders =
      order_of(cas.getSuccessOrdering()) | order_of(cas.getFailureOrdering()) << 8 | (cas.isWeak() ? 1U << 16 : 0U);
  auto size = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  if (size > 8) return rewrite_cas16(cas, orders, point);
  Value* expected = to_bits(builder, cas.getCompareOperand());
  Value* desired = to_bits(builder, cas.getNewValOperand());
  Value* answer = builder.CreateCall(runtime_.cas(), {cas.getPointerOperand(), expected, desired,
                                                      builder.getInt32(size), builder.getInt32(orders), point});
  Value* old = from_bits(builder, builder.CreateExtractValue(answer, 0), type);
  Value* success = builder.CreateIsNotNull(builder.CreateExtractValue(answer, 1));
  replace_pair(builder, cas, old, success);
}

void Accesses::rewrite_cas16(AtomicCmpXchgInst& cas, std::uint32_t orders, Constant* point) {
  IRBuilder<> builder(&cas);
  AllocaInst* buffer = new_buffer(cas.getCompareOperand()->getType());
  Value* expected = in_buffer(builder, cas.getCompareOperand());
  Value* desired = in_buffer(builder, cas.getNewValOperand());
  Value* answer = builder.CreateCall(
      runtime_.cas16(), {cas.getPointerOperand(), expected, desired, buffer, builder.getInt32(orders), point});
  Value* old = builder.CreateAlignedLoad(buffer->getAllocatedType(), buffer, buffer->getAlign());
  Value* pair = builder.CreateInsertValue(PoisonValue::get(cas.getType()), old, 0);
  cas.replaceAllUsesWith(builder.CreateInsertValue(pair, builder.CreateIsNotNull(answer), 1));
  cas.eraseFromParent();
}

void Accesses::rewrite_fence(FenceInst& fence, Constant* point) {
  IRBuilder<> builder(&fence);
  bool is_single_thread = fence.getSyncScopeID() == SyncScope::SingleThread;
  std::uint32_t how = order_of(fence.getOrdering()) | (is_single_thread ? 1U << 8 : 0U);
  builder.CreateCall(runtime_.fence(), {builder.getInt32(how), point});
  fence.eraseFromParent();
}

void Accesses::rewrite_memory_intrinsic(AnyMemIntrinsic& intrinsic, const Access& access) {
  IRBuilder<> builder(&intrinsic);
  Value* target = intrinsic.getDest();
  Value* length = builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
  Value* plain = builder.getInt32(static_cast<std::uint32_t>(MemoryOrder::Plain));
  if (auto* set = dyn_cast<AnyMemSetInst>(&intrinsic)) {
    Value* byte = builder.CreateZExt(set->getValue(), builder.getInt32Ty());
    builder.CreateCall(runtime_.memset(), {target, byte, length, access.point});
  } else {
    Value* source = cast<AnyMemTransferInst>(intrinsic).getSource();
    if (access.hidden_target) {
      builder.CreateCall(runtime_.read(), {target, source, length, plain, access.point});
    } else if (access.hidden_source) {
      builder.CreateCall(runtime_.write(), {target, source, length, plain, access.point});
    } else {
      FunctionCallee copy = isa<AnyMemMoveInst>(intrinsic) ? runtime_.memmove() : runtime_.memcpy();
      builder.CreateCall(copy, {target, source, length, access.point});
    }
  }
  intrinsic.eraseFromParent();
}

void Accesses::rewrite_by_value_argument(CallBase& call, unsigned index, Constant* point) {
  IRBuilder<> builder(&call);
  AllocaInst* buffer = new_buffer(call.getParamByValType(index));
  buffer->setAlignment(std::max(buffer->getAlign(), call.getParamAlign(index).valueOrOne()));
  std::uint64_t size = layout_.getTypeStoreSize(buffer->getAllocatedType());
  builder.CreateCall(runtime_.read(),
                     {buffer, call.getArgOperand(index), builder.getInt64(size), builder.getInt32(0), point});
  call.setArgOperand(index, buffer);
}

}  // namespace heddle::instrument
