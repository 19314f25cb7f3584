// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/liveness.h"

#include <llvm/Analysis/IteratedDominanceFrontier.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

bool means_nothing(const Instruction& instruction) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->isAssumeLikeIntrinsic();
}

// Counts whatever follows.
bool is_effect(const Instruction& instruction) {
  if (means_nothing(instruction)) return false;
  if (instruction.isEHPad()) return true;
  if (instruction.isTerminator()) return !isa<BranchInst, SwitchInst>(instruction);
  return instruction.mayHaveSideEffects();
}

// Marks from the effects backwards, as aggressive dead-code elimination does: operands of what is needed, and branches
// that decide whether something needed is executed.
class Marker {
 public:
  Marker(Function& function, SmallPtrSetImpl<const Instruction*>& needed) : function_(function), needed_(needed) {
    tree_.recalculate(function);
  }

  void run() {
    for (Instruction& instruction : instructions(function_)) {
      if (is_effect(instruction)) mark(instruction);
    }
    mark_loops();
    mark_blocks_without_exit();
    do {
      while (!pending_.empty()) visit(*pending_.pop_back_val());
      mark_deciding_branches();
    } while (!pending_.empty());
  }

 private:
  void mark(Instruction& instruction) {
    if (needed_.insert(&instruction).second) pending_.push_back(&instruction);
  }

  void mark_block(BasicBlock& block) {
    if (reached_.insert(&block).second) fresh_.insert(&block);
  }

  void visit(Instruction& instruction) {
    mark_block(*instruction.getParent());
    for (Value* operand : instruction.operands()) {
      if (auto* producer = dyn_cast<Instruction>(operand)) mark(*producer);
    }
    auto* phi = dyn_cast<PHINode>(&instruction);
    if (!phi) return;
    for (BasicBlock* block : phi->blocks()) {
      mark_block(*block);
      mark(*block->getTerminator());
    }
  }

  // Whether a loop ends is an effect.
  void mark_loops() {
    SmallPtrSet<BasicBlock*, 32> open, done;
    SmallVector<std::pair<BasicBlock*, succ_iterator>, 32> path;
    BasicBlock* entry = &function_.getEntryBlock();
    open.insert(entry);
    path.emplace_back(entry, succ_begin(entry));
    while (!path.empty()) {
      auto& [block, next] = path.back();
      if (next == succ_end(block)) {
        done.insert(block);
        open.erase(block);
        path.pop_back();
        continue;
      }
      BasicBlock* successor = *next++;
      if (open.contains(successor)) {
        mark(*block->getTerminator());
      } else if (!done.contains(successor)) {
        open.insert(successor);
        path.emplace_back(successor, succ_begin(successor));
      }
    }
  }

  void mark_blocks_without_exit() {
    for (BasicBlock& block : function_) {
      if (!tree_.getNode(&block)) mark(*block.getTerminator());
    }
    for (BasicBlock* root : tree_.roots()) {
      if (root && !isa<ReturnInst>(root->getTerminator())) mark(*root->getTerminator());
    }
  }

  void mark_deciding_branches() {
    if (fresh_.empty()) return;
    SmallVector<BasicBlock*, 32> deciding;
    ReverseIDFCalculator frontier(tree_);
    frontier.setDefiningBlocks(fresh_);
    frontier.calculate(deciding);
    fresh_.clear();
    for (BasicBlock* block : deciding) mark(*block->getTerminator());
  }

  Function& function_;
  SmallPtrSetImpl<const Instruction*>& needed_;
  PostDominatorTree tree_;
  SmallVector<Instruction*, 32> pending_;
  SmallPtrSet<BasicBlock*, 16> reached_, fresh_;
};

bool has_fixed_address(const Value& value) {
  const auto* alloca = dyn_cast<AllocaInst>(&value);
  return alloca && alloca->isStaticAlloca();
}

constexpr unsigned kDeepest = 6;

bool is_derivable(const Value& value, const SmallPtrSetImpl<const Value*>& known, unsigned depth) {
  const auto* instruction = dyn_cast<Instruction>(&value);
  bool computes = instruction && isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, GetElementPtrInst, SelectInst,
                                     ExtractValueInst, InsertValueInst>(instruction);
  if (!computes || depth > kDeepest) return false;
  return all_of(instruction->operands(), [&](const Value* operand) {
    if (isa<Constant>(operand) || has_fixed_address(*operand) || known.contains(operand)) return true;
    return is_derivable(*operand, known, depth + 1);
  });
}

}  // namespace

Liveness::Liveness(Function& function, const PrivateUses& uses) : function_(function), uses_(uses) {
  Marker(function, needed_).run();
  find_live();
}

void Liveness::add_value(Value& value) {
  if (value.getType()->isVoidTy() || has_fixed_address(value)) return;
  numbers_[&value] = static_cast<unsigned>(values_.size());
  values_.push_back(&value);
}

// Bits: values, then objects.
void Liveness::find_live() {
  for (Argument& argument : function_.args()) add_value(argument);
  for (Instruction& instruction : instructions(function_)) {
    if (is_needed(instruction)) add_value(instruction);
  }
  auto bits = static_cast<unsigned>(values_.size() + uses_.objects().size());
  for (BasicBlock& block : function_) live_in_[&block].resize(bits);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock& block : reverse(function_)) {
      BitVector live = live_out(block);
      for (Instruction& instruction : reverse(block)) step_back(instruction, live);
      BitVector& known = live_in_[&block];
      if (live == known) continue;
      known = std::move(live);
      changed = true;
    }
  }
}

BitVector Liveness::live_out(const BasicBlock& block) const {
  BitVector live(static_cast<unsigned>(values_.size() + uses_.objects().size()));
  for (const BasicBlock* successor : successors(&block)) {
    live |= live_in_.find(successor)->second;
    for (const PHINode& phi : successor->phis()) {
      auto incoming = numbers_.find(phi.getIncomingValueForBlock(&block));
      if (is_needed(phi) && incoming != numbers_.end()) live.set(incoming->second);
    }
  }
  return live;
}

void Liveness::step_back(const Instruction& instruction, BitVector& live) const {
  auto first_object = static_cast<unsigned>(values_.size());
  for (unsigned object : uses_.overwritten_by(instruction)) live.reset(first_object + object);
  bool reads = is_needed(instruction) || !isa<LoadInst>(instruction);
  for (unsigned object : uses_.read_by(instruction)) {
    if (reads) live.set(first_object + object);
  }
  auto own = numbers_.find(&instruction);
  if (own != numbers_.end()) live.reset(own->second);
  if (isa<PHINode>(instruction) || !is_needed(instruction)) return;
  for (const Value* operand : instruction.operands()) {
    auto used = numbers_.find(operand);
    if (used != numbers_.end()) live.set(used->second);
  }
}

LiveState Liveness::decode(const BitVector& live) const {
  LiveState state;
  for (unsigned bit : live.set_bits()) {
    if (bit < values_.size()) {
      state.values.push_back(values_[bit]);
    } else {
      state.objects.push_back(uses_.objects()[bit - values_.size()]);
    }
  }
  return state;
}

std::vector<LiveState> Liveness::after(ArrayRef<Instruction*> instructions) {
  DenseMap<const Instruction*, unsigned> wanted;
  SmallPtrSet<BasicBlock*, 16> blocks;
  for (unsigned index = 0; index < instructions.size(); ++index) {
    wanted[instructions[index]] = index;
    blocks.insert(instructions[index]->getParent());
  }
  std::vector<LiveState> states(instructions.size());
  for (BasicBlock* block : blocks) {
    BitVector live = live_out(*block);
    for (Instruction& instruction : reverse(*block)) {
      auto index = wanted.find(&instruction);
      if (index != wanted.end()) {
        BitVector here = live;
        auto own = numbers_.find(&instruction);
        if (own != numbers_.end()) here.reset(own->second);
        auto first_object = static_cast<unsigned>(values_.size());
        for (unsigned object : uses_.overwritten_by(instruction)) here.reset(first_object + object);
        for (unsigned object : uses_.read_by(instruction)) here.set(first_object + object);
        states[index->second] = decode(here);
      }
      step_back(instruction, live);
    }
  }
  return states;
}

void drop_derivable(SmallVectorImpl<Value*>& values) {
  SmallPtrSet<const Value*, 16> known(values.begin(), values.end());
  erase_if(values, [&known](const Value* value) {
    return isa<Constant>(value) || has_fixed_address(*value) || is_derivable(*value, known, 0);
  });
}

}  // namespace heddle::instrument
