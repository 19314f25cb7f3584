// SPDX-License-Identifier: Apache-2.0
//
// Warnings in the compiler's style, once per place: what Heddle will not see or control at run time.
#pragma once

#include <llvm/ADT/StringSet.h>

#include "compile/instrument/source_place.h"

namespace heddle::instrument {

class Warnings {
 public:
  explicit Warnings(bool silent) : silent_(silent) {}
  void warn(const SourcePlace& place, llvm::StringRef text);

 private:
  bool silent_;
  llvm::StringSet<> given_;
};

}  // namespace heddle::instrument
