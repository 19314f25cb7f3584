// SPDX-License-Identifier: Apache-2.0
//
// The functions of libstdc++ that the runtime replaces: natively the containers work as ever (this program's own
// containers use them), under control every word of a node is an event.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/libc/recording_runtime.h"

namespace heddle::runtime::libc {
namespace {

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

TEST(Tree, StaysARedBlackTreeThroughInsertionsAndRemovals) {
  std::mt19937 random(1);
  for (int range : {3, 20, 500}) {
    Tree tree;
    std::vector<bool> present(static_cast<std::size_t>(range));
    for (int round = 0; round < 4000; ++round) {
      int key = static_cast<int>(random() % static_cast<unsigned>(range));
      if (present[static_cast<std::size_t>(key)]) {
        EXPECT_EQ(tree.erase(key), 1u);
      } else {
        EXPECT_TRUE(tree._M_insert_unique(key).second);
      }
      present[static_cast<std::size_t>(key)].flip();
      ASSERT_TRUE(tree.__rb_verify()) << range << " " << round;
    }
    std::vector<int> expected;
    for (int key = 0; key < range; ++key) {
      if (present[static_cast<std::size_t>(key)]) expected.push_back(key);
    }
    EXPECT_EQ(std::vector<int>(tree.begin(), tree.end()), expected);
    EXPECT_EQ(std::vector<int>(tree.rbegin(), tree.rend()), std::vector<int>(expected.rbegin(), expected.rend()));
  }
}

std::size_t events_of(const std::function<void()>& work, EventKind kind) {
  Observation seen = observe(work);
  return static_cast<std::size_t>(
      std::count_if(seen.events.begin(), seen.events.end(),
                    [kind](const SeenEvent& event) { return event.record.kind == kind; }));
}

TEST(Tree, StepsReadAndInsertionsWriteWithEvents) {
  static std::set<int> numbers = {1, 2, 3};
  auto at = numbers.begin();
  EXPECT_GE(events_of([&] { ++at; }, EventKind::ReadRange), 1u);
  EXPECT_EQ(*at, 2);
  EXPECT_GE(events_of([&] { numbers.insert(4); }, EventKind::WriteRange), 5u);
  EXPECT_EQ(events_of([&] { ++at; }, EventKind::WriteRange), 0u);
}

TEST(List, RingsAreHookedMovedReversedAndSwapped) {
  std::list<int> one = {1, 2, 3}, two = {4, 5}, none;
  one.splice(std::next(one.begin()), two, two.begin());
  EXPECT_EQ(one, (std::list<int>{1, 4, 2, 3}));
  EXPECT_EQ(two, (std::list<int>{5}));
  one.reverse();
  EXPECT_EQ(one, (std::list<int>{3, 2, 4, 1}));
  one.swap(two);
  EXPECT_EQ(two, (std::list<int>{3, 2, 4, 1}));
  two.swap(none);
  EXPECT_EQ(none, (std::list<int>{3, 2, 4, 1}));
  EXPECT_TRUE(two.empty());
  two.push_back(7);
  none.remove(2);
  none.sort();
  EXPECT_EQ(none, (std::list<int>{1, 3, 4}));
  EXPECT_EQ(std::vector<int>(none.rbegin(), none.rend()), (std::vector<int>{4, 3, 1}));
  EXPECT_EQ(two, (std::list<int>{7}));
}

TEST(List, HookingIsOneReadAndFourWrites) {
  static std::list<int> numbers = {1, 2};
  EXPECT_EQ(events_of([] { numbers.push_back(3); }, EventKind::WriteRange), 4u);
  EXPECT_EQ(events_of([] { numbers.pop_front(); }, EventKind::ReadRange), 2u);
}

TEST(Hash, BytesAreReadOnceAndHashedAsEver) {
  static const std::string kText = "a text that is longer than the buffer inside of a string object";
  static char text[80];
  kText.copy(text, sizeof text);
  std::size_t expected = std::hash<std::string_view>()({text, kText.size()});
  std::size_t hashed = 0;
  Observation seen = observe([&] { hashed = std::hash<std::string_view>()({text, kText.size()}); });
  EXPECT_EQ(hashed, expected);
  ASSERT_EQ(seen.events.size(), 1u);
  EXPECT_EQ(seen.events[0].bytes, kText);
}

TEST(Hash, UnorderedContainersGrow) {
  std::unordered_map<int, int> squares;
  for (int number = 0; number < 1000; ++number) squares[number] = number * number;
  EXPECT_EQ(squares.size(), 1000u);
  EXPECT_GE(squares.bucket_count(), 1000u);
  EXPECT_EQ(squares.at(31), 961);
}

TEST(Text, ExceptionsAndStreamsReadTextsWithEvents) {
  reset_buffers("what", "shown");
  std::string what;
  Observation seen = observe([&] {
    std::runtime_error error(g_a);
    what = error.what();
  });
  EXPECT_EQ(what, "what");
  EXPECT_EQ(text_of(seen), "read a+0:5, write, write, read, read, rmw");
  // The text, its copy, the exception; which text it has, twice; that nobody has it any more.
  EXPECT_EQ(seen.events[1].bytes, std::string("what\0", 5));
  std::ostringstream stream;
  seen = observe([&] { stream.write(g_b, 5); });
  EXPECT_EQ(stream.str(), "shown");
  EXPECT_EQ(text_of(seen), "read b+0:5, read");  // and the state of the stream
}

TEST(Text, AStringObjectIsReadBeforeItsText) {
  static const std::string kText = "a text that is longer than the buffer inside of a string object";
  static std::string text = kText;
  std::string what;
  Observation seen = observe([&] {
    std::out_of_range error(text);
    what = error.what();
  });
  EXPECT_EQ(what, kText);
  ASSERT_GE(seen.events.size(), 2u);
  EXPECT_EQ(seen.events[0].record.size, 16u);
  EXPECT_EQ(seen.events[1].bytes, kText);
}

}  // namespace
}  // namespace heddle::runtime::libc
