// SPDX-License-Identifier: Apache-2.0
//
// The mistake of the project: the addition is a read and a write, and callers believe that it is one.
#include "counter.h"

static int value;

void counter_add(int amount) { value += amount; }

int counter_value(void) { return value; }
