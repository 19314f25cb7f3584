// SPDX-License-Identifier: Apache-2.0
//
// The tables of wire/abi.h that each translation unit contributes: one Point per instrumented instruction, one
// StackSite per escaping stack object, and the constructor that announces them. The linker concatenates the
// sections, so every entry must be exactly 32 bytes and all of them equally writable.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Module.h>

#include "compile/instrument/runtime_calls.h"
#include "compile/instrument/source_place.h"
#include "wire/abi.h"
#include "wire/library_calls.h"
#include "wire/result_use.h"

namespace heddle::instrument {

class PointTable {
 public:
  explicit PointTable(llvm::Module& module);

  llvm::Constant* add_point(const SourcePlace& place, llvm::StringRef variable, wire::PointKind kind, unsigned flags);
  llvm::GlobalVariable* add_stack_site(const SourcePlace& place, llvm::StringRef variable, unsigned flags);
  // A function that the module uses but does not define, and one that it defines for other modules.
  void add_external(const SourcePlace& place, llvm::StringRef name, llvm::StringRef reason, wire::CallClass kind,
                    unsigned uses);
  void add_definition(llvm::StringRef name);
  // What the result of the access at `point` is used for, if not for everything.
  void add_result_use(llvm::Constant* point, wire::ResultUseKind kind, llvm::ArrayRef<wire::OutcomeTest> tests);
  llvm::Constant* state_of(llvm::GlobalVariable* stack_site) const;

  // Adds the constructor. Call once, after the last entry.
  void announce(const RuntimeCalls& runtime);

 private:
  llvm::Constant* text(llvm::StringRef content);
  llvm::GlobalVariable* add_entry(llvm::Constant* initialiser, llvm::StringRef section, llvm::StringRef name);
  llvm::Constant* boundary(llvm::StringRef name);

  llvm::Module& module_;
  llvm::StructType* point_type_;
  llvm::StructType* site_type_;
  llvm::StructType* external_type_;
  llvm::StringMap<llvm::Constant*> texts_;
  llvm::SmallVector<llvm::GlobalValue*, 16> unreferenced_;
};

}  // namespace heddle::instrument
