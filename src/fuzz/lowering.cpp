// SPDX-License-Identifier: Apache-2.0
#include "fuzz/lowering.h"

namespace heddle::fuzz {
namespace {

Value constant(std::uint8_t value) { return {false, 0, value}; }
Value local(std::uint8_t number, std::uint8_t plus = 0) { return {true, number, plus}; }

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

  const Program& program_;
  std::uint8_t thread_;
  std::uint8_t& blocks_;  // of the heap, given away so far
  Code code_;
  std::uint8_t loops_ = 0;  // around
  bool in_function_ = false;
  std::uint8_t returned_to_ = 0;      // in a function: local that takes its result
  std::vector<std::size_t> returns_;  // in a function: jumps to its end
};

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

struct LockPair {
  Do take;
  Do release;
  bool tries;
};

LockPair lock_pair(Kind kind) {
  switch (kind) {
    case Kind::Lock:
      return {Do::Lock, Do::Unlock, false};
    case Kind::TryLock:
    case Kind::TimedLock:
      return {Do::TryLock, Do::Unlock, true};  // a timed lock that runs while another has it: the time is over
    case Kind::SpinLock:
      return {Do::SpinLock, Do::SpinUnlock, false};
    case Kind::SpinTryLock:
      return {Do::SpinTryLock, Do::SpinUnlock, true};
    case Kind::ReadLock:
      return {Do::ReadLock, Do::RwUnlock, false};
    case Kind::WriteLock:
      return {Do::WriteLock, Do::RwUnlock, false};
    case Kind::TryReadLock:
      return {Do::TryReadLock, Do::RwUnlock, true};
    case Kind::TryWriteLock:
      return {Do::TryWriteLock, Do::RwUnlock, true};
    default:
      return {Do::Nothing, Do::Nothing, false};
  }
}

void Lowering::locked(const Statement& statement) {
  const LockPair pair = lock_pair(statement.kind);
  if (pair.take == Do::Nothing) return synchronisation(statement);
  const std::size_t head = code_.size();
  add(pair.take, &statement);
  block(statement.body);
  add(pair.release, &statement);
  if (!pair.tries) return;
  const std::size_t over = code_.size();
  add(Do::Jump);
  code_[head].jump = here();
  block(statement.otherwise);
  code_[over].jump = here();
}

void Lowering::synchronisation(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Wait:
      add(Do::Wait, &statement);
      return;
    case Kind::WaitUntil: {
      const std::size_t head = code_.size();
      add(Do::LoadAndJumpUnless, &statement).is_negated = true;
      add(Do::Wait, &statement);
      add(Do::Jump).jump = static_cast<std::uint16_t>(head);
      code_[head].jump = here();
      return;
    }
    case Kind::TimedWait:
      add(Do::TimedWait, &statement);
      return;
    case Kind::Signal:
      add(Do::Signal, &statement);
      return;
    case Kind::Broadcast:
      add(Do::Broadcast, &statement);
      return;
    case Kind::SemWait:
      add(Do::SemWait, &statement);
      return;
    case Kind::SemTryWait:
    case Kind::SemTimedWait:
      add(Do::SemTryWait, &statement);
      return;
    case Kind::SemPost:
      add(Do::SemPost, &statement);
      return;
    case Kind::SemValue:
      add(Do::SemValue, &statement);
      return;
    case Kind::Barrier:
      add(Do::Barrier, &statement);
      return;
    case Kind::Once: {
      const std::size_t head = code_.size();
      add(Do::OnceEnter, &statement);
      Instruction& store = add(Do::Store);
      store.id = kOnceId;
      store.place.cell = program_.once_cell;
      store.first = constant(program_.once_value);
      add(Do::OnceLeave, &statement);
      code_[head].jump = here();
      return;
    }
    case Kind::Create:
      add(Do::Create, &statement);
      return;
    case Kind::Join:
      add(Do::Join, &statement);
      return;
    case Kind::TryJoin:
      add(Do::TryJoin, &statement);
      return;
    default:
      return;
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

Code Lowering::run() {
  block(program_.threads[thread_].body);
  if (thread_ != 0) {
    finish();
    return std::move(code_);
  }
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
  add(Do::Exit);
  return std::move(code_);
}

}  // namespace

std::vector<Code> lower(const Program& program) {
  std::vector<Code> code;
  std::uint8_t blocks = 0;
  for (std::uint8_t thread = 0; thread < program.threads.size(); ++thread) {
    code.push_back(Lowering(program, thread, blocks).run());
  }
  return code;
}

}  // namespace heddle::fuzz
