// SPDX-License-Identifier: Apache-2.0
//
// The text of a piece of inline assembly, in AT&T syntax as LLVM writes it, taken apart into statements and operands.
// Knows nothing of what instructions do (assembly_mnemonics.h) or of what the operands $0, $1 ... stand for
// (assembly_operands.h). Labels, directives, segments and symbols are not understood.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::instrument {

constexpr int kNoRegister = -1;
constexpr int kStackPointer = 4;
constexpr unsigned kGeneralRegisters = 16;  // by the processor's numbers: ax, cx, dx, bx, sp, bp, si, di, r8 to r15

struct NamedRegister {
  int number = kNoRegister;
  unsigned width = 0;  // in bits
};

// "rax", "eax", "ax", "al" ... nothing for ah and kin, and for registers that are not general ones.
std::optional<NamedRegister> register_named(llvm::StringRef name);

// A name in the text that may stand for a register: %rax, $0, ${0:w}.
struct TextName {
  int argument = -1;  // N of $N; else `number` says which register
  int number = kNoRegister;
  unsigned width = 0;  // in bits; 0: that of the argument's type
};

struct TextOperand {
  enum class Kind { Immediate, Name, Memory };
  Kind kind = Kind::Immediate;
  std::int64_t number = 0;  // the immediate, or the displacement in front of (base, index, scale)
  TextName name;            // the name, or the base
  std::optional<TextName> index;
  unsigned scale = 1;
};

struct TextStatement {
  bool is_locked = false;
  std::string mnemonic;
  llvm::SmallVector<TextOperand, 3> operands;
};

// Nothing if any part of the text is not understood. "rep; nop" comes out as "pause".
std::optional<llvm::SmallVector<TextStatement, 4>> parse_assembly(llvm::StringRef text);

}  // namespace heddle::instrument
