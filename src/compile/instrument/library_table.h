// SPDX-License-Identifier: Apache-2.0
//
// Looks a function up in the table of library calls (wire/library_calls.h).
#pragma once

#include <llvm/ADT/StringRef.h>

#include "wire/library_calls.h"

namespace heddle::instrument {

struct LibraryCall {
  wire::CallClass kind = wire::CallClass::Unknown;
  llvm::StringRef reason;   // "" for Modelled and Unknown
  llvm::StringRef pattern;  // the word of the table that names it; "" for Modelled and Unknown
  bool keeps_state = false;  // for its thread, and its later answers depend on it
};

// `function` is the name that the linker sees.
LibraryCall look_up(llvm::StringRef function);

// Functions of the math library that only compute: no event, no blocking, no need to know who called.
bool only_computes(llvm::StringRef function);
// Reads texts and does nothing else: where these are constants, calls are left to the optimiser, who knows the answer.
bool only_reads_text(llvm::StringRef function);

}  // namespace heddle::instrument
