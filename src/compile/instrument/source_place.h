// SPDX-License-Identifier: Apache-2.0
//
// Where an instruction stands in the user's code. Atomics, locks and small container functions come from headers of
// the system and were inlined by the preparation; a report that names atomic_base.h helps nobody, so the place is the
// first one outwards that is not in a system header.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <string>

namespace heddle::instrument {

struct SourcePlace {
  std::string file;      // "" without debug information
  std::string function;  // demangled
  unsigned line = 0;
  unsigned column = 0;
  bool in_system_header = false;
};

class SourcePlaces {
 public:
  SourcePlace of(const llvm::Instruction& instruction);
  // Where the function itself is defined; the place of things that have no location of their own.
  SourcePlace of(const llvm::Function& function);
  bool in_system_header(const llvm::Function& function);
  bool in_system_header(const llvm::DIFile* file);

 private:
  struct File {
    std::string path;
    bool is_system = false;
  };
  const File& file_of(const llvm::DIFile* file, const llvm::DISubprogram* subprogram);

  llvm::DenseMap<const llvm::DIFile*, File> files_;
};

}  // namespace heddle::instrument
