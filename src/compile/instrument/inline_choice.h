// SPDX-License-Identifier: Apache-2.0
//
// Marks small functions of system headers always-inline.
#pragma once

#include <llvm/IR/Module.h>

#include "compile/instrument/source_place.h"

namespace heddle::instrument {

void choose_inlining(llvm::Module& module, SourcePlaces& places);

}  // namespace heddle::instrument
