// SPDX-License-Identifier: Apache-2.0
#include "app/replay.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "app/recorded_run.h"
#include "app/replay_place.h"
#include "report/explained.h"
#include "report/replay/atomic_file.h"
#include "report/text/text_report.h"

namespace heddle {

namespace {

void print(const SavedFinding& saved, const RecordedRun& run, const Options& options) {
  TextStyle style = style_for(STDOUT_FILENO);
  style.full = options.report.full_trace;
  SourceText source(run.file.build.directory);
  Explained explained = explain(saved.finding, run.facts);
  std::fputs(finding_text({saved, explained, {}, ""}, source, style).c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace

Result<ExitCode> replay(const std::string& path, std::uint64_t times, const Options& options,
                        const Invocation& invocation) {
  Result<RecordedRun> run = run_recorded(path, Output::Show, times);
  if (!run) return run.error();
  print({run->finding, path, replay_command(invocation.launcher, path)}, *run, options);
  if (times > 1) std::fputs(fmt::format("The finding came {} of {} times.\n", run->came, times).c_str(), stdout);
  const bool is_defect = run->finding.kind != FindingKind::Outcome;
  if (run->came == times && !is_defect) return ExitCode::Clean;
  return run->came == times ? ExitCode::Finding : exit_code_of(Error{ErrorCode::Unsupported, ""});
}

Result<ExitCode> explain_file(const std::string& path, bool full) {
  Result<std::string> text = read_file(path);
  if (!text) return text.error();
  Result<ReplayFile> file = parse_replay_file(*text, path);
  if (!file) return file.error();
  find_project(*file, path);
  std::fputs((full ? file->full_report : file->report).c_str(), stdout);
  std::fflush(stdout);
  return ExitCode::Clean;
}

}  // namespace heddle
