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

// The variable that stands in a stack object (the first, if the compiler keeps several there), or nullptr for the
// compiler's temporaries.
const llvm::DILocalVariable* variable_in(const llvm::Value* object);

}  // namespace heddle::instrument
