// SPDX-License-Identifier: Apache-2.0
//
// Model: what is known of each thread, as a graph. A node stands for a past of a thread and holds the operation that
// comes next; its edges lead, by what the operation can return, to the nodes after it. Every edge was seen in an
// execution. What is not there is unknown, never impossible.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/access_set.h"
#include "learn/operation.h"
#include "learn/resources.h"

namespace heddle {

using NodeId = std::uint32_t;
constexpr NodeId kNoNode = 0xffffffff;

enum class NodeEnd : std::uint8_t {
  Open,      // the thread goes on; what it does next may not be known yet
  Ended,     // the thread has ended
  Finished,  // the process has ended: exit, or main returned
  Failed,    // the process has ended with a defect, or because the program asked to drop the execution
  Limited,   // the execution was cut here: too many events
};
constexpr bool ends_process(NodeEnd end) { return end >= NodeEnd::Finished; }

struct Edge {
  Label label;
  NodeId child = kNoNode;
  std::vector<std::uint8_t> written;  // 16-byte atomics: what it left behind
};

struct Node {
  ThreadId thread{};
  NodeEnd end = NodeEnd::Open;
  bool has_operation = false;
  bool is_provisional = false;    // the operation is known only from where the thread was blocked
  bool may_end_process = false;   // by its next step
  bool exit_known = false;        // Ended: what the thread returned
  std::uint8_t atomic_depth = 0;  // inside of an atomic section
  std::uint32_t used = 0;         // round of the search that relied on its future
  AccessSetId future = kNoAccesses;
  std::uint64_t exit_value = 0;
  Operation operation;
  std::vector<ResourceId> cells;  // of the memory it touches, in order of address
  ResourceId resource = 0;        // the lock, semaphore ... it is about
  ResourceId partner = 0;         // the mutex of a condition variable
  std::vector<AccessId> accesses;
  std::vector<Edge> edges;
  std::vector<NodeId> parents;
};

class Model {
 public:
  Model();

  std::size_t thread_count() const { return roots_.size(); }
  NodeId root(ThreadId thread);
  NodeId root_of(ThreadId thread) const { return roots_[number(thread)]; }
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  std::size_t node_count() const { return nodes_.size(); }

  // What `node` does next. False if something else was learned before.
  bool set_operation(NodeId node, Operation operation);
  // The thread was blocked here, in an operation of which not everything is known.
  void set_pending(NodeId node, Operation operation);
  // The node after `node` returned `label`; kNoNode if that was never seen.
  NodeId child(NodeId node, const Label& label) const;
  const Edge* edge(NodeId node, const Label& label) const;
  NodeId add_child(NodeId node, const Label& label, std::vector<std::uint8_t> written = {});
  // False if the node was known to go on differently.
  bool set_end(NodeId node, NodeEnd end);
  bool set_exit_value(NodeId node, std::uint64_t value);
  // All loads and stores of the operation are to memory that no other thread was seen to touch.
  bool is_private(const Node& node) const;

  // Brings futures up to date with what was added since. Returns true if one that a search of `round` used has grown.
  bool settle(std::uint32_t round);
  void mark_used(NodeId node, std::uint32_t round) { nodes_[node].used = round; }

  Resources& resources() { return resources_; }
  const Resources& resources() const { return resources_; }
  AccessSets& accesses() { return accesses_; }
  const AccessSets& accesses() const { return accesses_; }
  ResourceId clock() const { return clock_; }

 private:
  NodeId add_node(ThreadId thread);
  void find_resources(Node& node);
  void find_accesses(Node& node);
  void find_memory_accesses(Node& node);
  void reshape();
  bool refresh(NodeId id);

  std::vector<Node> nodes_;
  std::vector<NodeId> roots_;      // by number of thread
  std::vector<NodeId> unsettled_;  // whose future may be too small
  std::vector<NodeId> ending_;     // whose next step was found to end the process
  std::vector<NodeId> freeing_;    // nodes that free memory: what is in it may become known later
  Resources resources_;
  AccessSets accesses_;
  ResourceId clock_ = 0;
  std::uint32_t shape_ = 0;  // of resources_, when accesses were last computed
  std::size_t resources_seen_ = 0;
};

}  // namespace heddle
