// SPDX-License-Identifier: Apache-2.0
//
// Writes into a program that one thread hands a plain variable over to another: whether what stands between the two
// orders their accesses is what data races are about.
#pragma once

#include "fuzz/program.h"
#include "fuzz/random.h"
#include "fuzz/statement_maker.h"

namespace heddle::fuzz {

// Thread 1 writes, thread 2 reads or writes; a third may stand between them.
void hand_over_value(Program& program, Random& random, StatementMaker& maker);

// From thread 1 by thread 3, which only changes the flag, to thread 2; they do nothing else.
void hand_over_in_between(Program& program, Random& random, StatementMaker& maker);

}  // namespace heddle::fuzz
