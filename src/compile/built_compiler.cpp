// SPDX-License-Identifier: Apache-2.0
#include "compile/built_compiler.h"

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace heddle {

BuiltCompiler::BuiltCompiler() {
  std::string pattern = (std::filesystem::temp_directory_path() / "heddle-compile-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

BuiltCompiler::~BuiltCompiler() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void BuiltCompiler::write(const std::string& name, std::string_view text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
}

std::string BuiltCompiler::read(const std::string& name) const {
  std::ifstream stream(folder_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Ran BuiltCompiler::run(const std::string& command) const {
  std::string line =
      "cd '" + folder_.string() + "' && PATH=" HEDDLE_BUILT_PREFIX "/bin:$PATH && { " + command + "; } 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  Ran ran;
  char buffer[4096];
  for (std::size_t size = 0; (size = fread(buffer, 1, sizeof buffer, pipe)) > 0;) ran.output.append(buffer, size);
  int status = pclose(pipe);
  ran.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

std::string BuiltCompiler::ir_of(const std::string& compiler, const std::string& file, std::string_view source,
                                 const std::string& options) const {
  write(file, source);
  Ran ran = run(compiler + " -S -emit-llvm -o out.ll " + options + " " + file);
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  return read("out.ll");
}

std::string BuiltCompiler::ir_of_c(std::string_view source, const std::string& options) const {
  return ir_of("heddle-clang", "test.c", source, options);
}

std::string BuiltCompiler::ir_of_cxx(std::string_view source, const std::string& options) const {
  return ir_of("heddle-clang++", "test.cpp", source, options);
}

std::string function_in(const std::string& ir, const std::string& name) {
  for (std::size_t at = ir.find("define "); at != std::string::npos; at = ir.find("\ndefine ", at + 1)) {
    std::size_t line_end = ir.find('\n', at + 1);
    std::size_t symbol = ir.find('@' + name, at);
    if (symbol < line_end) return ir.substr(at, ir.find("\n}", at) - at);
  }
  return "";
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace heddle
