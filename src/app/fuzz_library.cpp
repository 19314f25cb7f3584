// SPDX-License-Identifier: Apache-2.0
#include "app/fuzz_library.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "app/fuzz_workshop.h"
#include "app/interrupt.h"
#include "fuzz/library/library_fuzzing.h"
#include "report/replay/atomic_file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

Result<fuzz::LibraryOptions> library_options(const FuzzArguments& arguments, const Options& options) {
  fuzz::LibraryOptions wanted;
  wanted.choice.only = arguments.only;
  if (arguments.pairs != "all" && arguments.pairs != "sample")
    return Error{ErrorCode::Usage, fmt::format("--pairs is all or sample, not `{}`", arguments.pairs)};
  if (arguments.pairs == "sample") wanted.choice.pairs = fuzz::PairChoice::Sample;
  wanted.choice.seed = options.search.seed;
  wanted.first = arguments.first;
  wanted.programs = arguments.programs;
  if (options.search.time.seconds > 0) wanted.time = std::chrono::duration<double>(options.search.time.seconds);
  wanted.jobs = arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
  wanted.stop = &stop_on_interrupt();
  wanted.defect = defect_called(arguments.defect).value_or(Defect::None);  // checked before
  const std::vector<fuzz::NamedAnswer> known = fuzz::all_answers();
  for (const std::string& name : wanted.choice.only) {
    const auto is_called = [&](const fuzz::NamedAnswer& each) { return each.has_program && each.name == name; };
    if (std::none_of(known.begin(), known.end(), is_called))
      return Error{ErrorCode::Usage,
                   fmt::format("--only: no program calls `{}`; --list names those that are called", name)};
  }
  return wanted;
}

Result<void> keep(const std::vector<fuzz::LibraryDisagreement>& disagreements, const fs::path& folder) {
  for (const fuzz::LibraryDisagreement& found : disagreements) {
    const std::string path = (folder / fmt::format("library-program{}.cpp", found.index)).string();
    if (Result<void> written = write_atomically(path, fuzz::kept_library_file(found, path)); !written) return written;
    fmt::print("{}\n", path);
  }
  return {};
}

// At most one line in a while.
class Progress {
 public:
  explicit Progress(bool is_quiet) : is_quiet_(is_quiet) {}
  void show(const fuzz::LibraryTally& tally, std::size_t disagreements) {
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    const auto now = Clock::now();
    if (is_quiet_ || now - last_ < (is_terminal ? std::chrono::milliseconds(200) : std::chrono::seconds(10))) return;
    last_ = now;
    const std::string line = fuzz::library_progress_line(tally, disagreements, seconds());
    std::fprintf(stderr, is_terminal ? "\r\033[K%s" : "%s\n", line.c_str());
    std::fflush(stderr);
    is_shown_ = is_terminal;
  }
  void clear() const {
    if (is_shown_) std::fputs("\r\033[K", stderr);
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  bool is_quiet_;
  bool is_shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace

Result<ExitCode> run_fuzz_library(const FuzzArguments& arguments, const Options& options, const std::string& folder) {
  if (arguments.lists_functions) {
    std::fputs(fuzz::library_list().c_str(), stdout);
    return ExitCode::Clean;
  }
  Result<fuzz::LibraryOptions> wanted = library_options(arguments, options);
  if (!wanted) return wanted.error();
  RealWorkshop workshop(folder, *wanted->stop);
  Progress progress(options.report.quiet);
  Result<fuzz::LibraryResult> result = fuzz::run_library_fuzz(
      workshop, *wanted, [&](const fuzz::LibraryTally& tally, std::size_t found) { progress.show(tally, found); });
  progress.clear();
  if (!result) return result.error();
  if (Result<void> kept = keep(result->disagreements, folder); !kept) return kept.error();
  std::fputs(fuzz::library_summary(*result, *wanted, progress.seconds()).c_str(), stdout);
  if (!result->disagreements.empty()) return ExitCode::Finding;
  return result->is_cut ? ExitCode::Incomplete : ExitCode::Clean;
}

}  // namespace heddle
