// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/assembly_operands.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InlineAsm.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr StringRef kFlagPrefix = "{@cc";

// One operand's constraint, put into the classes that matter here.
struct Places {
  bool in_memory = false, in_register = false, as_immediate = false;
  int fixed = kNoRegister;
};

std::optional<Places> places_of(const InlineAsm::ConstraintInfo& constraint) {
  Places result;
  if (constraint.isMultipleAlternative || constraint.Codes.empty()) return std::nullopt;
  for (StringRef code : constraint.Codes) {
    if (code == "m" || code == "o" || code == "V") {
      result.in_memory = true;
    } else if (code == "r" || code == "q" || code == "Q" || code == "R" || code == "l") {
      result.in_register = true;
    } else if (code.size() == 1 && StringRef("ineIJKLMNOZ").contains(code)) {
      result.as_immediate = true;
    } else if (code == "g") {
      result.in_memory = result.in_register = result.as_immediate = true;
    } else if (std::optional<NamedRegister> found = register_named(code.trim("{}")); found && code.starts_with("{")) {
      if (constraint.Codes.size() > 1 || found->number == kStackPointer) return std::nullopt;
      result.in_register = true;
      result.fixed = found->number;
    } else {
      return std::nullopt;
    }
  }
  return result;
}

class Reader {
 public:
  explicit Reader(const CallBase& call) : call_(call), has_several_(isa<StructType>(call.getType())) {
    result_.slots.resize(kGeneralRegisters);
  }

  std::optional<AssemblyOperands> read() {
    const auto& assembly = *cast<InlineAsm>(call_.getCalledOperand());
    for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
      if (!add(constraint)) return std::nullopt;
    }
    return std::move(result_);
  }

 private:
  bool add(const InlineAsm::ConstraintInfo& constraint) {
    switch (constraint.Type) {
      case InlineAsm::isClobber:
        return add_clobber(constraint);
      case InlineAsm::isLabel:
        return false;
      case InlineAsm::isInput:
      case InlineAsm::isOutput:
        break;
    }
    if (constraint.isIndirect) return add_indirect(constraint);
    return constraint.Type == InlineAsm::isOutput ? add_output(constraint) : add_input(constraint);
  }

  // Other registers than general ones cannot be changed by what is understood of the text.
  bool add_clobber(const InlineAsm::ConstraintInfo& constraint) {
    for (StringRef code : constraint.Codes) {
      if (code == "{memory}") result_.clobbers_memory = true;
      if (auto found = register_named(code.trim("{}")))
        result_.slots[static_cast<unsigned>(found->number)].is_clobbered = true;
    }
    return true;
  }

  bool add_indirect(const InlineAsm::ConstraintInfo& constraint) {
    Value* address = call_.getArgOperand(next_value_++);
    std::optional<Places> places = places_of(constraint);
    if (!places || !places->in_memory || cast<PointerType>(address->getType())->getAddressSpace() != 0) return false;
    result_.arguments.push_back({AssemblyArgument::Kind::Memory, address});
    return true;
  }

  bool add_output(const InlineAsm::ConstraintInfo& constraint) {
    const unsigned index = next_result_++;
    Type* type = has_several_ ? cast<StructType>(call_.getType())->getElementType(index) : call_.getType();
    if (register_width(type) == 0) return false;
    if (StringRef code = constraint.Codes.front(); code.consume_front(kFlagPrefix)) {
      std::optional<Condition> condition = condition_named(code.drop_back());
      if (!condition || !type->isIntegerTy()) return false;
      result_.flags.push_back({*condition, type, index});
      result_.arguments.push_back({AssemblyArgument::Kind::Flag, nullptr});
      return true;
    }
    std::optional<Places> places = places_of(constraint);
    if (!places || !places->in_register) return false;
    const unsigned slot = slot_for(*places);
    if (result_.slots[slot].result) return false;
    result_.slots[slot].result = type;
    result_.slots[slot].result_index = index;
    result_.slots[slot].is_early = constraint.isEarlyClobber;
    result_.arguments.push_back({AssemblyArgument::Kind::Register, nullptr, slot, type, false, true});
    return true;
  }

  bool add_input(const InlineAsm::ConstraintInfo& constraint) {
    Value* value = call_.getArgOperand(next_value_++);
    if (register_width(value->getType()) == 0) return false;
    if (isDigit(constraint.Codes.front().front())) return add_tied(constraint.Codes.front(), value);
    std::optional<Places> places = places_of(constraint);
    if (!places) return false;
    const bool is_constant = isa<ConstantInt>(value);
    if (!places->in_register || (places->as_immediate && is_constant)) {
      if (!places->as_immediate || !is_constant) return false;
      const bool may_be_register = places->in_register || places->in_memory;
      result_.arguments.push_back(
          {AssemblyArgument::Kind::Immediate, value, 0, value->getType(), true, may_be_register});
      return true;
    }
    const unsigned slot = slot_for(*places);
    if (result_.slots[slot].initial) return false;
    result_.slots[slot].initial = value;
    result_.arguments.push_back(
        {AssemblyArgument::Kind::Register, nullptr, slot, value->getType(), places->as_immediate, true});
    return true;
  }

  // The same register as that of an output.
  bool add_tied(StringRef code, Value* value) {
    unsigned output = 0;
    if (code.getAsInteger(10, output) || output >= result_.arguments.size()) return false;
    AssemblyArgument argument = result_.arguments[output];
    if (argument.kind != AssemblyArgument::Kind::Register || result_.slots[argument.slot].initial) return false;
    result_.slots[argument.slot].initial = value;
    argument.type = value->getType();
    result_.arguments.push_back(argument);
    return true;
  }

  unsigned slot_for(const Places& places) {
    if (places.fixed != kNoRegister) return static_cast<unsigned>(places.fixed);
    result_.slots.emplace_back();
    return static_cast<unsigned>(result_.slots.size() - 1);
  }

  const CallBase& call_;
  bool has_several_;
  AssemblyOperands result_;
  unsigned next_value_ = 0;
  unsigned next_result_ = 0;
};

}  // namespace

unsigned register_width(Type* type) {
  if (type->isPointerTy() && type->getPointerAddressSpace() == 0) return 64;
  if (type->isFloatTy()) return 32;
  if (type->isDoubleTy()) return 64;
  const unsigned width = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  return is_contained({8U, 16U, 32U, 64U}, width) ? width : 0;
}

std::optional<AssemblyOperands> operands_of(const CallBase& call) { return Reader(call).read(); }

}  // namespace heddle::instrument
