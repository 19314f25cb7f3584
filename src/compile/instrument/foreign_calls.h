// SPDX-License-Identifier: Apache-2.0
//
// Whether a function was instrumented that another file or library defines, or that is called by pointer, shows only after the
// call: instrumented functions say so when they return. The runtime is told of the others.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "compile/instrument/event_reach.h"
#include "compile/instrument/hash_words.h"
#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

class ForeignCalls {
 public:
  explicit ForeignCalls(const RuntimeCalls& runtime) : runtime_(runtime) {}

  // The function says that it is instrumented, if others may call it.
  void note_returns(llvm::Function& function) const;
  // `hash`: the context of the call, for fingerprints.
  void ask_after(llvm::CallBase& call, MixerState hash) const;
  // Without fingerprints: all calls of the function that need it.
  void ask_after_calls(llvm::Function& function, const EventReach& reach) const;

 private:
  llvm::Value* point_of(const llvm::CallBase& call) const;

  const RuntimeCalls& runtime_;
};

bool may_be_called_by_others(const llvm::Function& function);
// Where a call goes on, if the function comes back; null if it does not.
llvm::Instruction* after(llvm::CallBase& call);
// For calls that are inserted: a call in a function with debug information needs a location, or inlining the function breaks it.
void set_place(llvm::IRBuilder<>& builder, llvm::Function& function);

}  // namespace heddle::instrument
