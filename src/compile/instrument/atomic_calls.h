// SPDX-License-Identifier: Apache-2.0
//
// The front end calls __atomic_load, __atomic_store, __atomic_exchange and __atomic_compare_exchange of libatomic for
// atomics that are large or not aligned. Those become ordinary atomic instructions again where the size is a
// native one, so that there is one event with the user's memory order, and libatomic's locks stay out of the program.
#pragma once

#include <llvm/IR/Module.h>

#include "compile/instrument/warnings.h"

namespace heddle::instrument {

void lower_atomic_calls(llvm::Module& module, SourcePlaces& places, Warnings& warnings);

}  // namespace heddle::instrument
