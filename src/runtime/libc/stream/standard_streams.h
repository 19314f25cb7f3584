// SPDX-License-Identifier: Apache-2.0
//
// stdin, stdout and stderr are variables, which functions like printf read unasked. They are read with events only in programs that
// may assign them (compile/instrument/library_variables.h). The runtime itself means the streams that were there at first.
#pragma once

#include <cstdio>

#include "runtime/libc/ranges.h"

namespace heddle::runtime::libc {

// `variable` is &stdin, &stdout or &stderr.
inline FILE* standard_stream(FILE* const* variable) {
  if (HEDDLE_LIKELY(!executing() || !state().assigns_streams)) return *variable;
  return read_value(variable, call_point());
}

FILE* first_output();
FILE* first_error_output();

}  // namespace heddle::runtime::libc
