// SPDX-License-Identifier: Apache-2.0
//
// For tests: a program whose main creates a thread for each body, then joins them.
#pragma once

#include <utility>
#include <vector>

#include "fuzz/program.h"

namespace heddle::fuzz {

inline Program program_of(std::vector<Block> bodies, std::uint8_t observed = 1, Block after = {}) {
  Program program;
  program.threads.emplace_back();
  for (Block& body : bodies) {
    Statement create;
    create.kind = Kind::Create;
    create.object = static_cast<std::uint8_t>(program.threads.size());
    program.threads.front().body.push_back(create);
    Thread& thread = program.threads.emplace_back();
    thread.body = std::move(body);
    thread.observed = observed;
  }
  program.after = std::move(after);
  number_statements(program);
  return program;
}

}  // namespace heddle::fuzz
