// SPDX-License-Identifier: Apache-2.0
//
// `heddle replay --gdb`: the finding is replayed as usual, then gdb is started on the program with Heddle's script
// (src/runtime/gdb), which stops it at the failing step. gdb does not start the program itself but
// `heddle __launch`, its exec-wrapper, which becomes the program in exactly the recorded surroundings.
#pragma once

#include "app/command_line.h"
#include "app/exit_code.h"

namespace heddle {

Result<ExitCode> replay_in_gdb(const std::string& path, const GdbArguments& arguments);
// Does not return if all is well.
Error launch_debugged(const std::string& path, const DebuggedStop& stop);

}  // namespace heddle
