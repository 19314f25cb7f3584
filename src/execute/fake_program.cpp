// SPDX-License-Identifier: Apache-2.0
//
// The program's side of the ring for tests of ProcessRunner: a supervisor that forks a worker which answers slots.
// A run has one Load event per scheduled event with value = seed. How it starts is said by argv[1], how a run goes
// wrong by the seed of its schedule (see answer()).
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "wire/ring.h"

namespace {

namespace wire = heddle::wire;

wire::RingHeader* ring;
wire::SlotLayout layout;

char* slot_at(std::uint32_t index) {
  return reinterpret_cast<char*>(ring) + ring->slots_offset + (index % ring->slot_count) * ring->slot_stride;
}

void advance_tail() {
  __atomic_fetch_add(&ring->tail, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&ring->tail_sleepers, __ATOMIC_SEQ_CST) != 0) {
    syscall(SYS_futex, &ring->tail, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }
}

void print_much(int descriptor) {
  for (int line = 0; line < 100'000; ++line) {
    const std::string text = "line " + std::to_string(line) + "\n";
    if (write(descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(1);
  }
}

// Seeds: 7 dies every time, 8 dies only the first time, 9 blocks every time, 10 leaves with _exit(3), 11 blocks the
// first time, 12 shares a stack object of site 5, 13 writes nonsense, 14 kills the supervisor,
// 15 prints much and dies the first time.
void misbehave(wire::Slot& slot, bool first_time) {
  if (slot.seed == 7 || (slot.seed == 8 && first_time)) raise(SIGKILL);
  if (slot.seed == 9 || (slot.seed == 11 && first_time)) pause();
  if (slot.seed == 10) _exit(3);
  if (slot.seed == 12) {
    slot.outcome = heddle::Outcome::StackShared;
    slot.shared_count = 1;
    slot.shared_sites[0] = 5;
  }
  if (slot.seed == 13) slot.event_count = 0xffffffff;
  if (slot.seed == 14) {
    kill(getppid(), SIGKILL);
    pause();
  }
  if (slot.seed == 15 && (slot.flags & wire::kCaptureOutput) != 0) {
    print_much(ring->output_descriptor);
    if (first_time) raise(SIGKILL);
  }
}

void answer(char* base, std::uint32_t* times_seen) {
  auto& slot = *reinterpret_cast<wire::Slot*>(base);
  auto* events = reinterpret_cast<wire::EventRecord*>(base + layout.events);
  const auto* entries = reinterpret_cast<const wire::ScheduleEntry*>(base + layout.entries);
  std::uint32_t count = 0;
  for (std::uint32_t entry = 0; entry < slot.entry_count; ++entry) {
    for (std::uint32_t event = 0; event < entries[entry].events; ++event) {
      events[count] = {};
      events[count].thread = entries[entry].thread;
      events[count].kind = heddle::EventKind::Load;
      events[count].value = slot.seed;
      events[count].point = 0;
      ++count;
    }
  }
  slot.event_count = count;
  slot.thread_count = 1;
  slot.threads[0] = {};
  slot.exit_code = 0;
  slot.signal = 0;
  slot.failing_thread = wire::kNoThread;
  slot.failing_point = wire::kNoPoint;
  slot.shared_count = 0;
  slot.message[0] = 0;
  slot.outcome = heddle::Outcome::Finished;
  const bool first_time = slot.seed < 16 && times_seen[slot.seed]++ == 0;
  misbehave(slot, first_time);
}

[[noreturn]] void work(std::uint32_t* times_seen) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) {
    while (__atomic_load_n(&ring->head, __ATOMIC_SEQ_CST) == ring->tail && ring->quit == 0) {
      __atomic_store_n(&ring->head_sleepers, 1, __ATOMIC_SEQ_CST);
      const std::uint32_t tail = ring->tail;
      if (__atomic_load_n(&ring->head, __ATOMIC_SEQ_CST) == tail) {
        syscall(SYS_futex, &ring->head, FUTEX_WAIT, tail, nullptr, nullptr, 0);
      }
      __atomic_store_n(&ring->head_sleepers, 0, __ATOMIC_SEQ_CST);
    }
    if (ring->quit != 0) _exit(0);
    answer(slot_at(ring->tail), times_seen);
    advance_tail();
  }
}

void supervise() {
  auto* times_seen =
      static_cast<std::uint32_t*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (;;) {
    const pid_t worker = fork();
    if (worker == 0) work(times_seen);
    ring->worker_pid = worker;
    ring->workers_started = ring->workers_started + 1;
    ring->phase = wire::Phase::Ready;
    int status = 0;
    waitpid(worker, &status, 0);
    if (ring->quit != 0) return;
    ring->head_sleepers = 0;  // the dead cannot take themselves off
    if (ring->head == ring->tail) continue;
    auto& slot = *reinterpret_cast<wire::Slot*>(slot_at(ring->tail));
    slot.outcome = heddle::Outcome::WorkerDied;
    slot.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    slot.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    advance_tail();
  }
}

void write_facts(int descriptor, std::uint32_t version) {
  struct {
    wire::FactsHeader header;
    wire::FactsPoint point;
    char strings[16];
  } facts{};
  facts.header.version = version;
  facts.header.point_count = 1;
  facts.header.points_offset = offsetof(decltype(facts), point);
  facts.header.modules_offset = facts.header.sites_offset = sizeof facts.header;
  facts.header.externals_offset = facts.header.definitions_offset = sizeof facts.header;
  facts.header.strings_offset = offsetof(decltype(facts), strings);
  facts.header.total_size = sizeof facts;
  std::memcpy(facts.strings, "\0fake.c\0x", 10);
  facts.point = {1, 0, 8, 12, 3, 0, 0};
  if (::write(descriptor, &facts, sizeof facts) != sizeof facts) _exit(1);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string how = argument_count > 1 ? arguments[1] : "";
  const char* control = std::getenv(wire::kControlVariable);
  if (how == "uninstrumented") return 0;
  if (how == "uninstrumented-forever") pause();
  int ring_descriptor = -1;
  int facts_descriptor = -1;
  if (control == nullptr || std::sscanf(control, "%d,%d", &ring_descriptor, &facts_descriptor) != 2) return 1;
  struct stat status {};
  fstat(ring_descriptor, &status);
  ring = static_cast<wire::RingHeader*>(
      mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, ring_descriptor, 0));
  ring->supervisor_pid = getpid();
  layout = wire::slot_layout(ring->event_capacity, ring->payload_capacity, ring->pc_capacity);
  if (how == "crash") {
    std::fputs("a constructor wrote this\n", stderr);
    std::abort();
  }
  if (how == "stuck") pause();
  if (how == "failed") {
    std::strcpy(ring->failure, "cannot work here");
    ring->phase = wire::Phase::Failed;
    pause();
  }
  if (how == "report") {  // what the program sees of its environment, as the failure message
    char directory[512] = "";
    if (getcwd(directory, sizeof directory) == nullptr) return 1;
    const char* mine = std::getenv("MINE");
    const bool leaked = fcntl(3, F_GETFD) != -1;
    std::snprintf(ring->failure, sizeof ring->failure, "cwd=%s mine=%s path=%d bind=%s leaked=%d argument=%s",
                  directory, mine == nullptr ? "" : mine, std::getenv("PATH") != nullptr, std::getenv("LD_BIND_NOW"),
                  leaked, argument_count > 2 ? arguments[2] : "");
    ring->phase = wire::Phase::Failed;
    pause();
  }
  write_facts(facts_descriptor, how == "old" ? 0 : wire::kWireVersion);
  std::memcpy(ring->build_id, "\xab\xcd", 2);
  ring->build_id_size = 2;
  supervise();
  return 0;
}
