// SPDX-License-Identifier: Apache-2.0
//
// Lowering: the statements of one thread become its instructions.
#pragma once

#include <cstdint>
#include <vector>

#include "fuzz/lowering.h"

namespace heddle::fuzz {

inline Value constant(std::uint8_t value) { return {false, 0, value}; }
inline Value local(std::uint8_t number, std::uint8_t plus = 0) { return {true, number, plus}; }

class Lowering {
 public:
  Lowering(const Program& program, std::uint8_t thread, std::uint8_t& blocks)
      : program_(program), thread_(thread), blocks_(blocks) {}
  Code run();

 private:
  Instruction& add(Do what, const Statement* from = nullptr);
  std::uint16_t here() const { return static_cast<std::uint16_t>(code_.size()); }
  void set(std::uint8_t target, Value value);
  void block(const Block& block);
  void statement(const Statement& statement);
  void memory(const Statement& statement);
  void own(const Statement& statement);
  void control(const Statement& statement);
  void loop(const Statement& statement);
  void locked(const Statement& statement);
  void synchronisation(const Statement& statement);
  void call(const Statement& statement);
  void inlined(const Function& function, const Statement& statement);
  void branch(std::size_t head, const Statement& statement);
  void access(Do what, const Statement& statement);
  void finish();
  void calls(const Statement& statement);
  void raise(const Statement& statement);
  void exit();
  void routines();

  const Program& program_;
  std::uint8_t thread_;
  std::uint8_t& blocks_;  // of the heap, given away so far
  Code code_;
  std::uint8_t loops_ = 0;  // around
  bool in_function_ = false;
  std::uint8_t returned_to_ = 0;      // in a function: local that takes its result
  std::vector<std::size_t> returns_;  // in a function: jumps to its end
};

}  // namespace heddle::fuzz
