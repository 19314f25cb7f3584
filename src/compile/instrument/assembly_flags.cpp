// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_flags.h"

using namespace llvm;

namespace heddle::instrument {

Value* AssemblyFlags::is_negative(Value* value) {
  return builder_.CreateICmpSLT(value, Constant::getNullValue(value->getType()));
}

void AssemblyFlags::set_by_result(Value* result) {
  zero_ = builder_.CreateIsNull(result);
  sign_ = is_negative(result);
  // Of the lowest byte only: set if the number of ones is even.
  Value* ones = builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, builder_.CreateTrunc(result, builder_.getInt8Ty()));
  parity_ = builder_.CreateNot(builder_.CreateTrunc(ones, builder_.getInt1Ty()));
}

void AssemblyFlags::set_by_addition(Value* left, Value* right) {
  Value* result = builder_.CreateAdd(left, right);
  set_by_result(result);
  carry_ = builder_.CreateICmpULT(result, left);
  overflow_ = is_negative(builder_.CreateAnd(builder_.CreateXor(left, result), builder_.CreateXor(right, result)));
}

void AssemblyFlags::set_by_subtraction(Value* left, Value* right) {
  Value* result = builder_.CreateSub(left, right);
  set_by_result(result);
  carry_ = builder_.CreateICmpULT(left, right);
  overflow_ = is_negative(builder_.CreateAnd(builder_.CreateXor(left, right), builder_.CreateXor(left, result)));
}

void AssemblyFlags::set_by_logic(Value* result) {
  set_by_result(result);
  carry_ = overflow_ = builder_.getFalse();
}

void AssemblyFlags::set_by_increment(Value* left) {
  Value* carry = carry_;
  set_by_addition(left, ConstantInt::get(left->getType(), 1));
  carry_ = carry;
}

void AssemblyFlags::set_by_decrement(Value* left) {
  Value* carry = carry_;
  set_by_subtraction(left, ConstantInt::get(left->getType(), 1));
  carry_ = carry;
}

void AssemblyFlags::set_by_bit_test(Value* carry) {
  forget();
  carry_ = carry;
}

void AssemblyFlags::forget() { carry_ = zero_ = sign_ = overflow_ = parity_ = nullptr; }

// Of a pair of opposites the first.
Value* AssemblyFlags::even_condition(Condition condition) {
  switch (condition) {
    case Condition::Overflow:
    case Condition::NoOverflow:
      return overflow_;
    case Condition::Carry:
    case Condition::NoCarry:
      return carry_;
    case Condition::Zero:
    case Condition::NotZero:
      return zero_;
    case Condition::NotAbove:
    case Condition::Above:
      return carry_ && zero_ ? builder_.CreateOr(carry_, zero_) : nullptr;
    case Condition::Sign:
    case Condition::NoSign:
      return sign_;
    case Condition::Parity:
    case Condition::NoParity:
      return parity_;
    case Condition::Less:
    case Condition::NotLess:
      return sign_ && overflow_ ? builder_.CreateXor(sign_, overflow_) : nullptr;
    case Condition::NotGreater:
    case Condition::Greater:
      return sign_ && overflow_ && zero_ ? builder_.CreateOr(builder_.CreateXor(sign_, overflow_), zero_) : nullptr;
  }
  return nullptr;
}

Value* AssemblyFlags::condition(Condition condition) {
  Value* value = even_condition(condition);
  const bool is_opposite = static_cast<unsigned>(condition) % 2 == 1;
  return value && is_opposite ? builder_.CreateNot(value) : value;
}

}  // namespace heddle::instrument
