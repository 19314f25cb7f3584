// SPDX-License-Identifier: Apache-2.0
#include "fuzz/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/statement_text.h"

namespace heddle::fuzz {
namespace {

constexpr const char* kHeader = R"(#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

extern "C" int putchar(int);  // that of the header reads stdout
struct Pair {
  int u, v;
};
static const struct timespec soon = {1, 0};
static inline int letter_of(unsigned value) { return 'A' + (int)((value ^ value >> 4 ^ value >> 8) & 15); }
)";

constexpr std::initializer_list<Kind> kSemaphoreKinds = {Kind::SemWait, Kind::SemTryWait, Kind::SemTimedWait,
                                                         Kind::SemPost, Kind::SemValue};

bool uses(const Program& program, std::initializer_list<Kind> kinds) {
  bool found = false;
  for_each_statement(program, [&](const Statement& statement) {
    found |= std::find(kinds.begin(), kinds.end(), statement.kind) != kinds.end();
  });
  return found;
}

bool uses(const Block& block, std::initializer_list<Kind> kinds) {
  bool found = false;
  for_each_statement(block, [&](const Statement& statement) {
    found |= std::find(kinds.begin(), kinds.end(), statement.kind) != kinds.end();
  });
  return found;
}

void write_cells(const Program& program, SourceWriter& out) {
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    const unsigned value = program.initial[cell];
    switch (program.placement[cell]) {
      case Placement::Global:
        out.line(fmt::format("int c{} = {};", cell, value));
        break;
      case Placement::Field:
        out.line(fmt::format("struct {{ int before; int f; }} st{} = {{0, {}}};", cell, value));
        break;
      case Placement::Word:
        out.line(fmt::format("int words{}[3] = {{0, {}, 0}};", cell, value));
        break;
    }
  }
  out.line(fmt::format("int arr[2] = {{{}, {}}};", program.initial_elements[0], program.initial_elements[1]));
  out.line(fmt::format("int* shared_cell = &{};", cell_name(program, program.pointer)));
  out.line("int* shared_block = nullptr;");
}

void write_objects(const Program& program, SourceWriter& out) {
  if (uses(program, {Kind::Lock, Kind::TryLock, Kind::TimedLock})) {
    out.line("pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;");
    out.line("pthread_mutex_t m2 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;");
  }
  if (uses(program, {Kind::Wait, Kind::WaitUntil, Kind::TimedWait, Kind::Signal, Kind::Broadcast})) {
    out.line("pthread_cond_t cv = PTHREAD_COND_INITIALIZER;");
  }
  if (uses(program, {Kind::ReadLock, Kind::WriteLock, Kind::TryReadLock, Kind::TryWriteLock})) {
    out.line("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
  }
  if (uses(program, kSemaphoreKinds)) out.line("sem_t s0, s1;");
  if (uses(program, {Kind::Barrier})) out.line("pthread_barrier_t barrier;");
  if (uses(program, {Kind::SpinLock, Kind::SpinTryLock})) out.line("pthread_spinlock_t spin;");
  out.line("unsigned out[6]; unsigned long joint;");
  if (!uses(program, {Kind::Once})) return;
  out.line("pthread_once_t once = PTHREAD_ONCE_INIT;");
  out.line(fmt::format("void initialise() {{ {} = {}; }}", cell_name(program, program.once_cell), program.once_value),
           kOnceId);
}

void write_initialisation(const Program& program, SourceWriter& out) {
  if (uses(program, kSemaphoreKinds)) {
    out.line(fmt::format("sem_init(&s0, 0, {});", program.semaphores[0]));
    out.line(fmt::format("sem_init(&s1, 0, {});", program.semaphores[1]));
  }
  if (uses(program, {Kind::Barrier}))
    out.line(fmt::format("pthread_barrier_init(&barrier, nullptr, {});", program.barrier));
  if (uses(program, {Kind::SpinLock, Kind::SpinTryLock})) out.line("pthread_spin_init(&spin, 0);");
}

void write_functions(const Program& program, SourceWriter& out) {
  if (!uses(program, {Kind::Call, Kind::CallChosen})) return;
  for (std::size_t index = 0; index < program.functions.size(); ++index) {
    const Function& function = program.functions[index];
    out.line(fmt::format("{}static int f{}(int a0{}) {{", function.is_inlined ? "" : "__attribute__((noinline)) ",
                         index, program.functions_take_box ? ", Pair* box" : ""));
    out.line("int a1 = 0, a2 = 0;");
    write_block(function.body, program, {.in_function = true}, out);
    out.line("return a1;");
    out.line("}");
  }
}

void write_locals(const Block& body, SourceWriter& out) {
  out.line("int r0 = 0, r1 = 0, r2 = 0, r3 = 0;");
  out.line("Pair box = {0, 0};");
  if (uses(body, {Kind::PutPrivate, Kind::GetPrivate})) out.line("int own[2] = {0, 0};");
  out.line("int *q = nullptr, *h = nullptr;");
  for (std::uint8_t thread : created_threads(body)) out.line(fmt::format("pthread_t t{};", thread));
}

void write_thread(const Program& program, std::uint8_t number, SourceWriter& out) {
  const Thread& thread = program.threads[number];
  out.line(fmt::format("static void* thread{}(void* argument) {{", number));
  write_locals(thread.body, out);
  write_block(thread.body, program, {.thread = number}, out);
  write_finish(program, number, out);
  out.line("}");
}

void write_main(const Program& program, SourceWriter& out) {
  const Thread& thread = program.threads.front();
  out.line("static void run() {");
  if (program.lends) out.line("Pair lent = {0, 0};");
  write_locals(thread.body, out);
  write_initialisation(program, out);
  write_block(thread.body, program, {.thread = 0}, out);
  std::string joint;
  unsigned shift = 0;
  for (std::uint8_t joined : joined_by_main(program)) {
    out.line(fmt::format("void* v{0}; pthread_join(t{0}, &v{0});", joined),
             static_cast<std::uint16_t>(kJoinId + joined));
    joint += fmt::format("{}(unsigned long)v{} << {}", joint.empty() ? "" : " | ", joined, shift);
    shift += kBitsOfOutcome;
  }
  write_block(program.after, program, {.thread = 0}, out);
  if (thread.observed != 0) out.line(fmt::format("out[0] = {};", outcome_text(thread.observed)), kFinishId);
  if (!joint.empty()) out.line(fmt::format("joint = {};", joint), kJointId);
  out.line(print_text(outcome_text(thread.observed)));
  out.line("}");
}

void write_program(const Program& program, std::size_t index, SourceWriter& out) {
  out.line(fmt::format("namespace p{} {{", index));
  write_cells(program, out);
  write_objects(program, out);
  write_functions(program, out);
  for (std::uint8_t number = 1; number < program.threads.size(); ++number) {
    if (routine_of(program, number) == number) out.line(fmt::format("static void* thread{}(void*);", number));
  }
  for (std::uint8_t number = 1; number < program.threads.size(); ++number) {
    if (routine_of(program, number) == number) write_thread(program, number, out);
  }
  write_main(program, out);
  out.line("}");
}

}  // namespace

SourceFile source_of(const std::vector<const Program*>& programs) {
  SourceWriter out;
  out.text(kHeader);
  for (std::size_t index = 0; index < programs.size(); ++index) write_program(*programs[index], index, out);
  out.line("int main(int, char** arguments) {");
  out.line(R"(putchar('\n');)");  // whoever prints first allocates a buffer, and that must not be one of the threads
  out.line("switch (atoi(arguments[1])) {");
  for (std::size_t index = 0; index < programs.size(); ++index) {
    out.line(fmt::format("case {0}: p{0}::run(); break;", index));
  }
  out.line("}");
  out.line("return 0;");
  out.line("}");
  return out.take();
}

}  // namespace heddle::fuzz
