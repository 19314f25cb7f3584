// SPDX-License-Identifier: Apache-2.0
//
// What happens between vfork and exec of the checked program. Everything that allocates is prepared by the
// constructor, before the vfork; become() then makes system calls only.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace heddle {

struct ChildDescriptors {
  int ring;
  int facts;
  int failure;  // a ChildFailure is written here if the program cannot be started; closed by exec
  int output;   // stderr, with stdout discarded; -1 = both as they are
  int capture;  // becomes kCaptureNumber; -1 = none
};

// Where the program finds ChildDescriptors::capture. It is told by RingHeader::output_descriptor.
inline constexpr int kCaptureNumber = 196;

enum class ChildStage : int { Directory, Exec };

struct ChildFailure {
  ChildStage stage;
  int error;
};

// False where the system refuses to switch off the randomisation of addresses (many containers do). Then global variables
// and libraries stand elsewhere in every campaign and every replay.
bool addresses_can_be_fixed();

class ChildSetup {
 public:
  ChildSetup(std::string program, std::vector<std::string> arguments, std::vector<std::string> environment,
             std::string working_directory);

  // In the child, after vfork. `parent` is the explorer's process id.
  [[noreturn]] void become(const ChildDescriptors& descriptors, pid_t parent) const;
  // The same for a process that somebody else started and looks after, such as a debugger.
  [[noreturn]] void replace_process(const ChildDescriptors& descriptors) const;

 private:
  std::string program_;
  std::vector<std::string> arguments_;
  std::vector<std::string> environment_;
  std::string working_directory_;
  std::vector<char*> argv_;
  std::vector<char*> envp_;
};

}  // namespace heddle
