// SPDX-License-Identifier: Apache-2.0
//
// Accesses to memory by inline assembly as LLVM's atomic instructions, of which the pass makes events afterwards.
//
// What is locked is one sequentially consistent read-modify-write. A plain `mov` is an atomic access too: libraries
// that move with inline assembly (concurrencykit) mean one, so it is never one half of a data race. It is relaxed,
// since the compiler may put other accesses on either side of it, unless the assembly says that it clobbers memory:
// then neither the compiler nor the processor does, and it acquires or releases. So unlocks of spin locks by `mov` are
// what they are. A change of memory without a lock is such a load and such a store, and others may come in between.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

enum class Lock : bool { Without, With };
enum class Moves : bool { AreRelaxed, AreOrdered };

class AssemblyMemory {
 public:
  AssemblyMemory(llvm::IRBuilderBase& builder, Moves moves) : builder_(builder), moves_(moves) {}

  llvm::Value* load(llvm::Value* address, llvm::Type* type);
  void store(llvm::Value* address, llvm::Value* value);
  // These return what was there before.
  llvm::Value* change(llvm::Value* address, llvm::AtomicRMWInst::BinOp how, llvm::Value* operand, Lock lock);
  llvm::Value* negate(llvm::Value* address, llvm::Type* type, Lock lock);
  struct Exchanged {
    llvm::Value* old;
    llvm::Value* success;
  };
  Exchanged compare_exchange(llvm::Value* address, llvm::Value* expected, llvm::Value* desired, Lock lock);
  void fence();

  bool has_events() const { return has_events_; }

 private:
  llvm::IRBuilderBase& builder_;
  Moves moves_;
  bool has_events_ = false;
};

}  // namespace heddle::instrument
