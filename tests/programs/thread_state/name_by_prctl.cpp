// SPDX-License-Identifier: Apache-2.0
//
// The name that a thread gives itself by prctl belongs to it, and to this execution.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <sys/prctl.h>

#include "../cxx/two_moments.h"

static void body() {
  if (first()) prctl(PR_SET_NAME, "quite a long name for a thread");
  char name[16] = {};
  if (second()) assert((prctl(PR_GET_NAME, name), std::strcmp(name, "quite a long na") != 0));  // FINDING
}
