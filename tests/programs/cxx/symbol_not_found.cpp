// SPDX-License-Identifier: Apache-2.0
//
// What was not found stands in the next dlerror() of the thread.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <dlfcn.h>

#include "two_moments.h"

static void body() {
  dlsym(RTLD_DEFAULT, first() ? "no_such_function" : "no_such_variable");
  if (second()) assert(std::strstr(dlerror(), "variable") != nullptr);
}
