// SPDX-License-Identifier: Apache-2.0
#include "app/build_inputs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

#include "report/replay/atomic_file.h"
#include "report/replay/replay_file.h"
#include "report/source_text.h"

namespace heddle {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

// Bumped when the way in which programs are built changes.
constexpr char kVersion[] = "heddle build 2";

// Read by clang, its driver, the linker or our compilers. The language decides about the text of messages, PWD about
// paths in debug information.
constexpr std::array kVariables = {"CPATH",
                                   "C_INCLUDE_PATH",
                                   "CPLUS_INCLUDE_PATH",
                                   "LIBRARY_PATH",
                                   "COMPILER_PATH",
                                   "GCC_EXEC_PREFIX",
                                   "GCC_ROOT",
                                   "SDKROOT",
                                   "SOURCE_DATE_EPOCH",
                                   "LD_LIBRARY_PATH",
                                   "LD_PRELOAD",
                                   "LD_RUN_PATH",
                                   "LDEMULATION",
                                   "PWD",
                                   "LANG",
                                   "LC_ALL",
                                   "LC_MESSAGES",
                                   "CCC_OVERRIDE_OPTIONS",
                                   "CCC_ADD_ARGS",
                                   "LANGUAGE",
                                   "HEDDLE_CLANG",
                                   "HEDDLE_PASS",
                                   "LC_CTYPE",
                                   "CLANG_CONFIG_FILE_USER_DIR"};
constexpr std::array kFolderVariables = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"};
constexpr std::array kFolderFlags = {"-I", "-iquote", "-isystem", "-idirafter", "-L"};
constexpr std::array kUsualFolders = {"/usr/local/include", "/usr/include", "/usr/include/x86_64-linux-gnu"};
// With these, more is read or written than compiler and linker say, or are seen to open.
constexpr std::array kUnclearFlags = {"-fmodule",
                                      "-fprebuilt-module",
                                      "-fimplicit-module",
                                      "-fprofile",
                                      "-fcs-profile",
                                      "--coverage",
                                      "-ftest-coverage",
                                      "-save-temps",
                                      "--save-temps",
                                      "-working-directory",
                                      "--config",
                                      "-Xarch",
                                      "-ivfsoverlay",
                                      "-fplugin",
                                      "-fpass-plugin",
                                      "-load",
                                      "-Wl,-plugin",
                                      "-Wl,--plugin",
                                      "--ld-path",
                                      "-B"};

std::string in_folder(const std::string& file, const std::string& folder) {
  const fs::path path(file);
  return (path.is_absolute() ? path : fs::path(folder) / path).lexically_normal().string();
}

const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Size, times and number stand for the content where nobody edits in place.
std::string stamp_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return "";
  return fmt::format("{}:{}.{}:{}.{}:{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                     status.st_ctim.tv_sec, status.st_ctim.tv_nsec, status.st_ino);
}

// "" if it is not there.
std::string state_of(const std::string& path) {
  if (is_system_file(path)) return stamp_of(path);
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return "";
  const Result<std::string> content = read_file(path);
  return content ? content_hash(*content) : "";
}

std::string program_in_path(const std::string& name) {
  std::error_code error;
  if (name.find('/') != std::string::npos) return fs::weakly_canonical(name, error).string();
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path path = fs::path(folder) / name;
    if (fs::exists(path, error)) return fs::weakly_canonical(path, error).string();
  }
  return "";
}

// Clang, linkers, our compilers with pass and runtime: where they are, and which.
Words tools(const std::string& compilers) {
  Words found;
  const std::string chosen = variable("HEDDLE_CLANG");
  for (const std::string& name : {chosen, std::string("clang-19"), std::string("clang++-19"), std::string("ld"),
                                  std::string("ld.lld"), std::string("ld.lld-19")}) {
    const std::string path = name.empty() ? "" : program_in_path(name);
    found.push_back(path + "=" + stamp_of(path));
  }
  for (const char* part :
       {"heddle-clang", "../lib/libheddle_pass.so", "../lib/libheddle_opened.so", "../lib/libheddle_runtime.a",
        "../lib/libheddle_runtime_cxx.a"}) {
    const std::string path = in_folder(part, compilers);
    found.push_back(path + "=" + stamp_of(path));
  }
  return found;
}

// The parts of a word that may name a file: -include x.h, -Wl,--version-script=x, -Wl,@flags, -fplugin=x, x.a.
Words possible_files(const std::string& word) {
  Words parts = {word};
  for (std::size_t at = 0; at < word.size(); ++at) {
    const bool separates = word[at] == '=' || word[at] == ',' || word[at] == '@' || word[at] == ':';
    if (separates) parts.push_back(word.substr(at + 1, word.find(',', at + 1) - at - 1));
  }
  if (word.size() > 2 && word[0] == '-') parts.push_back(word.substr(2));
  return parts;
}

std::string hash_of(const Words& parts) {
  std::string all;
  for (const std::string& part : parts) all += std::to_string(part.size()) + ":" + part;
  return content_hash(all);
}

std::set<std::string> folders_of(const Words& arguments, const std::string& directory) {
  std::set<std::string> folders = {directory};
  for (const char* folder : kUsualFolders) folders.insert(folder);
  for (const char* name : kFolderVariables) {
    std::istringstream list(variable(name));
    for (std::string folder; std::getline(list, folder, ':');) folders.insert(in_folder(folder, directory));
  }
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    for (const std::string flag : kFolderFlags) {
      const std::string& word = arguments[at];
      if (!word.starts_with(flag)) continue;
      const bool stands_alone = word == flag && at + 1 < arguments.size();
      folders.insert(in_folder(stands_alone ? arguments[at + 1] : word.substr(flag.size()), directory));
    }
  }
  return folders;
}

// What the libraries of -l may be called.
void add_library_names(const Words& arguments, std::set<std::string>& names) {
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    if (!arguments[at].starts_with("-l")) continue;
    const bool stands_alone = arguments[at] == "-l" && at + 1 < arguments.size();
    const std::string name = stands_alone ? arguments[at + 1] : arguments[at].substr(2);
    if (name.starts_with(":")) names.insert(name.substr(1));
    for (const char* ending : {".so", ".a"}) names.insert("lib" + name + ending);
  }
}

// As an #include may have named it: bits/types.h, types.h; and what clang would take in its place.
void add_names_of(const std::string& path, std::set<std::string>& names) {
  constexpr int kMostParts = 4;
  fs::path name;
  fs::path rest(path);
  for (int parts = 0; parts < kMostParts && rest.has_filename() && rest != rest.root_path(); ++parts) {
    name = name.empty() ? rest.filename() : rest.filename() / name;
    names.insert(name.string());
    rest = rest.parent_path();
  }
  if (is_system_file(path)) return;
  for (const char* ending : {".pch", ".gch"}) names.insert(fs::path(path).filename().string() + ending);
}

// After `__has_include` and kin: the name in `(<name>)` or `("name")`, or "" if it is made by a macro.
std::string name_asked_for(const std::string& text, std::size_t at) {
  at = text.find_first_not_of(" \t", at);
  if (at == std::string::npos || text[at] != '(') return "";
  at = text.find_first_not_of(" \t", at + 1);
  if (at == std::string::npos || (text[at] != '<' && text[at] != '"')) return "";
  const std::size_t end = text.find(text[at] == '<' ? '>' : '"', at + 1);
  return end == std::string::npos ? "" : text.substr(at + 1, end - at - 1);
}

// Names that the text asks for without including them. False if it may ask for what nobody can tell.
bool add_names_asked_for(const std::string& text, bool is_system, std::set<std::string>& names) {
  bool is_clear = true;
  for (std::size_t at = text.find("__has_"); at != std::string::npos; at = text.find("__has_", at + 1)) {
    const std::size_t end = text.find_first_not_of("_abcdefghijklmnopqrstuvwxyz", at);
    const std::string what = text.substr(at, end - at);
    if (what != "__has_include" && what != "__has_include_next" && what != "__has_embed") continue;
    const std::string name = name_asked_for(text, end);
    const bool is_test = end != std::string::npos && text.find_first_not_of(" \t", end) != std::string::npos &&
                         text[text.find_first_not_of(" \t", end)] == '(';
    if (!name.empty()) names.insert(name);
    is_clear &= !name.empty() || !is_test;  // `#ifdef __has_include` asks for nothing
  }
  return is_system || is_clear;
}

// A name is looked for on the disk only where its first part is there.
std::string names_found(const Words& names, const Words& folders) {
  Words found;
  for (const std::string& folder : folders) {
    std::set<std::string> entries;
    std::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
      entries.insert(each->path().filename().string());
    }
    for (const std::string& name : names) {
      const std::string first = *fs::path(name).begin();
      const bool is_out_of_folder = first == ".." || first == "." || first == "/";
      if (!is_out_of_folder && !entries.contains(first)) continue;
      const std::string path = in_folder(name, folder);
      if (first == name || fs::exists(path, error)) found.push_back(path);
    }
  }
  return hash_of(found);
}

// Written since `begin`, or just then.
bool was_written_since(const BuildBegin& begin, const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return true;
  const timespec& changed = status.st_ctim;
  return changed.tv_sec > begin.seconds || (changed.tv_sec == begin.seconds && changed.tv_nsec >= begin.nanoseconds);
}

bool is_unclear(const std::string& word) {
  return std::any_of(kUnclearFlags.begin(), kUnclearFlags.end(),
                     [&](const char* flag) { return word.starts_with(flag); });
}

bool is_of_this_build(const BuildPlan& plan, const std::string& path) {
  return path.starts_with(fs::path(plan.binary).parent_path().string() + "/");
}

// What compiler and linker name. False if one of them does not.
bool add_files_named(const BuildPlan& plan, const std::string& directory, std::set<std::string>& files) {
  Words rules = {plan.link_dependencies};
  for (const CompileStep& step : plan.compile) {
    files.insert(in_folder(step.source, directory));
    rules.push_back(step.dependencies);
  }
  bool are_there = true;
  for (const std::string& rule : rules) {
    const Result<std::string> text = read_file(rule);
    are_there &= static_cast<bool>(text);
    for (const std::string& file : text ? parse_dependencies(*text) : Words{}) {
      const std::string path = in_folder(file, directory);
      if (!is_of_this_build(plan, path)) files.insert(path);
    }
  }
  return are_there;
}

// What they opened, without what they had made themselves.
std::set<std::string> files_opened(const BuildPlan& plan) {
  const Result<std::string> text = read_file(plan.opened);
  std::set<std::string> opened, made;
  std::istringstream notes(text ? *text : "");
  for (std::string note; std::getline(notes, note, '\0') && !note.empty();) {
    const std::string path = fs::path(note.substr(1)).lexically_normal().string();
    const bool is_no_file = path.starts_with("/proc/") || path.starts_with("/sys/");
    if (is_no_file || is_of_this_build(plan, path) || made.contains(path)) continue;
    if (note[0] == 'r') opened.insert(path);
    if (note[0] == 'w' && !opened.contains(path)) made.insert(path);
  }
  return opened;
}

// False if there may be more. A tool that opens files without being seen would not have opened what is named.
bool add_files_read(const BuildPlan& plan, const std::string& directory, std::set<std::string>& files) {
  const bool are_named = add_files_named(plan, directory, files);
  const std::set<std::string> opened = files_opened(plan);
  const bool are_seen = std::includes(opened.begin(), opened.end(), files.begin(), files.end());
  files.insert(opened.begin(), opened.end());
  return are_named && are_seen;
}

}  // namespace

std::string build_key(const Words& arguments, const std::string& directory, const std::string& compilers) {
  Words parts = {kVersion, directory, compilers};
  for (const std::string& tool : tools(compilers)) parts.push_back(tool);
  for (const char* name : kVariables) parts.push_back(std::string(name) + "=" + variable(name));
  for (const std::string& word : arguments) {
    parts.push_back(word);
    for (const std::string& part : possible_files(word)) {
      std::error_code error;
      const std::string path = part.empty() ? "" : in_folder(part, directory);
      if (!path.empty() && fs::is_regular_file(path, error)) parts.push_back(path + "=" + state_of(path));
    }
  }
  return hash_of(parts).substr(0, 16);
}

// Files are stamped by the coarse clock or, if somebody has looked at the stamp before, by the fine one (Linux 6.13). The
// coarse clock may lag behind the fine one by more than a tick: only when it has passed the present fine time are all
// earlier stamps smaller, and all later ones not.
BuildBegin begin_of_build() {
  timespec before{}, now{};
  clock_gettime(CLOCK_REALTIME, &before);
  do {
    constexpr timespec kMillisecond{0, 1'000'000};
    nanosleep(&kMillisecond, nullptr);
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
  } while (now.tv_sec < before.tv_sec || (now.tv_sec == before.tv_sec && now.tv_nsec <= before.tv_nsec));
  return {now.tv_sec, now.tv_nsec};
}

BuildInputs inputs_of(const BuildPlan& plan, const Words& arguments, const std::string& directory,
                      const BuildBegin& begin) {
  BuildInputs inputs;
  inputs.is_complete = std::none_of(arguments.begin(), arguments.end(), is_unclear);
  std::set<std::string> files;
  inputs.is_complete &= add_files_read(plan, directory, files);
  std::set<std::string> names, folders = folders_of(arguments, directory);
  add_library_names(arguments, names);
  for (const std::string& path : files) {
    const bool is_system = is_system_file(path);
    const Result<std::string> content = read_file(path);
    inputs.is_complete &= content && !was_written_since(begin, path);
    inputs.files[path] = state_of(path);
    add_names_of(path, names);
    if (!is_system) folders.insert(fs::path(path).parent_path().string());
    const bool is_binary = content && content->find('\0') != std::string::npos;
    if (content && !is_binary) inputs.is_complete &= add_names_asked_for(*content, is_system, names);
  }
  inputs.names.assign(names.begin(), names.end());
  inputs.folders.assign(folders.begin(), folders.end());
  inputs.found = names_found(inputs.names, inputs.folders);
  return inputs;
}

bool are_unchanged(const BuildInputs& inputs) {
  for (const auto& [path, state] : inputs.files) {
    if (state.empty() || state_of(path) != state) return false;
  }
  return inputs.is_complete && names_found(inputs.names, inputs.folders) == inputs.found;
}

}  // namespace heddle
