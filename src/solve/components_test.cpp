// SPDX-License-Identifier: Apache-2.0
//
// Who reaches whom, computed the slow way, is the judge.
#include "solve/components.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace heddle {
namespace {

struct Graph {
  std::vector<std::vector<std::size_t>> steps;
  std::vector<bool> ends;  // one of its steps is an end
};

Graph random_graph(std::mt19937_64& random) {
  Graph graph;
  const std::size_t size = 1 + random() % 40;
  graph.steps.resize(size);
  for (std::size_t from = 0; from < size; ++from) {
    graph.ends.push_back(random() % 8 == 0);
    for (std::uint64_t count = random() % 4; count > 0; --count) graph.steps[from].push_back(random() % size);
    if (graph.steps[from].empty()) graph.ends[from] = true;
  }
  return graph;
}

std::uint64_t hash_of(std::size_t state) { return (state + 1) * 0x123456789abcdef1; }

// With two words, the first alone tells hardly anything.
StateKey key_of(std::size_t state, HashWords words) {
  return words == HashWords::One ? hash_of(state) : StateKey(state % 3, hash_of(state));
}

struct Search {
  const Graph& graph;
  const std::vector<std::vector<bool>>& reaches;
  HashWords words;
  Components components = Components(words);
  std::set<std::size_t> seen = {};
  std::vector<std::size_t> path = {};
  std::set<std::size_t> roots_of_dead_ends = {};

  void visit(std::size_t state) {
    seen.insert(state);
    components.enter(key_of(state, words));
    path.push_back(state);
    if (graph.ends[state]) components.note_exit();
    for (const std::size_t next : graph.steps[state]) {
      if (seen.insert(next).second) {
        visit(next);
        continue;
      }
      const bool is_on_path = std::find(path.begin(), path.end(), next) != path.end();
      const bool leads_back = reaches[next][state];
      const Components::Standing standing = components.meet(key_of(next, words));
      EXPECT_EQ(standing == Components::Standing::OnPath, is_on_path);
      // What is not finished leads back to the path, if not to this state.
      if (leads_back) EXPECT_NE(standing, Components::Standing::Finished);
      if (!leads_back && standing != Components::Standing::Finished) {
        EXPECT_TRUE(std::any_of(path.begin(), path.end(), [&](std::size_t on) { return reaches[next][on]; }));
      }
    }
    path.pop_back();
    if (components.leave() == Components::Completed::DeadEnd) roots_of_dead_ends.insert(state);
  }
};

TEST(Components, FindsWhereThereIsNoWayOut) {
  std::mt19937_64 random(3);
  std::size_t found = 0;
  for (int round = 0; round < 3000; ++round) {
    const Graph graph = random_graph(random);
    const std::size_t size = graph.steps.size();
    std::vector<std::vector<bool>> reaches(size, std::vector<bool>(size));
    for (std::size_t from = 0; from < size; ++from) {
      reaches[from][from] = true;
      for (const std::size_t to : graph.steps[from]) reaches[from][to] = true;
    }
    for (std::size_t by = 0; by < size; ++by) {
      for (std::size_t from = 0; from < size; ++from) {
        for (std::size_t to = 0; to < size; ++to) {
          if (reaches[from][by] && reaches[by][to]) reaches[from][to] = true;
        }
      }
    }
    Search search{graph, reaches, round % 2 == 0 ? HashWords::One : HashWords::Two};
    search.visit(0);
    std::set<std::size_t> wanted;  // the first state of each, in order of entry, is one of its states
    for (const std::size_t state : search.seen) {
      bool is_closed = true;
      for (std::size_t to = 0; to < size; ++to) {
        if (reaches[state][to] && (!reaches[to][state] || graph.ends[to])) is_closed = false;
      }
      if (is_closed) wanted.insert(state);
    }
    for (const std::size_t root : search.roots_of_dead_ends) EXPECT_TRUE(wanted.contains(root));
    for (const std::size_t state : wanted) {
      const auto is_its_root = [&](std::size_t root) { return reaches[state][root] && reaches[root][state]; };
      const auto& roots = search.roots_of_dead_ends;
      EXPECT_EQ(std::count_if(roots.begin(), roots.end(), is_its_root), 1);
    }
    found += search.roots_of_dead_ends.size();
  }
  EXPECT_GT(found, 300u);
}

TEST(Components, ManyStatesOnThePathAreFoundAgain) {
  Components components;
  for (std::size_t state = 0; state < 5000; ++state) components.enter(hash_of(state));
  EXPECT_EQ(components.meet(hash_of(5000)), Components::Standing::Finished);
  EXPECT_EQ(components.meet(hash_of(2500)), Components::Standing::OnPath);
  for (std::size_t state = 4999; state > 2500; --state) EXPECT_EQ(components.leave(), Components::Completed::Nothing);
  EXPECT_EQ(components.meet(hash_of(4000)), Components::Standing::Unfinished);
  EXPECT_EQ(components.leave(), Components::Completed::Component);
  EXPECT_EQ(components.meet(hash_of(4000)), Components::Standing::Finished);
  EXPECT_EQ(components.meet(hash_of(100)), Components::Standing::OnPath);
}

}  // namespace
}  // namespace heddle
