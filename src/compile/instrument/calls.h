// SPDX-License-Identifier: Apache-2.0
//
// Calls that leave the instrumented code: their place is stored for the runtime first, inline assembly
// that touches memory is warned about, instructions that only relax the processor become events.
#pragma once

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

#include "compile/instrument/point_table.h"
#include "compile/instrument/runtime_calls.h"
#include "compile/instrument/warnings.h"

namespace heddle::instrument {

class Calls {
 public:
  Calls(PointTable& points, SourcePlaces& places, const RuntimeCalls& runtime, Warnings& warnings)
      : points_(points), places_(places), runtime_(runtime), warnings_(warnings) {}

  // First stroke and second stroke, as in accesses.h.
  void note(llvm::CallBase& call);
  void rewrite();

 private:
  enum class Action { Announce, AnnounceUnseen, Pause, FullFence, CallOriginal };
  struct Call {
    llvm::CallBase* call;
    llvm::Constant* point;
    Action action;
  };
  void note_inline_assembly(llvm::CallBase& call);
  void note_redirected(llvm::CallBase& call, llvm::StringRef name);
  void note_intrinsic(llvm::CallBase& call, llvm::Function& intrinsic);
  void announce(llvm::CallBase& call, llvm::StringRef callee);
  void add(llvm::CallBase& call, llvm::StringRef name, wire::PointKind kind, Action action);

  PointTable& points_;
  SourcePlaces& places_;
  const RuntimeCalls& runtime_;
  Warnings& warnings_;
  std::vector<Call> calls_;
};

}  // namespace heddle::instrument
