// SPDX-License-Identifier: Apache-2.0
//
// Which calls of a module may lead to an event before they return, and what the caller has to tell the callee for that.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::instrument {

enum class CallReach {
  Nothing,      // no event, and no state that a later call depends on
  Runtime,      // an inserted call: is an event, or may be one
  Inside,       // of a function of this module that is instrumented, too
  Outside,      // of anything else; what it does is events, or follows from its arguments
  Keeping,      // of something that may keep state where nobody sees it, and is not instrumented
  Unknown,      // of whatever a pointer or a name means: one of the former, but only the program will know
};

class EventReach {
 public:
  // After all functions of the module were instrumented: `functions`.
  EventReach(llvm::Module& module, llvm::ArrayRef<llvm::Function*> functions);

  CallReach of(const llvm::CallBase& call) const;
  bool is_instrumented(const llvm::Function& function) const { return instrumented_.contains(&function); }
  // Calls of it may lead to events.
  bool reaches(const llvm::Function& function) const { return reaching_.contains(&function); }

 private:
  CallReach of_external(const llvm::Function& callee) const;

  llvm::DenseSet<const llvm::Function*> instrumented_;
  llvm::DenseSet<const llvm::Function*> reaching_;
};

}  // namespace heddle::instrument
