// SPDX-License-Identifier: Apache-2.0
#include "app/fuzz_workshop.h"

#include <fmt/format.h>

#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include "app/build_program.h"
#include "app/program_environment.h"
#include "app/run_command.h"
#include "execute/process_runner.h"
#include "report/replay/atomic_file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

// Most of the time of a long run would go into machine code that is executed once: what is instrumented is optimised as
// ever, what comes of it is written down quickly. Generated programs need nothing of the C++ library, so the compiler
// for C links them.
constexpr const char* kCompiler = "/heddle-clang";
constexpr const char* kCxxCompiler = "/heddle-clang++";
constexpr std::string_view kFlags =
    "-std=c++20 -O1 -g1 -w -mllvm -fast-isel -mllvm -optimize-regalloc=0 -mllvm -disable-cgp "
    "-mllvm -disable-lsr -mllvm -disable-machine-licm -mllvm -disable-machine-cse -lm";

std::vector<std::string> compile_command(const fuzz::SourceFile& source, const std::string& file,
                                         const std::string& binary) {
  const bool is_cxx = source.uses_cxx_library;
  std::vector<std::string> command = {own_folder() + (is_cxx ? kCxxCompiler : kCompiler), file, "-o", binary};
  for (const auto flag : std::views::split(kFlags, ' ')) command.emplace_back(flag.begin(), flag.end());
  if (!is_cxx) command.emplace_back("-fno-exceptions");
  if (source.uses_math_library) command.emplace_back("-lm");
  return command;
}

}  // namespace

RealWorkshop::RealWorkshop(fs::path folder, const std::atomic<bool>& stop) : folder_(std::move(folder)), stop_(stop) {}

Result<std::string> RealWorkshop::build(const fuzz::SourceFile& source, const std::string& name) {
  const std::string file = (folder_ / (name + ".cpp")).string(), binary = (folder_ / name).string();
  if (Result<void> written = write_atomically(file, source.text); !written) return written.error();
  Result<CommandResult> compiled =
      run_command(compile_command(source, file, binary), Errors::Capture, folder_.string());
  if (!compiled) return compiled.error();
  if (compiled->succeeded) return binary;
  return Error{ErrorCode::Internal, fmt::format("{} does not compile:\n{}", file, compiled->errors)};
}

Result<std::unique_ptr<Runner>> RealWorkshop::start(const std::string& binary, std::size_t argument,
                                                    const Freedoms& freedoms, std::uint32_t max_events) {
  LaunchSpec launch;
  launch.program = binary;
  launch.arguments = {binary, std::to_string(argument)};
  launch.environment = {"LC_ALL=C"};
  launch.working_directory = folder_.string();
  ProcessOptions process;
  process.ring.max_events_per_thread = max_events;
  process.ring.freedoms = freedoms;
  process.stop = &stop_;
  Result<std::unique_ptr<ProcessRunner>> runner = ProcessRunner::start(launch, process);
  if (!runner) return runner.error();
  return std::unique_ptr<Runner>(std::move(*runner));
}

void RealWorkshop::discard(const std::string& name) {
  std::error_code error;
  fs::remove(folder_ / name, error);
  fs::remove(folder_ / (name + ".cpp"), error);
}

}  // namespace heddle
