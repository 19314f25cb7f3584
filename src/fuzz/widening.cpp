// SPDX-License-Identifier: Apache-2.0
#include "fuzz/widening.h"

#include <algorithm>

#include "fuzz/insertions.h"
#include "fuzz/ranges.h"

namespace heddle::fuzz {
namespace {

bool is_rmw(Kind kind) {
  return kind == Kind::FetchAdd || kind == Kind::Exchange || kind == Kind::CompareExchange;
}

bool uses_place(Kind kind) {
  switch (kind) {
    case Kind::Load:
    case Kind::Store:
    case Kind::Copy:
    case Kind::FetchAdd:
    case Kind::Exchange:
    case Kind::CompareExchange:
    case Kind::IfCell:
    case Kind::Loop:
    case Kind::Spin:
    case Kind::Count:
    case Kind::WaitUntil:
      return true;
    default:
      return false;
  }
}

bool is_about_threads(Kind kind) { return kind == Kind::Create || kind == Kind::Join || kind == Kind::TryJoin; }

std::uint8_t range_at(const Program& program, const Place& place) {
  switch (place.way) {
    case Way::Cell:
      return program.ranges.cells[place.cell];
    case Way::Element:
      return program.ranges.elements;
    case Way::Pointer:
      return program.ranges.cells[program.pointer];
    case Way::Heap:
      return program.ranges.blocks;
    case Way::Lent:
    case Way::Word:
      return 0;
  }
  return 0;
}

// Blocks of the heap are made and freed in the first routine only.
void strip(Block& block) {
  std::erase_if(block, [](const Statement& each) {
    return is_about_threads(each.kind) || each.kind == Kind::Allocate || each.kind == Kind::Free;
  });
  for (Statement& each : block) {
    strip(each.body);
    strip(each.otherwise);
  }
}

class Widening {
 public:
  Widening(Program& program, Random& random) : program_(program), random_(random) {}

  void run() {
    insert_calls(program_, random_);
    if (!program_.lends && random_.percent(40)) give();
    if (!program_.lends && random_.percent(25)) draw_routine();
    if (random_.percent(75)) draw_ranges();
  }

 private:
  std::uint8_t any_range() { return static_cast<std::uint8_t>(1 + random_.next() % (ranges().size() - 1)); }

  // Those that do not fit stay as they are.
  void draw(std::uint8_t& range) {
    for (unsigned attempts = 0; attempts < 3; ++attempts) {
      range = any_range();
      if (ranges_fit(program_)) return;
    }
    range = 0;
  }

  void draw_ranges() {
    RangeOf& ranges = program_.ranges;
    const bool are_alike = random_.percent(20);  // also where pointers may lead to each
    for (unsigned attempts = 0; attempts < 3 && are_alike; ++attempts) {
      ranges.cells.fill(any_range());
      if (ranges_fit(program_)) break;
      ranges.cells = {};
    }
    if (!are_alike) {
      for (std::uint8_t& each : ranges.cells) draw(each);
    }
    if (!ranges_fit(program_)) {
      draw_alike();
    }
    draw(ranges.elements);
    draw(ranges.blocks);
    for (std::uint8_t& each : ranges.locals) {
      if (random_.percent(75)) draw(each);
    }
  }

  void draw_alike() {
    for (unsigned attempts = 0; attempts < 3; ++attempts) {
      program_.ranges.cells.fill(any_range());
      if (ranges_fit(program_)) return;
    }
    program_.ranges.cells = {};
  }

  // What somebody gives who has just read it.
  void give() {
    do {
      program_.ranges.given = random_.below(ranges().size());
    } while (!ranges()[program_.ranges.given].is_word);
    for (std::size_t thread = 1; thread < program_.threads.size(); ++thread) {
      if (random_.percent(60)) program_.threads[thread].given = random_.between(1, kThreadLocals);
    }
    for_each_create([&](Statement& create) {
      create.first = {true, random_.below(kThreadLocals), random_.below(2)};
      if (random_.percent(20)) create.first = {false, 0, random_.below(4)};
    });
  }

  void draw_routine() {
    const auto number = static_cast<std::uint8_t>(1 + random_.next() % (program_.threads.size() - 1));
    const auto other = static_cast<std::uint8_t>(1 + random_.next() % (program_.threads.size() - 1));
    Thread& thread = program_.threads[number];
    const auto is_simple = [&] {
      bool is_simple = thread.twin_of == 0;
      for_each_statement(thread.body, [&](const Statement& each) { is_simple &= !is_about_threads(each.kind); });
      return is_simple;
    };
    if (!is_simple()) return;
    thread.instead = program_.threads[other].body;
    strip(thread.instead);
    if (thread.instead.size() > 3) thread.instead.resize(3);
    if (thread.instead.empty() || other == number) {
      Statement& store = thread.instead.emplace_back();
      store.kind = Kind::Store;
      store.first = {false, 0, random_.between(1, 3)};
    }
    for_each_create([&](Statement& create) {
      if (routine_of(program_, create.object) == number) create.second = {true, random_.below(kThreadLocals), 0};
    });
  }

  // Before most of them its creator reads what it will give.
  template <typename Change>
  void for_each_create(const Change& change) {
    for (Thread& thread : program_.threads) {
      for (std::size_t at = 0; at < thread.body.size(); ++at) {
        if (thread.body[at].kind != Kind::Create) continue;
        change(thread.body[at]);
        const Statement& create = thread.body[at];
        const Value& read = create.first.has_local ? create.first : create.second;
        const bool is_first = at == 0 && &thread == &program_.threads.front();
        if (!read.has_local || is_first || random_.percent(25)) continue;
        Statement load;
        load.kind = Kind::Load;
        load.target = read.local;
        load.place.cell = random_.below(kCells);
        load.place.is_atomic = random_.percent(60);
        thread.body.insert(thread.body.begin() + static_cast<std::ptrdiff_t>(at), load);
        ++at;
      }
    }
  }

  Program& program_;
  Random& random_;
};

}  // namespace

bool ranges_fit(const Program& program) {
  bool fits = true, has_pointers = false;
  const auto check = [&](const Place& place, Kind kind) {
    const Range& range = ranges()[range_at(program, place)];
    fits &= !range.is_wide() || !(place.is_atomic || is_rmw(kind));
    fits &= kind != Kind::FetchAdd || range.stride != nullptr;
    has_pointers |= place.way == Way::Pointer;
  };
  for_each_statement(program, [&](const Statement& each) {
    if (uses_place(each.kind)) check(each.place, each.kind);
    if (each.kind == Kind::Copy) check(each.other, Kind::Load);
    has_pointers |= each.kind == Kind::LoadPointer || each.kind == Kind::StorePointer;
  });
  const auto& cells = program.ranges.cells;
  const bool are_alike = std::all_of(cells.begin(), cells.end(), [&](std::uint8_t each) { return each == cells[0]; });
  return fits && (are_alike || !has_pointers);
}

void widen(Program& program, Random& random) {
  Widening(program, random).run();
  number_statements(program);
}

}  // namespace heddle::fuzz
