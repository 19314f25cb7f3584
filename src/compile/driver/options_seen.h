// SPDX-License-Identifier: Apache-2.0
//
// One look over the user's options: what will clang do with this command, and may we let it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle {

enum class DebugLevel { NotGiven, Off, On };
enum class LinkOutput { None, Executable, SharedLibrary, Relocatable };

struct OptionsSeen {
  std::vector<std::string> for_clang;  // without Heddle's own options
  std::string refusal;                 // one sentence; empty: fine
  bool only_asks = false;              // --version, -print-...: nothing is compiled or linked
  bool only_preprocesses = false;      // -E, -M, -fsyntax-only ...
  bool optimises = false;              // the last -O is not -O0
  bool refuses_optimisation = false;   // it is -O0
  bool keeps_bitcode = true;
  bool warns = true;
  std::string pass_options;  // names for HEDDLE_PASS, each with a comma
  bool instruments = true;
  DebugLevel debug = DebugLevel::NotGiven;
  LinkOutput output = LinkOutput::None;
  bool names_cxx_library = false;  // -lstdc++, for linking C++ with the compiler for C
  std::size_t after_dashes = 0;    // arguments from a lone "--" on
};

OptionsSeen look_at(const std::vector<std::string>& arguments);

}  // namespace heddle
