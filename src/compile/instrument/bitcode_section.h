// SPDX-License-Identifier: Apache-2.0
//
// Keeps the module as the front end made it, for later analysis of the whole program: one record per translation
// unit in section .heddle_bc of the object file, which is never loaded and survives archives and links.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::instrument {

// Must run before any other change to the module.
void embed_bitcode(llvm::Module& module);

}  // namespace heddle::instrument
