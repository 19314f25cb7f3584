// SPDX-License-Identifier: Apache-2.0
#include "app/replay_place.h"

#include <algorithm>
#include <filesystem>

#include "app/build_program.h"
#include "execute/program_file.h"
#include "report/replay/portable_paths.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const std::string& path) {
  std::error_code error;
  const fs::path folder = fs::canonical(fs::path(path), error).parent_path();
  return error ? fs::absolute(path, error).parent_path() : folder;
}

bool fits(ReplayFile file, const std::string& project) {
  settle_in(file, project);
  const Result<ProgramFile> program = read_program_file(file.binary);
  if (program && program->build_id == file.build_id) return true;
  return !file.build.sources.empty() && first_changed_source(file.build).empty();
}

}  // namespace

void find_project(ReplayFile& file, const std::string& path) {
  if (file.project.empty()) return;
  std::error_code error;
  const fs::path named = (folder_of(path) / file.project).lexically_normal();
  std::vector<fs::path> candidates = {named.has_filename() ? named : named.parent_path()};
  for (fs::path folder = fs::current_path(error); folder.has_relative_path(); folder = folder.parent_path()) {
    candidates.push_back(folder);
  }
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&file](const fs::path& folder) { return fits(file, folder.string()); });
  settle_in(file, (found == candidates.end() ? candidates.front() : *found).string());
}

std::string out_folder_of(const std::string& path) {
  const fs::path folder = folder_of(path);
  const bool is_ours = folder.filename() == "findings" || folder.filename() == "outcomes";
  std::error_code error;
  return is_ours ? folder.parent_path().string() : (fs::current_path(error) / "heddle-out").string();
}

}  // namespace heddle
