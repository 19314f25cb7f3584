// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/inline_assembly.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DerivedTypes.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

// The statements of the text in lower case, without blanks around them and without comments of their own line.
SmallVector<std::string, 4> statements(StringRef text) {
  SmallVector<std::string, 4> result;
  SmallVector<StringRef, 4> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    SmallVector<StringRef, 4> parts;
    line.split('#').first.split(parts, ';');
    for (StringRef part : parts) {
      if (!part.trim().empty()) result.push_back(part.trim().lower());
    }
  }
  return result;
}

bool relaxes(StringRef statement) {
  return statement == "pause" || statement == "nop" || statement == "rep" || statement == "rep nop" ||
         statement == "rep\tnop";
}

bool mentions_memory(const InlineAsm& assembly) {
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.isIndirect) return true;
    for (const std::string& code : constraint.Codes) {
      if (code == "{memory}" || code == "m" || code == "o" || code == "V") return true;
    }
  }
  return false;
}

}  // namespace

AssemblyKind classify(const InlineAsm& assembly) {
  SmallVector<std::string, 4> parts = statements(assembly.getAsmString());
  if (parts.empty()) return AssemblyKind::Nothing;
  bool has_result = !assembly.getFunctionType()->getReturnType()->isVoidTy();
  if (!has_result && all_of(parts, relaxes)) return AssemblyKind::Pause;
  if (!has_result && parts.size() == 1 && parts.front() == "mfence") return AssemblyKind::FullFence;
  return mentions_memory(assembly) ? AssemblyKind::TouchesMemory : AssemblyKind::Nothing;
}

}  // namespace heddle::instrument
