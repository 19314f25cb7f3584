// SPDX-License-Identifier: Apache-2.0
//
// Names of those x86-64 instructions that Heddle understands in inline assembly, with their size suffixes.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace heddle::instrument {

enum class Mnemonic {
  Move, MoveZeroExtended, MoveSignExtended,
  Exchange, ExchangeAdd, CompareExchange, CompareExchangePair,
  Increment, Decrement, Negate, Not,
  Add, Subtract, And, Or, Xor, SubtractWithBorrow,
  Compare, Test,
  BitTest, BitSet, BitReset, BitComplement,
  SetCondition,
  FullFence,
  Pause,
  NoEffect,  // lfence, sfence, nop and prefetching: no event under sequential consistency
};

// The processor's numbers: an odd one is the opposite of the one before.
enum class Condition {
  Overflow, NoOverflow, Carry, NoCarry, Zero, NotZero, NotAbove, Above,
  Sign, NoSign, Parity, NoParity, Less, NotLess, NotGreater, Greater,
};

struct Instruction86 {
  Mnemonic mnemonic;
  unsigned width = 0;         // in bits, by the suffix; 0: the registers tell
  unsigned source_width = 0;  // of an extending move
  Condition condition = Condition::Overflow;
};

// "z", "nc", "ae" ...
std::optional<Condition> condition_named(llvm::StringRef name);

std::optional<Instruction86> instruction_named(llvm::StringRef name);

// Whether the prefix "lock" is allowed; Exchange needs none.
bool may_be_locked(Mnemonic mnemonic);

}  // namespace heddle::instrument
