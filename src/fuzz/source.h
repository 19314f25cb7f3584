// SPDX-License-Identifier: Apache-2.0
//
// The first back end: C++ source for the real tool. Many programs go into one file, each in a namespace of its own; the
// first argument says which one runs. Every operation stands on a line of its own, so that a line in a trace says which
// statement of the description it was.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/program.h"

namespace heddle::fuzz {

struct SourceFile {
  std::string text;
  std::vector<std::uint16_t> ids;  // by line, beginning with line 0; 0: no operation
  bool uses_cxx_library = false;
  bool uses_math_library = false;
};

SourceFile source_of(const std::vector<const Program*>& programs);

}  // namespace heddle::fuzz
