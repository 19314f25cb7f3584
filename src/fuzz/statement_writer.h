// SPDX-License-Identifier: Apache-2.0
//
// StatementWriter: one statement after the other as lines of C++.
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/statement_text.h"

namespace heddle::fuzz {

class StatementWriter {
 public:
  StatementWriter(const Program& program, Scope scope, SourceWriter& out) : program_(program), scope_(scope), out_(out) {}
  void write(const Statement& statement);

 private:
  std::uint8_t range_of_local(std::uint8_t number) const;
  std::string local(std::uint8_t number) const;
  std::string value(const Value& value) const;
  std::string name(const Place& place) const;
  std::uint8_t range(const Place& place) const;
  std::string read(const Place& place) const;
  std::string compared(const Place& place, bool is_negated, const Value& with) const;
  std::string guarded(const Place& place, const std::string& text) const;
  std::string locked_object(const Statement& statement) const;
  void memory(const Statement& statement);
  void own(const Statement& statement);
  void control(const Statement& statement);
  void locked(const Statement& statement);
  void synchronisation(const Statement& statement);
  void call(const Statement& statement);
  std::string routine(const Statement& create) const;
  std::string argument(const Statement& create) const;
  void block(const Block& block) { write_block(block, program_, scope_, out_); }
  void op(const Statement& statement, const std::string& text) { out_.line(settled(statement, text), statement.id); }
  // The int that a statement leaves its result in; `settled` puts that into the local.
  std::string result(const Statement& statement) const;
  std::string settled(const Statement& statement, const std::string& text) const;

  const Program& program_;
  Scope scope_;
  SourceWriter& out_;
};

}  // namespace heddle::fuzz
