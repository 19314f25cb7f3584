// SPDX-License-Identifier: Apache-2.0
//
// What the source calls the memory behind an address: "balance", "account.balance", "node->next", "slots[3]". Follows
// the address back to a variable and then the variable's type, by offset, to a member. Members of library types
// are not spelled out: a std::atomic<int> is called by the user's name for it. Purely for people; "" when unknown.
#pragma once

#include <llvm/IR/Value.h>

#include <string>

#include "compile/instrument/source_place.h"

namespace heddle::instrument {

std::string variable_name(const llvm::Value* address, SourcePlaces& places);

// The declared name of a stack object, "" for the compiler's temporaries.
std::string stack_object_name(const llvm::Value* object);

}  // namespace heddle::instrument
