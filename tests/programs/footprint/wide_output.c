// SPDX-License-Identifier: Apache-2.0
//
// The first wide character makes a wide stream of standard output, which refuses bytes.
//
// HEDDLE: strategy=default verdict=finding kind=assertion
// HEDDLE: strategy=dfs verdict=finding kind=assertion flags=-DGATES_OPEN
#include <stdio.h>
#include <wchar.h>

#include "moments_apart.h"

static void change(void) { putwchar(L'A'); }

static void look(void) { assert(puts("x") != EOF); }  // FINDING

int main(void) { run_threads(); }
