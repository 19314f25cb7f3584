// SPDX-License-Identifier: Apache-2.0
#include "solve/section_race.h"

#include <algorithm>

#include "solve/model_walk.h"
#include "solve/racing_pairs.h"

namespace heddle {
namespace {

constexpr std::size_t kLongest = 10'000;  // steps of a section that are looked at

// Where in the way the section begins that the thread is in at its end. The walk goes it.
std::optional<std::size_t> begin_of_section(const std::vector<ModelStep>& path, ModelWalk& walk, std::uint16_t thread) {
  std::optional<std::size_t> begin;
  for (std::size_t index = 0; index < path.size(); ++index) {
    const bool begins =
        path[index].thread == thread && walk.machine().node(thread).operation.kind == EventKind::AtomicBegin;
    if (begins) begin = index;
    if (!walk.take(path[index])) return std::nullopt;
  }
  return begin;
}

bool can_go_on(const ModelWalk& walk, std::uint16_t thread) {
  const Machine& machine = walk.machine();
  return !machine.process_has_ended() && machine.is_live(thread) && machine.node(thread).has_operation &&
         machine.is_enabled(thread);
}

// The thread has left its section, whatever comes then.
bool has_left(const Machine& machine, std::uint16_t thread) {
  return !machine.is_live(thread) || machine.node(thread).atomic_depth == 0;
}

// The rest of the section, and the other access right after it.
SectionRace race_after(ModelWalk& walk, std::uint16_t inside, std::uint16_t other) {
  for (std::size_t steps = 0; steps < kLongest; ++steps) {
    if (walk.machine().process_has_ended()) return {true, std::nullopt};
    if (has_left(walk.machine(), inside)) {
      if (!can_go_on(walk, other)) return {};
      Schedule way = walk.schedule();
      way.append(ThreadId(other));
      return {false, std::move(way)};
    }
    if (!can_go_on(walk, inside)) return {};
    if (steps > 0 && RacingPairs::accesses_race(walk.machine(), inside, other)) return {true, std::nullopt};
    if (walk.machine().alternatives(inside) != 1 || !walk.take({inside, 0, false, false})) return {};
  }
  return {};
}

// The other access, the section from its beginning on, and its access.
SectionRace race_before(ModelWalk& walk, const std::vector<ModelStep>& path, std::size_t begin, NodeId last,
                        std::uint16_t inside, std::uint16_t other) {
  walk.reset();
  for (std::size_t index = 0; index < begin; ++index) walk.take(path[index]);
  const bool is_free = walk.machine().node(other).operation.kind == EventKind::Free;
  if (is_free || !can_go_on(walk, other)) return {};
  if (!walk.take({other, 0, false, false})) {  // first that has to be known
    Schedule way = walk.schedule();
    way.append(ThreadId(other));
    return {false, std::move(way)};
  }
  if (walk.machine().process_has_ended()) return {true, std::nullopt};
  for (std::size_t index = begin; index < path.size(); ++index) {
    if (!can_go_on(walk, inside) || !walk.take(path[index])) return {};
  }
  if (walk.machine().thread(inside).node != last) return {};
  Schedule way = walk.schedule();
  way.append(ThreadId(inside));
  return {false, std::move(way)};
}

}  // namespace

SectionRace find_section_race(const Model& model, const Machine& machine, const std::vector<ModelStep>& path,
                              std::uint16_t inside, std::uint16_t other) {
  ModelWalk walk(model, machine.freedoms());
  walk.reset();
  const std::optional<std::size_t> begin = begin_of_section(path, walk, inside);
  if (!begin) return {};
  SectionRace after = race_after(walk, inside, other);
  const bool never_ends = after.is_ruled_out && walk.machine().process_has_ended();
  if (after.way || (after.is_ruled_out && !never_ends)) return after;
  const auto is_own = [&](const ModelStep& step) { return step.thread == inside; };
  const bool has_waited = !std::all_of(path.begin() + static_cast<std::ptrdiff_t>(*begin), path.end(), is_own);
  if (has_waited) return {};  // others have gone on meanwhile: the section cannot be moved as a whole
  SectionRace before = race_before(walk, path, *begin, machine.thread(inside).node, inside, other);
  if (!never_ends) before.is_ruled_out = false;
  return before;
}

}  // namespace heddle
