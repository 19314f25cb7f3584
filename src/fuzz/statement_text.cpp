// SPDX-License-Identifier: Apache-2.0
#include "fuzz/statement_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::fuzz {
namespace {

const char* order_text(Order order) {
  switch (order) {
    case Order::SeqCst:
      return "__ATOMIC_SEQ_CST";
    case Order::Relaxed:
      return "__ATOMIC_RELAXED";
    case Order::Acquire:
      return "__ATOMIC_ACQUIRE";
    case Order::Release:
      return "__ATOMIC_RELEASE";
    case Order::AcquireRelease:
      return "__ATOMIC_ACQ_REL";
  }
  return "";
}

class Writer {
 public:
  Writer(const Program& program, Scope scope, SourceWriter& out) : program_(program), scope_(scope), out_(out) {}
  void write(const Statement& statement);

 private:
  std::string local(std::uint8_t number) const;
  std::string value(const Value& value) const;
  std::string name(const Place& place) const;
  std::string read(const Place& place) const;
  std::string guarded(const Place& place, const std::string& text) const;
  std::string locked_object(const Statement& statement) const;
  void memory(const Statement& statement);
  void own(const Statement& statement);
  void control(const Statement& statement);
  void locked(const Statement& statement);
  void synchronisation(const Statement& statement);
  void call(const Statement& statement);
  void block(const Block& block) { write_block(block, program_, scope_, out_); }
  void op(const Statement& statement, const std::string& text) { out_.line(text, statement.id); }

  const Program& program_;
  Scope scope_;
  SourceWriter& out_;
};

std::string Writer::local(std::uint8_t number) const {
  const char* member = scope_.in_function ? "->" : ".";
  if (number < kThreadLocals && !scope_.in_function) return fmt::format("r{}", number);
  if (number == kBoxFirst) return fmt::format("box{}u", member);
  if (number == kBoxSecond) return fmt::format("box{}v", member);
  return fmt::format("a{}", number - kFirstInner);
}

std::string Writer::value(const Value& value) const {
  if (!value.has_local) return fmt::format("{}", value.constant);
  return value.constant == 0 ? local(value.local) : fmt::format("{} + {}", local(value.local), value.constant);
}

std::string Writer::name(const Place& place) const {
  switch (place.way) {
    case Way::Cell:
      return cell_name(program_, place.cell);
    case Way::Element:
      return place.index.has_local ? fmt::format("arr[({}) & 1]", value(place.index))
                                   : fmt::format("arr[{}]", place.index.constant & 1);
    case Way::Pointer:
      return "*q";
    case Way::Heap:
      return "*h";
    case Way::Lent:
      return scope_.thread == 0 ? "lent.u" : "((Pair*)argument)->u";
  }
  return {};
}

std::string Writer::read(const Place& place) const {
  return place.is_atomic ? fmt::format("__atomic_load_n(&{}, {})", name(place), order_text(place.order)) : name(place);
}

std::string Writer::guarded(const Place& place, const std::string& text) const {
  return place.way == Way::Heap ? "if (h) " + text : text;
}

void Writer::memory(const Statement& statement) {
  const Place& place = statement.place;
  const std::string target = local(statement.target), first = value(statement.first);
  switch (statement.kind) {
    case Kind::Load:
      return op(statement, guarded(place, fmt::format("{} = {};", target, read(place))));
    case Kind::Store:
      return op(statement, guarded(place, place.is_atomic ? fmt::format("__atomic_store_n(&{}, {}, {});", name(place),
                                                                        first, order_text(place.order))
                                                          : fmt::format("{} = {};", name(place), first)));
    case Kind::Copy:
      return op(statement, fmt::format("{} = {};", name(place), read(statement.other)));
    case Kind::FetchAdd:
      return op(statement, guarded(place, fmt::format("{} = __atomic_fetch_add(&{}, {}, {});", target, name(place),
                                                      first, order_text(place.order))));
    case Kind::Exchange:
      return op(statement, guarded(place, fmt::format("{} = __atomic_exchange_n(&{}, {}, {});", target, name(place),
                                                      first, order_text(place.order))));
    case Kind::CompareExchange:
      return op(
          statement,
          guarded(place, fmt::format("{{ int e = {}; {} = __atomic_compare_exchange_n(&{}, &e, {}, false, {}, {}); }}",
                                     first, target, name(place), value(statement.second), order_text(place.order),
                                     order_text(statement.failure))));
    case Kind::LoadPointer:
      return op(statement, "q = shared_cell;");
    case Kind::StorePointer:
      return op(statement, statement.object == kCells
                               ? std::string("shared_cell = nullptr;")
                               : fmt::format("shared_cell = &{};", cell_name(program_, statement.object)));
    case Kind::Allocate:
      out_.line("h = (int*)malloc(sizeof(int));");
      return op(statement, fmt::format("*h = {};", first));
    case Kind::Publish:
      return op(statement, "shared_block = h;");
    case Kind::Withdraw:
      return op(statement, "shared_block = nullptr;");
    case Kind::Take:
      return op(statement, "h = shared_block;");
    case Kind::Free:
      return op(statement, "if (h) free(h);");
    default:
      return own(statement);
  }
}

void Writer::call(const Statement& statement) {
  const std::string box = program_.functions_take_box ? ", &box" : "";
  const std::string chosen = statement.kind == Kind::Call
                                 ? fmt::format("f{}", statement.object)
                                 : fmt::format("(({}) & 1 ? f1 : f0)", value(statement.second));
  out_.line(fmt::format("{} = {}({}{});", local(statement.target), chosen, value(statement.first), box));
}

void Writer::own(const Statement& statement) {
  const std::string target = local(statement.target), first = value(statement.first);
  const std::string second = value(statement.second);
  switch (statement.kind) {
    case Kind::Set:
      return out_.line(fmt::format("{0} = {1}; {2}", target, first, print_text(target)));
    case Kind::PutPrivate:
      return out_.line(fmt::format("own[({}) & 1] = {};", first, second));
    case Kind::GetPrivate:
      return out_.line(fmt::format("{} = own[({}) & 1];", target, first));
    case Kind::Assert:
      return op(statement, fmt::format("assert({} {} {});", first, statement.is_negated ? "!=" : "==", second));
    case Kind::Return:
      if (scope_.in_function) return out_.line(fmt::format("return {};", first));
      return write_finish(program_, scope_.thread, out_);
    case Kind::Call:
    case Kind::CallChosen:
      return call(statement);
    case Kind::Yield:
      return op(statement, "sched_yield();");
    case Kind::Fence:
      return op(statement, fmt::format("__atomic_thread_fence({});", order_text(statement.place.order)));
    case Kind::Choose:
      return op(statement, fmt::format("{} = (int)heddle_choose(2);", target));
    default:
      return control(statement);
  }
}

void Writer::control(const Statement& statement) {
  const std::string second = value(statement.second);
  const char* compares = statement.is_negated ? "!=" : "==";
  switch (statement.kind) {
    case Kind::If:
      out_.line(fmt::format("if ({} {} {}) {{", value(statement.first), compares, second));
      break;
    case Kind::IfCell:
      op(statement, fmt::format("if ({} {} {}) {{", read(statement.place), compares, second));
      break;
    case Kind::Loop:
      op(statement, fmt::format("for (int i{0} = 0; i{0} < {1} && {2} != {3}; ++i{0}) {{", scope_.loops,
                                statement.object, read(statement.place), second));
      ++scope_.loops;
      block(statement.body);
      --scope_.loops;
      return out_.line("}");
    case Kind::Spin:
      return op(statement, fmt::format("while ({} != {}) {{}}", read(statement.place), second));
    default:
      return locked(statement);
  }
  block(statement.body);
  if (!statement.otherwise.empty()) {
    out_.line("} else {");
    block(statement.otherwise);
  }
  out_.line("}");
}

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

std::string Writer::locked_object(const Statement& statement) const {
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

void Writer::locked(const Statement& statement) {
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

void Writer::synchronisation(const Statement& statement) {
  const std::string target = local(statement.target);
  const unsigned object = statement.object;
  switch (statement.kind) {
    case Kind::Wait:
      return op(statement, "pthread_cond_wait(&cv, &m0);");
    case Kind::WaitUntil:
      return op(statement, fmt::format("while ({} != {}) pthread_cond_wait(&cv, &m0);", read(statement.place),
                                       value(statement.second)));
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
      return op(statement, fmt::format("{{ int n = 0; sem_getvalue(&s{}, &n); {} = n; }}", object, target));
    case Kind::Barrier:
      return op(statement,
                fmt::format("{} = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;", target));
    case Kind::Once:
      return op(statement, "pthread_once(&once, initialise);");
    case Kind::Create:
      return op(statement, fmt::format("pthread_create(&t{}, nullptr, thread{}, {});", object,
                                       routine_of(program_, statement.object), program_.lends && scope_.thread == 0 ? "&lent" : "nullptr"));
    case Kind::Join:
      return op(statement, fmt::format("{{ void* v; pthread_join(t{}, &v); {} = (int)(long)v & 3; }}", object, target));
    case Kind::TryJoin:
      return op(statement, fmt::format("{} = pthread_tryjoin_np(t{}, nullptr) == 0;", target, object));
    default:
      return;
  }
}

void Writer::write(const Statement& statement) { memory(statement); }

}  // namespace

void SourceWriter::line(std::string_view text, std::uint16_t id) {
  file_.text.append(text);
  if (id != 0) file_.text += fmt::format("  // {}", id);
  file_.text.push_back('\n');
  file_.ids.push_back(id);
}

void SourceWriter::text(std::string_view lines) {
  file_.text.append(lines);
  file_.ids.insert(file_.ids.end(), static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')), 0);
}

std::string cell_name(const Program& program, std::uint8_t cell) {
  switch (program.placement[cell]) {
    case Placement::Global:
      return fmt::format("c{}", cell);
    case Placement::Field:
      return fmt::format("st{}.f", cell);
    case Placement::Word:
      return fmt::format("words{}[1]", cell);
  }
  return {};
}

std::string outcome_text(std::uint8_t observed) {
  std::string text;
  unsigned shift = 0;
  for (unsigned local = 0; local < kThreadLocals; ++local) {
    if ((observed >> local & 1) == 0) continue;
    text += fmt::format("{}(r{} & 15) << {}", text.empty() ? "" : " | ", local, shift);
    shift += 4;
  }
  return text.empty() ? "0" : text;
}

std::string print_text(const std::string& value) { return fmt::format("putchar(letter_of({}));", value); }

void write_finish(const Program& program, std::uint8_t thread, SourceWriter& out) {
  const std::uint8_t observed = program.threads[thread].observed;
  const std::string text = outcome_text(observed);
  // Twins tell it in the same place, which is no data race of the program that is compared.
  const char* form = has_twins(program, thread) ? "__atomic_store_n(&out[{}], {}, __ATOMIC_SEQ_CST);" : "out[{}] = {};";
  if (observed != 0) {
    out.line(fmt::format(fmt::runtime(form), thread, text), static_cast<std::uint16_t>(kFinishId + thread));
  }
  out.line(print_text(text));
  out.line(fmt::format("return (void*)(long)({});", text));
}

void write_block(const Block& block, const Program& program, Scope scope, SourceWriter& out) {
  Writer writer(program, scope, out);
  for (const Statement& statement : block) writer.write(statement);
}

}  // namespace heddle::fuzz
