// SPDX-License-Identifier: Apache-2.0
//
// Turns accesses to memory into calls of the runtime: loads, stores, atomics of every size, fences, and the memory
// intrinsics. Works in two strokes, because names and places are found by following pointers through the very
// instructions that the second stroke replaces.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compile/instrument/object_bounds.h"
#include "compile/instrument/point_table.h"
#include "compile/instrument/private_memory.h"
#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

class Accesses {
 public:
  Accesses(llvm::Function& function, const PrivateMemory& memory, PointTable& points, SourcePlaces& places,
           const RuntimeCalls& runtime);

  // First stroke: notes the instruction if it is an access; gives it a point if it is an event.
  void note(llvm::Instruction& instruction);
  // Second stroke.
  void rewrite();

 private:
  struct Access {
    llvm::Instruction* instruction;
    llvm::Constant* point;  // null: private, only to be made non-atomic
    bool hidden_target;     // memory intrinsics: which side needs no event
    bool hidden_source;
  };
  void note_memory_intrinsic(llvm::AnyMemIntrinsic& intrinsic);
  void note_by_value_arguments(llvm::CallBase& call);
  bool writes_inside(llvm::Instruction& instruction);
  llvm::Constant* point_of(llvm::Instruction& instruction, const llvm::Value* address, bool is_volatile);

  void rewrite(const Access& access);
  void rewrite_load(llvm::LoadInst& load, llvm::Constant* point);
  void rewrite_store(llvm::StoreInst& store, llvm::Constant* point);
  void rewrite_rmw(llvm::AtomicRMWInst& rmw, llvm::Constant* point);
  void rewrite_cas(llvm::AtomicCmpXchgInst& cas, llvm::Constant* point);
  void rewrite_cas16(llvm::AtomicCmpXchgInst& cas, std::uint32_t orders, llvm::Constant* point);
  void replace_pair(llvm::IRBuilder<>& builder, llvm::AtomicCmpXchgInst& cas, llvm::Value* old, llvm::Value* success);
  void rewrite_fence(llvm::FenceInst& fence, llvm::Constant* point);
  void rewrite_memory_intrinsic(llvm::AnyMemIntrinsic& intrinsic, const Access& access);
  void rewrite_by_value_argument(llvm::CallBase& call, unsigned index, llvm::Constant* point);
  void make_plain(llvm::Instruction& instruction);

  bool fits_register(llvm::Type* type) const;
  llvm::Value* to_bits(llvm::IRBuilder<>& builder, llvm::Value* value) const;
  llvm::Value* from_bits(llvm::IRBuilder<>& builder, llvm::Value* bits, llvm::Type* type) const;
  llvm::AllocaInst* new_buffer(llvm::Type* type);
  llvm::Value* in_buffer(llvm::IRBuilder<>& builder, llvm::Value* value);

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const PrivateMemory& memory_;
  ObjectBounds bounds_;
  PointTable& points_;
  SourcePlaces& places_;
  const RuntimeCalls& runtime_;
  std::vector<Access> accesses_;
  struct ByValue {
    llvm::CallBase* call;
    unsigned index;
    llvm::Constant* point;
  };
  std::vector<ByValue> by_value_;
};

}  // namespace heddle::instrument
