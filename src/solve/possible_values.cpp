// SPDX-License-Identifier: Apache-2.0
#include "solve/possible_values.h"

#include <algorithm>

#include "learn/rmw.h"

namespace heddle {
namespace {

constexpr std::size_t kMostValues = 256;       // of one node
constexpr std::size_t kMostValuesOfSums = 64;  // that read-modify-writes make of each other's

void add(PossibleValues::Values& values, std::uint64_t value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

bool gives_back(const Node& node, ResourceId lock) {
  const EventKind kind = node.operation.kind;
  return (kind == EventKind::MutexUnlock || kind == EventKind::SpinUnlock) && node.resource == lock;
}

bool takes(const Node& node, ResourceId lock) {
  const EventKind kind = node.operation.kind;
  const bool is_lock = kind == EventKind::MutexLock || kind == EventKind::MutexTryLock || kind == EventKind::SpinLock ||
                       kind == EventKind::SpinTryLock;
  return is_lock && node.resource == lock;
}

bool reads(EventKind kind) {
  return kind == EventKind::Load || kind == EventKind::Rmw || kind == EventKind::Cas || kind == EventKind::ReadRange;
}

// Its old value decides what it writes, and its edges do not tell that value.
bool writes_what_is_not_told(const Node& node) {
  return node.has_operation && node.operation.kind == EventKind::Rmw && node.use != nullptr &&
         node.operation.rmw != RmwOperator::Exchange;
}

}  // namespace

PossibleValues::PossibleValues(const KnownGraph& graph, Allowance& allowance)
    : graph_(graph), model_(graph.model()), allowance_(allowance) {
  place_.resize(model_.node_count());
  stamps_.assign(2 * model_.node_count(), 0);
  for (const std::uint16_t thread : graph.threads()) {
    std::uint32_t place = 0;
    for (const NodeId node : graph.nodes_of(thread)) place_[node] = place++;
  }
}

bool PossibleValues::touches(NodeId node, ResourceId cell) const {
  const std::vector<ResourceId>& cells = model_[node].cells;
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

Writes PossibleValues::writes(NodeId node, const Edge& edge, ResourceId cell) const {
  if (!touches(node, cell)) return Writes::Never;
  return KnownGraph::writes(model_[node], edge);
}

// The part of what the step leaves behind that is in the cell.
void PossibleValues::add_written(const Write& write, ResourceId cell, Values& to) const {
  const Node& node = model_[write.node];
  const Edge& edge = node.edges[write.edge];
  const Operation& operation = node.operation;
  unsigned offset = 0;  // in bytes
  for (const ResourceId each : node.cells) {
    if (each == cell) break;
    offset += model_.resources()[each].size;
  }
  const std::uint8_t size = model_.resources()[cell].size;
  const auto part = [&](std::uint64_t word) { add(to, low_bytes(offset >= 8 ? 0 : word >> (8 * offset), size)); };
  switch (operation.kind) {
    case EventKind::Store:
    case EventKind::ThreadCreate:
      return part(operation.first);
    case EventKind::ThreadJoin:
      return part(edge.label.value);
    case EventKind::Cas:
      return part(operation.second);
    case EventKind::WriteRange: {
      std::uint64_t bits = 0;
      for (std::uint8_t index = 0; index < size && offset + index < operation.bytes.size(); ++index) {
        bits |= std::uint64_t{operation.bytes[offset + index]} << (8 * index);
      }
      return add(to, bits);
    }
    case EventKind::Rmw: {
      if (operation.rmw == RmwOperator::Exchange) return part(operation.first);
      const auto change = [&](std::uint64_t old) {
        part(modified(operation, old));
      };
      if (node.use == nullptr) return change(edge.label.value);
      const auto found = found_.find(write.node);
      if (found == found_.end()) return;
      for (const std::uint64_t old : found->second) {
        if (model_.edge(write.node, {LabelKind::Value, 0, old}) == &edge) change(old);
      }
      return;
    }
    default:
      return;
  }
}

const std::vector<PossibleValues::Write>& PossibleValues::writes_to(ResourceId cell) {
  const auto [known, is_new] = writes_.try_emplace(cell);
  if (!is_new) return known->second;
  for (const NodeId node : graph_.touching(cell)) {
    const std::vector<Edge>& edges = model_[node].edges;
    for (std::uint32_t edge = 0; edge < edges.size(); ++edge) {
      if (KnownGraph::writes(model_[node], edges[edge]) != Writes::Never) known->second.push_back({node, edge});
    }
  }
  return known->second;
}

// No other thread that touches the cell is there.
bool PossibleValues::is_alone(NodeId node, ResourceId cell) const {
  const std::uint16_t self = graph_.thread_of(node);
  const std::vector<NodeId>& all = graph_.touching(cell);
  return std::all_of(all.begin(), all.end(), [&](NodeId other) {
    const std::uint16_t thread = graph_.thread_of(other);
    return thread == self || graph_.has_ended(node, thread) || !graph_.may_exist(node, thread);
  });
}

// Locks that are held at every access that is not made alone.
const std::vector<ResourceId>& PossibleValues::locks_of(ResourceId cell) {
  const auto [known, is_new] = locks_.try_emplace(cell);
  if (!is_new) return known->second;
  bool is_first = true;
  for (const NodeId node : graph_.touching(cell)) {
    if (!allowance_.spend(graph_.touching(cell).size())) break;
    if (is_alone(node, cell)) continue;
    const std::vector<ResourceId>& held = graph_.held(node);
    if (std::exchange(is_first, false))
      known->second = held;
    else
      std::erase_if(known->second, [&](ResourceId lock) { return !graph_.holds(node, lock); });
    if (known->second.empty()) break;
  }
  if (allowance_.is_spent()) known->second.clear();
  return known->second;
}

PossibleValues::Marks PossibleValues::find_stays(std::uint16_t thread, ResourceId cell,
                                                 std::optional<ResourceId> lock) {
  const std::vector<NodeId>& order = graph_.nodes_of(thread);
  Marks stays(order.size());
  allowance_.spend(order.size());
  for (std::size_t place = order.size(); place-- > 0;) {
    const Node& node = model_[order[place]];
    const bool is_there = node.end == NodeEnd::Ended || (node.end == NodeEnd::Open && !node.has_operation) ||
                          node.is_provisional || (lock && gives_back(node, *lock));
    stays[place] = is_there || std::any_of(node.edges.begin(), node.edges.end(), [&](const Edge& edge) {
                     return stays[place_[edge.child]] && writes(order[place], edge, cell) != Writes::Surely;
                   });
  }
  return stays;
}

bool PossibleValues::stays_until_end(NodeId node, ResourceId cell) {
  const std::uint16_t thread = graph_.thread_of(node);
  const auto [known, is_new] = until_end_.try_emplace({thread, cell});
  if (is_new) known->second = find_stays(thread, cell, std::nullopt);
  return known->second[place_[node]];
}

bool PossibleValues::stays_until_unlock(NodeId node, ResourceId cell, ResourceId lock) {
  const std::uint16_t thread = graph_.thread_of(node);
  const auto [known, is_new] = until_unlock_.try_emplace({{thread, cell}, lock});
  if (is_new) known->second = find_stays(thread, cell, lock);
  return known->second[place_[node]];
}

// Threads that cannot end without having written to the cell.
const std::vector<std::uint16_t>& PossibleValues::sure_writers(ResourceId cell) {
  const auto [known, is_new] = sure_writers_.try_emplace(cell);
  if (!is_new) return known->second;
  std::vector<std::uint16_t> threads;
  for (const Write& write : writes_to(cell)) threads.push_back(graph_.thread_of(write.node));
  std::sort(threads.begin(), threads.end());
  threads.erase(std::unique(threads.begin(), threads.end()), threads.end());
  std::erase_if(threads, [&](std::uint16_t thread) { return stays_until_end(model_.root_of(ThreadId(thread)), cell); });
  sure_writers_[cell] = std::move(threads);
  return sure_writers_[cell];
}

// Back from the node, over the creation of its thread, to what was written last on each way.
PossibleValues::Own PossibleValues::find_own(NodeId node, ResourceId cell, std::optional<ResourceId> lock) {
  Own own;
  own.is_all_in_lock = lock.has_value();
  ++stamp_;
  struct At {
    NodeId node;
    bool has_passed_lock;
  };
  std::vector<At> open;
  const auto go_to = [&](NodeId next, bool has_passed) {
    std::uint32_t& stamp = stamps_[2 * next + (has_passed ? 1 : 0)];
    if (std::exchange(stamp, stamp_) != stamp_) open.push_back({next, has_passed});
  };
  go_to(node, false);
  const auto step_back = [&](NodeId before, std::uint32_t edge, bool has_passed) {
    const Writes written = writes(before, model_[before].edges[edge], cell);
    if (written != Writes::Never) own.last.push_back({before, edge});
    if (has_passed && written != Writes::Never) own.is_all_in_lock = false;
    if (written != Writes::Surely) go_to(before, has_passed || (lock && takes(model_[before], *lock)));
  };
  while (!open.empty()) {
    const At at = open.back();
    open.pop_back();
    if (!allowance_.spend(1 + graph_.before(at.node).size())) return own;
    const std::uint16_t thread = graph_.thread_of(at.node);
    for (const KnownGraph::Before& before : graph_.before(at.node))
      step_back(before.node, before.edge, at.has_passed_lock);
    if (at.node != model_.root_of(ThreadId(thread))) continue;
    own.is_all_in_lock = false;
    if (thread == 0) own.may_be_none = true;
    for (const NodeId creator : graph_.creators_of(thread)) {
      for (std::uint32_t edge = 0; edge < model_[creator].edges.size(); ++edge) step_back(creator, edge, true);
    }
  }
  return own;
}

// A thread that has ended wrote to the cell, surely, and was created after the source.
bool PossibleValues::is_overwritten_by_ended(NodeId source, NodeId reader, ResourceId cell) {
  const std::vector<std::uint16_t>& writers = sure_writers(cell);
  allowance_.spend(writers.size());
  return std::any_of(writers.begin(), writers.end(), [&](std::uint16_t thread) {
    return thread != graph_.thread_of(source) && graph_.has_ended(reader, thread) &&
           graph_.comes_before(source, model_.root_of(ThreadId(thread)));
  });
}

bool PossibleValues::is_initial_overwritten(NodeId reader, ResourceId cell) {
  const std::vector<std::uint16_t>& writers = sure_writers(cell);
  if (model_.has(Defect::ClosureInitial) && !writers.empty()) return true;
  return std::any_of(writers.begin(), writers.end(),
                     [&](std::uint16_t thread) { return graph_.has_ended(reader, thread); });
}

// Whether what another thread writes can be what the reader finds.
bool PossibleValues::may_be_seen(const Write& write, NodeId reader, ResourceId cell, const Own& own,
                                 std::optional<ResourceId> lock) {
  const std::uint16_t thread = graph_.thread_of(write.node);
  if (!graph_.may_exist(reader, thread) || graph_.comes_before(reader, write.node)) return false;
  if (graph_.is_before_creation(write.node, reader)) return false;  // find_own has come to it, if it can be the last
  const NodeId after = model_[write.node].edges[write.edge].child;
  const bool has_ended = graph_.has_ended(reader, thread);
  if (has_ended && (!stays_until_end(after, cell) || model_.has(Defect::ClosureJoined))) return false;
  if (lock && graph_.holds(write.node, *lock) && !stays_until_unlock(after, cell, *lock)) return false;
  if (is_overwritten_by_ended(write.node, reader, cell)) return false;
  // The reader, or who led to its creation, has written after that.
  allowance_.spend(own.last.size());
  return own.may_be_none || !std::all_of(own.last.begin(), own.last.end(), [&](const Write& last) {
           const bool is_sure = writes(last.node, model_[last.node].edges[last.edge], cell) == Writes::Surely;
           return !is_sure || (graph_.thread_of(last.node) != thread && graph_.comes_before(write.node, last.node));
         });
}

std::optional<PossibleValues::Values> PossibleValues::of_cell(NodeId node, ResourceId cell) {
  std::optional<ResourceId> lock;
  for (const ResourceId held : graph_.held(node)) {
    const std::vector<ResourceId>& locks = locks_of(cell);
    if (std::find(locks.begin(), locks.end(), held) != locks.end()) lock = held;
  }
  const Own own = find_own(node, cell, lock);
  Values values;
  for (const Write& last : own.last) {
    if (!is_overwritten_by_ended(last.node, node, cell)) add_written(last, cell, values);
  }
  if (own.is_all_in_lock) return values;
  if (own.may_be_none && !is_initial_overwritten(node, cell)) {
    const Resource& resource = model_.resources()[cell];
    if (!resource.initial_known) return std::nullopt;
    add(values, resource.initial);
  }
  for (const Write& write : writes_to(cell)) {
    if (!allowance_.spend() || values.size() > kMostValues) return std::nullopt;
    if (graph_.thread_of(write.node) == graph_.thread_of(node)) continue;
    if (may_be_seen(write, node, cell, own, lock)) add_written(write, cell, values);
  }
  return values;
}

std::optional<std::vector<PossibleValues::Values>> PossibleValues::of_cells(NodeId node) {
  std::vector<Values> all = {{}};
  for (const ResourceId cell : model_[node].cells) {
    const std::optional<Values> found = of_cell(node, cell);
    if (!found || all.size() * found->size() > kMostValues) return std::nullopt;
    std::vector<Values> longer;
    for (const Values& begun : all) {
      for (const std::uint64_t value : *found) {
        longer.push_back(begun);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::optional<PossibleValues::Values> PossibleValues::of_word(NodeId node) {
  const std::optional<std::vector<Values>> parts = of_cells(node);
  if (!parts) return std::nullopt;
  Values words;
  for (const Values& each : *parts) {
    std::uint64_t word = 0;
    unsigned shift = 0;
    for (std::size_t index = 0; index < each.size(); ++index) {
      word |= each[index] << shift;
      shift += 8u * model_.resources()[model_[node].cells[index]].size;
    }
    add(words, word);
  }
  return words;
}

// Somebody is told something of what stands there.
bool PossibleValues::is_told_value(ResourceId cell) const {
  const std::vector<NodeId>& all = graph_.touching(cell);
  return std::any_of(all.begin(), all.end(), [&](NodeId id) {
    const Node& node = model_[id];
    return reads(node.operation.kind) && (node.use == nullptr || node.use->kind != ResultUseKind::Dead);
  });
}

bool PossibleValues::settle() {
  std::vector<NodeId> open;
  for (const std::uint16_t thread : graph_.threads()) {
    for (const NodeId id : graph_.nodes_of(thread)) {
      const Node& node = model_[id];
      const auto is_told = [&](ResourceId cell) { return is_told_value(cell); };
      if (writes_what_is_not_told(node) && std::any_of(node.cells.begin(), node.cells.end(), is_told))
        open.push_back(id);
    }
  }
  for (bool has_changed = !open.empty(); has_changed;) {
    has_changed = false;
    for (const NodeId node : open) {
      std::optional<Values> now = of_word(node);
      if (!now || now->size() > kMostValuesOfSums) return false;
      Values& found = found_[node];
      if (now->size() <= found.size()) continue;
      has_changed = true;
      found = std::move(*now);
    }
  }
  return true;
}

}  // namespace heddle
