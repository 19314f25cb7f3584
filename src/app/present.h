// SPDX-License-Identifier: Apache-2.0
//
// The end of a search: findings become replay files, text on standard output and the JSON report. Whatever cannot be
// written is said on stderr; the findings are printed all the same.
#pragma once

#include <string>
#include <vector>

#include "app/exit_code.h"
#include "app/options.h"
#include "app/subject.h"
#include "report/explained.h"
#include "report/report.h"

namespace heddle {

class Presenter {
 public:
  Presenter(const Subject& subject, const Options& options, const Invocation& invocation, const ProcessRunner& runner)
      : subject_(subject), options_(options), invocation_(invocation), runner_(runner) {}

  // A finding that was just met: saves it, because nobody knows how the search will end, and returns a line that says
  // so; "" if it is another one's like, or could not be saved. Names and stacks are looked up at the end only.
  std::string save_now(const Finding& finding);

  // What was saved meanwhile is replaced, or removed if it is no finding of its own.
  ExitCode present(Report report, std::vector<Finding> findings);
  ExitCode present_outcomes(Report report, std::vector<Finding> outcomes);

 private:
  void remove_merged(const Report& report) const;
  SavedFinding save(const Finding& finding, const Explained& explained, std::string path);
  void describe_program(ReplayFile& file) const;
  ReplayFile replay_file_for(const SavedFinding& saved, const Explained& explained);
  void print(const Report& report, const std::vector<Explained>& explained);

  const Subject& subject_;
  const Options& options_;
  const Invocation& invocation_;
  const ProcessRunner& runner_;
  std::vector<ExplainedRace> met_;      // races among what was saved meanwhile
  std::vector<std::string> saved_now_;  // paths
};

// A report without findings: closing sentence and JSON.
ExitCode present_without_findings(const Report& report, const Options& options);

// `heddle: error: ...` on stderr, every line of it.
void print_error(const Error& error);

}  // namespace heddle
