// SPDX-License-Identifier: Apache-2.0
//
// Where what a function does may depend on *where* its thread's stack, heap and thread-local variables are, and not only on
// what is in them: it makes a number of such an address, compares it, subtracts it, prints it, or looks at its bytes. Threads
// in the same local state then need not do the same (learn/model.h shares what is known of them). Addresses that are
// accessed, or stored and loaded by events, the runtime sees anyway; here it is told of the others, and looks whether
// they are about the thread itself.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/ValueHandle.h>

#include "compile/instrument/private_memory.h"
#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

// Found before accesses become calls, noted when all else is done: nobody else has to know of these calls.
class AddressUses {
 public:
  void find(llvm::Function& function, const PrivateMemory& memory);
  void note(const RuntimeCalls& runtime) const;

 private:
  struct Use {
    llvm::WeakVH user;  // an instruction
    llvm::WeakTrackingVH address;
  };
  std::vector<Use> uses_;

  void find_in_parameters(llvm::Function& function);
  void find_in(llvm::Instruction& instruction, const PrivateMemory& memory);
  void find_in_call(llvm::CallBase& call, const PrivateMemory& memory);
  void find_put_away(llvm::Instruction& user, llvm::Value& address, const llvm::Value& place, const PrivateMemory& memory);
  void add(llvm::Instruction& user, llvm::Value& address, const PrivateMemory& memory);
};

// Assembly can read any register: of that nothing is seen.
bool reads_registers(const llvm::Function& function);

}  // namespace heddle::instrument
