// SPDX-License-Identifier: Apache-2.0
//
// The part of AssemblyInstructions that finds out what an operand in the text stands for.
#include "compile/instrument/assembly_instructions.h"

using namespace llvm;

namespace heddle::instrument {

AssemblyInstructions::Place AssemblyInstructions::place_of(const TextOperand& operand) {
  Place place;
  switch (operand.kind) {
    case TextOperand::Kind::Immediate:
      place.number = builder_.getInt64(static_cast<std::uint64_t>(operand.number));
      return place;
    case TextOperand::Kind::Memory:
      place.kind = Place::Kind::Memory;
      place.address = address_of(operand);
      return place;
    case TextOperand::Kind::Name:
      return operand.name.argument < 0 ? place_of_register(operand.name) : place_of_argument(operand.name);
  }
  return place;
}

AssemblyInstructions::Place AssemblyInstructions::place_of_register(const TextName& name) {
  Place place;
  if (name.number == kStackPointer) registers_.refuse();
  place.kind = Place::Kind::Register;
  place.slot = static_cast<unsigned>(name.number);
  place.width = name.width;
  return place;
}

AssemblyInstructions::Place AssemblyInstructions::place_of_argument(const TextName& name) {
  Place place;
  const auto index = static_cast<std::size_t>(name.argument);
  if (index >= operands_.arguments.size()) {
    registers_.refuse();
    return place;
  }
  const AssemblyArgument& argument = operands_.arguments[index];
  place.is_chosen_by_compiler = argument.may_be_immediate && argument.may_be_register;
  switch (argument.kind) {
    case AssemblyArgument::Kind::Memory:
      registers_.note_input();
      place.kind = Place::Kind::Memory;
      place.address = argument.value;
      break;
    case AssemblyArgument::Kind::Register:
      place.kind = Place::Kind::Register;
      place.slot = argument.slot;
      place.width = name.width ? name.width : register_width(argument.type);
      break;
    case AssemblyArgument::Kind::Immediate:
      place.number = cast<ConstantInt>(argument.value);
      break;
    case AssemblyArgument::Kind::Flag:
      registers_.refuse();
      break;
  }
  return place;
}

// Base and index are 64 bits wide.
Value* AssemblyInstructions::address_in(const TextName& name) {
  Place place = name.argument < 0 ? place_of_register(name) : place_of_argument(name);
  if (place.kind == Place::Kind::Register && place.width == 64) return registers_.read_whole(place.slot);
  registers_.refuse();
  return PoisonValue::get(builder_.getInt64Ty());
}

Value* AssemblyInstructions::address_of(const TextOperand& operand) {
  Value* base = address_in(operand.name);
  Value* offset = builder_.getInt64(static_cast<std::uint64_t>(operand.number));
  if (operand.index) {
    Value* index = registers_.to_integer(address_in(*operand.index));
    offset = builder_.CreateAdd(offset, builder_.CreateMul(index, builder_.getInt64(operand.scale)));
  }
  if (!base->getType()->isPointerTy()) base = builder_.CreateIntToPtr(registers_.to_integer(base), builder_.getPtrTy());
  return builder_.CreateGEP(builder_.getInt8Ty(), base, offset);
}

// A locked change of the top of the stack that changes nothing is the cheapest full fence, and means nothing else:
// lock; addl $0, -8(%rsp)
bool AssemblyInstructions::add_stack_barrier(const TextStatement& statement, const Instruction86& instruction) {
  if (statement.operands.size() != 2) return false;
  const TextOperand& number = statement.operands[0];
  const TextOperand& target = statement.operands[1];
  if (target.kind != TextOperand::Kind::Memory || target.name.number != kStackPointer || target.index) return false;
  const bool changes_nothing =
      is_contained({Mnemonic::Add, Mnemonic::Subtract, Mnemonic::Or, Mnemonic::Xor}, instruction.mnemonic) &&
      number.kind == TextOperand::Kind::Immediate && number.number == 0;
  if (!statement.is_locked || !changes_nothing || instruction.width == 0 || target.name.width != 64) return false;
  memory_.fence();
  flags_.forget();
  return true;
}

// Registers have to be as wide as the suffix says; without a suffix they tell themselves.
unsigned AssemblyInstructions::width_of(const Instruction86& instruction, ArrayRef<Place> places) {
  unsigned width = instruction.width;
  for (const Place& place : places) {
    if (place.kind != Place::Kind::Register) continue;
    if (width == 0) width = place.width;
    if (width != place.width) registers_.refuse();
  }
  if (width == 0) registers_.refuse();
  return width == 0 ? 64 : width;
}

bool AssemblyInstructions::are_allowed(const Instruction86& instruction, ArrayRef<Place> places, Lock lock) const {
  const auto in_memory = count_if(places, [](const Place& place) { return place.kind == Place::Kind::Memory; });
  if (in_memory > 1) return false;
  if (lock == Lock::Without) return true;
  // An exchange may have its memory on either side.
  const bool changes_memory = instruction.mnemonic == Mnemonic::Exchange
                                  ? in_memory == 1
                                  : !places.empty() && places.back().kind == Place::Kind::Memory;
  return may_be_locked(instruction.mnemonic) && changes_memory;
}

}  // namespace heddle::instrument
