// SPDX-License-Identifier: Apache-2.0
//
// ModelWalk: a way through the model, from the beginning to the state the machine is in now: the steps that led there,
// and the schedules that lead an execution there.
#pragma once

#include <cstddef>
#include <vector>

#include "learn/machine.h"
#include "solve/model_step.h"
#include "trace/schedule.h"

namespace heddle {

class ModelWalk {
 public:
  // Where to come back to.
  struct Place {
    std::size_t mark = 0;  // of the machine
    std::size_t length = 0;
  };

  ModelWalk(const Model& model, Freedoms freedoms) : model_(model), freedoms_(freedoms), machine_(model, freedoms) {}

  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  const std::vector<ModelStep>& path() const { return path_; }
  std::size_t length() const { return path_.size(); }
  // Of each thread on the way so far; those that are not in it took none.
  const std::vector<std::uint32_t>& steps_by_thread() const { return steps_; }
  std::size_t bytes() const { return machine_.undo_bytes() + path_.capacity() * sizeof(ModelStep); }

  void reset();
  Place place() const { return {machine_.mark(), path_.size()}; }
  void back_to(const Place& place);
  // Takes the step; false if nobody knows where it leads.
  bool take(const ModelStep& step);
  // Every way in which the thread, which can run, can take its next step.
  void append_steps(std::uint16_t thread, std::vector<ModelStep>& to) const;
  // Threads that may only leave a wait for no reason: besides those that can run.
  void append_spurious_steps(std::vector<ModelStep>& to) const;

  // The way so far.
  Schedule schedule() const;
  // And a step that nobody knows, with whatever else can be asked for on the way after it.
  Schedule schedule_to(const ModelStep& unknown);

 private:
  void append(const ModelStep& step);

  const Model& model_;
  Freedoms freedoms_;
  Machine machine_;
  std::vector<ModelStep> path_;
  std::vector<std::uint32_t> steps_;
};

}  // namespace heddle
