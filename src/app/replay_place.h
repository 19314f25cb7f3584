// SPDX-License-Identifier: Apache-2.0
//
// Where the project of a replay file is now: the file may have been made in another checkout, or have been moved alone.
#pragma once

#include <string>

#include "report/replay/replay_file.h"

namespace heddle {

// Puts the project's folder into all paths of a file that was read from `path`: the one that it names, seen from itself,
// or else the current folder or one above it, whichever has the recorded program or sources.
void find_project(ReplayFile& file, const std::string& path);

// The folder that everything was written to, if `path` lies where Heddle puts replay files; else heddle-out.
std::string out_folder_of(const std::string& path);

}  // namespace heddle
