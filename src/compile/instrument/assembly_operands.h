// SPDX-License-Identifier: Apache-2.0
//
// The constraints of a piece of inline assembly, together with the values of its call: what $0, $1 ... stand for, which
// registers hold what at the beginning, and which of them are results at the end.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>

#include "compile/instrument/assembly_mnemonics.h"
#include "compile/instrument/assembly_text.h"

namespace heddle::instrument {

// What $N stands for.
struct AssemblyArgument {
  enum class Kind { Memory, Register, Immediate, Flag };
  Kind kind = Kind::Register;
  llvm::Value* value = nullptr;   // address of the memory, or the immediate
  unsigned slot = 0;              // of the register
  llvm::Type* type = nullptr;     // as which the register is written into the text
  bool may_be_immediate = false;  // with may_be_register: the compiler chooses
  bool may_be_register = false;
};

// A register: the first kGeneralRegisters slots are the processor's, others are for the compiler to choose.
struct AssemblySlot {
  llvm::Value* initial = nullptr;  // nothing: unknown
  llvm::Type* result = nullptr;    // nothing: no output
  unsigned result_index = 0;
  bool is_early = false;  // no input is in the same register
  bool is_clobbered = false;
};

struct FlagResult {
  Condition condition;
  llvm::Type* type;
  unsigned result_index;
};

struct AssemblyOperands {
  llvm::SmallVector<AssemblyArgument, 8> arguments;
  llvm::SmallVector<AssemblySlot, 24> slots;
  llvm::SmallVector<FlagResult, 2> flags;
  bool clobbers_memory = false;
};

// How many bits of a register a value of this type takes; 0: Heddle does not understand it there.
unsigned register_width(llvm::Type* type);

// Nothing if a constraint is not understood.
std::optional<AssemblyOperands> operands_of(const llvm::CallBase& call);

}  // namespace heddle::instrument
