// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/variable_name.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr unsigned kMaxDereferences = 4;

// A variable (or the place reached so far) and the type of what stands there.
struct Named {
  std::string name;
  const DIType* type = nullptr;
};

struct Offset {
  std::int64_t bytes = 0;
  bool has_variable_part = false;  // an index that is not a constant
};

const DIType* without_qualifiers(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return type;
}

const DIType* pointee(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(without_qualifiers(type));
  if (!derived) return nullptr;
  switch (derived->getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type:
      return without_qualifiers(derived->getBaseType());
    default:
      return nullptr;
  }
}

std::int64_t size_of(const DIType* type) {
  type = without_qualifiers(type);
  return type ? static_cast<std::int64_t>(type->getSizeInBits() / 8) : 0;
}

// The member or base class that covers the byte, or nullptr.
const DIDerivedType* member_at(const DICompositeType& type, std::int64_t byte) {
  for (const DINode* element : type.getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance) continue;
    auto begin = static_cast<std::int64_t>(member->getOffsetInBits() / 8);
    if (byte >= begin && byte < begin + size_of(member->getBaseType())) return member;
  }
  return nullptr;
}

// Appends ".member", "[index]" and so on to `named`, as far as the type is the user's own.
void descend(Named& named, Offset offset, StringRef separator, SourcePlaces& places) {
  for (unsigned depth = 0; depth < 16; ++depth) {
    const auto* composite = dyn_cast_or_null<DICompositeType>(without_qualifiers(named.type));
    if (!composite || places.in_system_header(composite->getFile())) return;
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      std::int64_t size = size_of(composite->getBaseType());
      if (size == 0) return;
      named.name += offset.has_variable_part ? "[]" : "[" + std::to_string(offset.bytes / size) + "]";
      offset = {offset.bytes % size, false};
      named.type = composite->getBaseType();
      continue;
    }
    const DIDerivedType* member = member_at(*composite, offset.bytes);
    if (!member) return;
    if (member->getTag() == dwarf::DW_TAG_member && !member->getName().empty()) {
      if (!named.name.empty()) named.name += separator;
      named.name += member->getName();
      separator = ".";
    }
    offset.bytes -= static_cast<std::int64_t>(member->getOffsetInBits() / 8);
    named.type = member->getBaseType();
  }
}

// Takes constant and variable indices off the address.
const Value* strip_offsets(const Value* address, const DataLayout& layout, Offset& offset) {
  while (true) {
    if (const auto* gep = dyn_cast<GEPOperator>(address)) {
      MapVector<Value*, APInt> variable_part;
      APInt constant_part(layout.getIndexTypeSizeInBits(gep->getType()), 0);
      bool is_known = gep->collectOffset(layout, constant_part.getBitWidth(), variable_part, constant_part);
      if (is_known) offset.bytes += constant_part.getSExtValue();
      offset.has_variable_part |= !is_known || !variable_part.empty();
      address = gep->getPointerOperand();
    } else if (const auto* intrinsic = dyn_cast<IntrinsicInst>(address);
               intrinsic && intrinsic->getIntrinsicID() == Intrinsic::threadlocal_address) {
      address = intrinsic->getArgOperand(0);
    } else {
      return address;
    }
  }
}

Named global_variable(const GlobalVariable& global) {
  SmallVector<DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  const DIType* type = expressions.empty() ? nullptr : expressions.front()->getVariable()->getType();
  bool is_internal = global.hasPrivateLinkage() || global.getName().starts_with(".");
  return {is_internal ? "" : demangle(global.getName()), type};
}

// What debug information says about a stack object: declared to be there, or, in optimised code, assigned there.
const DbgVariableRecord* record_of(const Value* object) {
  for (DbgVariableRecord* record : findDVRDeclares(const_cast<Value*>(object))) return record;
  const auto* alloca = dyn_cast<AllocaInst>(object);
  if (!alloca) return nullptr;
  for (const DbgVariableRecord* record : at::getDVRAssignmentMarkers(alloca)) return record;
  return nullptr;
}

// SROA may have left only a piece of the variable in the object; `offset` becomes that in the variable.
Named stack_variable(const Value* object, Offset& offset) {
  const DbgVariableRecord* record = record_of(object);
  if (!record) return {};
  if (auto fragment = record->getFragment()) offset.bytes += static_cast<std::int64_t>(fragment->OffsetInBits / 8);
  return {record->getVariable()->getName().str(), record->getVariable()->getType()};
}

// The variable that holds this value. After inlining a value has many names; the function's own come first, those of
// library functions are not wanted.
Named held_in(const Value* value, const Function* function, SourcePlaces& places) {
  SmallVector<DbgValueInst*, 4> ignored;
  SmallVector<DbgVariableRecord*, 4> records;
  findDbgValues(ignored, const_cast<Value*>(value), &records);
  Named best;
  for (DbgVariableRecord* record : records) {
    const DILocalVariable* variable = record->getVariable();
    const DISubprogram* owner = variable->getScope()->getSubprogram();
    if (record->getExpression()->getNumElements() != 0 || places.in_system_header(owner->getFile())) continue;
    bool is_own = owner == function->getSubprogram();
    if (best.name.empty() || is_own) best = {variable->getName().str(), variable->getType()};
    if (is_own) break;
  }
  return best;
}

Named describe(const Value* address, SourcePlaces& places, unsigned dereferences);

// The memory that the pointer `holder` points to, `offset` further on.
Named dereference(Named holder, Offset offset, SourcePlaces& places) {
  if (holder.name.empty()) return {};
  std::string original = holder.name;
  Named target{holder.name == "this" ? "" : holder.name, pointee(holder.type)};
  std::int64_t size = size_of(target.type);
  if (offset.has_variable_part || (size > 0 && offset.bytes >= size)) {
    target.name += offset.has_variable_part ? "[]" : "[" + std::to_string(offset.bytes / size) + "]";
    offset = {size > 0 ? offset.bytes % size : 0, false};
    descend(target, offset, ".", places);
    return target;
  }
  descend(target, offset, "->", places);
  if (target.name == original || target.name.empty()) target.name = "*" + original;
  return target;
}

Named describe(const Value* address, SourcePlaces& places, unsigned dereferences) {
  const Function* function = nullptr;
  if (const auto* instruction = dyn_cast<Instruction>(address)) function = instruction->getFunction();
  if (const auto* argument = dyn_cast<Argument>(address)) function = argument->getParent();
  Offset offset;
  const Value* root = address;
  if (function) {
    root = strip_offsets(address, function->getParent()->getDataLayout(), offset);
  } else if (const auto* constant = dyn_cast<GEPOperator>(address)) {
    if (const auto* global = dyn_cast<GlobalVariable>(constant->getPointerOperand()->stripInBoundsOffsets())) {
      root = strip_offsets(address, global->getParent()->getDataLayout(), offset);
    }
  }
  const auto* argument = dyn_cast<Argument>(root);
  if (isa<GlobalVariable, AllocaInst>(root) || (argument && argument->hasByValAttr())) {
    const auto* global = dyn_cast<GlobalVariable>(root);
    Named named = global ? global_variable(*global) : stack_variable(root, offset);
    if (!named.name.empty()) descend(named, offset, ".", places);
    return named;
  }
  if (isa<Constant>(root) || dereferences == 0) return {};
  Named holder = function ? held_in(root, function, places) : Named{};
  const auto* load = dyn_cast<LoadInst>(root);
  if (holder.name.empty() && load) holder = describe(load->getPointerOperand(), places, dereferences - 1);
  return dereference(std::move(holder), offset, places);
}

}  // namespace

std::string variable_name(const Value* address, SourcePlaces& places) {
  return describe(address, places, kMaxDereferences).name;
}

const DILocalVariable* variable_in(const Value* object) {
  const DbgVariableRecord* record = record_of(object);
  return record ? record->getVariable() : nullptr;
}

}  // namespace heddle::instrument
