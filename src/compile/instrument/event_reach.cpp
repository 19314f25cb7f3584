// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/event_reach.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>

#include "compile/instrument/library_table.h"
#include "compile/instrument/runtime_calls.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

// The function itself, also through casts and aliases; null for a pointer that is not known.
const Function* callee_of(const CallBase& call) {
  const Value* target = call.getCalledOperand()->stripPointerCastsAndAliases();
  return dyn_cast<Function>(target);
}

}  // namespace

EventReach::EventReach(Module& module, ArrayRef<Function*> functions)
    : instrumented_(functions.begin(), functions.end()) {
  // Whoever calls a function that reaches an event reaches it as well. Rarely more than a few rounds.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function& function : module) {
      if (function.isDeclaration() || reaching_.contains(&function)) continue;
      bool reaches = any_of(instructions(function), [this](const Instruction& instruction) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        return call && of(*call) != CallReach::Nothing;
      });
      if (!reaches) continue;
      reaching_.insert(&function);
      changed = true;
    }
  }
}

CallReach EventReach::of(const CallBase& call) const {
  if (call.isInlineAsm()) return CallReach::Nothing;
  const Function* callee = callee_of(call);
  if (!callee) return CallReach::Unknown;
  if (callee->isIntrinsic()) {
    // The frame of a coroutine that sleeps belongs to nobody's stack.
    bool resumes = is_contained({Intrinsic::coro_resume, Intrinsic::coro_destroy}, callee->getIntrinsicID());
    return resumes ? CallReach::Keeping : CallReach::Nothing;
  }
  if (callee->isPresplitCoroutine()) return CallReach::Keeping;
  if (instrumented_.contains(callee) && !callee->isInterposable()) {
    return reaching_.contains(callee) ? CallReach::Inside : CallReach::Nothing;
  }
  return of_external(*callee);
}

CallReach EventReach::of_external(const Function& callee) const {
  StringRef name = callee.getName();
  if (name.starts_with("__heddle_libc_")) return CallReach::Outside;
  if (name.starts_with(kRuntimePrefix)) return CallReach::Runtime;
  if (!callee.isDeclaration()) return CallReach::Keeping;  // the user asked for it to stay as it is
  if (only_computes(name)) return CallReach::Nothing;
  if (only_reads_text(name)) return CallReach::Nothing;  // of constants: other calls go to the runtime by now
  LibraryCall known = look_up(name);
  switch (known.kind) {
    case wire::CallClass::Modelled:
    case wire::CallClass::Fixed:
    case wire::CallClass::Refused:
      return CallReach::Outside;
    case wire::CallClass::Harmless:
      return known.keeps_state ? CallReach::Keeping : CallReach::Outside;
    case wire::CallClass::Unseen:
      return CallReach::Keeping;
    case wire::CallClass::Unknown:
      return CallReach::Unknown;
  }
  return CallReach::Unknown;
}

}  // namespace heddle::instrument
