// SPDX-License-Identifier: Apache-2.0
#include "report/report.h"

namespace heddle {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
#define HEDDLE_X(name, text) \
  case Verdict::name:        \
    return text;
    HEDDLE_VERDICTS(HEDDLE_X)
#undef HEDDLE_X
  }
  HEDDLE_CHECK(false, "verdict out of range");
}

}  // namespace heddle
