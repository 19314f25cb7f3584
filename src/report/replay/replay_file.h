// SPDX-License-Identifier: Apache-2.0
//
// The replay file: everything needed to see a finding again, and to notice when that is no longer possible. JSON,
// with a version and a checksum over the content. docs/replay.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/replay/recorded_environment.h"
#include "trace/contested_sizes.h"
#include "trace/freedoms.h"
#include "trace/program_facts.h"
#include "trace/result.h"
#include "trace/schedule.h"

namespace heddle {

struct SourceRecord {
  std::string path;
  std::string hash;  // content_hash of the file
  friend bool operator==(const SourceRecord&, const SourceRecord&) = default;
};

// How the program was built; no arguments when the user brought a finished program.
struct BuildRecord {
  std::vector<std::string> arguments;  // files and compiler flags, in order
  std::string directory;               // where the compiler was started
  std::string output;                  // folder for objects and program
  std::string compiler;                // its version line
  std::vector<SourceRecord> sources;
  friend bool operator==(const BuildRecord&, const BuildRecord&) = default;
};

struct ReplayFile {
  std::string heddle_version;
  std::uint32_t wire_version = 0;
  std::string project;  // its folder, from that of the file; "": all paths are absolute
  BuildRecord build;
  std::string binary;  // absolute path, as all others, but for what portable_paths.h has marked
  std::string build_id;
  std::vector<std::string> arguments;
  std::vector<RecordedVariable> environment;
  std::string directory;                 // where the program was started
  std::uint64_t max_events = 0;
  Freedoms freedoms;
  int expected_exit = 0;
  std::string memory_model;
  std::uint32_t visibility_version = 0;
  std::vector<std::uint32_t> visible_sites;
  ContestedSizes contested_sizes;
  ThreadIdentities identities;
  std::string schedule;                                             // to_text
  // what must come out
  std::string kind;
  std::string key;
  std::string message;
  SourceLocation location;
  std::string outcome;
  std::uint64_t trace_hash = 0;
  bool addresses_fixed = true;  // false: another run has other addresses, and so another hash
  std::string report;       // the text as it was shown
  std::string full_report;  // the same with every event and every frame

  friend bool operator==(const ReplayFile&, const ReplayFile&) = default;
};

inline constexpr int kReplayFormat = 3;

std::string to_text(const ReplayFile& file);
// Errors name the defect: not a replay file, truncated, edited, of another format version, out of bounds. `name` is for
// messages.
Result<ReplayFile> parse_replay_file(const std::string& text, const std::string& name);

// 128 bits of xxHash in hexadecimal: notices change, does not resist an attacker.
std::string content_hash(const std::string& content);

}  // namespace heddle
