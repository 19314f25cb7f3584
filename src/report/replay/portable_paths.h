// SPDX-License-Identifier: Apache-2.0
//
// Replay files hold no path of the machine that they were made on: where a path begins with the folder of the project, a
// mark stands for it. Whoever reads the file puts the folder there in which the project is now.
#pragma once

#include <string>

#include "report/replay/replay_file.h"

namespace heddle {

// The nearest folder above with a .git in it, or `directory` itself.
std::string project_of(const std::string& directory);

// `project` in all texts of the file becomes a mark. False, and unchanged: some text has such a mark already.
bool make_portable(ReplayFile& file, const std::string& project);
// The other way round.
void settle_in(ReplayFile& file, const std::string& project);

// Begins with the mark; what is not below the project keeps its path.
bool is_portable(const std::string& path);

}  // namespace heddle
