// SPDX-License-Identifier: Apache-2.0
//
// Learner: follows an execution on the machine, event by event, and puts what is new into the model. Wherever the model
// has an opinion, execution and model must agree; if they do not, something passes between threads that is not seen as
// an event, or the model is wrong. Either way nothing may be concluded from it any more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learn/block_sizes.h"
#include "learn/machine.h"

namespace heddle {

// Why the model does not fit the program.
struct Disagreement {
  std::string reason;
  ThreadId thread{};
  ProgramPoint point = ProgramPoint::None;
  ContestedSizes contested{};  // it might fit if blocks of these sizes were never at one address
};

class Learner {
 public:
  Learner(Model& model, Freedoms freedoms)
      : model_(model), machine_(model, freedoms), ends_count_(freedoms.visible_output != 0) {}

  // An execution that was cut because it became too long tells nothing about what would have followed.
  std::optional<Disagreement> learn(const Trace& trace);
  // As the last execution left it.
  const Machine& machine() const { return machine_; }
  // Results of threads that were not executed, only tried out on the way (Trace::peeks).
  std::uint64_t peeked() const { return peeked_; }

 private:
  using Found = std::optional<Disagreement>;
  Found follow(const Event& event, const Trace& trace, std::size_t index);
  Label observed(const Event& event, const Trace& trace, const Node& node) const;
  bool agrees(const Event& event, const Label& label) const;
  bool holds_what_is_read(const Event& event, const Trace& trace, NodeId node) const;
  bool knows_type(const Event& event, const Node& node) const;
  Found learn_peeks(const Trace& trace, std::size_t index, NodeId node);
  Found learn_peek(const Peek& peek, NodeId node, const Trace& trace);
  Found learn_initial_values(const Event& event, const Trace& trace, NodeId node);
  bool identify(std::uint16_t thread, const Fingerprint& fingerprint);
  void note_wait(const Event& event, std::uint16_t thread);
  Found note_ends(const Trace& trace);
  Found note_failure(const Trace& trace);
  Found note_failed_attempt(const Trace& trace, std::uint16_t thread);
  NodeEnd end_after(std::uint16_t thread, std::size_t index, const Trace& trace) const;
  bool set_end(NodeId node, NodeEnd end, const Trace& trace);
  Disagreement disagree(const Event& event, std::string reason) const {
    return {std::move(reason), event.thread, event.point};
  }

  Found learn_sizes(const Trace& trace);

  Model& model_;
  Machine machine_;
  BlockSizes sizes_;
  bool ends_count_;                      // how the process ends is to be known, not only that it does
  std::uint64_t peeked_ = 0;
  std::size_t next_peek_ = 0;            // of the trace
  std::vector<std::size_t> last_event_;  // by thread
  std::vector<Operation> last_wait_;     // by thread: what a wait that follows belongs to
};

}  // namespace heddle
