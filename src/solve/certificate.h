// SPDX-License-Identifier: Apache-2.0
//
// What has to be shown of known threads besides that all of their results are known: that they never wait for each
// other for ever, never race, and never misuse what another one has given up. Says no wherever that is not plain.
#pragma once

#include <functional>

#include "solve/known_graph.h"

namespace heddle {

using KnowsRace = std::function<bool(ProgramPoint, ProgramPoint)>;

// Nobody waits for ever: no circle among locks, those that are asked for while they are held, and threads that are
// joined.
bool is_free_of_deadlocks(const KnownGraph& graph);

// Every two accesses that would race are ordered by the creation or the end of a thread, or made under a common lock;
// except for those that are known to race.
bool is_free_of_races(const KnownGraph& graph, const KnowsRace& is_known, Allowance& allowance);

// Nothing is used after it was freed, or while its lock is made or destroyed; nobody is joined twice.
bool is_free_of_misuse(const KnownGraph& graph, Allowance& allowance);

}  // namespace heddle
