// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_mnemonics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

using Found = std::optional<Mnemonic>;

Found sized(StringRef name) {
  return StringSwitch<Found>(name)
      .Case("mov", Mnemonic::Move)
      .Case("xchg", Mnemonic::Exchange)
      .Case("xadd", Mnemonic::ExchangeAdd)
      .Case("cmpxchg", Mnemonic::CompareExchange)
      .Case("inc", Mnemonic::Increment)
      .Case("dec", Mnemonic::Decrement)
      .Case("neg", Mnemonic::Negate)
      .Case("not", Mnemonic::Not)
      .Case("add", Mnemonic::Add)
      .Case("sub", Mnemonic::Subtract)
      .Case("and", Mnemonic::And)
      .Case("or", Mnemonic::Or)
      .Case("xor", Mnemonic::Xor)
      .Case("sbb", Mnemonic::SubtractWithBorrow)
      .Case("cmp", Mnemonic::Compare)
      .Case("test", Mnemonic::Test)
      .Case("bt", Mnemonic::BitTest)
      .Case("bts", Mnemonic::BitSet)
      .Case("btr", Mnemonic::BitReset)
      .Case("btc", Mnemonic::BitComplement)
      .Default(std::nullopt);
}

Found unsized(StringRef name) {
  return StringSwitch<Found>(name)
      .Case("mfence", Mnemonic::FullFence)
      .Case("pause", Mnemonic::Pause)
      .Cases("lfence", "sfence", "nop", Mnemonic::NoEffect)
      .Cases("prefetchw", "prefetchnta", "prefetcht0", "prefetcht1", "prefetcht2", Mnemonic::NoEffect)
      .Default(std::nullopt);
}

unsigned width_of_suffix(char suffix) {
  switch (suffix) {
    case 'b':
      return 8;
    case 'w':
      return 16;
    case 'l':
      return 32;
    case 'q':
      return 64;
    default:
      return 0;
  }
}

// movzbl, movswq, movzb, movsx ... from which the source's width or the target's may be missing.
std::optional<Instruction86> extending_move(StringRef name) {
  Instruction86 result{Mnemonic::MoveZeroExtended};
  if (name.consume_front("movs")) {
    result.mnemonic = Mnemonic::MoveSignExtended;
  } else if (!name.consume_front("movz")) {
    return std::nullopt;
  }
  if (name == "x") return result;
  if (name.empty() || name.size() > 2) return std::nullopt;
  const unsigned widest_source = result.mnemonic == Mnemonic::MoveSignExtended ? 32 : 16;
  result.source_width = width_of_suffix(name.front());
  if (result.source_width == 0 || result.source_width > widest_source) return std::nullopt;
  if (name.size() == 1) return result;
  result.width = width_of_suffix(name.back());
  if (result.width <= result.source_width) return std::nullopt;
  return result;
}

}  // namespace

std::optional<Condition> condition_named(StringRef name) {
  return StringSwitch<std::optional<Condition>>(name)
      .Case("o", Condition::Overflow)
      .Case("no", Condition::NoOverflow)
      .Cases("b", "c", "nae", Condition::Carry)
      .Cases("ae", "nb", "nc", Condition::NoCarry)
      .Cases("e", "z", Condition::Zero)
      .Cases("ne", "nz", Condition::NotZero)
      .Cases("be", "na", Condition::NotAbove)
      .Cases("a", "nbe", Condition::Above)
      .Case("s", Condition::Sign)
      .Case("ns", Condition::NoSign)
      .Cases("p", "pe", Condition::Parity)
      .Cases("np", "po", Condition::NoParity)
      .Cases("l", "nge", Condition::Less)
      .Cases("ge", "nl", Condition::NotLess)
      .Cases("le", "ng", Condition::NotGreater)
      .Cases("g", "nle", Condition::Greater)
      .Default(std::nullopt);
}

std::optional<Instruction86> instruction_named(StringRef name) {
  if (Found found = unsized(name)) return Instruction86{*found};
  if (Found found = sized(name)) return Instruction86{*found};
  if (name == "cmpxchg8b") return Instruction86{Mnemonic::CompareExchangePair, 64};
  if (name == "cmpxchg16b") return Instruction86{Mnemonic::CompareExchangePair, 128};
  if (name == "movabs" || name == "movabsq") return Instruction86{Mnemonic::Move, 64};
  if (unsigned width = width_of_suffix(name.back())) {
    if (Found found = sized(name.drop_back())) return Instruction86{*found, width};
  }
  if (StringRef rest = name; rest.consume_front("set")) {
    if (std::optional<Condition> condition = condition_named(rest)) {
      return Instruction86{Mnemonic::SetCondition, 8, 0, *condition};
    }
  }
  return extending_move(name);
}

bool may_be_locked(Mnemonic mnemonic) {
  return is_contained(
      {Mnemonic::Exchange, Mnemonic::ExchangeAdd, Mnemonic::CompareExchange, Mnemonic::CompareExchangePair,
       Mnemonic::Increment, Mnemonic::Decrement, Mnemonic::Negate, Mnemonic::Not, Mnemonic::Add, Mnemonic::Subtract,
       Mnemonic::And, Mnemonic::Or, Mnemonic::Xor, Mnemonic::BitSet, Mnemonic::BitReset, Mnemonic::BitComplement},
      mnemonic);
}

}  // namespace heddle::instrument
