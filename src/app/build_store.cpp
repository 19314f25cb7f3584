// SPDX-License-Identifier: Apache-2.0
#include "app/build_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/interrupt.h"
#include "report/replay/atomic_file.h"
#include "report/replay/replay_file.h"

namespace heddle {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr char kRecordName[] = "build.json";
constexpr char kUseName[] = "in-use";
constexpr char kBuilding[] = "building-";
constexpr char kLocked[] = "lock-";
constexpr char kOld[] = "-old", kLink[] = "-link";  // beside what is being built
constexpr std::size_t kKeyDigits = 16, kInputDigits = 8;
constexpr std::size_t kMostKept = 8;  // of one name, besides those that are needed
constexpr std::chrono::milliseconds kLookInterval{20};
constexpr std::chrono::milliseconds kSilence{2'000};  // before it is said that we wait

Error cannot(const std::string& what, const std::string& path, int number) {
  return {ErrorCode::System, fmt::format("cannot {} {}: {}", what, path, std::strerror(number))};
}

FileDescriptor open_lock(const std::string& path) {
  return FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
}

bool is_at(const FileDescriptor& file, const std::string& path) {
  struct stat opened {
  }, named{};
  return ::fstat(file.number(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

// Whoever cleans up removes locks that nobody holds, so the file may be gone by the time we have it.
Result<FileDescriptor> await_lock(const std::string& path, const std::string& name) {
  const std::atomic<bool>& stop = stop_on_interrupt();
  const auto begin = std::chrono::steady_clock::now();
  bool is_silent = true;
  for (;;) {
    FileDescriptor file = open_lock(path);
    if (!file.open()) return cannot("write", path, errno);
    while (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return cannot("lock", path, errno);
      if (stop.load()) return Error{ErrorCode::Interrupted, "interrupted while waiting for another build"};
      if (is_silent && std::chrono::steady_clock::now() - begin > kSilence) {
        fmt::print(stderr, "heddle: another heddle builds {}: waiting for it\n", name);
        is_silent = false;
      }
      std::this_thread::sleep_for(kLookInterval);
    }
    if (is_at(file, path)) return file;
  }
}

// Of the process, until its end.
bool lock_for_use(const std::string& entry) {
  const int file = ::open((entry + "/" + kUseName).c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return false;
  ::futimens(file, nullptr);  // when it was last used
  if (::flock(file, LOCK_SH | LOCK_NB) == 0) return true;
  ::close(file);
  return false;
}

std::string to_text(const StoredBuild& build) {
  const BuildInputs& inputs = build.inputs;
  const Json json = {{"compiler", build.compiler}, {"messages", build.messages},
                     {"program", build.program},   {"files", inputs.files},
                     {"names", inputs.names},      {"folders", inputs.folders},
                     {"found", inputs.found},      {"is_complete", inputs.is_complete}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool read_record(const std::string& entry, StoredBuild& build) {
  const Result<std::string> text = read_file(entry + "/" + kRecordName);
  const Json json = text ? Json::parse(*text, nullptr, /*allow_exceptions=*/false) : Json();
  try {  // the library reports a missing field this way only
    json.at("compiler").get_to(build.compiler);
    json.at("messages").get_to(build.messages);
    json.at("program").get_to(build.program);
    json.at("files").get_to(build.inputs.files);
    json.at("names").get_to(build.inputs.names);
    json.at("folders").get_to(build.inputs.folders);
    json.at("found").get_to(build.inputs.found);
    json.at("is_complete").get_to(build.inputs.is_complete);
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

std::vector<std::string> entries_of(const std::string& folder, const std::string& beginning) {
  std::vector<std::string> entries;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (name.starts_with(beginning)) entries.push_back(name);
  }
  return entries;
}

// <key>-<8 digits>
bool is_entry(const std::string& name) {
  return name.size() == kKeyDigits + 1 + kInputDigits && name[kKeyDigits] == '-' &&
         name.find_first_not_of("0123456789abcdef-") == std::string::npos;
}

}  // namespace

BuildStore::BuildStore(std::string folder, std::string name, std::string key, FileDescriptor lock)
    : folder_(std::move(folder)), name_(std::move(name)), key_(std::move(key)), lock_(std::move(lock)) {}

Result<BuildStore> BuildStore::open(std::string folder, std::string name, std::string key) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{ErrorCode::System, fmt::format("cannot make folder {}: {}", folder, error.message())};
  Result<FileDescriptor> lock = await_lock(folder + "/" + kLocked + key, name);
  if (!lock) return lock.error();
  return BuildStore(std::move(folder), std::move(name), std::move(key), std::move(*lock));
}

std::string BuildStore::building() const { return folder_ + "/" + kBuilding + key_; }

bool BuildStore::is_usable(const std::string& entry, StoredBuild& build) const {
  if (!read_record(entry, build) || !are_unchanged(build.inputs)) return false;
  const Result<std::string> program = read_file(entry + "/" + name_);
  return program && content_hash(*program) == build.program && ::access((entry + "/" + name_).c_str(), X_OK) == 0;
}

std::string BuildStore::find(StoredBuild& build) {
  for (const std::string& name : entries_of(folder_, key_ + "-")) {
    const std::string entry = folder_ + "/" + name;
    if (!is_usable(entry, build) || !lock_for_use(entry)) continue;
    show_latest(name);
    return entry;
  }
  return "";
}

Result<std::string> BuildStore::begin() {
  give_up();  // what a killed build left behind
  // Compilers that outlive us write to that folder: then they have the lock as well.
  ::fcntl(lock_.number(), F_SETFD, 0);
  std::error_code error;
  fs::create_directories(building(), error);
  if (error) return Error{ErrorCode::System, fmt::format("cannot make folder {}: {}", building(), error.message())};
  return building();
}

void BuildStore::give_up() {
  ::fcntl(lock_.number(), F_SETFD, FD_CLOEXEC);
  std::error_code error;
  fs::remove_all(building(), error);
}

// False if it is there and somebody uses it. Moved away first: nobody must find half of it.
bool BuildStore::make_room_for(const std::string& entry) const {
  std::error_code error;
  if (!fs::exists(entry, error)) return true;
  const FileDescriptor use(::open((entry + "/" + kUseName).c_str(), O_RDWR | O_CLOEXEC));
  if (use.open() && ::flock(use.number(), LOCK_EX | LOCK_NB) != 0) return false;
  const std::string old = building() + kOld;
  fs::remove_all(old, error);
  if (::rename(entry.c_str(), old.c_str()) != 0) return false;
  fs::remove_all(old, error);
  return true;
}

Result<std::string> BuildStore::finish(const StoredBuild& build) {
  ::fcntl(lock_.number(), F_SETFD, FD_CLOEXEC);
  std::error_code error;
  for (const std::string& name : entries_of(building(), "")) {
    if (name != name_) fs::remove_all(building() + "/" + name, error);
  }
  for (const auto& [name, text] : {std::pair(kRecordName, to_text(build)), std::pair(kUseName, std::string())}) {
    if (Result<void> written = write_atomically(building() + "/" + name, text); !written) return written.error();
  }
  std::string distinct = to_text(build);
  std::string name, entry;
  do {
    name = key_ + "-" + content_hash(distinct).substr(0, kInputDigits);
    entry = folder_ + "/" + name;
    distinct += "another";
  } while (!make_room_for(entry));
  if (::rename(building().c_str(), entry.c_str()) != 0) return cannot("write", entry, errno);
  if (!lock_for_use(entry)) return cannot("lock", entry, errno);
  show_latest(name);
  return entry;
}

// folder/name, for who wants to start the program by hand. Nothing depends on it.
void BuildStore::show_latest(const std::string& entry) const {
  const std::string shown = folder_ + "/" + name_;
  const std::string target = entry + "/" + name_;
  std::error_code error;
  if (fs::read_symlink(shown, error).string() == target) return;
  const std::string beside = building() + kLink;
  ::unlink(beside.c_str());
  if (::symlink(target.c_str(), beside.c_str()) == 0 && ::rename(beside.c_str(), shown.c_str()) != 0) {
    ::unlink(beside.c_str());
  }
}

void keep_in_use(const std::string& program) { lock_for_use(fs::path(program).parent_path().string()); }

namespace {

// Every replay file says where its program is.
bool is_needed(const std::string& entry, const std::vector<std::string>& findings) {
  for (const std::string& folder : findings) {
    for (const std::string& name : entries_of(folder, "")) {
      if (!name.ends_with(".heddle")) continue;
      const Result<std::string> text = read_file(folder + "/" + name);
      if (!text || text->find("/" + entry + "/") != std::string::npos) return true;
    }
  }
  return false;
}

// Nobody else can take it while the result lives.
FileDescriptor try_lock(const std::string& path) {
  FileDescriptor file = open_lock(path);
  const bool is_ours = file.open() && ::flock(file.number(), LOCK_EX | LOCK_NB) == 0 && is_at(file, path);
  return is_ours ? std::move(file) : FileDescriptor();
}

void remove_unless_used(const std::string& folder, const std::string& entry, const std::vector<std::string>& findings) {
  const std::string lock_path = folder + "/" + kLocked + entry.substr(0, kKeyDigits);
  const FileDescriptor lock = try_lock(lock_path);
  if (!lock.open() || is_needed(entry, findings)) return;
  const FileDescriptor use(::open((folder + "/" + entry + "/" + kUseName).c_str(), O_RDWR | O_CLOEXEC));
  if (use.open() && ::flock(use.number(), LOCK_EX | LOCK_NB) != 0) return;
  std::error_code error;
  fs::remove_all(folder + "/" + entry, error);
}

// Of builds that were killed, and locks of builds that are gone.
void remove_rests(const std::string& folder) {
  std::error_code error;
  for (const std::string& name : entries_of(folder, kLocked)) {
    const std::string key = name.substr(std::strlen(kLocked));
    const FileDescriptor lock = try_lock(folder + "/" + name);
    if (!lock.open()) continue;
    for (const std::string& rest : entries_of(folder, kBuilding + key)) fs::remove_all(folder + "/" + rest, error);
    if (entries_of(folder, key + "-").empty()) ::unlink((folder + "/" + name).c_str());
  }
}

}  // namespace

void prune_builds(const std::string& folder, const std::vector<std::string>& findings) {
  std::vector<std::pair<fs::file_time_type, std::string>> builds;
  for (const std::string& name : entries_of(folder, "")) {
    std::error_code error;
    if (is_entry(name)) builds.emplace_back(fs::last_write_time(folder + "/" + name + "/" + kUseName, error), name);
  }
  std::sort(builds.rbegin(), builds.rend());
  for (std::size_t index = kMostKept; index < builds.size(); ++index) {
    remove_unless_used(folder, builds[index].second, findings);
  }
  remove_rests(folder);
}

}  // namespace heddle
