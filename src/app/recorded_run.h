// SPDX-License-Identifier: Apache-2.0
//
// A saved finding once more: exactly the recorded build, rebuilt when it is gone and its sources are still the same,
// under exactly the recorded schedule. What does not come out as recorded is an Error.
#pragma once

#include <string>

#include "execute/launch.h"
#include "execute/runner.h"
#include "report/replay/replay_file.h"
#include "trace/finding.h"

namespace heddle {

struct RecordedRun {
  ReplayFile file;
  ProgramFacts facts;
  Finding finding;         // with the trace of a detailed run
  std::uint64_t came = 1;  // how many of the runs showed it
};

// With the paths of this machine. Also refuses a file of another wire version.
Result<ReplayFile> load_replay_file(const std::string& path);
// Refuses a program that does not hold Heddle's runtime: nothing else is ever started for a replay file.
Result<void> check_is_ours(const ReplayFile& file);
LaunchSpec launch_of(const ReplayFile& file);
RingShape ring_of(const ReplayFile& file);

// Only the first run must show the finding; `came` counts what the others do.
Result<RecordedRun> run_recorded(const std::string& path, Output output, std::uint64_t times = 1);

}  // namespace heddle
