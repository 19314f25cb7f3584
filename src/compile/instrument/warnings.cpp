// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/warnings.h"

#include <llvm/Support/raw_ostream.h>

using namespace llvm;

namespace heddle::instrument {

void Warnings::warn(const SourcePlace& place, StringRef text) {
  if (silent_) return;
  std::string line;
  raw_string_ostream stream(line);
  if (place.line != 0) {
    stream << place.file << ':' << place.line << ':' << place.column << ": ";
  } else {
    stream << "in function '" << place.function << "': ";
  }
  stream << "warning: heddle: " << text << '\n';
  if (given_.insert(line).second) errs() << line;
}

}  // namespace heddle::instrument
