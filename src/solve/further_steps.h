// SPDX-License-Identifier: Apache-2.0
//
// What else an execution could tell that is made to learn one result: its thread goes on nobody knows how, but what it
// did to memory is known, and the other threads are where the model has them. So further results that are unknown can
// be asked for in the same execution.
#pragma once

#include <vector>

#include "learn/machine.h"
#include "solve/model_step.h"

namespace heddle {

// Steps to be taken after `unknown`, up to the last one that tells something. The machine is as before when it returns.
std::vector<ModelStep> further_steps(const Model& model, Machine& machine, const ModelStep& unknown);

}  // namespace heddle
