// SPDX-License-Identifier: Apache-2.0
//
// BuildStore: programs that heddle has built, one folder for each name. A build has a folder of its own below it, which
// appears complete (by a rename) and never changes. Builds of the same key wait for each other; who uses one holds a
// lock on it, so that nobody removes it meanwhile.
#pragma once

#include <string>
#include <vector>

#include "app/build_inputs.h"
#include "execute/file_descriptor.h"
#include "trace/result.h"

namespace heddle {

// What is kept beside a program.
struct StoredBuild {
  std::string compiler;  // its version line
  std::string messages;  // of compiler and linker
  std::string program;   // hash of the program's bytes
  BuildInputs inputs;
};

class BuildStore {
 public:
  // `folder` is that of the name. Waits while somebody else builds this key, and says so.
  static Result<BuildStore> open(std::string folder, std::string name, std::string key);

  // The folder of a finished build that is still right, or "". From then on it is in use until this process ends.
  std::string find(StoredBuild& build);
  // An empty folder to build in. Always the same for the same key: its path may get into the program.
  Result<std::string> begin();
  // Makes what was built there a finished build, in use as above, and returns its folder.
  Result<std::string> finish(const StoredBuild& build);
  // Removes what was built there.
  void give_up();

 private:
  BuildStore(std::string folder, std::string name, std::string key, FileDescriptor lock);
  std::string building() const;
  bool is_usable(const std::string& entry, StoredBuild& build) const;
  bool make_room_for(const std::string& entry) const;
  void show_latest(const std::string& entry) const;

  std::string folder_;
  std::string name_;
  std::string key_;
  FileDescriptor lock_;  // while this lives nobody else looks at builds of this key
};

// Marks the build that this program belongs to, if it is one of ours, as in use until this process ends.
void keep_in_use(const std::string& program);

// Removes builds below the folder of one name that nobody uses, has used lately, or needs for a replay file in
// `findings`.
void prune_builds(const std::string& folder, const std::vector<std::string>& findings);

}  // namespace heddle
