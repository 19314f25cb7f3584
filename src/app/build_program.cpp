// SPDX-License-Identifier: Apache-2.0
#include "app/build_program.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <set>

#include "app/arguments.h"
#include "app/build_plan.h"
#include "app/run_command.h"
#include "report/replay/atomic_file.h"
#include "report/source_text.h"
#include "report/symbol/pipe_through.h"

namespace heddle {

namespace fs = std::filesystem;

namespace {

std::string in_directory(const std::string& file, const std::string& directory) {
  return fs::path(file).is_absolute() ? file : (fs::path(directory) / file).string();
}

Result<void> check_inputs_exist(const BuildRequest& request) {
  bool is_value = false;
  for (const std::string& word : request.arguments) {
    bool is_input = !is_value && !word.starts_with("-");
    is_value = !is_value && takes_next_word(word);
    std::error_code error;
    std::string path = in_directory(word, request.directory);
    if (!is_input) continue;
    if (!fs::exists(path, error)) return Error{ErrorCode::Usage, fmt::format("{}: no such file", word)};
    if (fs::is_directory(path, error)) return Error{ErrorCode::Usage, fmt::format("{}: is a folder", word)};
  }
  return {};
}

Result<void> compile(const BuildPlan& plan, const std::string& directory) {
  bool succeeded = true;
  for (const CompileStep& step : plan.compile) {
    Result<CommandResult> result = run_command(step.command, Errors::Show, directory);
    if (!result) return result.error();
    succeeded &= result->succeeded;
  }
  if (succeeded) return {};
  return Error{ErrorCode::CompileFailed, "the program does not compile"};
}

Result<void> link(const BuildPlan& plan, const std::string& directory) {
  Result<CommandResult> result = run_command(plan.link, Errors::Capture, directory);
  if (!result) return result.error();
  bool lacks_main = result->errors.find("undefined symbol: main\n") != std::string::npos ||
                    result->errors.find("undefined reference to `main'") != std::string::npos;
  if (!result->succeeded && lacks_main) {
    return Error{ErrorCode::CompileFailed, "the program has no `main` function"};
  }
  std::fputs(result->errors.c_str(), stderr);
  if (result->succeeded) return {};
  return Error{ErrorCode::CompileFailed, "the program does not link"};
}

// The user's own files that went into the program: sources and every header below no system folder.
std::vector<SourceRecord> source_records(const BuildPlan& plan, const std::string& directory) {
  std::set<std::string> files;
  for (const CompileStep& step : plan.compile) {
    files.insert(step.source);
    Result<std::string> rule = read_file(step.dependencies);
    if (!rule) continue;
    for (const std::string& file : parse_dependencies(*rule)) {
      if (!is_system_file(file)) files.insert(file);
    }
  }
  std::vector<SourceRecord> records;
  for (const std::string& file : files) {
    std::string path = fs::path(in_directory(file, directory)).lexically_normal().string();
    Result<std::string> content = read_file(path);
    if (content) records.push_back({path, content_hash(*content)});
  }
  return records;
}

std::string version_of(const std::string& compiler) {
  Result<std::string> output = pipe_through({compiler, "--version"}, "");
  return output ? output->substr(0, output->find('\n')) : "";
}

}  // namespace

Result<BuiltProgram> build_program(const BuildRequest& request) {
  Result<void> exists = check_inputs_exist(request);
  if (!exists) return exists.error();
  Result<BuildPlan> plan = plan_build(request.arguments, request.compilers, request.output);
  if (!plan) return plan.error();
  std::error_code error;
  fs::create_directories(request.output, error);
  if (error) {
    return Error{ErrorCode::System, fmt::format("cannot make folder {}: {}", request.output, error.message())};
  }
  Result<void> compiled = compile(*plan, request.directory);
  if (!compiled) return compiled.error();
  Result<void> linked = link(*plan, request.directory);
  if (!linked) return linked.error();
  BuiltProgram program;
  program.binary = plan->binary;
  program.record.arguments = request.arguments;
  program.record.directory = request.directory;
  program.record.output = request.output;
  program.record.compiler = version_of(plan->link[0]);
  program.record.sources = source_records(*plan, request.directory);
  return program;
}

std::string first_changed_source(const BuildRecord& record) {
  for (const SourceRecord& source : record.sources) {
    Result<std::string> content = read_file(source.path);
    if (!content || content_hash(*content) != source.hash) return source.path;
  }
  return "";
}

std::string own_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

}  // namespace heddle
