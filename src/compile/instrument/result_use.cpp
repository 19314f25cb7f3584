// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/result_use.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include <optional>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr unsigned kDeepest = 4;

std::optional<wire::Comparison> comparison_of(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return wire::Comparison::Equal;
    case CmpInst::ICMP_NE:
      return wire::Comparison::NotEqual;
    case CmpInst::ICMP_UGT:
      return wire::Comparison::UnsignedGreater;
    case CmpInst::ICMP_UGE:
      return wire::Comparison::UnsignedGreaterEqual;
    case CmpInst::ICMP_ULT:
      return wire::Comparison::UnsignedLess;
    case CmpInst::ICMP_ULE:
      return wire::Comparison::UnsignedLessEqual;
    case CmpInst::ICMP_SGT:
      return wire::Comparison::SignedGreater;
    case CmpInst::ICMP_SGE:
      return wire::Comparison::SignedGreaterEqual;
    case CmpInst::ICMP_SLT:
      return wire::Comparison::SignedLess;
    case CmpInst::ICMP_SLE:
      return wire::Comparison::SignedLessEqual;
    default:
      return std::nullopt;
  }
}

CmpInst::Predicate predicate_of(wire::Comparison comparison) {
  switch (comparison) {
    case wire::Comparison::Equal:
      return CmpInst::ICMP_EQ;
    case wire::Comparison::NotEqual:
      return CmpInst::ICMP_NE;
    case wire::Comparison::UnsignedGreater:
      return CmpInst::ICMP_UGT;
    case wire::Comparison::UnsignedGreaterEqual:
      return CmpInst::ICMP_UGE;
    case wire::Comparison::UnsignedLess:
      return CmpInst::ICMP_ULT;
    case wire::Comparison::UnsignedLessEqual:
      return CmpInst::ICMP_ULE;
    case wire::Comparison::SignedGreater:
      return CmpInst::ICMP_SGT;
    case wire::Comparison::SignedGreaterEqual:
      return CmpInst::ICMP_SGE;
    case wire::Comparison::SignedLess:
      return CmpInst::ICMP_SLT;
    case wire::Comparison::SignedLessEqual:
      return CmpInst::ICMP_SLE;
  }
  return CmpInst::ICMP_EQ;
}

// 0: not a value whose bits can be compared.
unsigned width_of(const Value& value) {
  if (value.getType()->isPointerTy()) return 64;
  const auto* type = dyn_cast<IntegerType>(value.getType());
  return type && type->getBitWidth() <= 64 ? type->getBitWidth() : 0;
}

// How the value at hand came from the one that is looked at.
struct Derivation {
  unsigned bits, extended_bits;
  bool is_signed = false;
  bool is_extended() const { return extended_bits > bits; }
};

class Search {
 public:
  Search(const Liveness& liveness, OutcomeTests& tests) : liveness_(liveness), tests_(tests) {}

  bool visit(const Value& value, Derivation derivation, unsigned depth) {
    if (depth > kDeepest) return false;
    for (const User* user : value.users()) {
      const auto* instruction = dyn_cast<Instruction>(user);
      if (!instruction) return false;
      if (!liveness_.is_needed(*instruction)) continue;
      if (!visit_use(value, *instruction, derivation, depth) || tests_.size() > wire::kMostOutcomeTests) return false;
    }
    return true;
  }

 private:
  void add(const Derivation& derivation, wire::Comparison comparison, std::uint64_t constant) {
    tests_.push_back({constant, static_cast<std::uint8_t>(derivation.bits),
                      static_cast<std::uint8_t>(derivation.extended_bits), derivation.is_signed, comparison, {}});
  }

  bool visit_use(const Value& value, const Instruction& user, Derivation derivation, unsigned depth) {
    if (const auto* compare = dyn_cast<ICmpInst>(&user)) return visit_compare(value, *compare, derivation);
    if (const auto* choice = dyn_cast<SwitchInst>(&user)) {
      for (const auto& each : choice->cases()) {
        add(derivation, wire::Comparison::Equal, each.getCaseValue()->getZExtValue());
      }
      return true;
    }
    if (isa<TruncInst>(user)) return visit_trunc(user, derivation, depth);
    if (isa<ZExtInst>(user) && !derivation.is_signed) {
      return visit(user, {derivation.bits, width_of(user), false}, depth + 1) && width_of(user) != 0;
    }
    if (isa<SExtInst>(user) && (derivation.is_signed || !derivation.is_extended())) {
      return visit(user, {derivation.bits, width_of(user), true}, depth + 1) && width_of(user) != 0;
    }
    if (isa<IntToPtrInst>(user) && derivation.bits == 64) return visit(user, derivation, depth + 1);
    return false;
  }

  bool visit_trunc(const Instruction& user, const Derivation& derivation, unsigned depth) {
    unsigned width = width_of(user);
    if (derivation.is_extended() && width > derivation.bits) return false;
    Derivation narrow{width, width, false};
    if (width > 1) return visit(user, narrow, depth + 1);
    add(narrow, wire::Comparison::NotEqual, 0);
    return true;
  }

  bool visit_compare(const Value& value, const ICmpInst& compare, const Derivation& derivation) {
    bool is_left = compare.getOperand(0) == &value;
    const Value* other = compare.getOperand(is_left ? 1 : 0);
    auto comparison = comparison_of(is_left ? compare.getPredicate() : compare.getSwappedPredicate());
    if (!comparison) return false;
    if (const auto* constant = dyn_cast<ConstantInt>(other)) {
      add(derivation, *comparison, constant->getZExtValue());
      return true;
    }
    if (!isa<ConstantPointerNull>(other)) return false;
    add(derivation, *comparison, 0);
    return true;
  }

  const Liveness& liveness_;
  OutcomeTests& tests_;
};

// A result that is taken apart first: of a compare-exchange.
wire::ResultUseKind use_of_pair(const CallBase& call, const Liveness& liveness) {
  bool needs_old = false, needs_success = false;
  for (const User* user : call.users()) {
    const auto* part = dyn_cast<ExtractValueInst>(user);
    if (!part) return wire::ResultUseKind::Full;
    bool is_used = any_of(part->users(), [&](const User* next) {
      const auto* instruction = dyn_cast<Instruction>(next);
      return !instruction || liveness.is_needed(*instruction);
    });
    (part->getIndices().front() == 0 ? needs_old : needs_success) |= is_used;
  }
  if (needs_old) return wire::ResultUseKind::Full;
  return needs_success ? wire::ResultUseKind::Success : wire::ResultUseKind::Dead;
}

}  // namespace

bool find_outcomes(const Value& value, const Liveness& liveness, OutcomeTests& tests) {
  unsigned width = width_of(value);
  return width > 1 && Search(liveness, tests).visit(value, {width, width, false}, 0);
}

Value* emit_outcomes(IRBuilder<>& builder, Value* value, ArrayRef<wire::OutcomeTest> tests) {
  if (!isGuaranteedNotToBeUndefOrPoison(value)) value = builder.CreateFreeze(value);
  if (value->getType()->isPointerTy()) value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  Value* bits = builder.getInt64(0);
  for (unsigned index = 0; index < tests.size(); ++index) {
    const wire::OutcomeTest& test = tests[index];
    Value* part = builder.CreateTrunc(value, builder.getIntNTy(test.bits));
    Type* extended = builder.getIntNTy(test.extended_bits);
    part = test.is_signed != 0 ? builder.CreateSExt(part, extended) : builder.CreateZExt(part, extended);
    Constant* constant = ConstantInt::get(extended, wire::lowest_bits(test.constant, test.extended_bits));
    Value* passes = builder.CreateICmp(predicate_of(test.comparison), part, constant);
    bits = builder.CreateOr(bits, builder.CreateShl(builder.CreateZExt(passes, builder.getInt64Ty()), index));
  }
  return bits;
}

wire::ResultUseKind use_of_result(const CallBase& call, const Liveness& liveness, OutcomeTests& tests) {
  const Function* callee = call.getCalledFunction();
  if (!callee) return wire::ResultUseKind::Full;
  StringRef name = callee->getName();
  if (name == "__heddle_cas") return use_of_pair(call, liveness);
  if (!name.starts_with("__heddle_load") && name != "__heddle_rmw") return wire::ResultUseKind::Full;
  if (!find_outcomes(call, liveness, tests)) return wire::ResultUseKind::Full;
  return tests.empty() ? wire::ResultUseKind::Dead : wire::ResultUseKind::Outcomes;
}

}  // namespace heddle::instrument
