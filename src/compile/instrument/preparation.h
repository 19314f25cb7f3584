// SPDX-License-Identifier: Apache-2.0
//
// What happens to a module before instrumentation. Locals leave memory (SROA), and small functions of system headers
// are inlined, so that atomics, locks and iterators get the user's line and their temporaries leave memory too.
// Nothing here may merge, drop, split or move an access to memory that other threads can see.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compile/instrument/source_place.h"

namespace heddle::instrument {

void prepare(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, SourcePlaces& places);
// For -O0, after instrumentation: what follows in the pipeline leaves the functions as they are.
void forbid_optimisation(llvm::Module& module);

}  // namespace heddle::instrument
