// SPDX-License-Identifier: Apache-2.0
#include "fuzz/statement_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/ranges.h"

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

bool has_result(Kind kind) {
  switch (kind) {
    case Kind::Load:
    case Kind::FetchAdd:
    case Kind::Exchange:
    case Kind::CompareExchange:
    case Kind::Set:
    case Kind::GetPrivate:
    case Kind::Call:
    case Kind::CallChosen:
    case Kind::Choose:
    case Kind::TimedWait:
    case Kind::SemTryWait:
    case Kind::SemTimedWait:
    case Kind::SemValue:
    case Kind::Barrier:
    case Kind::Join:
    case Kind::TryJoin:
    case Kind::GetState:
    case Kind::Count:
    case Kind::FileRead:
    case Kind::FutexWait:
    case Kind::FutexWake:
      return true;
    default:
      return false;
  }
}

std::string allocation_text(const Program& program) {
  const std::string type = block_type(program);
  if (program.maps_blocks) {
    return fmt::format("({}*)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)", type);
  }
  return fmt::format("({0}*){1}sizeof({0}))", type, program.locks_blocks ? "calloc(1, " : "malloc(");
}

std::string added_text(std::uint8_t range, const std::string& number) {
  return range == 0 ? number : fmt::format("R{}::T(({}) * ({}))", range, ranges()[range].stride, number);
}

}  // namespace

std::uint8_t StatementWriter::range_of_local(std::uint8_t number) const {
  const bool has_range = number < kThreadLocals && !scope_.in_function;
  return has_range ? program_.ranges.locals[number] : std::uint8_t{0};
}

std::string StatementWriter::result(const Statement& statement) const {
  return range_of_local(statement.target) == 0 ? local(statement.target) : "n";
}

std::string StatementWriter::settled(const Statement& statement, const std::string& text) const {
  const std::uint8_t range = range_of_local(statement.target);
  if (range == 0 || !has_result(statement.kind)) return text;
  return fmt::format("{{ int n = R{0}::dec(r{1}); {2} r{1} = R{0}::enc(n); }}", range, statement.target, text);
}

std::string StatementWriter::local(std::uint8_t number) const {
  const char* member = scope_.in_function ? "->" : ".";
  if (number < kThreadLocals && !scope_.in_function) return fmt::format("r{}", number);
  if (number == kBoxFirst) return fmt::format("box{}u", member);
  if (number == kBoxSecond) return fmt::format("box{}v", member);
  return fmt::format("a{}", number - kFirstInner);
}

std::string StatementWriter::value(const Value& value) const {
  if (!value.has_local) return fmt::format("{}", value.constant);
  const std::string number = decoded(range_of_local(value.local), local(value.local));
  return value.constant == 0 ? number : fmt::format("{} + {}", number, value.constant);
}

std::string StatementWriter::name(const Place& place) const {
  switch (place.way) {
    case Way::Cell:
      return cell_name(program_, place.cell);
    case Way::Element:
      return place.index.has_local ? fmt::format("arr[({}) & 1]", value(place.index))
                                   : fmt::format("arr[{}]", place.index.constant & 1);
    case Way::Pointer:
      return "*q";
    case Way::Heap:
      return program_.locks_blocks ? "h->value" : "*h";
    case Way::Lent:
      return scope_.thread == 0 ? "lent.u" : "((Pair*)argument)->u";
    case Way::Word:
      return "word";
  }
  return {};
}

std::uint8_t StatementWriter::range(const Place& place) const {
  switch (place.way) {
    case Way::Cell:
      return program_.ranges.cells[place.cell];
    case Way::Element:
      return program_.ranges.elements;
    case Way::Pointer:
      return program_.ranges.cells[program_.pointer];
    case Way::Heap:
      return program_.ranges.blocks;
    case Way::Lent:
    case Way::Word:
      return 0;
  }
  return 0;
}

// As it is in memory.
std::string StatementWriter::read(const Place& place) const {
  if (!place.is_atomic) return name(place);
  const std::string order = order_text(place.order);
  if (!ranges()[range(place)].is_floating()) return fmt::format("__atomic_load_n(&{}, {})", name(place), order);
  return fmt::format("({{ {} t; __atomic_load(&{}, &t, {}); t; }})", type_of(range(place)), name(place), order);
}

std::string StatementWriter::compared(const Place& place, bool is_negated, const Value& with) const {
  const std::uint8_t is = range(place);
  const bool as_it_is = !with.has_local && ranges()[is].is_compared;
  const char* compares = is_negated ? "!=" : "==";
  if (as_it_is) return fmt::format("{} {} {}", read(place), compares, encoded(is, value(with)));
  return fmt::format("{} {} {}", decoded(is, read(place)), compares, value(with));
}

std::string StatementWriter::guarded(const Place& place, const std::string& text) const {
  return place.way == Way::Heap ? "if (h) " + text : text;
}

void StatementWriter::memory(const Statement& statement) {
  const Place& place = statement.place;
  const std::uint8_t is = range(place);
  const std::string target = result(statement), first = encoded(is, value(statement.first));
  const std::string order = order_text(place.order), type = type_of(is);
  const auto access = [&](const std::string& text) { return op(statement, guarded(place, text)); };
  switch (statement.kind) {
    case Kind::Load:
      return access(fmt::format("{} = {};", target, decoded(is, read(place))));
    case Kind::Store:
      if (!place.is_atomic) return access(fmt::format("{} = {};", name(place), first));
      return access(ranges()[is].is_floating()
                        ? fmt::format("{{ {} t = {}; __atomic_store(&{}, &t, {}); }}", type, first, name(place), order)
                        : fmt::format("__atomic_store_n(&{}, {}, {});", name(place), first, order));
    case Kind::Copy: {
      const std::string from = read(statement.other);
      const std::uint8_t was = range(statement.other);
      return op(statement, fmt::format("{} = {};", name(place), was == is ? from : encoded(is, decoded(was, from))));
    }
    case Kind::FetchAdd:
      return access(fmt::format("{} = {};", target,
                                decoded(is, fmt::format("__atomic_fetch_add(&{}, {}, {})", name(place),
                                                        added_text(is, value(statement.first)), order))));
    case Kind::Exchange:
      if (!ranges()[is].is_floating()) {
        const std::string exchange = fmt::format("__atomic_exchange_n(&{}, {}, {})", name(place), first, order);
        return access(fmt::format("{} = {};", target, decoded(is, exchange)));
      }
      return access(fmt::format("{{ {} t = {}, o; __atomic_exchange(&{}, &t, &o, {}); {} = {}; }}", type, first,
                                name(place), order, target, decoded(is, "o")));
    case Kind::CompareExchange: {
      const std::string second = encoded(is, value(statement.second)), failure = order_text(statement.failure);
      if (!ranges()[is].is_floating()) {
        return access(fmt::format("{{ {} e = {}; {} = __atomic_compare_exchange_n(&{}, &e, {}, false, {}, {}); }}", type,
                                  first, target, name(place), second, order, failure));
      }
      return access(fmt::format("{{ {} e = {}, d = {}; {} = __atomic_compare_exchange(&{}, &e, &d, false, {}, {}); }}",
                                type, first, second, target, name(place), order, failure));
    }
    case Kind::LoadPointer:
      return op(statement, "q = shared_cell;");
    case Kind::StorePointer:
      return op(statement, statement.object == kCells
                               ? std::string("shared_cell = nullptr;")
                               : fmt::format("shared_cell = &{};", cell_name(program_, statement.object)));
    case Kind::Allocate:
      out_.line(fmt::format("h = {};", allocation_text(program_)));
      return op(statement, fmt::format("{} = {};", name({Way::Heap, 0, {}, false, Order::SeqCst}),
                                       encoded(program_.ranges.blocks, value(statement.first))));
    case Kind::Publish:
      return op(statement, "shared_block = h;");
    case Kind::Withdraw:
      return op(statement, "shared_block = nullptr;");
    case Kind::Take:
      return op(statement, "h = shared_block;");
    case Kind::Free:
      return op(statement, program_.maps_blocks ? "if (h) munmap(h, 4096);" : "if (h) free(h);");
    default:
      return own(statement);
  }
}

void StatementWriter::call(const Statement& statement) {
  const std::string box = program_.functions_take_box ? ", &box" : "";
  const std::string chosen = statement.kind == Kind::Call
                                 ? fmt::format("f{}", statement.object)
                                 : fmt::format("(({}) & 1 ? f1 : f0)", value(statement.second));
  out_.line(settled(statement, fmt::format("{} = {}({}{});", result(statement), chosen, value(statement.first), box)));
}

void StatementWriter::own(const Statement& statement) {
  const std::string target = result(statement), first = value(statement.first);
  const std::string second = value(statement.second);
  switch (statement.kind) {
    case Kind::Set:
      return out_.line(settled(statement, fmt::format("{0} = {1}; {2}", target, first, print_text(target))));
    case Kind::PutPrivate:
      return out_.line(fmt::format("own[({}) & 1] = {};", first, second));
    case Kind::GetPrivate:
      return out_.line(settled(statement, fmt::format("{} = own[({}) & 1];", target, first)));
    case Kind::Assert:
      if (program_.visible_ends) out_.line(print_text("0"));
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

void StatementWriter::control(const Statement& statement) {
  const std::string second = value(statement.second);
  const char* compares = statement.is_negated ? "!=" : "==";
  switch (statement.kind) {
    case Kind::If:
      out_.line(fmt::format("if ({} {} {}) {{", value(statement.first), compares, second));
      break;
    case Kind::IfCell:
      op(statement, fmt::format("if ({}) {{", compared(statement.place, statement.is_negated, statement.second)));
      break;
    case Kind::Loop:
      op(statement, fmt::format("for (int i{0} = 0; i{0} < {1} && {2}; ++i{0}) {{", scope_.loops,
                                statement.object, compared(statement.place, true, statement.second)));
      ++scope_.loops;
      block(statement.body);
      --scope_.loops;
      return out_.line("}");
    case Kind::Spin:
      return op(statement, fmt::format("while ({}) {{}}", compared(statement.place, true, statement.second)));
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

void StatementWriter::write(const Statement& statement) { memory(statement); }

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

std::string block_type(const Program& program) {
  return program.locks_blocks ? "Locked" : type_of(program.ranges.blocks);
}

std::string outcome_text(const Program& program, std::uint8_t observed) {
  std::string text;
  unsigned shift = 0;
  for (unsigned local = 0; local < kThreadLocals; ++local) {
    if ((observed >> local & 1) == 0) continue;
    const std::string number = decoded(program.ranges.locals[local], fmt::format("r{}", local));
    text += fmt::format("{}({} & 15) << {}", text.empty() ? "" : " | ", number, shift);
    shift += 4;
  }
  return text.empty() ? "0" : text;
}

std::string print_text(const std::string& value) { return fmt::format("putchar(letter_of({}));", value); }

void write_finish(const Program& program, std::uint8_t thread, SourceWriter& out) {
  const std::uint8_t observed = program.threads[thread].observed;
  const std::string text = outcome_text(program, observed);
  // Twins tell it in the same place, which is no data race of the program that is compared.
  const char* form = has_twins(program, thread) ? "__atomic_store_n(&out[{}], {}, __ATOMIC_SEQ_CST);" : "out[{}] = {};";
  if (observed != 0) {
    out.line(fmt::format(fmt::runtime(form), thread, text), static_cast<std::uint16_t>(kFinishId + thread));
  }
  out.line(print_text(text));
  out.line(fmt::format("return (void*)(long)({});", text));
}

void write_block(const Block& block, const Program& program, Scope scope, SourceWriter& out) {
  StatementWriter writer(program, scope, out);
  for (const Statement& statement : block) writer.write(statement);
}

}  // namespace heddle::fuzz
