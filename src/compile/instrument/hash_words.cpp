// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/hash_words.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "wire/mixer.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr unsigned kMostElements = 64;

}  // namespace

bool is_hashable(const Type& type) {
  if (const auto* structure = dyn_cast<StructType>(&type)) {
    return all_of(structure->elements(), [](const Type* element) { return is_hashable(*element); });
  }
  if (const auto* array = dyn_cast<ArrayType>(&type)) {
    return array->getNumElements() <= kMostElements && is_hashable(*array->getElementType());
  }
  return type.isIntegerTy() || type.isPointerTy() || type.isFloatingPointTy() || isa<FixedVectorType>(type);
}

void append_words(IRBuilder<>& builder, Value* value, SmallVectorImpl<Value*>& words) {
  Type* type = value->getType();
  if (type->isAggregateType()) {
    std::uint64_t count = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
    for (unsigned index = 0; index < count; ++index) {
      append_words(builder, builder.CreateExtractValue(value, index), words);
    }
    return;
  }
  if (!isGuaranteedNotToBeUndefOrPoison(value)) value = builder.CreateFreeze(value);
  Type* word = builder.getInt64Ty();
  if (type->isPointerTy()) return words.push_back(builder.CreatePtrToInt(value, word));
  if (type->isPtrOrPtrVectorTy()) {
    value = builder.CreatePtrToInt(value, VectorType::get(word, cast<VectorType>(type)));
    type = value->getType();
  }
  const DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  auto bits = static_cast<unsigned>(layout.getTypeSizeInBits(type).getFixedValue());
  if (!type->isIntegerTy()) value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  for (unsigned shift = 0; shift < bits; shift += 64) {
    Value* part = shift == 0 ? value : builder.CreateLShr(value, shift);
    words.push_back(builder.CreateZExtOrTrunc(part, word));
  }
}

MixerState mix_badly(IRBuilder<>& builder, MixerState state, Value* word) {
  Value* all = builder.CreateXor(builder.CreateXor(state.first, state.second), word);
  Value* product = builder.CreateMul(all, builder.getInt64(wire::kFirstFactor));
  return {builder.CreateUnaryIntrinsic(Intrinsic::bswap, product), builder.getInt64(0)};
}

MixerState load_state(IRBuilder<>& builder, Value* address) {
  Type* word = builder.getInt64Ty();
  return {builder.CreateLoad(word, address), builder.CreateLoad(word, builder.CreateConstGEP1_64(word, address, 1))};
}

void store_state(IRBuilder<>& builder, MixerState state, Value* address) {
  builder.CreateStore(state.first, address);
  builder.CreateStore(state.second, builder.CreateConstGEP1_64(builder.getInt64Ty(), address, 1));
}

MixerState unpack_state(IRBuilder<>& builder, Value* pair) {
  return {builder.CreateExtractValue(pair, 0), builder.CreateExtractValue(pair, 1)};
}

void define_undefined(Function& function) {
  for (Instruction& instruction : instructions(function)) {
    if (isa<DbgInfoIntrinsic>(instruction) || instruction.isEHPad()) continue;
    for (Use& operand : instruction.operands()) {
      if (!isa<UndefValue>(operand) || !is_hashable(*operand->getType())) continue;
      operand.set(Constant::getNullValue(operand->getType()));
    }
  }
}

}  // namespace heddle::instrument
