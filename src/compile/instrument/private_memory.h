// SPDX-License-Identifier: Apache-2.0
//
// Which stack objects of a function can only ever be touched by its own accesses. An object is private for all its
// accesses or for none: a pointer that may mean a private object or something else makes that object visible, or
// else half of its accesses would be events. Own allocas and parameters passed by value count as stack objects.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace heddle::instrument {

class PrivateMemory {
 public:
  // The answers stay valid while instructions are replaced, not when the flow of pointers changes.
  explicit PrivateMemory(llvm::Function& function);

  // Accesses through `pointer` are nobody else's business: private stack objects and constants.
  bool hides(const llvm::Value* pointer) const;
  // Stack objects that others may see: allocas and by-value parameters, in program order.
  llvm::ArrayRef<llvm::Value*> escaping() const { return escaping_; }

 private:
  enum class Use { Harmless, Derives, Escapes };
  void follow(llvm::Value* object);
  static Use classify(const llvm::Use& use);
  static Use classify_call(const llvm::CallBase& call, const llvm::Use& use);
  void spread_escapes();
  bool mixes(const llvm::Value* joined) const;

  llvm::DenseMap<const llvm::Value*, llvm::SmallPtrSet<llvm::Value*, 2>> objects_of_;
  llvm::SetVector<const llvm::Value*> joins_;  // phis and selects of derived pointers
  llvm::SmallPtrSet<llvm::Value*, 8> escaped_;
  llvm::SmallVector<llvm::Value*, 8> escaping_;
};

}  // namespace heddle::instrument
