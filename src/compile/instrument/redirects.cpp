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

struct Redirect {
  const char* name;
  const char* signature;
};

constexpr Redirect kRedirected[] = {
#define HEDDLE_X(name, signature) {#name, signature},
    HEDDLE_LIBC_REDIRECTS(HEDDLE_X)
#undef HEDDLE_X
};

char letter_of(const Type& type) {
  if (type.isVoidTy()) return 'v';
  if (type.isPointerTy()) return 'p';
  if (type.isIntegerTy(32)) return 'i';
  if (type.isIntegerTy(64)) return 'l';
  if (type.isFloatTy()) return 'f';
  if (type.isDoubleTy()) return 'd';
  return type.isX86_FP80Ty() ? 'e' : '?';
}

// A declaration of old, `int memcmp();`, says nothing about parameters.
bool is_of(const Function& function, StringRef signature) {
  const FunctionType& type = *function.getFunctionType();
  std::string letters(1, letter_of(*type.getReturnType()));
  for (const Type* parameter : type.params()) letters += letter_of(*parameter);
  bool has_no_prototype = type.isVarArg() && type.getNumParams() == 0;
  if (has_no_prototype) return letters.front() == signature.front();
  if (type.isVarArg()) letters += '.';
  return letters == signature;
}

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

// The inline copies in libc's headers are no definitions; one of the user's own is, for all modules of the program.
void redirect_libc(Module& module) {
  for (const Redirect& known : kRedirected) {
    std::string name = known.name;
    // glibc 2.38 and later give the C23 functions names of their own.
    for (const std::string& spelling : {name, "__isoc23_" + name}) {
      Function* original = module.getFunction(spelling);
      if (!original || !is_of(*original, known.signature)) continue;
      if (original->isDeclarationForLinker()) {
        redirect(*original, name);
      } else if (!original->hasLocalLinkage()) {
        GlobalAlias::create(original->getLinkage(), "__heddle_libc_" + name, original);
      }
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
