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

// Neither the registers of the x87, st(1), nor the alternatives of dialects, $(att$|intel$), are addresses.
bool has_address(StringRef statement) {
  for (std::size_t at = statement.find_first_of("(["); at != StringRef::npos; at = statement.find_first_of("([", at + 1)) {
    const StringRef before = statement.take_front(at);
    if (!before.ends_with("st") && !before.ends_with("$")) return true;
  }
  return false;
}

// The text says so although no constraint does: an address in a register, instructions that always use memory, or leave.
bool reaches_memory(StringRef statement) {
  constexpr const char* kHarmless[] = {"lea", "nop", "prefetch", "clflush"};
  constexpr const char* kImplicit[] = {"movs", "stos", "lods", "cmps", "scas", "rep", "lock", "xlat", "call", "syscall", "sysenter", "int"};
  const StringRef name = statement.take_until([](char letter) { return letter == ' ' || letter == '\t'; });
  const auto begins = [name](const char* word) { return name.starts_with(word); };
  if (any_of(kHarmless, begins)) return false;
  const bool widens = name.starts_with("movs") && statement.contains(',');  // movsbl and kin, not the string instruction
  return has_address(statement) || (any_of(kImplicit, begins) && !widens);
}

}  // namespace

AssemblyKind classify(const InlineAsm& assembly) {
  SmallVector<std::string, 4> parts = statements(assembly.getAsmString());
  if (parts.empty()) return AssemblyKind::Nothing;
  bool has_result = !assembly.getFunctionType()->getReturnType()->isVoidTy();
  if (!has_result && all_of(parts, relaxes)) return AssemblyKind::Pause;
  if (!has_result && parts.size() == 1 && parts.front() == "mfence") return AssemblyKind::FullFence;
  const bool touches = mentions_memory(assembly) || any_of(parts, reaches_memory);
  return touches ? AssemblyKind::TouchesMemory : AssemblyKind::Nothing;
}

}  // namespace heddle::instrument
