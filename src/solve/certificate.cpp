// SPDX-License-Identifier: Apache-2.0
#include "solve/certificate.h"

#include <algorithm>

#include "solve/on_lock.h"
#include "trace/object_type.h"

namespace heddle {
namespace {

template <typename Visit>
bool all_nodes(const KnownGraph& graph, Visit visit) {
  for (const std::uint16_t thread : graph.threads()) {
    for (const NodeId node : graph.nodes_of(thread)) {
      if (graph.model()[node].has_operation && !visit(node, graph.model()[node])) return false;
    }
  }
  return true;
}

// What is waited for, and what must happen before it is to be had: numbers are resources, and behind them threads.
class WaitGraph {
 public:
  explicit WaitGraph(const KnownGraph& graph)
      : threads_at_(graph.resource_count()), next_(threads_at_ + graph.thread_count()) {}

  std::uint32_t thread(std::uint64_t number) const { return static_cast<std::uint32_t>(threads_at_ + number); }
  void add(std::uint32_t from, std::uint32_t to) {
    std::vector<std::uint32_t>& list = next_[from];
    if (list.empty() || list.back() != to) list.push_back(to);
  }

  bool has_circle() const {
    std::vector<std::size_t> waits_for(next_.size(), 0);
    for (const auto& list : next_) {
      for (const std::uint32_t to : list) ++waits_for[to];
    }
    std::vector<std::uint32_t> free;
    for (std::uint32_t each = 0; each < next_.size(); ++each) {
      if (waits_for[each] == 0) free.push_back(each);
    }
    for (std::size_t done = 0; done < free.size(); ++done) {
      for (const std::uint32_t to : next_[free[done]]) {
        if (--waits_for[to] == 0) free.push_back(to);
      }
    }
    return free.size() != next_.size();
  }

 private:
  std::size_t threads_at_;
  std::vector<std::vector<std::uint32_t>> next_;
};

struct Access {
  bool reads_or_writes = false;
  bool writes = false;
  bool is_atomic = false;
};

// As RacingPairs sees it. A compare-exchange that fails only reads: taken for a write here.
Access access_of(const Operation& operation) {
  switch (operation.kind) {
    case EventKind::Load:
    case EventKind::ReadRange:
      return {true, false, operation.is_atomic};
    case EventKind::Store:
    case EventKind::WriteRange:
    case EventKind::Rmw:
    case EventKind::Cas:
      return {true, true, operation.is_atomic};
    case EventKind::ThreadCreate:
    case EventKind::ThreadJoin:
      return {true, true, false};
    default:
      return {};
  }
}

bool have_common_lock(const KnownGraph& graph, NodeId one, NodeId other) {
  const std::vector<ResourceId>& held = graph.held(one);
  return std::any_of(held.begin(), held.end(), [&](ResourceId lock) { return graph.holds(other, lock); });
}

bool may_race(const KnownGraph& graph, NodeId one, NodeId other, const KnowsRace& is_known) {
  const Operation& first = graph.model()[one].operation;
  const Operation& second = graph.model()[other].operation;
  const Access a = access_of(first), b = access_of(second);
  if (!(a.writes || b.writes) || (a.is_atomic && b.is_atomic)) return false;
  if (graph.comes_before(one, other) || graph.comes_before(other, one)) return false;
  return !have_common_lock(graph, one, other) && !is_known(first.point, second.point);
}

// All nodes that the thread can come to from `node` on.
std::vector<NodeId> after(const KnownGraph& graph, NodeId node, Allowance& allowance) {
  std::vector<NodeId> found;
  std::vector<bool> is_found(graph.model().node_count());
  const auto add_children = [&](NodeId of) {
    for (const Edge& edge : graph.model()[of].edges) {
      if (is_found[edge.child]) continue;
      is_found[edge.child] = true;
      found.push_back(edge.child);
    }
  };
  add_children(node);
  for (std::size_t next = 0; next < found.size() && allowance.spend(); ++next) add_children(found[next]);
  return found;
}

// Whatever else touches what `node` frees is over by then.
bool is_last_use(const KnownGraph& graph, NodeId node, Allowance& allowance) {
  const Model& model = graph.model();
  const Operation& operation = model[node].operation;
  std::vector<ResourceId> freed = model.resources().inside(operation.object, operation.size);
  freed.push_back(model[node].resource);
  const std::vector<NodeId> later = after(graph, node, allowance);
  return std::all_of(freed.begin(), freed.end(), [&](ResourceId resource) {
    const std::vector<NodeId>& users = graph.touching(resource);
    return std::all_of(users.begin(), users.end(), [&](NodeId user) {
      if (!allowance.spend()) return false;
      if (graph.thread_of(user) != graph.thread_of(node)) return graph.comes_before(user, node);
      return std::find(later.begin(), later.end(), user) == later.end();
    });
  });
}

// Nobody else has anything to do with the lock that `node` makes or destroys, and it is not held.
bool is_undisturbed(const KnownGraph& graph, NodeId node, ResourceId lock, Allowance& allowance) {
  if (graph.holds(node, lock)) return false;
  const std::vector<NodeId>& users = graph.touching(lock);
  return std::all_of(users.begin(), users.end(), [&](NodeId user) {
    return allowance.spend() && (graph.thread_of(user) == graph.thread_of(node) || graph.comes_before(user, node) ||
                                 graph.comes_before(node, user));
  });
}

bool is_zero(std::uint8_t byte) { return byte == 0; }

// Bytes of locks are written while nobody else has to do with them, and leave them free. Who reads such bytes is told
// what others do with the lock: that is left to the search.
bool leaves_locks_alone(const KnownGraph& graph, NodeId id, Allowance& allowance) {
  const Operation& operation = graph.model()[id].operation;
  const std::vector<ResourceId>& locks = graph.model()[id].overlaid;
  return std::all_of(locks.begin(), locks.end(), [&](ResourceId lock) {
    const bool is_store = operation.kind == EventKind::Store;
    const bool is_range = operation.kind == EventKind::WriteRange && operation.bytes.size() == operation.size;
    const bool is_type = is_store && operation.first <= kMutexKindMask &&
                         operation.object == graph.model().resources()[lock].address + kMutexKindOffset;
    const bool is_free = is_type || (is_store && operation.first == 0) ||
                         (is_range && std::all_of(operation.bytes.begin(), operation.bytes.end(), is_zero));
    return is_free && is_undisturbed(graph, id, lock, allowance);
  });
}

bool is_joined_once(const KnownGraph& graph, NodeId node) {
  const auto target = static_cast<std::uint16_t>(graph.model()[node].operation.object);
  if (!graph.is_created(node, target) || graph.may_be_joined(node, target)) return false;
  const std::vector<NodeId>& users = graph.touching(graph.model()[node].resource);
  return std::all_of(users.begin(), users.end(), [&](NodeId user) {
    const bool joins = graph.model()[user].operation.kind == EventKind::ThreadJoin;
    return !joins || graph.thread_of(user) == graph.thread_of(node);
  });
}

}  // namespace

// Threads that wait for each other would be a circle: whoever waits for a lock waits for the one that holds it, which
// has not ended, and for what that one waits for.
bool is_free_of_deadlocks(const KnownGraph& graph) {
  for (const std::uint16_t thread : graph.threads()) {
    for (const NodeId end : graph.ends_of(thread)) {
      if (!graph.held(end).empty()) return false;
    }
  }
  WaitGraph waits(graph);
  const bool skips_held = graph.model().has(Defect::ClosureLockOrder);
  all_nodes(graph, [&](NodeId id, const Node& node) {
    const EventKind kind = node.operation.kind;
    const bool locks = on_lock(kind) == OnLock::Takes;
    if (!locks && kind != EventKind::ThreadJoin) return true;
    const std::uint32_t wanted = locks ? node.resource : waits.thread(node.operation.object);
    waits.add(waits.thread(graph.thread_of(id)), wanted);
    if (skips_held) return true;
    for (const ResourceId lock : graph.held(id)) waits.add(lock, wanted);
    return true;
  });
  return !waits.has_circle();
}

bool is_free_of_races(const KnownGraph& graph, const KnowsRace& is_known, Allowance& allowance) {
  for (ResourceId resource = 0; resource < graph.resource_count(); ++resource) {
    if (graph.model().resources()[resource].kind != ResourceKind::Cell) continue;
    const std::vector<NodeId>& users = graph.touching(resource);
    const auto is_plain = [&](NodeId user) { return !access_of(graph.model()[user].operation).is_atomic; };
    const auto is_other = [&](NodeId user) { return graph.thread_of(user) != graph.thread_of(users.front()); };
    if (std::none_of(users.begin(), users.end(), is_plain) || std::none_of(users.begin(), users.end(), is_other))
      continue;
    for (std::size_t one = 0; one < users.size(); ++one) {
      if (!allowance.spend(users.size() - one)) return false;
      for (std::size_t other = one + 1; other < users.size(); ++other) {
        if (graph.thread_of(users[one]) == graph.thread_of(users[other])) continue;
        if (may_race(graph, users[one], users[other], is_known)) return false;
      }
    }
  }
  return true;
}

bool is_free_of_misuse(const KnownGraph& graph, Allowance& allowance) {
  return all_nodes(graph, [&](NodeId id, const Node& node) {
    if (!leaves_locks_alone(graph, id, allowance)) return false;
    switch (node.operation.kind) {
      case EventKind::Free:
        return is_last_use(graph, id, allowance);
      case EventKind::ObjectInit:
      case EventKind::ObjectDestroy:
        return is_undisturbed(graph, id, node.resource, allowance);
      case EventKind::ThreadJoin:
        return is_joined_once(graph, id);
      default:
        return true;
    }
  });
}

}  // namespace heddle
