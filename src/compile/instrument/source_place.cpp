// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/source_place.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/Path.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

// Headers of the compiler, the C and C++ libraries, and Heddle's own.
bool is_system_path(StringRef path) {
  SmallString<256> plain(path);
  sys::path::remove_dots(plain, /*remove_dot_dot=*/true);
  return plain.starts_with("/usr/include/") || plain.starts_with("/usr/local/include/") ||
         plain.starts_with("/usr/lib/llvm") || plain.starts_with("/usr/lib/gcc") ||
         plain.ends_with("/heddle/heddle.h") || plain.str().contains("/heddle/library_headers/");
}

std::string name_of(const DISubprogram* subprogram) {
  StringRef linkage = subprogram->getLinkageName();
  return linkage.empty() ? subprogram->getName().str() : demangle(linkage);
}

}  // namespace

// A name that the user gave relative to the directory of the compilation stays relative, as in the compiler's own
// messages; debug information splits absolute names anywhere, so those are put together again.
const SourcePlaces::File& SourcePlaces::file_of(const DIFile* file, const DISubprogram* subprogram) {
  auto [entry, is_new] = files_.try_emplace(file);
  if (!is_new || !file) return entry->second;
  SmallString<256> full(file->getFilename());
  if (!sys::path::is_absolute(full)) {
    full = file->getDirectory();
    sys::path::append(full, file->getFilename());
  }
  const DICompileUnit* unit = subprogram ? subprogram->getUnit() : nullptr;
  bool is_relative_to_compilation = unit && file->getDirectory() == unit->getDirectory();
  entry->second.is_system = is_system_path(full);
  entry->second.path = is_relative_to_compilation ? file->getFilename().str() : full.str().str();
  return entry->second;
}

bool SourcePlaces::in_system_header(const DIFile* file) { return file && file_of(file, nullptr).is_system; }

bool SourcePlaces::in_system_header(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  return subprogram && file_of(subprogram->getFile(), subprogram).is_system;
}

SourcePlace SourcePlaces::of(const Function& function) {
  SourcePlace place;
  const DISubprogram* subprogram = function.getSubprogram();
  place.function = subprogram ? name_of(subprogram) : demangle(function.getName());
  if (!subprogram) return place;
  const File& file = file_of(subprogram->getFile(), subprogram);
  place.file = file.path;
  place.line = subprogram->getLine();
  place.in_system_header = file.is_system;
  return place;
}

SourcePlace SourcePlaces::of(const Instruction& instruction) {
  const DILocation* location = instruction.getDebugLoc();
  if (!location) return of(*instruction.getFunction());
  const DISubprogram* subprogram = location->getScope()->getSubprogram();
  while (location->getInlinedAt() && file_of(location->getFile(), subprogram).is_system) {
    location = location->getInlinedAt();
    subprogram = location->getScope()->getSubprogram();
  }
  const File& file = file_of(location->getFile(), subprogram);
  // Code that the compiler made up has line 0.
  unsigned line = location->getLine() != 0 ? location->getLine() : subprogram->getLine();
  return {file.path, name_of(subprogram), line, location->getColumn(), file.is_system};
}

}  // namespace heddle::instrument
