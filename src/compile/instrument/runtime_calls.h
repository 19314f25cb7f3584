// SPDX-License-Identifier: Apache-2.0
//
// IR declarations of the calls in wire/abi.h. One place, so that the types written here can be compared with the
// header by eye; everything else in this folder asks for a callee by name.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Every name that belongs to the runtime starts so; functions of the program that do are never instrumented.
constexpr char kRuntimePrefix[] = "__heddle_";

class RuntimeCalls {
 public:
  explicit RuntimeCalls(llvm::Module& module);

  llvm::FunctionCallee load(unsigned size) const;   // 1, 2, 4, 8
  llvm::FunctionCallee store(unsigned size) const;  // 1, 2, 4, 8
  llvm::FunctionCallee rmw() const;
  llvm::FunctionCallee cas() const;
  llvm::FunctionCallee rmw16() const;
  llvm::FunctionCallee cas16() const;
  llvm::FunctionCallee fence() const;
  llvm::FunctionCallee unseen_call() const;
  llvm::FunctionCallee read() const;
  llvm::FunctionCallee write() const;
  llvm::FunctionCallee memcpy() const;
  llvm::FunctionCallee memmove() const;
  llvm::FunctionCallee memset() const;
  llvm::FunctionCallee stack_object() const;
  llvm::FunctionCallee pause() const;
  llvm::FunctionCallee register_module() const;
  llvm::FunctionCallee register_externals() const;
  llvm::FunctionCallee register_result_uses() const;
  llvm::FunctionCallee register_unhashable() const;
  llvm::FunctionCallee register_address_numbers() const;
  llvm::FunctionCallee register_assigned_streams() const;
  llvm::FunctionCallee register_assigned_zone() const;
  llvm::FunctionCallee chain() const;
  llvm::FunctionCallee mix(unsigned words) const;  // 1 to 4
  llvm::FunctionCallee note_address() const;
  llvm::FunctionCallee hash_private() const;
  llvm::FunctionCallee clear_private() const;
  llvm::FunctionCallee hidden_begin() const;
  llvm::FunctionCallee hidden_end() const;
  llvm::FunctionCallee hidden_call() const;
  llvm::FunctionCallee stray_write() const;
  llvm::GlobalVariable* call_point() const;
  llvm::GlobalVariable* context() const;
  llvm::GlobalVariable* callee() const;
  llvm::GlobalVariable* returned() const;
  llvm::GlobalVariable* peeking() const;

 private:
  llvm::Type* fingerprint() const { return llvm::StructType::get(word_, word_); }
  llvm::FunctionCallee declare(const llvm::Twine& name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> types) const;

  llvm::Module& module_;
  llvm::Type* nothing_;
  llvm::Type* pointer_;
  llvm::Type* word_;   // 64 bits
  llvm::Type* small_;  // 32 bits
};

// Has the module call `announcement`, without arguments, before any of its code runs.
void add_announcement(llvm::Module& module, llvm::StringRef name, llvm::FunctionCallee announcement);

}  // namespace heddle::instrument
