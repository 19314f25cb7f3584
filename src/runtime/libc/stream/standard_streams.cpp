// SPDX-License-Identifier: Apache-2.0
#include "runtime/libc/stream/standard_streams.h"

namespace heddle::runtime::libc {
namespace {

FILE* g_output;
FILE* g_error_output;

[[gnu::constructor]] void keep_streams() {
  g_output = stdout;
  g_error_output = stderr;
}

}  // namespace

FILE* first_output() { return g_output; }
FILE* first_error_output() { return g_error_output; }

}  // namespace heddle::runtime::libc
