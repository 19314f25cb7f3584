// SPDX-License-Identifier: Apache-2.0
#include "execute/debugger_launch.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "execute/child_setup.h"
#include "execute/request.h"

namespace heddle {

Error become_debugged(const DebuggedRun& run) {
  RingShape shape = run.ring;
  shape.slots = 1;
  if (run.schedule.turns.size() > shape.event_capacity || run.schedule.choices.size() > shape.event_capacity) {
    return {ErrorCode::Usage, "the schedule has more turns or choices than an execution can have events"};
  }
  Result<RingMemory> ring = RingMemory::create(shape);
  if (!ring) return ring.error();
  FileDescriptor facts(::memfd_create("heddle-facts", MFD_CLOEXEC));
  FileDescriptor failure(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!facts.open() || !failure.open()) {
    return {ErrorCode::System, std::string("cannot create shared memory: ") + std::strerror(errno)};
  }
  wire::RingHeader& header = ring->header();
  header.under_debugger = 1;
  header.debugger_stop = run.stop_step;
  header.debugger_hang_after = run.hang_after;
  ring->write_identities(run.launch.identities);
  if (!run.visible_sites.empty()) write_visible_sites(header, run.visible_sites);
  if (!run.contested_sizes.empty()) write_contested_sizes(header, run.contested_sizes);
  Schedule schedule = run.schedule;
  schedule.visibility_version = header.visibility_version;
  RunOptions options;
  options.output = Output::Show;
  write_request(ring->slot(0), schedule, options);
  header.head = 1;
  const ChildSetup setup(std::filesystem::absolute(run.launch.program).string(), run.launch.arguments,
                         run.launch.environment, run.launch.working_directory);
  setup.replace_process({ring->descriptor(), facts.number(), failure.number(), -1, -1});
}

}  // namespace heddle
