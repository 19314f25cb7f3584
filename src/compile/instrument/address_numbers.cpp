// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/address_numbers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Operator.h>

#include <optional>
#include <string>

using namespace llvm;

namespace heddle::instrument {
namespace {

// Stacks, heaps and thread-local variables of all threads stand at multiples of at least this, each at the same place in
// its own: the bits below say nothing of whose it is. Stacks begin at different places in their last pages, so only
// those below alignment are the same for all.
constexpr std::uint64_t kAlignmentMask = 15;

// Accesses to private stack objects, parameters passed by value among them, are no events: the runtime does not see them.
bool is_unseen(const Value& pointer, const PrivateMemory& memory) {
  return memory.hides(&pointer) && !isa<Constant>(getUnderlyingObject(&pointer));
}

// Variables that all threads share, functions, null.
bool is_everybodys(const Value& object) {
  const auto* global = dyn_cast<GlobalValue>(&object);
  return isa<Constant>(object) && !(global && global->isThreadLocal());
}

// What may stand in memory of the own thread. What was loaded by an event is looked at by the runtime; loads of objects that
// nobody else sees are no events.
bool may_be_own(const Value& pointer, const PrivateMemory& memory) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&pointer, objects);
  return any_of(objects, [&memory](const Value* object) {
    if (const auto* load = dyn_cast<LoadInst>(object)) return is_unseen(*load->getPointerOperand(), memory);
    return !is_everybodys(*object);
  });
}

// Where two places in one object are, seen from each other, does not depend on where it is.
bool are_in_one_object(const Value& one, const Value& other) {
  const Value* object = getUnderlyingObject(&one, 0);
  return object == getUnderlyingObject(&other, 0) && !isa<PHINode, SelectInst>(object);
}

bool is_difference_in_object(const BinaryOperator& operation) {
  const auto* left = dyn_cast<PtrToIntOperator>(operation.getOperand(0));
  const auto* right = dyn_cast<PtrToIntOperator>(operation.getOperand(1));
  return left && right && are_in_one_object(*left->getPointerOperand(), *right->getPointerOperand());
}

// A use of the number that gives nothing away, or that the runtime sees.
bool is_harmless(const User& user, const PrivateMemory& memory) {
  if (isa<IntToPtrInst>(user)) return true;
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&user)) return !is_unseen(*exchange->getPointerOperand(), memory);
  if (const auto* change = dyn_cast<AtomicRMWInst>(&user)) return !is_unseen(*change->getPointerOperand(), memory);
  if (const auto* store = dyn_cast<StoreInst>(&user)) return !is_unseen(*store->getPointerOperand(), memory);
  const auto* operation = dyn_cast<BinaryOperator>(&user);
  if (!operation) return false;
  if (operation->getOpcode() == Instruction::Sub) return is_difference_in_object(*operation);
  const auto* mask = dyn_cast<ConstantInt>(operation->getOperand(1));
  return operation->getOpcode() == Instruction::And && mask && mask->getValue().ule(kAlignmentMask);
}

// Handed over as a copy, of which the callee sees every byte.
bool is_passed_by_value(const CallBase& call, const Value& object) {
  for (unsigned index = 0; index < call.arg_size(); ++index) {
    if (call.getArgOperand(index) == &object && call.isByValArgument(index)) return true;
  }
  return false;
}

// Whether anything but whole pointers is read of the object.
bool is_looked_into(const Value& object) {
  SmallVector<const Value*, 8> work = {&object};
  SmallPtrSet<const Value*, 8> seen;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const User* user : value->users()) {
      if (const auto* load = dyn_cast<LoadInst>(user)) {
        if (!load->getType()->isPointerTy()) return true;
      } else if (const auto* transfer = dyn_cast<AnyMemTransferInst>(user)) {
        if (transfer->getRawSource() == value) return true;
      } else if (const auto* call = dyn_cast<CallBase>(user)) {
        if (is_passed_by_value(*call, *value)) return true;
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user)) {
        return true;
      } else if (isa<GEPOperator, PHINode, SelectInst>(user)) {
        work.push_back(user);
      }
    }
  }
  return false;
}

// The letters of a format's conversions, one for each argument that it takes; nothing if it numbers them.
std::optional<std::string> conversions(StringRef format) {
  std::string letters;
  for (std::size_t at = format.find('%'); at != StringRef::npos; at = format.find('%', at)) {
    for (++at; at < format.size() && StringRef("0123456789 #+-.*'hljztLq").contains(format[at]); ++at) {
      if (format[at] == '*') letters += '*';
    }
    if (at == format.size()) break;
    if (format[at] == '$') return std::nullopt;
    if (format[at] != '%' && format[at] != 'm') letters += format[at];
    ++at;
  }
  return letters;
}

// What a text with its arguments does with each; nothing: that is not known. Not only %p shows an address, %lx does too.
std::optional<std::string> known_conversions(const CallBase& call) {
  for (unsigned index = 0; index < call.getFunctionType()->getNumParams(); ++index) {
    StringRef text;
    if (getConstantStringInfo(call.getArgOperand(index), text)) return conversions(text);
  }
  return std::nullopt;
}

// It puts numbers where its arguments point to.
bool scans(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->getName().contains("scanf");
}

bool may_show(const std::optional<std::string>& letters, std::size_t argument) {
  if (!letters) return true;
  return argument < letters->size() && !StringRef("sSn").contains((*letters)[argument]);
}

// std::ostream, of a pointer.
bool is_stream_of_pointer(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && (callee->getName() == "_ZNSolsEPKv" || callee->getName() == "_ZNSo9_M_insertIPKvEERSoT_");
}

}  // namespace

void AddressUses::add(Instruction& user, Value& address, const PrivateMemory& memory) {
  if (may_be_own(address, memory)) uses_.push_back({&user, &address});
}

// An address goes to a place of memory: what is read from there may be something else than an address.
void AddressUses::find_put_away(Instruction& user, Value& address, const Value& place, const PrivateMemory& memory) {
  if (!address.getType()->isPointerTy() || !is_unseen(place, memory)) return;
  if (is_looked_into(*getUnderlyingObject(&place))) add(user, address, memory);
}

void AddressUses::find_in_call(CallBase& call, const PrivateMemory& memory) {
  if (is_stream_of_pointer(call)) return add(call, *call.getArgOperand(1), memory);
  if (!call.getFunctionType()->isVarArg() || call.isInlineAsm() || scans(call)) return;
  const std::optional<std::string> letters = known_conversions(call);
  const unsigned fixed = call.getFunctionType()->getNumParams();
  for (unsigned index = fixed; index < call.arg_size(); ++index) {
    Value* argument = call.getArgOperand(index);
    if (argument->getType()->isPointerTy() && may_show(letters, index - fixed)) add(call, *argument, memory);
  }
}

void AddressUses::find_in(Instruction& instruction, const PrivateMemory& memory) {
  if (auto* conversion = dyn_cast<PtrToIntInst>(&instruction)) {
    const bool is_seen = all_of(conversion->users(), [&](const User* user) { return is_harmless(*user, memory); });
    if (!is_seen) add(instruction, *conversion->getPointerOperand(), memory);
  } else if (auto* comparison = dyn_cast<ICmpInst>(&instruction)) {
    Value *left = comparison->getOperand(0), *right = comparison->getOperand(1);
    const bool is_of_pointers = left->getType()->isPointerTy();
    // What is one's own is no variable of all, whoever one is.
    const bool is_plain = comparison->isEquality() && (is_everybodys(*left) || is_everybodys(*right));
    if (!is_of_pointers || is_plain || are_in_one_object(*left, *right)) return;
    add(instruction, *left, memory);
    add(instruction, *right, memory);
  } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    find_put_away(instruction, *store->getValueOperand(), *store->getPointerOperand(), memory);
  } else if (auto* change = dyn_cast<AtomicRMWInst>(&instruction)) {
    find_put_away(instruction, *change->getValOperand(), *change->getPointerOperand(), memory);
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    find_put_away(instruction, *exchange->getNewValOperand(), *exchange->getPointerOperand(), memory);
    if (is_unseen(*exchange->getPointerOperand(), memory) && exchange->getCompareOperand()->getType()->isPointerTy())
      add(instruction, *exchange->getCompareOperand(), memory);
  } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
    find_in_call(*call, memory);
  }
}

// Who has a pointer to the function may have made it one that takes an address where a number is expected (callbacks of
// C libraries).
void AddressUses::find_in_parameters(Function& function) {
  if (!function.hasAddressTaken()) return;
  Instruction& first = *function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (Argument& argument : function.args()) {
    if (argument.getType()->isIntegerTy(64) && !argument.use_empty()) uses_.push_back({&first, &argument});
  }
}

void AddressUses::find(Function& function, const PrivateMemory& memory) {
  find_in_parameters(function);
  for (Instruction& instruction : instructions(function)) find_in(instruction, memory);
}

void AddressUses::note(const RuntimeCalls& runtime) const {
  for (const Use& use : uses_) {
    auto* user = dyn_cast_or_null<Instruction>(static_cast<Value*>(use.user));
    Value* address = use.address;
    if (!user || !address) continue;
    IRBuilder<> builder(user);
    if (address->getType()->isIntegerTy(64)) address = builder.CreateIntToPtr(address, builder.getPtrTy());
    if (!address->getType()->isPointerTy()) continue;
    builder.CreateCall(runtime.note_address(), {address});
  }
}

namespace {

// No instruction at all, and what comes out is the floating-point number that went in: only to hide it from the compiler.
bool hands_number_through(const CallBase& call) {
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  if (!assembly->getAsmString().empty() || !call.getType()->isFloatingPointTy()) return false;
  return all_of(assembly->ParseConstraints(), [](const InlineAsm::ConstraintInfo& each) {
    return each.Type != InlineAsm::isOutput || each.hasMatchingInput();
  });
}

// The compiler's ways to registers that hold an address, and the unwinder's.
bool is_register_read(const CallBase& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::read_register:
    case Intrinsic::read_volatile_register:
    case Intrinsic::x86_rdfsbase_32:
    case Intrinsic::x86_rdfsbase_64:
    case Intrinsic::x86_rdgsbase_32:
    case Intrinsic::x86_rdgsbase_64:
      return true;
    default:
      break;
  }
  const Function* callee = call.getCalledFunction();
  return callee && (callee->getName() == "_Unwind_GetCFA" || callee->getName() == "_Unwind_GetGR");
}

}  // namespace

bool reads_registers(const Function& function) {
  return any_of(instructions(function), [](const Instruction& each) {
    const auto* call = dyn_cast<CallBase>(&each);
    if (!call) return false;
    if (!call->isInlineAsm()) return is_register_read(*call);
    return !call->getType()->isVoidTy() && !hands_number_through(*call);
  });
}

}  // namespace heddle::instrument
