// SPDX-License-Identifier: Apache-2.0
//
// The end of an execution by a failed assertion, whoever made it.
#pragma once

namespace heddle::runtime::libc {

// `text` is what was asserted; `file` and `line` where, or nullptr and 0 to take the line of the call.
[[noreturn]] void end_asserted(const char* text, const char* file, unsigned line);

}  // namespace heddle::runtime::libc
