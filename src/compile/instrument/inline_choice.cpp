// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/inline_choice.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr unsigned kSmall = 30;             // instructions of an accessor, with what it calls inlined
constexpr unsigned kSynchronisation = 400;  // of a function of atomics or locks
constexpr unsigned kTooLarge = 1u << 20;

// Parts of mangled names: functions whose accesses and calls matter only by the line that asked for them.
constexpr const char* kSynchronisationNames[] = {"atomic",      "gthread",          "mutex",
                                                 "unique_lock", "lock_guard",       "scoped_lock",
                                                 "shared_lock", "exchange_and_add", "condition_variable",
                                                 "once_flag",   "call_once",        "semaphore",
                                                 "latch",       "barrier"};

// Sizes count what inlining the callees adds, which bounds the growth of long chains of small functions.
class InlineChoice {
 public:
  explicit InlineChoice(SourcePlaces& places) : places_(places) {}

  bool wants(Function& function) {
    if (function.isDeclaration() || function.hasFnAttribute(Attribute::NoInline) || function.isVarArg()) return false;
    if (!places_.in_system_header(function)) return false;
    return size_of(function) <= limit_of(function);
  }

 private:
  static unsigned limit_of(const Function& function) {
    bool synchronises =
        any_of(kSynchronisationNames, [&function](const char* part) { return function.getName().contains(part); });
    return synchronises ? kSynchronisation : kSmall;
  }

  unsigned size_of(Function& function) {
    auto [entry, is_new] = sizes_.try_emplace(&function, kTooLarge);  // stays so while we are inside: recursion
    if (!is_new) return entry->second;
    unsigned size = function.getInstructionCount();
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && size < kTooLarge && wants(*callee)) size += size_of(*callee);
    }
    sizes_[&function] = size;
    return size;
  }

  SourcePlaces& places_;
  DenseMap<Function*, unsigned> sizes_;
};

}  // namespace

void choose_inlining(Module& module, SourcePlaces& places) {
  InlineChoice choice(places);
  for (Function& function : module) {
    if (choice.wants(function)) function.addFnAttr(Attribute::AlwaysInline);
  }
}

}  // namespace heddle::instrument
