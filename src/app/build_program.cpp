// SPDX-License-Identifier: Apache-2.0
#include "app/build_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/build_inputs.h"
#include "app/build_plan.h"
#include "app/build_store.h"
#include "app/run_command.h"
#include "compile/driver/flag_values.h"
#include "report/replay/atomic_file.h"
#include "report/source_text.h"
#include "report/symbol/pipe_through.h"
#include "report/text/style.h"

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

// Compilers write for a terminal. Without what starts with ESC [ and ends with a letter.
std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_sequence = text[at] == '\033' && at + 1 < text.size() && text[at + 1] == '[';
    if (!is_sequence) {
      plain += text[at];
      continue;
    }
    at += 2;
    while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) == 0) ++at;
  }
  return plain;
}

void show(const std::string& messages) {
  const bool has_colours = style_for(STDERR_FILENO).colour;
  std::fputs((has_colours ? messages : without_colours(messages)).c_str(), stderr);
  std::fflush(stderr);
}

// What a full disk does to us is no mistake in the program.
Error failed(const std::string& what, const std::string& messages) {
  for (const char* cause : {"No space left on device", "Disk quota exceeded"}) {
    if (messages.find(cause) != std::string::npos) return {ErrorCode::System, fmt::format("{}: {}", what, cause)};
  }
  return {ErrorCode::CompileFailed, what};
}

// The library that notes which files are opened, in front of those that are wanted anyway. Names with blanks or colons
// cannot be said: then nothing is noted, and the build is not taken again.
std::vector<std::string> variables_of_tools(const BuildPlan& plan) {
  if (plan.opened_library.find_first_of(" :") != std::string::npos || !write_atomically(plan.opened, "")) return {};
  const char* others = std::getenv("LD_PRELOAD");
  const std::string more = others == nullptr ? "" : std::string(":") + others;
  return {"LD_PRELOAD=" + plan.opened_library + more, "HEDDLE_OPENED=" + plan.opened};
}

Result<void> compile(const BuildPlan& plan, const std::string& directory, const std::vector<std::string>& variables,
                     std::string& messages) {
  bool succeeded = true;
  for (const CompileStep& step : plan.compile) {
    Result<CommandResult> result = run_command(step.command, Errors::Capture, directory, variables);
    if (!result) return result.error();
    show(result->errors);
    messages += result->errors;
    succeeded &= result->succeeded;
  }
  if (succeeded) return {};
  return failed("the program does not compile", messages);
}

Result<void> link(const BuildPlan& plan, const std::string& directory, const std::vector<std::string>& variables,
                  std::string& messages) {
  Result<CommandResult> result = run_command(plan.link, Errors::Capture, directory, variables);
  if (!result) return result.error();
  bool lacks_main = result->errors.find("undefined symbol: main\n") != std::string::npos ||
                    result->errors.find("undefined reference to `main'") != std::string::npos;
  if (!result->succeeded && lacks_main) {
    return Error{ErrorCode::CompileFailed, "the program has no `main` function"};
  }
  show(result->errors);
  messages += result->errors;
  if (result->succeeded) return {};
  return failed("the program does not link", result->errors);
}

// The user's own files that went into the program: sources and every header below no system folder.
std::vector<SourceRecord> source_records(const BuildInputs& inputs) {
  std::vector<SourceRecord> records;
  for (const auto& [path, state] : inputs.files) {
    const bool is_own = !is_system_file(path) && !path.starts_with(fs::path(own_folder()).parent_path().string() + "/");
    if (is_own && !state.empty()) records.push_back({path, state});
  }
  return records;
}

std::string version_of(const std::string& compiler) {
  Result<std::string> output = pipe_through({compiler, "--version"}, "");
  return output ? output->substr(0, output->find('\n')) : "";
}

}  // namespace

namespace {

// In `folder`, which is empty.
Result<StoredBuild> build_in(const std::string& folder, const BuildRequest& request) {
  const BuildBegin begin = begin_of_build();
  Result<BuildPlan> plan = plan_build(request.arguments, request.compilers, folder);
  if (!plan) return plan.error();
  StoredBuild build;
  const std::vector<std::string> variables = variables_of_tools(*plan);
  Result<void> done = compile(*plan, request.directory, variables, build.messages);
  if (done) done = link(*plan, request.directory, variables, build.messages);
  if (!done) return done.error();
  Result<std::string> program = read_file(plan->binary);
  if (!program) return program.error();
  build.program = content_hash(*program);
  build.compiler = version_of(plan->link[0]);
  build.inputs = inputs_of(*plan, request.arguments, request.directory, begin);
  return build;
}

// The folder of the build.
Result<std::string> find_or_build(const BuildRequest& request, const std::string& name, StoredBuild& build) {
  Result<BuildStore> store =
      BuildStore::open(request.output, name, build_key(request.arguments, request.directory, request.compilers));
  if (!store) return store.error();
  if (std::string found = store->find(build); !found.empty()) {
    show(build.messages);
    return found;
  }
  Result<std::string> folder = store->begin();
  if (!folder) return folder.error();
  Result<StoredBuild> built = build_in(*folder, request);
  Result<std::string> finished = built ? store->finish(*built) : Result<std::string>(built.error());
  if (!finished) {
    store->give_up();
    return finished.error();
  }
  build = std::move(*built);
  return finished;
}

}  // namespace

Result<BuiltProgram> build_program(const BuildRequest& request) {
  Result<void> exists = check_inputs_exist(request);
  if (!exists) return exists.error();
  const Result<BuildPlan> plan = plan_build(request.arguments, request.compilers, request.output);
  if (!plan) return plan.error();
  const std::string name = fs::path(plan->binary).filename().string();
  StoredBuild build;
  Result<std::string> folder = find_or_build(request, name, build);
  if (!folder) return folder.error();
  const fs::path out = fs::path(request.output).parent_path().parent_path();
  prune_builds(request.output, {(out / "findings").string(), (out / "outcomes").string()});
  BuiltProgram program;
  program.binary = *folder + "/" + name;
  program.latest = plan->binary;
  program.record.arguments = request.arguments;
  program.record.directory = request.directory;
  program.record.output = request.output;
  program.record.compiler = build.compiler;
  program.record.sources = source_records(build.inputs);
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
