// SPDX-License-Identifier: Apache-2.0
#include "app/fuzz.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include "app/fuzz_library.h"
#include "app/fuzz_workshop.h"
#include "app/interrupt.h"
#include "fuzz/fuzz_text.h"
#include "fuzz/fuzzing.h"
#include "report/replay/atomic_file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Models are made and thrown away thousands of times: memory is kept, not given back and asked for again. Heaps of
// their own for threads would be.
void keep_memory() {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
}

// At most one line in a while.
class Progress {
 public:
  Progress(std::uint64_t programs, bool is_quiet) : programs_(programs), is_quiet_(is_quiet) {}

  void show(const fuzz::Tally& tally, std::size_t disagreements) {
    const bool is_terminal = isatty(STDERR_FILENO) != 0;
    const auto now = Clock::now();
    if (is_quiet_ || now - last_ < (is_terminal ? std::chrono::milliseconds(200) : std::chrono::seconds(10))) return;
    last_ = now;
    const std::string line = fuzz::progress_line(tally, programs_, disagreements, seconds());
    std::fprintf(stderr, is_terminal ? "\r\033[K%s" : "%s\n", line.c_str());
    std::fflush(stderr);
    is_shown_ = is_terminal;
  }
  void clear() const {
    if (is_shown_) std::fputs("\r\033[K", stderr);
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  std::uint64_t programs_;
  bool is_quiet_;
  bool is_shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

ExitCode list_defects() {
  for (const DefectInfo& each : known_defects()) fmt::print("{:<20} {}\n", each.option, each.rule);
  return ExitCode::Clean;
}

constexpr std::size_t kMostKept = 5;
constexpr std::uint64_t kPrograms = 1000;  // unless it is said how many

Result<std::vector<std::uint64_t>> numbers_of(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& word : words) {
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, numbers.emplace_back());
    if (error != std::errc() || rest != end)
      return Error{ErrorCode::Usage, fmt::format("--only: `{}` is no number; names are for --library", word)};
  }
  return numbers;
}

// Those found first, made smaller if there is time for it, as files.
Result<void> keep_disagreements(const fuzz::FuzzResult& result, const fuzz::FuzzOptions& options,
                                RealWorkshop& workshop, const fs::path& folder) {
  for (std::size_t at = 0; at < std::min(result.disagreements.size(), kMostKept); ++at) {
    Result<fuzz::Disagreement> found = fuzz::shrunk(workshop, result.disagreements[at], options.batches.stop);
    if (!found && found.error().code == ErrorCode::Interrupted) found = result.disagreements[at];
    if (!found) return found.error();
    const std::string file = fmt::format("seed{}-program{}.cpp", options.batches.seed, found->index);
    const std::string path = (folder / file).string();
    if (Result<void> written = write_atomically(path, fuzz::kept_file(*found, options, path)); !written) return written;
    fmt::print("{}\n", path);
  }
  return {};
}

// `all`: those that programs of the generator can show; `wide`: of these, those that programs of the first generator
// cannot; or names with commas between them. One with a minus is left out.
Result<std::vector<Defect>> defects_called(const std::string& words, std::uint32_t generator) {
  std::vector<Defect> defects;
  std::stringstream list(words);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "all" || word == "wide") {
      for (const DefectInfo& each : known_defects()) {
        const bool is_wanted = needs_wide_programs(each.defect) ? generator != 1 : word == "all";
        if (is_wanted) defects.push_back(each.defect);
      }
      continue;
    }
    const bool is_left_out = word.starts_with('-');
    if (is_left_out) word.erase(0, 1);
    const std::optional<Defect> defect = defect_called(word);
    if (!defect)
      return Error{ErrorCode::Usage, fmt::format("no defect is called `{}`; --defect help lists them", word)};
    if (is_left_out) {
      std::erase(defects, *defect);
    } else {
      defects.push_back(*defect);
    }
  }
  return defects;
}

Result<ExitCode> notice_all(RealWorkshop& workshop, const fuzz::BatchOptions& options,
                            const std::vector<Defect>& defects) {
  Result<std::vector<fuzz::Noticed>> noticed = fuzz::notice_defects(workshop, options, defects, [](const fuzz::Noticed& each) {
    std::fputs(fuzz::describe(each).c_str(), stdout);
    std::fflush(stdout);
  });
  if (!noticed) return noticed.error();
  bool all = true;
  for (const fuzz::Noticed& each : *noticed) {
    if (!each.is_noticed) std::fputs(fuzz::describe(each).c_str(), stdout);
    all &= each.is_noticed;
  }
  return all ? ExitCode::Clean : ExitCode::Finding;
}

}  // namespace

Result<ExitCode> run_fuzz_command(const FuzzArguments& arguments, const Options& options,
                                  const Invocation& invocation) {
  if (arguments.defect == "help") return list_defects();
  const Result<std::vector<Defect>> defects = defects_called(arguments.defect, arguments.generator);
  if (!defects) return defects.error();
  const fs::path folder = fs::absolute(fs::path(invocation.directory) / options.report.out / "fuzz");
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    return Error{ErrorCode::System, fmt::format("cannot make folder {}: {}", folder.string(), error.message())};
  keep_memory();
  if (arguments.library && defects->size() > 1)
    return Error{ErrorCode::Usage, "--library takes one defect at a time"};
  if (arguments.library) return run_fuzz_library(arguments, options, folder.string());
  fuzz::FuzzOptions wanted;
  wanted.batches.first = arguments.first;
  wanted.batches.programs = arguments.programs.value_or(kPrograms);
  Result<std::vector<std::uint64_t>> only = numbers_of(arguments.only);
  if (!only) return only.error();
  wanted.batches.only = *only;
  wanted.batches.generator = arguments.generator;
  wanted.batches.seed = options.search.seed;
  wanted.batches.jobs = arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency());
  wanted.stops_at_first = arguments.stops_at_first;
  wanted.only_searches = arguments.only_searches;
  if (defects->size() == 1) wanted.defect = defects->front();
  wanted.batches.stop = &stop_on_interrupt();
  RealWorkshop workshop(folder, *wanted.batches.stop);
  if (defects->size() > 1) return notice_all(workshop, wanted.batches, *defects);
  Progress progress(wanted.batches.count(), options.report.quiet);
  Result<fuzz::FuzzResult> result = fuzz::run_fuzz(
      workshop, wanted, [&](const fuzz::Tally& tally, std::size_t found) { progress.show(tally, found); });
  progress.clear();
  if (!result) return result.error();
  if (Result<void> kept = keep_disagreements(*result, wanted, workshop, folder); !kept) return kept.error();
  std::fputs(fuzz::summary(*result, wanted, progress.seconds()).c_str(), stdout);
  const bool agrees = result->disagreements.empty() && fuzz::missed_shares(result->tally, wanted).empty();
  if (!agrees) return ExitCode::Finding;
  return result->was_interrupted ? ExitCode::Incomplete : ExitCode::Clean;
}

}  // namespace heddle
