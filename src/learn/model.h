// SPDX-License-Identifier: Apache-2.0
//
// Model: what is known of each thread, as a graph. A node stands for a local state of a thread and holds the operation
// that comes next; its edges lead, by what the operation can return, to the nodes after it. Every edge was seen in an
// execution. What is not there is unknown, never impossible. Pasts that lead to the same local state share a node if
// the thread merges and its executions carry fingerprints; else every past has its own. Threads that come to the same
// local state share its node and all that follows, unless it matters to them which thread they are. A thread has as many
// first nodes as ways to begin were seen: what it is to call, with what argument, what it takes over from its creator.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "learn/access_set.h"
#include "learn/operation.h"
#include "learn/resources.h"
#include "trace/fingerprint.h"
#include "trace/program_facts.h"

namespace heddle {

using NodeId = std::uint32_t;
constexpr NodeId kNoNode = 0xffffffff;

enum class NodeEnd : std::uint8_t {
  Open,      // the thread goes on; what it does next may not be known yet
  Ended,     // the thread has ended
  Finished,  // the process has ended: exit, or main returned
  Failed,    // the process has ended with a defect, or because the program asked to drop the execution
};
constexpr bool ends_process(NodeEnd end) { return end >= NodeEnd::Finished; }

// Content of a node: the same in every model of the program, whatever was learned first.
// Made of the fingerprint, and of whose it is.
using NodeKey = Fingerprint;

struct Edge {
  Label label;  // what the thread can tell of the result (Model::told)
  NodeId child = kNoNode;
  std::vector<std::uint8_t> written;  // 16-byte atomics: what it left behind
};

struct Node {
  ThreadId thread{};                 // that was there first
  bool is_common = false;            // others can come here, too
  NodeEnd end = NodeEnd::Open;
  bool has_operation = false;
  bool is_provisional = false;       // the operation is known only from where the thread was blocked
  bool may_end_process = false;      // by its next step
  bool is_local = false;             // its next step can touch nothing that another thread was seen to touch
  bool exit_known = false;           // Ended: what the thread returned
  std::uint8_t atomic_depth = 0;     // inside of an atomic section
  bool is_inside_section() const { return atomic_depth > 0 && operation.kind != EventKind::AtomicBegin; }
  std::uint32_t used = 0;            // round of the search that relied on its future
  AccessSetId future = kNoAccesses;  // all that may still be touched
  AccessSetId live = kNoAccesses;    // of these, what may be looked at before the thread itself has overwritten it
  NodeKey key{};                     // of a merging thread, once its fingerprint here is known
  std::uint64_t exit_value = 0;
  const ResultUse* use = nullptr;  // of the result, if less than all of it matters
  Operation operation;
  std::vector<ResourceId> cells;  // of the memory it touches, in order of address
  std::uint32_t names = 0;        // Resources::names() that they take into account
  std::vector<ResourceId> overlaid;  // objects that live in the memory it touches
  ResourceId resource = 0;        // the lock, semaphore ... it is about
  ResourceId partner = 0;         // the mutex of a condition variable
  NodeId created = kNoNode;       // where the thread that it creates begins
  std::vector<AccessId> accesses;
  std::vector<Edge> edges;
  std::uint32_t edge_index = 0;  // where there are many edges (Model::edge)
  std::vector<NodeId> parents;
  bool is_queued = false;  // settle() will come to it
};

class Model {
 public:
  explicit Model(Defect defect = Defect::None);

  bool has(Defect defect) const { return defect_ == defect; }
  std::size_t thread_count() const { return roots_.size(); }
  // There is such a thread. How it begins is known once its creation is.
  void note_thread(ThreadId thread);
  // Where the thread begins if it is created like this (Operation::start).
  NodeId root(ThreadId thread, std::uint64_t start = 0);
  // Where it begins at all; kNoNode if that is not known. Who asks must not do so of a thread that has several roots, or
  // get along with the one that was seen first.
  NodeId root_of(ThreadId thread) const {
    const std::vector<Root>& roots = roots_[number(thread)];
    return roots.empty() ? kNoNode : roots.front().node;
  }
  bool has_several_roots(ThreadId thread) const { return roots_[number(thread)].size() > 1; }
  bool is_root(NodeId node) const;
  // Its local state where it begins is known, so that it may have come to the nodes of others.
  bool is_identified(ThreadId thread) const;
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  std::size_t node_count() const { return nodes_.size(); }

  // What threads do with results. Before anything is learned; has to live as long as something is.
  void set_facts(const ProgramFacts* facts) { facts_ = facts; }
  // Whether pasts of this thread with the same fingerprint are one. Before anything is learned of it.
  void set_merging(ThreadId thread, bool merges);
  bool merges(ThreadId thread) const { return number(thread) >= unmerged_.size() || !unmerged_[number(thread)]; }
  // Whether the thread and others that do share nodes. Before anything is learned of it. Main never does.
  void set_sharing(ThreadId thread, bool shares);
  bool shares(ThreadId thread) const {
    return merges(thread) && number(thread) < sharing_.size() && sharing_[number(thread)];
  }
  bool has_common_nodes() const { return has_common_nodes_; }
  // Somebody may have to wait inside of an atomic section: others go on then. So whoever lets it go on before it has to
  // wait keeps all of them from what they could do, and no step can be looked at by itself.
  bool sections_wait() const { return sections_wait_; }
  // The bytes of a synchronisation object are read, or others than zeroes stored there: they say which thread has it.
  bool shows_owners() const { return shows_owners_; }
  // What a library keeps for itself tells which of several threads with common nodes has changed it.
  bool shows_callers() const { return common_calls_ || (common_delays_ && reads_clock_); }
  // Nodes that create, join or detach threads, and those at which threads have ended.
  const std::vector<NodeId>& thread_operations() const { return thread_operations_; }
  const std::vector<NodeId>& ends_of_threads() const { return ends_of_threads_; }
  // The thread was seen at `node` with this fingerprint: the node that stands for that. Usually the same one; another
  // if that local state was met before; kNoNode if the node is known to have another fingerprint.
  NodeId identify(NodeId node, const Fingerprint& fingerprint);
  // The node of a thread that stands for this fingerprint; kNoNode if there is none.
  NodeId find(ThreadId thread, const Fingerprint& fingerprint) const;
  // How often identify() has put another node in the place of one: whoever holds nodes has to look again.
  std::uint64_t replacements() const { return replacements_; }
  // How often something became known in memory that somebody frees: a machine that had freed it before does not know.
  std::uint64_t found_in_freed() const { return found_in_freed_; }

  // A node that does to memory of several threads what is not modelled, or kNoNode.
  NodeId first_unmodelled();

  // Changes whenever something is learned.
  std::uint64_t version() const { return version_; }

  // What `node` does next. False if something else was learned before.
  bool set_operation(NodeId node, Operation operation);
  // The thread was blocked here, in an operation of which not everything is known.
  void set_pending(NodeId node, Operation operation);
  // The node after `node` returned `label`; kNoNode if that was never seen.
  NodeId child(NodeId node, const Label& label) const;
  const Edge* edge(NodeId node, const Label& label) const;
  NodeId add_child(NodeId node, const Label& label, std::vector<std::uint8_t> written = {});
  // The same, when the node after it is known.
  void add_edge(NodeId node, const Label& label, NodeId child, std::vector<std::uint8_t> written = {});
  // What the thread at `node` can tell of a result.
  Label told(NodeId node, const Label& label) const;
  // False if the node was known to go on differently.
  bool set_end(NodeId node, NodeEnd end);
  bool set_exit_value(NodeId node, std::uint64_t value);
  // All loads and stores of the operation are to memory that no other thread was seen to touch.
  bool is_private(const Node& node) const;

  // A number for a search that relies on futures, for mark_used() and settle().
  std::uint32_t begin_round() { return ++rounds_; }
  // Brings futures up to date with what was added since. Returns true if one that a search of `round` used has grown.
  bool settle(std::uint32_t round);
  void mark_used(NodeId node, std::uint32_t round) {
    if (nodes_[node].used == 0) first_used_.push_back(node);
    nodes_[node].used = round;
  }
  // Nodes that a search has come to, in the order in which it first did.
  const std::vector<NodeId>& first_used() const { return first_used_; }

  Resources& resources() { return resources_; }
  const Resources& resources() const { return resources_; }
  AccessSets& accesses() { return accesses_; }
  const AccessSets& accesses() const { return accesses_; }
  ResourceId clock() const { return clock_; }
  // What is printed is part of the state, and how the process ends interferes with it. Before anything is learned.
  void count_output();
  // What the program has printed, if that counts.
  std::optional<ResourceId> output() const { return output_; }

 private:
  struct KeyHash {
    std::size_t operator()(const NodeKey& key) const { return key.first; }
  };
  struct LabelHash {
    std::size_t operator()(const Label& label) const {
      return (label.value ^ label.size) * 0x9e3779b97f4a7c15 + static_cast<std::size_t>(label.kind);
    }
  };
  struct Root {
    std::uint64_t start;
    NodeId node;
  };
  using EdgeIndex = std::unordered_map<Label, std::uint32_t, LabelHash>;

  NodeId add_node(ThreadId thread);
  void find_use(Node& node);
  NodeKey key_of(ThreadId thread, Fingerprint fingerprint) const;
  void replace(NodeId node, NodeId by);
  void make_common(NodeId node);
  void note_user(const Node& node, ResourceId resource);
  void note_locks(const Node& node);
  void note_callers(const Node& node);
  void note_objects(Node& node);
  void find_overlaid(Node& node);
  AccessSetId live_before(const Node& node, AccessSetId after);
  void find_resources(Node& node);
  void name_resources(Node& node);
  void find_accesses(Node& node);
  void find_memory_accesses(Node& node);
  void reshape();
  void note_freed();
  bool refresh(NodeId id);

  Defect defect_;
  const ProgramFacts* facts_ = nullptr;
  std::map<ProgramPoint, ResultUse> uses_;  // of nodes
  std::vector<Node> nodes_;
  std::vector<EdgeIndex> many_edges_;  // of nodes with so many that looking through them takes long
  std::vector<std::vector<Root>> roots_;  // by number of thread
  std::vector<bool> unmerged_;  // by number of thread
  std::vector<bool> sharing_;   // by number of thread
  bool has_common_nodes_ = false;
  bool sections_wait_ = false;
  bool sections_have_grown_ = false;  // since settle(): one may end the process, or be wrong, where it did not before
  bool shows_owners_ = false;
  bool common_calls_ = false;   // at nodes that are common something is called that keeps who did, or the clock read
  bool common_delays_ = false;  // or time passes there
  bool reads_clock_ = false;    // anybody does
  std::vector<NodeId> thread_operations_;
  std::vector<NodeId> ends_of_threads_;
  std::unordered_map<NodeKey, NodeId, KeyHash> by_key_;
  std::uint64_t replacements_ = 0;
  std::uint64_t version_ = 0;
  std::uint32_t rounds_ = 0;
  std::vector<NodeId> first_used_;
  std::vector<NodeId> replaced_;   // whose future was known in part
  std::vector<NodeId> unsettled_;  // whose future may be too small
  std::vector<NodeId> ending_;     // whose next step was found to end the process
  std::vector<NodeId> freeing_;    // nodes that free memory: what is in it may become known later
  std::vector<NodeId> unmodelled_;  // nodes whose operation is not modelled: harmless if nobody else touches the memory
  Resources resources_;
  AccessSets accesses_;
  ResourceId clock_ = 0;
  std::optional<ResourceId> output_;
  std::uint32_t shape_ = 0;     // of resources_, when accesses were last computed
  std::size_t freed_seen_ = 0;  // resources and frees that note_freed() has met
  std::size_t resources_seen_ = 0;
  std::uint64_t found_in_freed_ = 0;
};

}  // namespace heddle
