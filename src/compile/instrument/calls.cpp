// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "compile/instrument/inline_assembly.h"
#include "compile/instrument/library_table.h"
#include "compile/instrument/variable_name.h"
#include "wire/event_kind.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

constexpr char kLibcPrefix[] = "__heddle_libc_";

// What has a pointer and touches memory only in ways that are known, or that concern nobody else.
bool is_known(const IntrinsicInst& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::vastart:
    case Intrinsic::vacopy:
    case Intrinsic::vaend:
    case Intrinsic::stackrestore:
    case Intrinsic::prefetch:
    case Intrinsic::clear_cache:
    case Intrinsic::var_annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::init_trampoline:
    case Intrinsic::localescape:
    case Intrinsic::eh_sjlj_setjmp:
    case Intrinsic::eh_sjlj_longjmp:
      return true;
    default:
      break;
  }
  const StringRef name = intrinsic.getCalledFunction()->getName();
  return isa<AnyMemIntrinsic>(intrinsic) || intrinsic.isAssumeLikeIntrinsic() || name.starts_with("llvm.coro.");
}

// Intrinsics of the target, for vectors, matrices or whatever else comes, that touch memory through a pointer, past our eyes.
bool is_unseen_access(const IntrinsicInst& intrinsic) {
  // The base of a segment is part of no thread for us.
  const StringRef name = intrinsic.getCalledFunction()->getName();
  if (name.starts_with("llvm.x86.wrgsbase") || name.starts_with("llvm.x86.wrfsbase")) return true;
  if (!intrinsic.mayReadOrWriteMemory() || is_known(intrinsic)) return false;
  return any_of(intrinsic.args(), [](const Use& argument) {
    const Type* type = argument->getType();
    if (type->isVectorTy()) return type->getScalarType()->isPointerTy();
    return type->isPointerTy() && !isa<AllocaInst>(getUnderlyingObject(argument.get()));
  });
}

// The name that the user wrote: headers of libc rename functions, depending on the standard.
StringRef plain_name(StringRef name) {
  if (name == "__getdelim") return "getline";
  name.consume_front("__isoc99_");
  return name;
}

// Functions that are about the object their first argument points to: its name tells more than theirs.
bool names_object(StringRef mangled) {
  constexpr const char* kPrefixes[] = {"pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_once",
                                       "pthread_barrier_", "pthread_spin_", "sem_", "mtx_", "cnd_", "call_once",
                                       "__cxa_guard_", "_ZNSt18condition_variable", "flockfile", "ftrylockfile", "funlockfile"};
  return any_of(kPrefixes, [mangled](const char* prefix) { return mangled.starts_with(prefix); });
}

// The user asked for it.
bool stays_as_it_is(const Function& function) {
  const bool is_asked_for = function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) ||
                            function.hasFnAttribute(Attribute::Naked);
  return is_asked_for && !function.isDeclaration() && !function.doesNotAccessMemory();
}

}  // namespace

void Calls::add(CallBase& call, StringRef name, wire::PointKind kind, Action action) {
  calls_.push_back({&call, points_.add_point(places_.of(call), name, kind, 0), action});
}

void Calls::note(CallBase& call) {
  if (call.isInlineAsm()) return note_inline_assembly(call);
  Function* callee = call.getCalledFunction();
  if (!callee) {
    Value* target = call.getCalledOperand()->stripPointerCasts();
    if (auto* alias = dyn_cast<GlobalAlias>(target)) target = alias->getAliaseeObject();
    if (isa<Function>(target) && !cast<Function>(target)->isDeclaration()) return;
    return add(call, target->hasName() && isa<Function>(target) ? demangle(target->getName()) : "",
               wire::PointKind::Call, Action::Announce);
  }
  if (callee->isIntrinsic()) return note_intrinsic(call, *callee);
  StringRef name = callee->getName();
  if (name.starts_with(kLibcPrefix)) return note_redirected(call, name.drop_front(sizeof(kLibcPrefix) - 1));
  if (name.starts_with(kRuntimePrefix) || only_computes(name)) return;
  if (stays_as_it_is(*callee)) return add(call, demangle(name), wire::PointKind::Call, Action::AnnounceUnseen);
  if (!callee->isDeclaration()) return;
  announce(call, name);
}

void Calls::announce(CallBase& call, StringRef callee) {
  std::string object = names_object(callee) && call.arg_size() > 0 ? variable_name(call.getArgOperand(0), places_) : "";
  std::uint8_t flags = object.empty() ? 0 : wire::kPointNamesObject;
  Constant* point = points_.add_point(places_.of(call), object.empty() ? demangle(callee) : object,
                                      wire::PointKind::Call, flags);
  const bool is_unseen = look_up(callee).kind == wire::CallClass::Unseen;
  calls_.push_back({&call, point, is_unseen ? Action::AnnounceUnseen : Action::Announce});
}

// strlen of a literal and the like: nothing to see there.
void Calls::note_redirected(CallBase& call, StringRef name) {
  bool sees_constants = all_of(call.args(), [](const Use& argument) {
    const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(argument.get()));
    return !argument->getType()->isPointerTy() || (global && global->isConstant());
  });
  if (only_reads_text(name) && sees_constants) {
    calls_.push_back({&call, nullptr, Action::CallOriginal});
  } else {
    add(call, plain_name(name), wire::PointKind::Call, Action::Announce);
  }
}

void Calls::note_inline_assembly(CallBase& call) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  AssemblyKind kind = isa<CallInst>(call) ? classify(assembly) : AssemblyKind::TouchesMemory;  // asm goto
  switch (kind) {
    case AssemblyKind::Nothing:
      return;
    case AssemblyKind::Pause:
      return add(call, "pause", wire::PointKind::InlineAssembly, Action::Pause);
    case AssemblyKind::FullFence:
      return add(call, "mfence", wire::PointKind::InlineAssembly, Action::FullFence);
    case AssemblyKind::TouchesMemory:
      warnings_.warn(places_.of(call), "inline assembly may access memory, which Heddle does not see");
      return add(call, "inline assembly", wire::PointKind::InlineAssembly, Action::AnnounceUnseen);
  }
}

void Calls::note_intrinsic(CallBase& call, Function& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::x86_sse2_pause:
      return add(call, "pause", wire::PointKind::InlineAssembly, Action::Pause);
    case Intrinsic::x86_sse2_mfence:
      return add(call, "mfence", wire::PointKind::InlineAssembly, Action::FullFence);
    case Intrinsic::eh_sjlj_longjmp:
      return warnings_.warn(places_.of(call), "jumps past destructors and unwinding are not followed");
    default:
      break;
  }
  if (is_unseen_access(cast<IntrinsicInst>(call))) {
    warnings_.warn(places_.of(call),
                   ("'" + intrinsic.getName() + "' accesses memory, which Heddle does not see").str());
    add(call, intrinsic.getName(), wire::PointKind::InlineAssembly, Action::AnnounceUnseen);
  }
}

void Calls::rewrite() {
  for (const Call& entry : calls_) {
    IRBuilder<> builder(entry.call);
    switch (entry.action) {
      case Action::AnnounceUnseen:
        builder.CreateCall(runtime_.unseen_call(), {entry.point});
        [[fallthrough]];
      case Action::Announce:
        // Volatile: the callee reads it, whatever its declaration promises about the memory it looks at.
        builder.CreateStore(entry.point, runtime_.call_point(), /*isVolatile=*/true);
        continue;
      case Action::CallOriginal: {
        Function* redirected = entry.call->getCalledFunction();
        StringRef name = redirected->getName().drop_front(sizeof(kLibcPrefix) - 1);
        entry.call->setCalledFunction(
            redirected->getParent()->getOrInsertFunction(name, redirected->getFunctionType()));
        continue;
      }
      case Action::Pause:
        builder.CreateCall(runtime_.pause(), {entry.point});
        break;
      case Action::FullFence: {
        auto order = static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent);
        builder.CreateCall(runtime_.fence(), {builder.getInt32(order), entry.point});
        break;
      }
    }
    entry.call->eraseFromParent();
  }
}

}  // namespace heddle::instrument
