// SPDX-License-Identifier: Apache-2.0
#include "fuzz/lowering_thread.h"

namespace heddle::fuzz {

Instruction& Lowering::add(Do what, const Statement* from) {
  Instruction& added = code_.emplace_back();
  added.what = what;
  if (from == nullptr) return added;
  added.is_negated = from->is_negated;
  added.target = from->target;
  added.object = from->object;
  added.id = from->id;
  added.failure = from->failure;
  added.place = from->place;
  added.first = from->first;
  added.second = from->second;
  return added;
}

void Lowering::set(std::uint8_t target, Value value) {
  Instruction& added = add(Do::Set);
  added.target = target;
  added.first = value;
}

void Lowering::block(const Block& block) {
  for (const Statement& each : block) statement(each);
}

void Lowering::statement(const Statement& statement) { memory(statement); }

// An access through h is left out where h is null.
void Lowering::access(Do what, const Statement& statement) {
  const bool is_guarded = statement.place.way == Way::Heap;
  const std::size_t guard = code_.size();
  if (is_guarded) add(Do::JumpUnlessHeap);
  add(what, &statement);
  if (is_guarded) code_[guard].jump = here();
}

void Lowering::memory(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Load:
      return access(Do::Load, statement);
    case Kind::Store:
      return access(Do::Store, statement);
    case Kind::Copy: {
      Instruction& load = add(Do::Load, &statement);
      load.place = statement.other;
      load.target = kCopied;
      add(Do::Store, &statement).first = local(kCopied);
      return set(kCopied, constant(0));
    }
    case Kind::FetchAdd:
      return access(Do::FetchAdd, statement);
    case Kind::Exchange:
      return access(Do::Exchange, statement);
    case Kind::CompareExchange:
      return access(Do::CompareExchange, statement);
    case Kind::LoadPointer:
      add(Do::LoadPointer, &statement);
      return;
    case Kind::StorePointer:
      add(Do::StorePointer, &statement);
      return;
    case Kind::Allocate: {
      add(Do::Allocate).object = blocks_++;
      Instruction& store = add(Do::Store, &statement);
      store.place = {Way::Heap, 0, {}, false, Order::SeqCst};
      return;
    }
    case Kind::Publish:
      add(Do::Publish, &statement);
      return;
    case Kind::Withdraw:
      add(Do::Withdraw, &statement);
      return;
    case Kind::Take:
      add(Do::Take, &statement);
      return;
    case Kind::Free: {
      const std::size_t guard = code_.size();
      add(Do::JumpUnlessHeap);
      add(Do::Free, &statement);
      code_[guard].jump = here();
      return;
    }
    default:
      return own(statement);
  }
}

void Lowering::own(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Set:
      add(Do::Set, &statement);
      add(Do::Print).target = statement.target;
      return;
    case Kind::PutPrivate:
      add(Do::PutPrivate, &statement);
      return;
    case Kind::GetPrivate:
      add(Do::GetPrivate, &statement);
      return;
    case Kind::Assert:
      if (program_.visible_ends) add(Do::Print);  // so that others are seen to print between this and the failure
      add(Do::Assert, &statement);
      return;
    case Kind::Return:
      if (!in_function_) return finish();
      set(returned_to_, statement.first);
      returns_.push_back(code_.size());
      add(Do::Jump);
      return;
    case Kind::Call:
    case Kind::CallChosen:
      return call(statement);
    case Kind::Yield:
      add(Do::Nothing, &statement);
      return;
    case Kind::Fence:
      add(Do::Fence, &statement);
      return;
    case Kind::Choose:
      add(Do::Choose, &statement);
      return;
    default:
      return control(statement);
  }
}

void Lowering::call(const Statement& statement) {
  if (statement.kind == Kind::Call) return inlined(program_.functions[statement.object], statement);
  const std::size_t test = code_.size();
  add(Do::JumpIfOdd).first = statement.second;
  inlined(program_.functions[0], statement);
  const std::size_t over = code_.size();
  add(Do::Jump);
  code_[test].jump = here();
  inlined(program_.functions[1], statement);
  code_[over].jump = here();
}

void Lowering::inlined(const Function& function, const Statement& statement) {
  set(kArgument, statement.first);
  set(kFirstInner + 1, constant(0));
  set(kFirstInner + 2, constant(0));
  in_function_ = true;
  returned_to_ = statement.target;
  returns_.clear();
  block(function.body);
  set(statement.target, local(kFirstInner + 1));
  for (std::size_t jump : returns_) code_[jump].jump = here();
  in_function_ = false;
  for (std::uint8_t inner = 0; inner < kInnerLocals; ++inner) {
    set(static_cast<std::uint8_t>(kFirstInner + inner), constant(0));
  }
}

// Body and otherwise of an instruction that jumps if it does not hold.
void Lowering::branch(std::size_t head, const Statement& statement) {
  block(statement.body);
  if (statement.otherwise.empty()) {
    code_[head].jump = here();
    return;
  }
  const std::size_t over = code_.size();
  add(Do::Jump);
  code_[head].jump = here();
  block(statement.otherwise);
  code_[over].jump = here();
}

void Lowering::loop(const Statement& statement) {
  const auto rounds = static_cast<std::uint8_t>(kRounds + loops_);
  const std::uint16_t again = here();
  Instruction& test = add(Do::JumpUnlessFewer);
  test.first = local(rounds);
  test.object = statement.object;
  const std::size_t head = code_.size();
  add(Do::LoadAndJumpUnless, &statement).is_negated = true;
  set(rounds, local(rounds, 1));
  ++loops_;
  block(statement.body);
  --loops_;
  add(Do::Jump).jump = again;
  code_[again].jump = code_[head].jump = here();
  set(rounds, constant(0));
}

void Lowering::control(const Statement& statement) {
  const std::size_t head = code_.size();
  switch (statement.kind) {
    case Kind::If:
      add(Do::JumpUnless, &statement);
      return branch(head, statement);
    case Kind::IfCell:
      add(Do::LoadAndJumpUnless, &statement);
      return branch(head, statement);
    case Kind::Loop:
      return loop(statement);
    case Kind::Spin:
      add(Do::LoadAndJumpUnless, &statement).is_negated = false;
      code_[head].jump = static_cast<std::uint16_t>(head);
      return;
    default:
      return locked(statement);
  }
}

void Lowering::finish() {
  add(Do::Finish);
  if (program_.threads[thread_].observed != 0) {
    add(Do::Tell).id = static_cast<std::uint16_t>(kFinishId + routine_of(program_, thread_));
  }
  add(Do::Print);
  add(Do::End);
}

void Lowering::routines() {
  const Thread& thread = program_.threads[thread_];
  const std::size_t test = code_.size();
  if (!thread.instead.empty()) add(Do::JumpIfOdd).first = local(kRoutine);
  block(thread.body);
  finish();
  if (thread.instead.empty()) return;
  code_[test].jump = here();
  block(thread.instead);
  finish();
}

Code Lowering::run() {
  if (thread_ != 0) {
    routines();
    return std::move(code_);
  }
  block(program_.threads[thread_].body);
  for (std::uint8_t joined : joined_by_main(program_)) {
    Instruction& join = add(Do::Join);
    join.object = joined;
    join.id = static_cast<std::uint16_t>(kJoinId + joined);
  }
  block(program_.after);
  add(Do::Finish);
  if (program_.threads.front().observed != 0) add(Do::Tell).id = kFinishId;
  if (!joined_by_main(program_).empty()) add(Do::TellAll).id = kJointId;
  add(Do::Print);
  exit();
  return std::move(code_);
}

std::vector<Code> lower(const Program& program) {
  std::vector<Code> code;
  std::uint8_t blocks = 0;
  for (std::uint8_t thread = 0; thread < program.threads.size(); ++thread) {
    code.push_back(Lowering(program, thread, blocks).run());
  }
  return code;
}

}  // namespace heddle::fuzz
