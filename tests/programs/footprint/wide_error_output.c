// SPDX-License-Identifier: Apache-2.0
//
// The same of standard error output.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <stdio.h>
#include <wchar.h>

#include "moments_apart.h"

static void change(void) { fputwc(L'A', stderr); }

static void look(void) { assert(fputs("x", stderr) != EOF); }  // FINDING

int main(void) { run_threads(); }
