// SPDX-License-Identifier: Apache-2.0
//
// How `heddle check` turns the user's files and flags into compiler commands: one per source file, then one link.
// Pure; build_program.h runs it.
#pragma once

#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle {

struct CompileStep {
  std::string source;
  std::string object;
  std::string dependencies;  // make rule that the compiler writes: every header that was read
  std::vector<std::string> command;
};

struct BuildPlan {
  std::vector<CompileStep> compile;
  std::vector<std::string> link;
  std::string link_dependencies;  // the same of the linker; none is written if it may not know how
  std::string opened;             // what both of them opened (compile/opened_files.cpp)
  std::string opened_library;     // which tells
  std::string binary;
};

// `compilers` is the folder of heddle-clang and heddle-clang++; `output` the folder for objects and program.
Result<BuildPlan> plan_build(const std::vector<std::string>& arguments, const std::string& compilers,
                             const std::string& output);

// Name of the program: that of the first source file, without its extension.
std::string program_name(const std::vector<std::string>& files);

bool is_source_file(const std::string& file);
bool is_c_source(const std::string& file);

// The prerequisites of a make rule as compilers write it.
std::vector<std::string> parse_dependencies(const std::string& rule);

}  // namespace heddle
