// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_instructions.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

// How many operands an instruction has.
unsigned arity(Mnemonic mnemonic) {
  switch (mnemonic) {
    case Mnemonic::FullFence:
    case Mnemonic::Pause:
      return 0;
    case Mnemonic::CompareExchangePair:
    case Mnemonic::Increment:
    case Mnemonic::Decrement:
    case Mnemonic::Negate:
    case Mnemonic::Not:
    case Mnemonic::SetCondition:
      return 1;
    default:
      return 2;
  }
}

// Of a register with itself.
bool clears(AtomicRMWInst::BinOp how) { return how == AtomicRMWInst::Xor || how == AtomicRMWInst::Sub; }

AtomicRMWInst::BinOp operator_of(Mnemonic mnemonic) {
  switch (mnemonic) {
    case Mnemonic::Subtract:
    case Mnemonic::Decrement:
      return AtomicRMWInst::Sub;
    case Mnemonic::And:
    case Mnemonic::BitReset:
      return AtomicRMWInst::And;
    case Mnemonic::Or:
    case Mnemonic::BitSet:
      return AtomicRMWInst::Or;
    case Mnemonic::Xor:
    case Mnemonic::BitComplement:
    case Mnemonic::Not:
      return AtomicRMWInst::Xor;
    default:
      return AtomicRMWInst::Add;
  }
}

}  // namespace

void AssemblyInstructions::add(const TextStatement& statement) {
  std::optional<Instruction86> instruction = instruction_named(statement.mnemonic);
  if (!instruction) return registers_.refuse();
  if (add_stack_barrier(statement, *instruction)) return;
  Places places;
  for (const TextOperand& operand : statement.operands) places.push_back(place_of(operand));
  const Lock lock = statement.is_locked ? Lock::With : Lock::Without;
  if (!are_allowed(*instruction, places, lock)) registers_.refuse();
  if (instruction->mnemonic == Mnemonic::NoEffect) return;
  if (places.size() != arity(instruction->mnemonic)) registers_.refuse();
  if (!is_refused()) add(*instruction, places, lock);
  registers_.end_statement();
}

void AssemblyInstructions::add(const Instruction86& instruction, Places& places, Lock lock) {
  const Mnemonic mnemonic = instruction.mnemonic;
  if (mnemonic == Mnemonic::FullFence) return memory_.fence();
  if (mnemonic == Mnemonic::Pause) {
    builder_.CreateIntrinsic(Intrinsic::x86_sse2_pause, {}, {});
    return;
  }
  if (mnemonic == Mnemonic::CompareExchangePair) return compare_exchange_pair(places[0], instruction.width, lock);
  if (mnemonic == Mnemonic::MoveZeroExtended || mnemonic == Mnemonic::MoveSignExtended) {
    return move_extended(instruction, places[0], places[1]);
  }
  const unsigned width = width_of(instruction, places);
  if (is_refused()) return;
  switch (mnemonic) {
    case Mnemonic::Move:
      return move(places[0], places[1], width);
    case Mnemonic::Exchange:
      return exchange(places[0], places[1], width);
    case Mnemonic::ExchangeAdd:
      return exchange_add(places[0], places[1], width, lock);
    case Mnemonic::CompareExchange:
      return compare_exchange(places[0], places[1], width, lock);
    case Mnemonic::Increment:
    case Mnemonic::Decrement:
    case Mnemonic::Negate:
    case Mnemonic::Not:
      return change_alone(mnemonic, places[0], width, lock);
    case Mnemonic::Add:
    case Mnemonic::Subtract:
    case Mnemonic::And:
    case Mnemonic::Or:
    case Mnemonic::Xor:
      return calculate(mnemonic, places[0], places[1], width, lock);
    case Mnemonic::SubtractWithBorrow:
      return spread_carry(places[0], places[1], width);
    case Mnemonic::Compare:
    case Mnemonic::Test:
      return compare(mnemonic, places[0], places[1], width);
    case Mnemonic::BitTest:
    case Mnemonic::BitSet:
    case Mnemonic::BitReset:
    case Mnemonic::BitComplement:
      return test_bit(mnemonic, places[0], places[1], width, lock);
    case Mnemonic::SetCondition:
      return set_condition(instruction.condition, places[0]);
    default:
      return registers_.refuse();
  }
}

SmallVector<Value*, 4> AssemblyInstructions::results() {
  SmallVector<Value*, 4> values;
  const auto put = [&values](unsigned index, Value* value) {
    if (values.size() <= index) values.resize(index + 1);
    values[index] = value;
  };
  for (unsigned slot = 0; slot < operands_.slots.size(); ++slot) {
    if (operands_.slots[slot].result) put(operands_.slots[slot].result_index, registers_.result(slot));
  }
  for (const FlagResult& flag : operands_.flags) {
    Value* value = flags_.condition(flag.condition);
    if (!value) registers_.refuse();
    put(flag.result_index, value ? builder_.CreateZExt(value, flag.type) : PoisonValue::get(flag.type));
  }
  return values;
}

// A constant whose type is narrower than the instruction is written into the text by rules of its own.
Value* AssemblyInstructions::constant(const Place& place, unsigned width) {
  const APInt& number = place.number->getValue();
  if (number.getBitWidth() < width && number.isNegative()) registers_.refuse();
  return builder_.getInt(number.zextOrTrunc(width));
}

Value* AssemblyInstructions::value_of(const Place& place, unsigned width) {
  switch (place.kind) {
    case Place::Kind::Memory:
      return memory_.load(place.address, builder_.getIntNTy(width));
    case Place::Kind::Register:
      return registers_.read(place.slot, width);
    case Place::Kind::Immediate:
      break;
  }
  return constant(place, width);
}

// Pointers stay pointers where possible: other parts of the pass look where they go.
Value* AssemblyInstructions::whole_value_of(const Place& place, unsigned width) {
  if (place.kind == Place::Kind::Register && width == 64) return registers_.read_whole(place.slot);
  return value_of(place, width);
}

void AssemblyInstructions::set(const Place& place, unsigned width, Value* value) {
  switch (place.kind) {
    case Place::Kind::Memory:
      return memory_.store(place.address, value);
    case Place::Kind::Register:
      return registers_.write(place.slot, width, value);
    case Place::Kind::Immediate:
      return registers_.refuse();
  }
}

// Returns what was there before.
Value* AssemblyInstructions::change(const Place& place, AtomicRMWInst::BinOp how, Value* operand, Lock lock) {
  if (place.kind == Place::Kind::Memory) return memory_.change(place.address, how, operand, lock);
  const unsigned width = operand->getType()->getIntegerBitWidth();
  Value* old = value_of(place, width);
  set(place, width, buildAtomicRMWValue(how, builder_, old, operand));
  return old;
}

void AssemblyInstructions::move(const Place& source, const Place& target, unsigned width) {
  const bool reads_memory = source.kind == Place::Kind::Memory, writes_register = target.kind == Place::Kind::Register;
  if (width == 64 && source.kind == Place::Kind::Register && writes_register) {
    return registers_.copy(source.slot, target.slot);
  }
  if (width == 64 && reads_memory && writes_register) {
    Type* wanted = operands_.slots[target.slot].result;
    const bool fits = wanted && register_width(wanted) == 64;
    return set(target, width, memory_.load(source.address, fits ? wanted : builder_.getInt64Ty()));
  }
  set(target, width, whole_value_of(source, width));
}

void AssemblyInstructions::move_extended(const Instruction86& instruction, const Place& source, const Place& target) {
  const unsigned from = instruction.source_width ? instruction.source_width : source.width;
  const unsigned to = instruction.width ? instruction.width : target.width;
  const bool is_from_register = source.kind == Place::Kind::Register;
  if (source.kind == Place::Kind::Immediate || (is_from_register && source.width != from) || from == 0 || from >= to ||
      target.kind != Place::Kind::Register || target.width != to) {
    return registers_.refuse();
  }
  Value* value = value_of(source, from);
  const bool is_signed = instruction.mnemonic == Mnemonic::MoveSignExtended;
  set(target, to, builder_.CreateIntCast(value, builder_.getIntNTy(to), is_signed));
}

void AssemblyInstructions::change_alone(Mnemonic mnemonic, const Place& target, unsigned width, Lock lock) {
  IntegerType* type = builder_.getIntNTy(width);
  if (mnemonic == Mnemonic::Negate) {
    const bool in_memory = target.kind == Place::Kind::Memory;
    Value* old = in_memory ? memory_.negate(target.address, type, lock) : value_of(target, width);
    if (!in_memory) set(target, width, builder_.CreateNeg(old));
    return flags_.set_by_subtraction(Constant::getNullValue(type), old);
  }
  Value* operand = ConstantInt::getSigned(type, mnemonic == Mnemonic::Not ? -1 : 1);
  Value* old = change(target, operator_of(mnemonic), operand, lock);
  if (mnemonic == Mnemonic::Increment) flags_.set_by_increment(old);
  if (mnemonic == Mnemonic::Decrement) flags_.set_by_decrement(old);
}

void AssemblyInstructions::calculate(Mnemonic mnemonic, const Place& source, const Place& target, unsigned width,
                                     Lock lock) {
  const AtomicRMWInst::BinOp how = operator_of(mnemonic);
  if (clears(how) && are_same_register(source, target)) {  // whatever it held
    set(target, width, builder_.getIntN(width, 0));
    return flags_.set_by_logic(builder_.getIntN(width, 0));
  }
  Value* operand = value_of(source, width);
  Value* old = change(target, how, operand, lock);
  if (mnemonic == Mnemonic::Add) return flags_.set_by_addition(old, operand);
  if (mnemonic == Mnemonic::Subtract) return flags_.set_by_subtraction(old, operand);
  flags_.set_by_logic(buildAtomicRMWValue(how, builder_, old, operand));
}

void AssemblyInstructions::compare(Mnemonic mnemonic, const Place& source, const Place& target, unsigned width) {
  Value* right = value_of(source, width);
  Value* left = value_of(target, width);
  if (mnemonic == Mnemonic::Compare) return flags_.set_by_subtraction(left, right);
  flags_.set_by_logic(builder_.CreateAnd(left, right));
}

// sbb of a register with itself: whatever it held, all its bits are the carry now.
void AssemblyInstructions::spread_carry(const Place& source, const Place& target, unsigned width) {
  Value* carry = flags_.carry();
  if (!carry || !are_same_register(source, target)) return registers_.refuse();
  set(target, width, builder_.CreateSExt(carry, builder_.getIntNTy(width)));
  flags_.set_by_bit_test(carry);
}

// A register may count bits far away from the operand, in both directions; an immediate stays inside. Moves `target`
// there and returns the number of the bit in it.
Value* AssemblyInstructions::bit_offset(const Place& offset, Place& target, unsigned width) {
  Value* inside = builder_.getIntN(width, width - 1);
  if (offset.kind == Place::Kind::Immediate) {
    if (offset.is_chosen_by_compiler && offset.number->getValue().uge(width)) registers_.refuse();
    return builder_.CreateAnd(constant(offset, width), inside);
  }
  Value* number = value_of(offset, width);
  if (target.kind == Place::Kind::Memory) {
    Value* words = builder_.CreateAShr(number, Log2_32(width));
    Value* bytes = builder_.CreateMul(builder_.CreateSExt(words, builder_.getInt64Ty()), builder_.getInt64(width / 8));
    target.address = builder_.CreateGEP(builder_.getInt8Ty(), target.address, bytes);
  }
  return builder_.CreateAnd(number, inside);
}

void AssemblyInstructions::test_bit(Mnemonic mnemonic, const Place& offset, Place target, unsigned width, Lock lock) {
  if (width == 8 || offset.kind == Place::Kind::Memory) return registers_.refuse();
  Value* bit = bit_offset(offset, target, width);
  Value* mask = builder_.CreateShl(builder_.getIntN(width, 1), bit);
  if (mnemonic == Mnemonic::BitReset) mask = builder_.CreateNot(mask);
  Value* old =
      mnemonic == Mnemonic::BitTest ? value_of(target, width) : change(target, operator_of(mnemonic), mask, lock);
  flags_.set_by_bit_test(builder_.CreateTrunc(builder_.CreateLShr(old, bit), builder_.getInt1Ty()));
}

void AssemblyInstructions::set_condition(Condition condition, const Place& target) {
  Value* value = flags_.condition(condition);
  if (!value) return registers_.refuse();
  set(target, 8, builder_.CreateZExt(value, builder_.getInt8Ty()));
}

}  // namespace heddle::instrument
