// SPDX-License-Identifier: Apache-2.0
#include "fuzz/program.h"

#include <algorithm>

namespace heddle::fuzz {
namespace {

void number_block(Block& block, std::uint16_t& next) {
  for (Statement& statement : block) {
    statement.id = next++;
    number_block(statement.body, next);
    number_block(statement.otherwise, next);
  }
}

}  // namespace

void number_statements(Program& program) {
  std::uint16_t next = 1;
  for (Thread& thread : program.threads) {
    if (thread.twin_of == 0) {
      number_block(thread.body, next);
      number_block(thread.instead, next);
      continue;
    }
    const std::uint8_t twin_of = thread.twin_of;
    thread = program.threads[twin_of];
    thread.twin_of = twin_of;
  }
  for (Function& function : program.functions) number_block(function.body, next);
  number_block(program.after, next);
}

bool has_twins(const Program& program, std::uint8_t thread) {
  return std::any_of(program.threads.begin(), program.threads.end(),
                     [&](const Thread& each) { return each.twin_of != 0 && each.twin_of == thread; });
}

bool counts_rounds(const Program& program) {
  bool found = false;
  for_each_statement(program, [&](const Statement& statement) { found |= statement.kind == Kind::Count; });
  return found;
}

std::vector<std::uint8_t> created_threads(const Block& body) {
  std::vector<std::uint8_t> created;
  for_each_statement(body, [&](const Statement& statement) {
    if (statement.kind == Kind::Create) created.push_back(statement.object);
  });
  return created;
}

std::vector<std::uint8_t> joined_by_main(const Program& program) {
  return program.joins_all ? created_threads(program.threads.front().body) : std::vector<std::uint8_t>{};
}

std::uint32_t packed_outcome(std::uint8_t observed, const std::uint8_t* locals) {
  std::uint32_t packed = 0;
  unsigned shift = 0;
  for (std::uint8_t local = 0; local < kThreadLocals; ++local) {
    if ((observed >> local & 1) == 0) continue;
    packed |= (locals[local] & 15u) << shift;
    shift += 4;
  }
  return packed;
}

}  // namespace heddle::fuzz
