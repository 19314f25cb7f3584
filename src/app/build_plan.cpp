// SPDX-License-Identifier: Apache-2.0
#include "app/build_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "compile/driver/flag_values.h"

namespace heddle {

namespace fs = std::filesystem;

namespace {

template <std::size_t Size>
bool is_one_of(const std::string& text, const std::array<const char*, Size>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_link_only(const std::string& flag) {
  static constexpr std::array<const char*, 10> kExact = {"-Xlinker", "-T", "-u", "-rdynamic", "-s",
                                                         "-z", "-e", "-rpath", "--for-linker", "--force-link"};
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") || is_one_of(flag, kExact);
}

bool is_compile_only(const std::string& flag) {
  static constexpr std::array<const char*, 10> kExact = {"-include", "-include-pch", "-imacros", "-MF", "-MT", "-MQ",
                                                         "-Xpreprocessor", "--include", "--imacros", "--language"};
  return flag.starts_with("-std=") || flag.starts_with("-x") || is_one_of(flag, kExact);
}

bool is_unusual_linker(const std::string& flag) {
  static constexpr std::array<const char*, 2> kUsual = {"-fuse-ld=lld", "-fuse-ld=bfd"};
  return (flag.starts_with("-fuse-ld=") && !is_one_of(flag, kUsual)) || flag.starts_with("--ld-path");
}

bool is_c_standard(const std::string& flag) {
  return flag.starts_with("-std=") && flag.find("++") == std::string::npos;
}
bool is_cxx_standard(const std::string& flag) { return flag.starts_with("-std=") && !is_c_standard(flag); }

// The user's words, sorted by the command they belong to.
struct SortedArguments {
  std::vector<std::string> sources;
  std::vector<std::vector<std::string>> compile_flags;  // a flag with its value, if that is a word of its own
  std::vector<std::string> link;                        // flags and inputs; "" stands for the objects
};

Result<SortedArguments> sort_arguments(const std::vector<std::string>& arguments) {
  static constexpr std::array<const char*, 6> kRefused = {"-o", "-c", "-E", "-S", "-shared", "-fsyntax-only"};
  SortedArguments sorted;
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    const std::string& word = arguments[at];
    if (is_one_of(word, kRefused)) {
      return Error{ErrorCode::Usage, fmt::format("check builds a program by itself: leave out {}, or use heddle-clang "
                                                 "and `heddle run`",
                                                 word)};
    }
    if (!word.starts_with("-")) {
      if (is_source_file(word)) sorted.sources.push_back(word);
      sorted.link.push_back(is_source_file(word) ? "" : word);
      continue;
    }
    std::vector<std::string> flag = {word};
    if (takes_next_word(word) && at + 1 < arguments.size()) flag.push_back(arguments[++at]);
    if (!is_link_only(word)) sorted.compile_flags.push_back(flag);
    if (!is_compile_only(word)) sorted.link.insert(sorted.link.end(), flag.begin(), flag.end());
  }
  return sorted;
}

CompileStep compile_step(const std::string& source, std::size_t index, const SortedArguments& sorted,
                         const std::string& compilers, const std::string& output) {
  CompileStep step;
  bool is_c = is_c_source(source);
  std::string stem = fmt::format("{}/{}-{}", output, index, fs::path(source).stem().string());
  step.source = source;
  step.object = stem + ".o";
  step.dependencies = stem + ".d";
  // Messages are kept and shown again; what a terminal does not want is taken out then.
  step.command = {compilers + (is_c ? "/heddle-clang" : "/heddle-clang++"), "-fcolor-diagnostics"};
  bool has_standard = false, has_debug = false, has_split_debug = false;
  for (const std::vector<std::string>& flag : sorted.compile_flags) {
    if (is_c ? is_cxx_standard(flag[0]) : is_c_standard(flag[0])) continue;
    has_standard |= flag[0].starts_with("-std=");
    has_debug |= flag[0].starts_with("-g");
    has_split_debug |= flag[0].starts_with("-gsplit-dwarf");
    step.command.insert(step.command.end(), flag.begin(), flag.end());
  }
  if (!is_c && !has_standard) step.command.push_back("-std=c++20");
  if (!has_debug) step.command.push_back("-g");
  if (has_split_debug) step.command.push_back("-gno-split-dwarf");  // the program is moved, without its objects
  for (const char* word : {"-MD", "-MF"}) step.command.push_back(word);
  for (const std::string& word : {step.dependencies, std::string("-c"), source, std::string("-o"), step.object}) {
    step.command.push_back(word);
  }
  return step;
}

}  // namespace

bool is_c_source(const std::string& file) {
  static constexpr std::array<const char*, 2> kExtensions = {".c", ".i"};
  return is_one_of(fs::path(file).extension().string(), kExtensions);
}

bool is_source_file(const std::string& file) {
  static constexpr std::array<const char*, 9> kExtensions = {".cc", ".cpp", ".cxx", ".C", ".c++",
                                                             ".cp", ".CPP", ".ii",  ".S"};
  return is_c_source(file) || is_one_of(fs::path(file).extension().string(), kExtensions);
}

std::string program_name(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (is_source_file(file)) return fs::path(file).stem().string();
  }
  return files.empty() ? "program" : fs::path(files.front()).stem().string();
}

Result<BuildPlan> plan_build(const std::vector<std::string>& arguments, const std::string& compilers,
                             const std::string& output) {
  Result<SortedArguments> sorted = sort_arguments(arguments);
  if (!sorted) return sorted.error();
  BuildPlan plan;
  std::vector<std::string> files = sorted->sources;
  for (std::size_t index = 0; index < sorted->sources.size(); ++index) {
    plan.compile.push_back(compile_step(sorted->sources[index], index, *sorted, compilers, output));
  }
  bool is_all_c = !files.empty() && std::all_of(files.begin(), files.end(), is_c_source);
  plan.binary = output + "/" + (files.empty() ? "program" : program_name(files));
  plan.link = {compilers + (is_all_c ? "/heddle-clang" : "/heddle-clang++")};
  std::size_t next_object = 0;
  for (const std::string& word : sorted->link) {
    plan.link.push_back(word.empty() ? plan.compile[next_object++].object : word);
  }
  const bool has_usual_linker = std::none_of(arguments.begin(), arguments.end(), is_unusual_linker);
  plan.link_dependencies = output + "/link.d";
  plan.opened = output + "/opened";
  plan.opened_library = (fs::path(compilers).parent_path() / "lib/libheddle_opened.so").string();
  if (has_usual_linker) plan.link.push_back("-Wl,--dependency-file=" + plan.link_dependencies);
  for (const char* word : {"-Wno-unused-command-line-argument", "-o"}) plan.link.push_back(word);
  plan.link.push_back(plan.binary);
  return plan;
}

std::vector<std::string> parse_dependencies(const std::string& rule) {
  std::vector<std::string> files;
  std::string word;
  auto close_word = [&] {
    if (!word.empty()) files.push_back(word);
    word.clear();
  };
  std::size_t start = rule.find(": ");
  for (std::size_t at = start == std::string::npos ? 0 : start + 2; at < rule.size(); ++at) {
    bool has_next = at + 1 < rule.size();
    if (rule[at] == '\\' && has_next && (rule[at + 1] == ' ' || rule[at + 1] == '#')) {
      word += rule[++at];
    } else if (rule[at] == '$' && has_next && rule[at + 1] == '$') {
      word += rule[++at];
    } else if (rule[at] == '\\' && has_next && rule[at + 1] == '\n') {
      close_word();
      ++at;
    } else if (rule[at] == '\n') {
      break;  // what follows are rules without prerequisites
    } else if (rule[at] == ' ') {
      close_word();
    } else {
      word += rule[at];
    }
  }
  close_word();
  return files;
}

}  // namespace heddle
