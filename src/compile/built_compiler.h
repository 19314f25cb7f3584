// SPDX-License-Identifier: Apache-2.0
//
// For tests: a folder of its own with small sources, and the compilers of this build to run on them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace heddle {

struct Ran {
  int exit_code = 0;
  std::string output;  // stdout and stderr
};

class BuiltCompiler : public testing::Test {
 protected:
  BuiltCompiler();
  ~BuiltCompiler() override;

  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  // Runs a shell command in the folder; "heddle-clang" and "heddle-clang++" are those of this build.
  Ran run(const std::string& command) const;
  // IR that the compiler makes of one C or C++ source.
  std::string ir_of_c(std::string_view source, const std::string& options = "") const;
  std::string ir_of_cxx(std::string_view source, const std::string& options = "") const;

  std::filesystem::path folder_;

 private:
  std::string ir_of(const std::string& compiler, const std::string& file, std::string_view source,
                    const std::string& options) const;
};

// The text of one function of the IR, "" if it is not there. `name` may be the beginning of a mangled name.
std::string function_in(const std::string& ir, const std::string& name);
std::size_t count(std::string_view text, std::string_view part);

}  // namespace heddle
