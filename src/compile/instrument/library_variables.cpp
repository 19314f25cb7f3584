// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/library_variables.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace heddle::instrument {
namespace {

// `place` is a variable or a part of it. An address that is kept anywhere counts: whoever has it may assign.
bool is_only_read(const Value& place) {
  return all_of(place.users(), [](const User* user) {
    if (isa<LoadInst>(user)) return true;
    if (isa<GEPOperator>(user) || isa<BitCastOperator>(user)) return is_only_read(*user);
    return false;
  });
}

bool assigns_any(const Module& module, std::initializer_list<const char*> names) {
  return any_of(names, [&module](const char* name) {
    const GlobalVariable* variable = module.getNamedGlobal(name);
    return variable != nullptr && variable->isDeclaration() && !is_only_read(*variable);
  });
}

}  // namespace

bool assigns_standard_streams(const Module& module) { return assigns_any(module, {"stdin", "stdout", "stderr"}); }

bool assigns_time_zone(const Module& module) {
  return assigns_any(module, {"tzname", "timezone", "daylight", "__tzname", "__timezone", "__daylight", "environ", "__environ",
                              "_environ"});
}

}  // namespace heddle::instrument
