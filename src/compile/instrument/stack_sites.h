// SPDX-License-Identifier: Apache-2.0
//
// Tells the runtime about stack objects that may become visible to other threads. As long as none did (the site's
// state is 0), the cost is one load and one branch at the entry of the function.
#pragma once

#include "compile/instrument/point_table.h"
#include "compile/instrument/private_memory.h"
#include "compile/instrument/runtime_calls.h"

namespace heddle::instrument {

void add_stack_sites(llvm::Function& function, llvm::ArrayRef<llvm::Value*> objects, PointTable& points,
                     SourcePlaces& places, const RuntimeCalls& runtime);

}  // namespace heddle::instrument
