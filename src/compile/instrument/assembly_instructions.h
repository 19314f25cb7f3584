// SPDX-License-Identifier: Apache-2.0
//
// What each instruction of a piece of inline assembly does, written down as LLVM's instructions, one statement after
// the other. Whatever is not completely understood is refused.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compile/instrument/assembly_flags.h"
#include "compile/instrument/assembly_memory.h"
#include "compile/instrument/assembly_operands.h"
#include "compile/instrument/assembly_registers.h"

namespace heddle::instrument {

class AssemblyInstructions {
 public:
  AssemblyInstructions(const AssemblyOperands& operands, llvm::IRBuilderBase& builder)
      : operands_(operands),
        builder_(builder),
        registers_(operands, builder),
        flags_(builder),
        memory_(builder, operands.clobbers_memory ? Moves::AreOrdered : Moves::AreRelaxed) {}

  void add(const TextStatement& statement);
  // After all statements: one value for each result of the call.
  llvm::SmallVector<llvm::Value*, 4> results();

  bool is_refused() const { return registers_.is_refused(); }
  bool has_events() const { return memory_.has_events(); }

 private:
  // An operand with what it stands for.
  struct Place {
    enum class Kind { Memory, Register, Immediate };
    Kind kind = Kind::Immediate;
    llvm::Value* address = nullptr;
    unsigned slot = 0;
    unsigned width = 0;  // of the register as it is written in the text
    llvm::ConstantInt* number = nullptr;
    bool is_chosen_by_compiler = false;  // the immediate, or a register
  };
  using Places = llvm::SmallVector<Place, 3>;
  static bool are_same_register(const Place& one, const Place& other) {
    return one.kind == Place::Kind::Register && other.kind == Place::Kind::Register && one.slot == other.slot;
  }

  Place place_of(const TextOperand& operand);
  Place place_of_argument(const TextName& name);
  Place place_of_register(const TextName& name);
  llvm::Value* address_of(const TextOperand& operand);
  llvm::Value* address_in(const TextName& name);
  bool add_stack_barrier(const TextStatement& statement, const Instruction86& instruction);
  void add(const Instruction86& instruction, Places& places, Lock lock);
  unsigned width_of(const Instruction86& instruction, llvm::ArrayRef<Place> places);
  bool are_allowed(const Instruction86& instruction, llvm::ArrayRef<Place> places, Lock lock) const;

  llvm::Value* constant(const Place& place, unsigned width);
  llvm::Value* value_of(const Place& place, unsigned width);
  llvm::Value* whole_value_of(const Place& place, unsigned width);
  void set(const Place& place, unsigned width, llvm::Value* value);
  llvm::Value* change(const Place& place, llvm::AtomicRMWInst::BinOp how, llvm::Value* operand, Lock lock);

  void move(const Place& source, const Place& target, unsigned width);
  void move_extended(const Instruction86& instruction, const Place& source, const Place& target);
  void exchange(const Place& one, const Place& other, unsigned width);
  void exchange_add(const Place& source, const Place& target, unsigned width, Lock lock);
  void compare_exchange(const Place& source, const Place& target, unsigned width, Lock lock);
  void compare_exchange_pair(const Place& target, unsigned width, Lock lock);
  void change_alone(Mnemonic mnemonic, const Place& target, unsigned width, Lock lock);
  void calculate(Mnemonic mnemonic, const Place& source, const Place& target, unsigned width, Lock lock);
  void compare(Mnemonic mnemonic, const Place& source, const Place& target, unsigned width);
  void spread_carry(const Place& source, const Place& target, unsigned width);
  void test_bit(Mnemonic mnemonic, const Place& offset, Place target, unsigned width, Lock lock);
  llvm::Value* bit_offset(const Place& offset, Place& target, unsigned width);
  void set_condition(Condition condition, const Place& target);

  const AssemblyOperands& operands_;
  llvm::IRBuilderBase& builder_;
  AssemblyRegisters registers_;
  AssemblyFlags flags_;
  AssemblyMemory memory_;
};

}  // namespace heddle::instrument
