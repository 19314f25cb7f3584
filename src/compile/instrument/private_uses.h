// SPDX-License-Identifier: Apache-2.0
//
// Which instructions read or completely overwrite which private stack objects of a function, after its accesses have
// become calls of the runtime.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

class PrivateUses {
 public:
  // Private is every stack object that is not in `escaping`.
  PrivateUses(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& escaping);

  llvm::ArrayRef<llvm::Value*> objects() const { return objects_; }
  // By index into objects().
  llvm::ArrayRef<unsigned> read_by(const llvm::Instruction& instruction) const { return find(reads_, instruction); }
  llvm::ArrayRef<unsigned> overwritten_by(const llvm::Instruction& instruction) const {
    return find(overwrites_, instruction);
  }

  static std::uint64_t size_of(const llvm::Value& object);  // 0: not known when compiling

 private:
  using Map = llvm::DenseMap<const llvm::Instruction*, llvm::SmallVector<unsigned, 2>>;
  static llvm::ArrayRef<unsigned> find(const Map& map, const llvm::Instruction& instruction);
  void follow(unsigned index);
  void note(unsigned index, const llvm::Use& use);
  void note_call(unsigned index, const llvm::Use& use, const llvm::CallBase& call);
  bool covers(unsigned index, const llvm::Use& use, const llvm::Value* size) const;

  llvm::SmallVector<llvm::Value*, 8> objects_;
  Map reads_, overwrites_;
};

}  // namespace heddle::instrument
