// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_registers.h"

using namespace llvm;

namespace heddle::instrument {

AssemblyRegisters::AssemblyRegisters(const AssemblyOperands& operands, IRBuilderBase& builder)
    : operands_(operands), builder_(builder) {
  for (const AssemblySlot& slot : operands.slots) {
    contents_.push_back({slot.initial, false, static_cast<unsigned>(contents_.size())});
  }
}

void AssemblyRegisters::note_read(const AssemblySlot& slot) {
  if (!slot.result && slot.initial) note_input();
}

void AssemblyRegisters::note_input() {
  if (may_hide_inputs_) refuse();
}

void AssemblyRegisters::note_write(const AssemblySlot& slot) {
  if (!slot.result && !slot.is_clobbered) refuse();
  if (slot.result && !slot.initial && !slot.is_early) writes_output_ = true;
}

void AssemblyRegisters::end_statement() {
  may_hide_inputs_ |= writes_output_;
  writes_output_ = false;
}

Value* AssemblyRegisters::to_integer(Value* value) {
  Type* type = value->getType();
  if (type->isPointerTy()) return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
  return type->isIntegerTy() ? value : builder_.CreateBitCast(value, builder_.getIntNTy(register_width(type)));
}

Value* AssemblyRegisters::read(unsigned slot, unsigned width) {
  note_read(operands_.slots[slot]);
  const Content& content = contents_[slot];
  Type* type = builder_.getIntNTy(width);
  const unsigned known = content.value ? register_width(content.value->getType()) : 0;
  if (known == 0 || (known < width && !content.is_clear_above)) {
    refuse();
    return PoisonValue::get(type);
  }
  return builder_.CreateZExtOrTrunc(to_integer(content.value), type);
}

Value* AssemblyRegisters::read_whole(unsigned slot) {
  Value* value = contents_[slot].value;
  if (!value || register_width(value->getType()) != 64) return read(slot, 64);
  note_read(operands_.slots[slot]);
  return value;
}

void AssemblyRegisters::write(unsigned slot, unsigned width, Value* value) {
  note_write(operands_.slots[slot]);
  Content& content = contents_[slot];
  const unsigned known = content.value ? register_width(content.value->getType()) : 0;
  if (width >= 32) {
    content = {value, width == 32, slot};
  } else if (known <= width) {
    content = {value, known != 0 && content.is_clear_above, slot};
  } else {
    Value* old = to_integer(content.value);
    Value* above = builder_.CreateAnd(old, APInt::getHighBitsSet(known, known - width));
    content.value = builder_.CreateOr(above, builder_.CreateZExt(to_integer(value), old->getType()));
  }
}

void AssemblyRegisters::write_vaguely(unsigned slot, unsigned width, Value* value) {
  write(slot, width, value);
  if (width == 32) contents_[slot].is_clear_above = false;
}

void AssemblyRegisters::copy(unsigned from, unsigned to) {
  note_read(operands_.slots[from]);
  note_write(operands_.slots[to]);
  contents_[to] = contents_[from];
}

bool AssemblyRegisters::are_same_unknown(unsigned one, unsigned other) const {
  return !contents_[one].value && !contents_[other].value && contents_[one].unknown_of == contents_[other].unknown_of;
}

Value* AssemblyRegisters::result(unsigned slot) {
  Type* type = operands_.slots[slot].result;
  Value* value = contents_[slot].value;
  if (value && value->getType() == type) return value;
  Value* bits = read(slot, register_width(type));
  if (is_refused_) return PoisonValue::get(type);
  return type->isPointerTy() ? builder_.CreateIntToPtr(bits, type) : builder_.CreateBitCast(bits, type);
}

}  // namespace heddle::instrument
