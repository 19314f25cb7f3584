// SPDX-License-Identifier: Apache-2.0
//
// Subject: the program to be checked, ready to be started, and how it came to be.
#pragma once

#include <string>
#include <vector>

#include "app/options.h"
#include "execute/launch.h"
#include "execute/process_runner.h"
#include "report/replay/replay_file.h"

namespace heddle {

struct Subject {
  std::string name;  // subject_name: the same from run to run
  LaunchSpec launch;
  BuildRecord build;  // empty for a program that the user built
};

// What the user started and how: for the commands that reports ask to paste.
struct Invocation {
  std::string launcher;   // "./heddle"
  std::string directory;  // current folder
};

// Path of a program as a shell would find it, absolute; an Error when there is none.
Result<std::string> find_program(const std::string& name, const std::string& directory);

// What tells a program from others in the same folder: its files as the user named them, below `directory` without it.
std::string subject_name(const std::vector<std::string>& files, const std::string& directory);

// `launcher` replay `path`, quoted for a shell.
std::string replay_command(const std::string& launcher, const std::string& path);

// `word` as a shell would need it.
std::string quoted(const std::string& word);

}  // namespace heddle
