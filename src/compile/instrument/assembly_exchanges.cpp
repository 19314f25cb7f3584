// SPDX-License-Identifier: Apache-2.0
//
// The part of AssemblyInstructions for instructions that exchange: xchg, xadd, cmpxchg, cmpxchg8b, cmpxchg16b.
#include "compile/instrument/assembly_instructions.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

enum : unsigned { kAx = 0, kCx = 1, kDx = 2, kBx = 3 };

}  // namespace

// Locked by itself.
void AssemblyInstructions::exchange(const Place& one, const Place& other, unsigned width) {
  if (one.kind == Place::Kind::Immediate || other.kind == Place::Kind::Immediate) return registers_.refuse();
  if (one.kind == Place::Kind::Memory) return exchange(other, one, width);
  Value* value = whole_value_of(one, width);
  if (other.kind == Place::Kind::Memory) {
    return set(one, width, memory_.change(other.address, AtomicRMWInst::Xchg, value, Lock::With));
  }
  Value* old = whole_value_of(other, width);
  set(other, width, value);
  set(one, width, old);
}

void AssemblyInstructions::exchange_add(const Place& source, const Place& target, unsigned width, Lock lock) {
  if (source.kind != Place::Kind::Register) return registers_.refuse();
  Value* operand = value_of(source, width);
  if (target.kind == Place::Kind::Memory) {
    Value* old = change(target, AtomicRMWInst::Add, operand, lock);
    set(source, width, old);
    return flags_.set_by_addition(old, operand);
  }
  Value* old = value_of(target, width);
  set(source, width, old);
  set(target, width, builder_.CreateAdd(old, operand));
  flags_.set_by_addition(old, operand);
}

void AssemblyInstructions::compare_exchange(const Place& source, const Place& target, unsigned width, Lock lock) {
  if (source.kind != Place::Kind::Register || target.kind != Place::Kind::Memory) return registers_.refuse();
  Value* desired = whole_value_of(source, width);
  Value* expected = width == 64 ? registers_.read_whole(kAx) : registers_.read(kAx, width);
  if (is_refused()) return;
  if (!expected->getType()->isPointerTy() || !desired->getType()->isPointerTy()) {
    expected = registers_.to_integer(expected);
    desired = registers_.to_integer(desired);
  }
  auto [old, success] = memory_.compare_exchange(target.address, expected, desired, lock);
  registers_.write_vaguely(kAx, width, old);
  flags_.set_by_subtraction(registers_.to_integer(expected), registers_.to_integer(old));
  flags_.set_zero_only(success);
}

// cmpxchg8b and cmpxchg16b compare dx:ax and store cx:bx.
void AssemblyInstructions::compare_exchange_pair(const Place& target, unsigned width, Lock lock) {
  if (target.kind != Place::Kind::Memory) return registers_.refuse();
  const unsigned half = width / 2;
  Type* type = builder_.getIntNTy(width);
  const auto pair = [&](unsigned low, unsigned high) {
    Value* above = builder_.CreateShl(builder_.CreateZExt(registers_.read(high, half), type), half);
    return builder_.CreateOr(above, builder_.CreateZExt(registers_.read(low, half), type));
  };
  // Only to read: whatever the registers hold, it is stored where it already is (concurrencykit's ck_pr_load_64_2).
  const bool only_reads = registers_.are_same_unknown(kAx, kBx) && registers_.are_same_unknown(kDx, kCx);
  Value* expected = only_reads ? Constant::getNullValue(type) : pair(kAx, kDx);
  Value* desired = only_reads ? expected : pair(kBx, kCx);
  if (is_refused()) return;
  auto [old, success] = memory_.compare_exchange(target.address, expected, desired, lock);
  registers_.write_vaguely(kAx, half, builder_.CreateTrunc(old, builder_.getIntNTy(half)));
  registers_.write_vaguely(kDx, half, builder_.CreateTrunc(builder_.CreateLShr(old, half), builder_.getIntNTy(half)));
  flags_.set_zero_only(success);
}

}  // namespace heddle::instrument
