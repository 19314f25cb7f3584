// SPDX-License-Identifier: Apache-2.0
#include "compile/instrument/external_calls.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <tuple>

#include "compile/instrument/library_table.h"

using namespace llvm;

namespace heddle::instrument {
namespace {

using wire::CallClass;

struct Uses {
  std::optional<SourcePlace> first;  // preferably in the user's own code
  unsigned count = 0;
};

// Lists of uses have no order that means anything.
bool comes_before(const SourcePlace& left, const SourcePlace& right) {
  return std::tie(left.in_system_header, left.file, left.line, left.column) <
         std::tie(right.in_system_header, right.file, right.line, right.column);
}

// Also uses by way of constants: a table of functions, a cast.
void gather(const Value& value, SourcePlaces& places, SmallPtrSetImpl<const Value*>& seen, Uses& uses) {
  for (const User* user : value.users()) {
    if (const auto* instruction = dyn_cast<Instruction>(user)) {
      ++uses.count;
      SourcePlace place = places.of(*instruction);
      if (!uses.first || comes_before(place, *uses.first)) uses.first = place;
    } else if (isa<Constant>(user) && !isa<GlobalAlias>(user) && seen.insert(user).second) {
      gather(*user, places, seen, uses);
    }
  }
}

std::string further(unsigned uses) {
  if (uses < 2) return "";
  return " (and " + std::to_string(uses - 1) + (uses == 2 ? " further use)" : " further uses)");
}

std::string warning(StringRef name, const LibraryCall& call) {
  std::string called = demangle(name);
  if (call.kind == CallClass::Refused) {
    return "call of '" + called + "' will end the execution without a verdict: " + call.reason.str();
  }
  return "call of '" + called + "' is not under Heddle's control: " + call.reason.str();
}

bool is_for_others(const GlobalValue& value) {
  return !value.isDeclarationForLinker() && !value.hasLocalLinkage() && !value.hasLinkOnceLinkage();
}

// Functions of <fenv.h>.
bool is_about_floats(StringRef name) {
  return name.starts_with("fe") && (name.contains("except") || name.ends_with("round") || name.ends_with("env") || name.ends_with("mode"));
}

// The same without a call: instructions of the processor that read or write it.
bool reads_float_state(const Function& function) {
  StringRef name = function.getName();
  return name.contains("mxcsr") || name.starts_with("llvm.get.rounding") || name.starts_with("llvm.set.rounding") ||
         name.contains(".fpenv") || name.contains(".fpmode");
}

// Modelled or harmless, but the runtime has to know before the first call that there will be some: with locks of streams,
// every call that uses a stream is an event; where a thread may be given a name, whoever is created asks for its
// creator's, and so with its processors and its policy; what can be seen of floating-point arithmetic counts in fingerprints.
bool is_announced(StringRef name) {
  const bool is_about_streams = name == "flockfile" || name == "ftrylockfile";
  const bool is_about_threads = name == "pthread_setname_np" || name == "prctl" || name.contains("setaffinity") || name.contains("setsched");
  return is_about_streams || is_about_threads || is_about_floats(name);
}

}  // namespace

void list_external_calls(Module& module, PointTable& points, SourcePlaces& places, Warnings& warnings) {
  StringSet<> warned;
  for (const Function& function : module) {
    StringRef name = function.getName();
    if (function.isIntrinsic() && reads_float_state(function) && !function.use_empty()) {
      points.add_external(SourcePlace{}, "fegetenv", "", CallClass::Harmless, 1);
    }
    if (function.isIntrinsic() || name.starts_with(kRuntimePrefix)) continue;
    if (is_for_others(function)) points.add_definition(name);
    if (!function.isDeclarationForLinker() || function.use_empty()) continue;
    LibraryCall call = look_up(name);
    if (!is_announced(name) && (call.kind == CallClass::Modelled || call.kind == CallClass::Harmless)) continue;
    Uses uses;
    SmallPtrSet<const Value*, 16> seen;
    gather(function, places, seen, uses);
    SourcePlace place = uses.first.value_or(SourcePlace{});
    bool is_warned_about = call.kind == CallClass::Refused || call.kind == CallClass::Unseen;
    if (is_warned_about && uses.first && warned.insert(call.pattern).second) {
      warnings.warn(place, warning(name, call) + further(uses.count));
    }
    if (call.kind != CallClass::Refused) points.add_external(place, name, call.reason, call.kind, uses.count);
  }
  for (const GlobalAlias& alias : module.aliases()) {
    if (is_for_others(alias)) points.add_definition(alias.getName());
  }
  for (const GlobalIFunc& ifunc : module.ifuncs()) {
    if (is_for_others(ifunc)) points.add_definition(ifunc.getName());
  }
}

}  // namespace heddle::instrument
