// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/redirects.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include "wire/libc_redirects.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr const char* kRedirected[] = {
#define HEDDLE_X(name) #name,
    HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X
};

AttributeMask effect_promises() {
  AttributeMask mask;
  for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::NoSync, Attribute::NoFree, Attribute::WillReturn,
                                   Attribute::Speculatable, Attribute::NoCallback}) {
    mask.addAttribute(kind);
  }
  return mask;
}

AttributeMask pointer_promises() {
  AttributeMask mask;
  for (Attribute::AttrKind kind : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::NoCapture,
                                   Attribute::NoFree, Attribute::Returned, Attribute::Writable,
                                   Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::NonNull}) {
    mask.addAttribute(kind);
  }
  return mask;
}

template <typename FunctionOrCall>
void withdraw(FunctionOrCall& target, unsigned parameters) {
  static const AttributeMask kEffects = effect_promises();
  static const AttributeMask kPointers = pointer_promises();
  AttributeList list = target.getAttributes().removeFnAttributes(target.getContext(), kEffects);
  for (unsigned index = 0; index < parameters; ++index) {
    list = list.removeParamAttributes(target.getContext(), index, kPointers);
  }
  target.setAttributes(list);
}

void redirect(Function& original, StringRef name) {
  Module& module = *original.getParent();
  auto* type = original.getFunctionType();
  auto* target = cast<Function>(module.getOrInsertFunction(("__heddle_libc_" + name).str(), type).getCallee());
  if (original.doesNotThrow()) target->setDoesNotThrow();
  original.replaceAllUsesWith(target);
  original.eraseFromParent();
}

}  // namespace

// A definition of the user's own with such a name stays alone; the inline copies in libc's headers do not.
void redirect_libc(Module& module) {
  for (const char* name : kRedirected) {
    // glibc 2.38 and later give the C23 functions names of their own.
    for (const std::string& spelling : {std::string(name), "__isoc23_" + std::string(name)}) {
      Function* original = module.getFunction(spelling);
      if (original && original->isDeclarationForLinker()) redirect(*original, name);
    }
  }
}

void withdraw_effect_promises(Module& module) {
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    withdraw(function, static_cast<unsigned>(function.arg_size()));
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      if (call && (!callee || !callee->isIntrinsic())) withdraw(*call, call->arg_size());
    }
  }
}

}  // namespace heddle::instrument
