// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/runtime_calls.h"

#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <llvm/ADT/SmallString.h>

using namespace llvm;

namespace heddle::instrument {

RuntimeCalls::RuntimeCalls(Module& module)
    : module_(module),
      nothing_(Type::getVoidTy(module.getContext())),
      pointer_(PointerType::get(module.getContext(), 0)),
      word_(Type::getInt64Ty(module.getContext())),
      small_(Type::getInt32Ty(module.getContext())) {}

// Nothing but nounwind may be promised: a call that reads memory might otherwise be merged or dropped, and then an
// access of the program would not be an event.
FunctionCallee RuntimeCalls::declare(const Twine& name, Type* result, ArrayRef<Type*> types) const {
  AttributeList attributes = AttributeList().addFnAttribute(module_.getContext(), Attribute::NoUnwind);
  SmallString<64> text;
  return module_.getOrInsertFunction((kRuntimePrefix + name).toStringRef(text),
                                     FunctionType::get(result, types, /*isVarArg=*/false), attributes);
}

FunctionCallee RuntimeCalls::load(unsigned size) const {
  return declare("load" + Twine(size), word_, {pointer_, small_, pointer_});
}
FunctionCallee RuntimeCalls::store(unsigned size) const {
  return declare("store" + Twine(size), nothing_, {pointer_, word_, small_, pointer_});
}
FunctionCallee RuntimeCalls::rmw() const { return declare("rmw", word_, {pointer_, word_, small_, small_, pointer_}); }
FunctionCallee RuntimeCalls::cas() const {
  return declare("cas", StructType::get(word_, word_), {pointer_, word_, word_, small_, small_, pointer_});
}
FunctionCallee RuntimeCalls::rmw16() const {
  return declare("rmw16", nothing_, {pointer_, pointer_, pointer_, small_, pointer_});
}
FunctionCallee RuntimeCalls::cas16() const {
  return declare("cas16", word_, {pointer_, pointer_, pointer_, pointer_, small_, pointer_});
}
FunctionCallee RuntimeCalls::fence() const { return declare("fence", nothing_, {small_, pointer_}); }
FunctionCallee RuntimeCalls::read() const {
  return declare("read", nothing_, {pointer_, pointer_, word_, small_, pointer_});
}
FunctionCallee RuntimeCalls::write() const {
  return declare("write", nothing_, {pointer_, pointer_, word_, small_, pointer_});
}
FunctionCallee RuntimeCalls::memcpy() const {
  return declare("memcpy", nothing_, {pointer_, pointer_, word_, pointer_});
}
FunctionCallee RuntimeCalls::memmove() const {
  return declare("memmove", nothing_, {pointer_, pointer_, word_, pointer_});
}
FunctionCallee RuntimeCalls::memset() const { return declare("memset", nothing_, {pointer_, small_, word_, pointer_}); }
FunctionCallee RuntimeCalls::stack_object() const {
  return declare("stack_object", nothing_, {pointer_, word_, pointer_});
}
FunctionCallee RuntimeCalls::unseen_call() const { return declare("unseen_call", nothing_, {pointer_}); }
FunctionCallee RuntimeCalls::pause() const { return declare("pause", nothing_, {pointer_}); }
FunctionCallee RuntimeCalls::register_module() const {
  return declare("register_module", nothing_, {pointer_, pointer_, pointer_, pointer_});
}
FunctionCallee RuntimeCalls::register_externals() const {
  return declare("register_externals", nothing_, {pointer_, pointer_, pointer_, pointer_});
}

FunctionCallee RuntimeCalls::register_result_uses() const {
  return declare("register_result_uses", nothing_, {pointer_, pointer_});
}
FunctionCallee RuntimeCalls::register_unhashable() const { return declare("register_unhashable", nothing_, {}); }
FunctionCallee RuntimeCalls::register_address_numbers() const {
  return declare("register_address_numbers", nothing_, {});
}
FunctionCallee RuntimeCalls::register_assigned_streams() const {
  return declare("register_assigned_streams", nothing_, {});
}
FunctionCallee RuntimeCalls::register_assigned_zone() const { return declare("register_assigned_zone", nothing_, {}); }

FunctionCallee RuntimeCalls::mix(unsigned words) const {
  SmallVector<Type*, 6> types(2 + words, word_);
  return declare("mix" + Twine(words), fingerprint(), types);
}
FunctionCallee RuntimeCalls::note_address() const { return declare("note_address", nothing_, {pointer_}); }
FunctionCallee RuntimeCalls::chain() const { return declare("chain", fingerprint(), {}); }
FunctionCallee RuntimeCalls::hash_private() const { return declare("hash_private", fingerprint(), {pointer_, word_, word_, word_}); }
FunctionCallee RuntimeCalls::clear_private() const { return declare("clear_private", nothing_, {pointer_, word_}); }
FunctionCallee RuntimeCalls::hidden_begin() const { return declare("hidden_begin", nothing_, {}); }
FunctionCallee RuntimeCalls::hidden_end() const { return declare("hidden_end", nothing_, {}); }
FunctionCallee RuntimeCalls::hidden_call() const { return declare("hidden_call", nothing_, {word_, word_, pointer_, pointer_}); }
FunctionCallee RuntimeCalls::stray_write() const { return declare("stray_write", nothing_, {}); }

GlobalVariable* RuntimeCalls::context() const {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("__heddle_context", fingerprint()));
}
GlobalVariable* RuntimeCalls::callee() const {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("__heddle_callee", pointer_));
}
GlobalVariable* RuntimeCalls::returned() const {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("__heddle_returned", pointer_));
}
GlobalVariable* RuntimeCalls::peeking() const {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("__heddle_peeking", Type::getInt8Ty(module_.getContext())));
}

GlobalVariable* RuntimeCalls::call_point() const {
  return cast<GlobalVariable>(module_.getOrInsertGlobal("__heddle_call_point", pointer_));
}

void add_announcement(Module& module, StringRef name, FunctionCallee announcement) {
  auto* type = FunctionType::get(Type::getVoidTy(module.getContext()), false);
  Function* constructor = Function::Create(type, GlobalValue::InternalLinkage, name, module);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", constructor));
  builder.CreateCall(announcement);
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, /*Priority=*/0);
}

}  // namespace heddle::instrument
