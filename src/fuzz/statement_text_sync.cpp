// SPDX-License-Identifier: Apache-2.0
//
// Locks, what waits and wakes, threads.
#include <fmt/format.h>

#include "fuzz/call_text.h"
#include "fuzz/ranges.h"
#include "fuzz/statement_writer.h"

namespace heddle::fuzz {
namespace {

struct LockText {
  const char* take;
  const char* release;
  bool tries;
};

LockText lock_text(Kind kind) {
  switch (kind) {
    case Kind::Lock:
      return {"pthread_mutex_lock(&{})", "pthread_mutex_unlock(&{});", false};
    case Kind::TryLock:
      return {"pthread_mutex_trylock(&{})", "pthread_mutex_unlock(&{});", true};
    case Kind::TimedLock:
      return {"pthread_mutex_timedlock(&{}, &soon)", "pthread_mutex_unlock(&{});", true};
    case Kind::SpinLock:
      return {"pthread_spin_lock(&{})", "pthread_spin_unlock(&{});", false};
    case Kind::SpinTryLock:
      return {"pthread_spin_trylock(&{})", "pthread_spin_unlock(&{});", true};
    case Kind::ReadLock:
      return {"pthread_rwlock_rdlock(&{})", "pthread_rwlock_unlock(&{});", false};
    case Kind::WriteLock:
      return {"pthread_rwlock_wrlock(&{})", "pthread_rwlock_unlock(&{});", false};
    case Kind::TryReadLock:
      return {"pthread_rwlock_tryrdlock(&{})", "pthread_rwlock_unlock(&{});", true};
    case Kind::TryWriteLock:
      return {"pthread_rwlock_trywrlock(&{})", "pthread_rwlock_unlock(&{});", true};
    default:
      return {nullptr, nullptr, false};
  }
}

}  // namespace

std::string StatementWriter::locked_object(const Statement& statement) const {
  switch (statement.kind) {
    case Kind::Lock:
    case Kind::TryLock:
    case Kind::TimedLock:
      return fmt::format("m{}", statement.object);
    case Kind::SpinLock:
    case Kind::SpinTryLock:
      return "spin";
    default:
      return "rw";
  }
}

void StatementWriter::locked(const Statement& statement) {
  const LockText text = lock_text(statement.kind);
  if (text.take == nullptr) return synchronisation(statement);
  const std::string object = locked_object(statement);
  const std::string take = fmt::format(fmt::runtime(text.take), object);
  op(statement, text.tries ? fmt::format("if ({} == 0) {{", take) : take + ";");
  block(statement.body);
  op(statement, fmt::format(fmt::runtime(text.release), object));
  if (!text.tries) return;
  if (!statement.otherwise.empty()) {
    out_.line("} else {");
    block(statement.otherwise);
  }
  out_.line("}");
}

std::string StatementWriter::routine(const Statement& create) const {
  const std::uint8_t number = routine_of(program_, create.object);
  if (program_.threads[number].instead.empty()) return fmt::format("thread{}", number);
  return fmt::format("({}) & 1 ? instead{} : thread{}", value(create.second), number, number);
}

std::string StatementWriter::argument(const Statement& create) const {
  if (program_.threads[create.object].given != 0) {
    return fmt::format("(void*)(unsigned long){}", encoded(program_.ranges.given, "(" + value(create.first) + ")"));
  }
  return program_.lends && scope_.thread == 0 ? "&lent" : "nullptr";
}

void StatementWriter::synchronisation(const Statement& statement) {
  const std::string target = result(statement);
  const unsigned object = statement.object;
  switch (statement.kind) {
    case Kind::Wait:
      return op(statement, "pthread_cond_wait(&cv, &m0);");
    case Kind::WaitUntil:
      return op(statement, fmt::format("while ({}) pthread_cond_wait(&cv, &m0);",
                                       compared(statement.place, true, statement.second)));
    case Kind::TimedWait:
      return op(statement, fmt::format("{} = pthread_cond_timedwait(&cv, &m0, &soon) != 0;", target));
    case Kind::Signal:
      return op(statement, "pthread_cond_signal(&cv);");
    case Kind::Broadcast:
      return op(statement, "pthread_cond_broadcast(&cv);");
    case Kind::SemWait:
      return op(statement, fmt::format("sem_wait(&s{});", object));
    case Kind::SemTryWait:
      return op(statement, fmt::format("{} = sem_trywait(&s{}) == 0;", target, object));
    case Kind::SemTimedWait:
      return op(statement, fmt::format("{} = sem_timedwait(&s{}, &soon) == 0;", target, object));
    case Kind::SemPost:
      return op(statement, fmt::format("sem_post(&s{});", object));
    case Kind::SemValue:
      return op(statement, fmt::format("{{ int count = 0; sem_getvalue(&s{}, &count); {} = count; }}", object, target));
    case Kind::Barrier:
      return op(statement,
                fmt::format("{} = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;", target));
    case Kind::Once:
      return op(statement, "pthread_once(&once, initialise);");
    case Kind::Create:
      return op(statement, fmt::format("pthread_create(&t{}, nullptr, {}, {});", object, routine(statement),
                                       argument(statement)));
    case Kind::Join:
      return op(statement, fmt::format("{{ void* v; pthread_join(t{}, &v); {} = (int)(long)v & 3; }}", object, target));
    case Kind::TryJoin:
      return op(statement, fmt::format("{} = pthread_tryjoin_np(t{}, nullptr) == 0;", target, object));
    case Kind::Count:
      return op(statement, fmt::format("{{ int i = 0; while ({}) ++i; {} = i > 1000000; }}",
                                       compared(statement.place, true, statement.second), target));
    case Kind::BlockLock:
      op(statement, "if (h) { pthread_mutex_lock(&h->mutex);");
      block(statement.body);
      return out_.line("pthread_mutex_unlock(&h->mutex); }", static_cast<std::uint16_t>(kUnlockId + statement.id));
    case Kind::Section:
      op(statement, "heddle_atomic_begin();");
      block(statement.body);
      return op(statement, "heddle_atomic_end();");
    default:
      return op(statement, call_text(statement, target, value(statement.first)));
  }
}

}  // namespace heddle::fuzz
