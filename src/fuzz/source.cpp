// SPDX-License-Identifier: Apache-2.0
#include "fuzz/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/call_text.h"
#include "fuzz/ranges.h"
#include "fuzz/statement_text.h"

namespace heddle::fuzz {
namespace {

constexpr const char* kHeader = R"(#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <errno.h>
#include <fenv.h>
#include <linux/futex.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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

bool destroys(const Program& program, std::uint8_t first, std::uint8_t last) {
  bool found = false;
  for_each_statement(program, [&](const Statement& statement) {
    found |= statement.kind == Kind::Destroy && statement.object >= first && statement.object <= last;
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

// What is not known when it is compiled is stored before there are threads.
std::string initial_text(std::uint8_t range, std::uint8_t number) {
  return ranges()[range].is_constant ? encoded(range, std::to_string(number)) : "0";
}

void write_first_values(const Program& program, SourceWriter& out) {
  const auto store = [&](const std::string& name, std::uint8_t range, std::uint8_t number) {
    if (!ranges()[range].is_constant) {
      out.line(fmt::format("{} = {};", name, encoded(range, std::to_string(number))));
    }
  };
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    store(cell_name(program, cell), program.ranges.cells[cell], program.initial[cell]);
  }
  for (std::uint8_t at = 0; at < kElements; ++at) {
    store(fmt::format("arr[{}]", at), program.ranges.elements, program.initial_elements[at]);
  }
}

void write_cells(const Program& program, SourceWriter& out) {
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    const std::uint8_t range = program.ranges.cells[cell];
    const std::string type = type_of(range), value = initial_text(range, program.initial[cell]);
    switch (program.placement[cell]) {
      case Placement::Global:
        out.line(fmt::format("{} c{} = {};", type, cell, value));
        break;
      case Placement::Field:
        out.line(fmt::format("struct {{ {0} before; {0} f; }} st{1} = {{0, {2}}};", type, cell, value));
        break;
      case Placement::Word:
        out.line(fmt::format("{} words{}[3] = {{0, {}, 0}};", type, cell, value));
        break;
    }
  }
  const std::uint8_t range = program.ranges.elements;
  out.line(fmt::format("{} arr[2] = {{{}, {}}};", type_of(range), initial_text(range, program.initial_elements[0]),
                       initial_text(range, program.initial_elements[1])));
  out.line(fmt::format("{}* shared_cell = &{};", type_of(program.ranges.cells[program.pointer]),
                       cell_name(program, program.pointer)));
  if (program.locks_blocks) {
    out.line(fmt::format("struct Locked {{ {} value; pthread_mutex_t mutex; }};", type_of(program.ranges.blocks)));
  }
  out.line(fmt::format("{}* shared_block = nullptr;", block_type(program)));
}

void write_handlers(const Program& program, SourceWriter& out) {
  for (std::uint8_t at = 0; at < kHandlers && uses(program, {Kind::Raise, Kind::SetHandler}); ++at) {
    const std::string value = encoded(program.ranges.cells[at], std::to_string(program.handler_values[at]));
    out.line(fmt::format("void handler{}(int) {{ {} = {}; }}", at, cell_name(program, at), value),
             static_cast<std::uint16_t>(kHandlerId + at));
  }
  if (!uses(program, {Kind::AtExit})) return;
  out.line("int ended;");
  for (std::uint8_t at = 0; at < kExitFunctions; ++at) {
    out.line(fmt::format("void exit{}() {{ ended = ended * 4 + {}; }}", at, at + 1), kEndedId);
  }
}

void write_objects(const Program& program, SourceWriter& out) {
  if (uses(program, {Kind::Lock, Kind::TryLock, Kind::TimedLock, Kind::RemakeMutex}) ||
      destroys(program, 0, kMutexes - 1)) {
    out.line("pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;");
    out.line("pthread_mutex_t m2 = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;");
  }
  if (uses(program, {Kind::Wait, Kind::WaitUntil, Kind::TimedWait, Kind::Signal, Kind::Broadcast}) ||
      destroys(program, kConditionObject, kConditionObject)) {
    out.line("pthread_cond_t cv = PTHREAD_COND_INITIALIZER;");
  }
  if (uses(program, {Kind::ReadLock, Kind::WriteLock, Kind::TryReadLock, Kind::TryWriteLock}) ||
      destroys(program, kReadWriteObject, kReadWriteObject)) {
    out.line("pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
  }
  if (uses(program, kSemaphoreKinds)) out.line("sem_t s0, s1;");
  if (uses(program, {Kind::Barrier})) out.line("pthread_barrier_t barrier;");
  const bool has_spin = uses(program, {Kind::SpinLock, Kind::SpinTryLock}) || destroys(program, kSpinObject, kSpinObject);
  if (has_spin) out.line("pthread_spinlock_t spin;");
  out.line("unsigned out[6]; unsigned long joint;");
  out.line("int word;");
  write_handlers(program, out);
  if (!uses(program, {Kind::Once, Kind::RemakeOnce})) return;
  out.line("pthread_once_t once = PTHREAD_ONCE_INIT;");
  out.line(fmt::format("void initialise() {{ {} = {}; }}", cell_name(program, program.once_cell),
                       encoded(program.ranges.cells[program.once_cell], std::to_string(program.once_value))),
           kOnceId);
}

void write_initialisation(const Program& program, SourceWriter& out) {
  if (uses(program, kSemaphoreKinds)) {
    out.line(fmt::format("sem_init(&s0, 0, {});", program.semaphores[0]));
    out.line(fmt::format("sem_init(&s1, 0, {});", program.semaphores[1]));
  }
  if (uses(program, {Kind::Barrier}))
    out.line(fmt::format("pthread_barrier_init(&barrier, nullptr, {});", program.barrier));
  const bool has_spin = uses(program, {Kind::SpinLock, Kind::SpinTryLock}) || destroys(program, kSpinObject, kSpinObject);
  if (has_spin) out.line("pthread_spin_init(&spin, 0);");
  if (uses(program, {Kind::FileRead, Kind::FileSeek, Kind::FileClose, Kind::FileDup})) {
    for (const std::string& each : file_lines()) out.line(each);
  }
  if (uses(program, {Kind::Raise, Kind::SetHandler})) out.line("signal(SIGUSR1, handler0);");
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

void write_locals(const Program& program, const Block& body, SourceWriter& out) {
  std::string plain;
  for (std::uint8_t local = 0; local < kThreadLocals; ++local) {
    const std::uint8_t range = program.ranges.locals[local];
    if (range != 0)
      out.line(fmt::format("{} r{} = {};", type_of(range), local, encoded(range, "0")));
    else
      plain += fmt::format("{}r{} = 0", plain.empty() ? "" : ", ", local);
  }
  if (!plain.empty()) out.line("int " + plain + ";");
  out.line("Pair box = {0, 0};");
  if (uses(body, {Kind::PutPrivate, Kind::GetPrivate})) out.line("int own[2] = {0, 0};");
  out.line(fmt::format("{}* q = nullptr;", type_of(program.ranges.cells[program.pointer])));
  out.line(fmt::format("{}* h = nullptr;", block_type(program)));
  for (std::uint8_t thread : created_threads(body)) out.line(fmt::format("pthread_t t{};", thread));
}

void write_routine(const Program& program, std::uint8_t number, const Block& body, const std::string& name,
                   SourceWriter& out) {
  out.line(fmt::format("static void* {}(void* argument) {{", name));
  write_locals(program, body, out);
  if (const std::uint8_t given = program.threads[number].given; given != 0) {
    const std::uint8_t range = program.ranges.given;
    const std::string value = decoded(range, fmt::format("({})(unsigned long)argument", type_of(range)));
    out.line(fmt::format("r{} = {};", given - 1, encoded(program.ranges.locals[given - 1u], value)));
  }
  write_block(body, program, {.thread = number}, out);
  write_finish(program, number, out);
  out.line("}");
}

void write_thread(const Program& program, std::uint8_t number, SourceWriter& out) {
  const Thread& thread = program.threads[number];
  write_routine(program, number, thread.body, fmt::format("thread{}", number), out);
  if (!thread.instead.empty()) {
    write_routine(program, number, thread.instead, fmt::format("instead{}", number), out);
  }
}

void write_main(const Program& program, SourceWriter& out) {
  const Thread& thread = program.threads.front();
  out.line("static void run() {");
  if (program.lends) out.line("Pair lent = {0, 0};");
  write_locals(program, thread.body, out);
  write_first_values(program, out);
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
  if (thread.observed != 0) out.line(fmt::format("out[0] = {};", outcome_text(program, thread.observed)), kFinishId);
  if (!joint.empty()) out.line(fmt::format("joint = {};", joint), kJointId);
  out.line(print_text(outcome_text(program, thread.observed)));
  out.line("}");
}

void write_program(const Program& program, std::size_t index, SourceWriter& out) {
  out.line(fmt::format("namespace p{} {{", index));
  write_cells(program, out);
  write_objects(program, out);
  write_functions(program, out);
  for (std::uint8_t number = 1; number < program.threads.size(); ++number) {
    if (routine_of(program, number) != number) continue;
    out.line(fmt::format("static void *thread{0}(void*), *instead{0}(void*);", number));
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
  out.text(range_declarations());
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
