// SPDX-License-Identifier: Apache-2.0
//
// The registers while a piece of inline assembly is turned into instructions: who holds which value, and how many of
// its bits are known. A write of 8 or 16 bits keeps those above, one of 32 bits clears them. What must not happen in a
// correct piece of assembly (it reads what nobody has set, changes what it did not say, reads an input when an output
// may already be in its register) is refused: `is_refused`, and the values handed out are worth nothing.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compile/instrument/assembly_operands.h"

namespace heddle::instrument {

class AssemblyRegisters {
 public:
  AssemblyRegisters(const AssemblyOperands& operands, llvm::IRBuilderBase& builder);

  llvm::Value* read(unsigned slot, unsigned width);  // as an integer
  llvm::Value* read_whole(unsigned slot);            // 64 bits, a pointer as such if it is one
  void write(unsigned slot, unsigned width, llvm::Value* value);
  // What stands in the lowest `width` bits, be it pointer or number; above, nothing is known. For instructions of which
  // the manual leaves that open.
  void write_vaguely(unsigned slot, unsigned width, llvm::Value* value);
  void copy(unsigned from, unsigned to);  // all 64 bits, also if nobody has set them
  bool are_same_unknown(unsigned one, unsigned other) const;
  llvm::Value* result(unsigned slot);  // of the type that the call has there

  // An input is used by something else than a register: an address.
  void note_input();
  void end_statement();

  void refuse() { is_refused_ = true; }
  bool is_refused() const { return is_refused_; }
  // Any type of register_width() as an integer.
  llvm::Value* to_integer(llvm::Value* value);

 private:
  struct Content {
    llvm::Value* value = nullptr;
    bool is_clear_above = false;
    unsigned unknown_of = 0;  // without value: the slot whose unknown value it is
  };
  void note_read(const AssemblySlot& slot);
  void note_write(const AssemblySlot& slot);

  const AssemblyOperands& operands_;
  llvm::IRBuilderBase& builder_;
  llvm::SmallVector<Content, 24> contents_;
  bool is_refused_ = false;
  bool writes_output_ = false;    // in this statement
  bool may_hide_inputs_ = false;  // an earlier statement did
};

}  // namespace heddle::instrument
