// SPDX-License-Identifier: Apache-2.0
//
// Exit codes of heddle; documented in docs/exit_codes_and_json.md and stable.
#pragma once

#include "report/report.h"
#include "trace/result.h"

namespace heddle {

enum class ExitCode : int {
  Clean = 0,
  Usage = 2,
  Internal = 3,
  Finding = 10,
  Incomplete = 11,
  NoVerdict = 12,
};

enum class IncompleteIs : bool { Failure, Success };

inline ExitCode exit_code_of(Verdict verdict, IncompleteIs incomplete) {
  switch (verdict) {
    case Verdict::Clean:
    case Verdict::Complete:
      return ExitCode::Clean;
    case Verdict::Finding:
      return ExitCode::Finding;
    case Verdict::Incomplete:
      return incomplete == IncompleteIs::Success ? ExitCode::Clean : ExitCode::Incomplete;
    case Verdict::Unsupported:
      return ExitCode::NoVerdict;
  }
  HEDDLE_CHECK(false, "verdict out of range");
}

inline ExitCode exit_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::Usage:
    case ErrorCode::CompileFailed:
      return ExitCode::Usage;
    case ErrorCode::Unsupported:
      return ExitCode::NoVerdict;
    case ErrorCode::Interrupted:
      return ExitCode::Incomplete;
    case ErrorCode::System:
    case ErrorCode::Internal:
      return ExitCode::Internal;
  }
  HEDDLE_CHECK(false, "error code out of range");
}

}  // namespace heddle
