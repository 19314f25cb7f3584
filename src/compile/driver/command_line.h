// SPDX-License-Identifier: Apache-2.0
//
// From the command line of heddle-clang to the one of clang: which options are added, which are refused. Pure; main.cpp
// finds the installation and starts clang. The user's options pass through unchanged and in order.
#pragma once

#include <string>
#include <vector>

#include "trace/result.h"

namespace heddle {

enum class SourceLanguage { C, Cxx };  // heddle-clang, heddle-clang++

// <prefix>/bin, lib and include, in the build tree as in an installation.
struct Installation {
  std::string pass;             // libheddle_pass.so
  std::string include;          // directory of heddle/heddle.h
  std::string library_headers;  // stand in front of those of libstdc++
  std::string runtime;          // libheddle_runtime.a
  std::string runtime_cxx;
};

struct ClangCommand {
  std::vector<std::string> arguments;  // without the program's name
  std::string pass_options;            // value of HEDDLE_PASS for the pass
};

// `arguments`: response files expanded, without the program's name.
Result<ClangCommand> clang_command(SourceLanguage language, const std::vector<std::string>& arguments,
                                   const Installation& installation);

// Text of --help-heddle.
extern const char* const kDriverHelp;

}  // namespace heddle
