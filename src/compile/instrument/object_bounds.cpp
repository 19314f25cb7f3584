// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/object_bounds.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compile/instrument/private_uses.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr unsigned kMostSteps = 8;  // through phis, selects and arithmetic
constexpr unsigned kAddressBits = 64;

bool is_stack_object(const Value& value) {
  const auto* argument = dyn_cast<Argument>(&value);
  return isa<AllocaInst>(value) || (argument && argument->hasByValAttr());
}

// What is the same pointer again.
const Value* source_of(const Value* pointer) {
  if (isa<BitCastInst, FreezeInst>(pointer)) return cast<User>(pointer)->getOperand(0);
  const auto* intrinsic = dyn_cast<IntrinsicInst>(pointer);
  if (!intrinsic) return nullptr;
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
      return intrinsic->getArgOperand(0);
    default:
      return nullptr;
  }
}

}  // namespace

ObjectBounds::ObjectBounds(Function& function) : function_(function), layout_(function.getParent()->getDataLayout()) {}

DominatorTree& ObjectBounds::dominators() {
  if (!dominators_) dominators_.emplace(function_);
  return *dominators_;
}

bool ObjectBounds::has_inside(const Value* pointer, std::uint64_t size, const Instruction& at) {
  return has_inside(pointer, ConstantRange(APInt::getZero(kAddressBits)), size, at, kMostSteps);
}

bool ObjectBounds::has_inside(const Value* pointer, ConstantRange offset, std::uint64_t size, const Instruction& at,
                              unsigned depth) {
  if (pointer->getType()->isVectorTy() || depth == 0) return false;
  if (is_stack_object(*pointer)) {
    std::uint64_t whole = PrivateUses::size_of(*pointer);
    return whole >= size && offset.getUnsignedMax().ule(whole - size);
  }
  if (const Value* source = source_of(pointer)) return has_inside(source, offset, size, at, depth - 1);
  if (const auto* step = dyn_cast<GEPOperator>(pointer)) {
    return add_offset(*step, offset, at, depth) && has_inside(step->getPointerOperand(), offset, size, at, depth - 1);
  }
  if (const auto* select = dyn_cast<SelectInst>(pointer)) {
    return has_inside(select->getTrueValue(), offset, size, at, depth - 1) &&
           has_inside(select->getFalseValue(), offset, size, at, depth - 1);
  }
  const auto* phi = dyn_cast<PHINode>(pointer);
  if (!phi || phi->getNumIncomingValues() > kMostSteps) return false;
  for (unsigned index = 0; index < phi->getNumIncomingValues(); ++index) {
    const Instruction& end = *phi->getIncomingBlock(index)->getTerminator();
    if (!has_inside(phi->getIncomingValue(index), offset, size, end, depth / 2)) return false;
  }
  return true;
}

bool ObjectBounds::add_offset(const GEPOperator& step, ConstantRange& offset, const Instruction& at, unsigned depth) {
  MapVector<Value*, APInt> variable;
  APInt constant = APInt::getZero(kAddressBits);
  if (!step.collectOffset(layout_, kAddressBits, variable, constant)) return false;
  offset = offset.add(ConstantRange(constant));
  for (const auto& [index, scale] : variable) {
    ConstantRange range = range_of(index, at, depth).sextOrTrunc(kAddressBits);
    offset = offset.add(range.multiply(ConstantRange(scale)));
  }
  return true;
}

// Arithmetic wraps around here, as it does in the processor.
ConstantRange ObjectBounds::range_of(const Value* value, const Instruction& at, unsigned depth) {
  unsigned bits = value->getType()->getScalarSizeInBits();
  ConstantRange any = ConstantRange::getFull(bits);
  if (const auto* constant = dyn_cast<ConstantInt>(value)) return ConstantRange(constant->getValue());
  if (depth == 0 || !value->getType()->isIntegerTy()) return any;
  if (isa<ZExtInst, SExtInst, TruncInst>(value)) {
    const auto* cast_ = cast<CastInst>(value);
    return range_of(cast_->getOperand(0), at, depth - 1).castOp(cast_->getOpcode(), bits);
  }
  if (isa<FreezeInst>(value)) return range_of(cast<User>(value)->getOperand(0), at, depth - 1);
  if (const auto* operation = dyn_cast<BinaryOperator>(value)) {
    ConstantRange left = range_of(operation->getOperand(0), at, depth - 1);
    return left.binaryOp(operation->getOpcode(), range_of(operation->getOperand(1), at, depth - 1));
  }
  if (const auto* select = dyn_cast<SelectInst>(value)) {
    return range_of(select->getTrueValue(), at, depth - 1).unionWith(range_of(select->getFalseValue(), at, depth - 1));
  }
  const auto* phi = dyn_cast<PHINode>(value);
  return phi ? range_of_phi(*phi, at, depth) : any;
}

ConstantRange ObjectBounds::range_of_phi(const PHINode& phi, const Instruction& at, unsigned depth) {
  if (std::optional<ConstantRange> range = counted(phi, at)) return *range;
  unsigned bits = phi.getType()->getIntegerBitWidth();
  if (phi.getNumIncomingValues() > kMostSteps) return ConstantRange::getFull(bits);
  ConstantRange range = ConstantRange::getEmpty(bits);
  for (unsigned index = 0; index < phi.getNumIncomingValues(); ++index) {
    const Instruction& end = *phi.getIncomingBlock(index)->getTerminator();
    range = range.unionWith(range_of(phi.getIncomingValue(index), end, depth / 2));
    if (range.isFullSet()) break;
  }
  return range;
}

// for (i = 0; i < 8; i++): both what asks and what counts on come after the comparison only, so no result of any event
// gets in, and nothing wraps around.
std::optional<ConstantRange> ObjectBounds::counted(const PHINode& phi, const Instruction& at) {
  if (phi.getNumIncomingValues() != 2) return std::nullopt;
  unsigned first = isa<ConstantInt>(phi.getIncomingValue(0)) ? 0 : 1;
  const auto* start = dyn_cast<ConstantInt>(phi.getIncomingValue(first));
  const auto* next = dyn_cast<BinaryOperator>(phi.getIncomingValue(1 - first));
  if (!start || start->isNegative() || !next || next->getOpcode() != Instruction::Add) return std::nullopt;
  const auto* step = dyn_cast<ConstantInt>(next->getOperand(1));
  if (next->getOperand(0) != &phi || !step || !step->getValue().isStrictlyPositive()) return std::nullopt;
  APInt most = APInt::getSignedMaxValue(start->getBitWidth());
  ConstantRange upwards = ConstantRange::getNonEmpty(start->getValue(), most + 1);
  for (const User* user : phi.users()) {
    const auto* comparison = dyn_cast<ICmpInst>(user);
    const auto* bound = comparison ? dyn_cast<ConstantInt>(comparison->getOperand(1)) : nullptr;
    if (!bound || comparison->getOperand(0) != &phi) continue;
    for (const User* decision : comparison->users()) {
      const auto* branch = dyn_cast<BranchInst>(decision);
      if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
      for (unsigned side = 0; side < 2; ++side) {
        CmpInst::Predicate holds = side == 0 ? comparison->getPredicate() : comparison->getInversePredicate();
        ConstantRange range = ConstantRange::makeExactICmpRegion(holds, bound->getValue()).intersectWith(upwards);
        if (range.isEmptySet() || range.getSignedMax().sgt(most - step->getValue())) continue;
        BasicBlockEdge edge(branch->getParent(), branch->getSuccessor(side));
        if (dominators().dominates(edge, next->getParent()) && dominators().dominates(edge, at.getParent()))
          return range;
      }
    }
  }
  return std::nullopt;
}

}  // namespace heddle::instrument
