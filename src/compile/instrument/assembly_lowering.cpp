// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_lowering.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compile/instrument/assembly_instructions.h"
#include "compile/instrument/assembly_operands.h"
#include "compile/instrument/assembly_text.h"
#include "compile/instrument/inline_assembly.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

// Tries one call: writes instructions in front of it, and takes them back if there is anything it does not understand.
class Attempt {
 public:
  explicit Attempt(CallInst& call)
      : call_(call),
        builder_(call.getContext(), ConstantFolder(),
                 IRBuilderCallbackInserter([this](Instruction* added) { added_.push_back(added); })) {
    builder_.SetInsertPoint(&call);
  }

  // Barriers for the compiler, pauses and fences are known already, and so is what stays in registers.
  void run() {
    const auto& assembly = *cast<InlineAsm>(call_.getCalledOperand());
    const AssemblyKind kind = classify(assembly);
    if (kind == AssemblyKind::Pause || kind == AssemblyKind::FullFence) return;
    std::optional<AssemblyOperands> operands = operands_of(call_);
    auto statements = parse_assembly(assembly.getAsmString());
    if (assembly.getDialect() != InlineAsm::AD_ATT || !operands || !statements || statements->empty()) return;
    AssemblyInstructions instructions(*operands, builder_);
    for (const TextStatement& statement : *statements) instructions.add(statement);
    SmallVector<Value*, 4> results = instructions.results();
    if (instructions.is_refused() || (kind == AssemblyKind::Nothing && !instructions.has_events())) return take_back();
    replace_by(results);
    drop_unused();
  }

 private:
  void take_back() {
    for (Instruction* instruction : reverse(added_)) instruction->eraseFromParent();
  }

  void replace_by(ArrayRef<Value*> results) {
    if (call_.getType()->isStructTy()) {
      replace_parts_by(results);
    } else if (!results.empty()) {
      call_.replaceAllUsesWith(results.front());
    }
    call_.eraseFromParent();
  }

  void replace_parts_by(ArrayRef<Value*> results) {
    for (User* user : make_early_inc_range(call_.users())) {
      auto* part = dyn_cast<ExtractValueInst>(user);
      if (!part || part->getNumIndices() != 1) continue;
      part->replaceAllUsesWith(results[part->getIndices().front()]);
      part->eraseFromParent();
    }
    if (call_.use_empty()) return;
    Value* all = PoisonValue::get(call_.getType());
    for (unsigned index = 0; index < results.size(); ++index)
      all = builder_.CreateInsertValue(all, results[index], index);
    call_.replaceAllUsesWith(all);
  }

  // Flags that nobody asks for.
  void drop_unused() {
    for (Instruction* instruction : reverse(added_)) {
      if (!instruction->mayReadOrWriteMemory() && isInstructionTriviallyDead(instruction))
        instruction->eraseFromParent();
    }
  }

  CallInst& call_;
  SmallVector<Instruction*, 32> added_;
  IRBuilder<ConstantFolder, IRBuilderCallbackInserter> builder_;
};

}  // namespace

void lower_assembly(Function& function) {
  SmallVector<CallInst*, 8> calls;
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call && call->isInlineAsm()) calls.push_back(call);
  }
  for (CallInst* call : calls) Attempt(*call).run();
}

}  // namespace heddle::instrument
