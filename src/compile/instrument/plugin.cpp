// SPDX-License-Identifier: Apache-2.0
//
// The pass as clang sees it, and the order of its steps. Runs at the very start of the pipeline, before any
// optimisation could merge or drop an access. Options come from heddle-clang in an environment variable, since clang
// passes none to pass plugins: HEDDLE_PASS is a comma-separated list of "no-bitcode", "no-warnings", "no-optimisation",
// "no-fingerprints" and "no-labels", and, for tests of the fingerprints, "drop-live-word" and "mix-badly".
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include <cstdlib>

#include "compile/instrument/accesses.h"
#include "compile/instrument/address_numbers.h"
#include "compile/instrument/assembly_lowering.h"
#include "compile/instrument/atomic_calls.h"
#include "compile/instrument/bitcode_section.h"
#include "compile/instrument/calls.h"
#include "compile/instrument/conventions.h"
#include "compile/instrument/event_reach.h"
#include "compile/instrument/external_calls.h"
#include "compile/instrument/fingerprint.h"
#include "compile/instrument/foreign_calls.h"
#include "compile/instrument/library_variables.h"
#include "compile/instrument/other_floats.h"
#include "compile/instrument/preparation.h"
#include "compile/instrument/redirects.h"
#include "compile/instrument/stack_sites.h"
#include "compile/instrument/stray_writes.h"

namespace heddle::instrument {
namespace {

using namespace llvm;

bool has_option(StringRef wanted) {
  const char* text = std::getenv("HEDDLE_PASS");
  SmallVector<StringRef, 4> options;
  StringRef(text ? text : "").split(options, ',');
  return is_contained(options, wanted);
}

// Runs while the program is still being relocated: no calls are possible there.
bool resolves_ifunc(const Function& function) {
  return any_of(function.getParent()->ifuncs(),
                [&function](const GlobalIFunc& ifunc) { return ifunc.getResolverFunction() == &function; });
}

bool wants_instrumentation(const Function& function) {
  return !function.isDeclaration() && !function.getName().starts_with(kRuntimePrefix) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) &&
         !function.hasFnAttribute(Attribute::Naked) && !resolves_ifunc(function);
}

class HeddlePass : public PassInfoMixin<HeddlePass> {
 public:
  static bool isRequired() { return true; }

  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    if (!has_option("no-bitcode")) embed_bitcode(module);
    SourcePlaces places;
    Warnings warnings(has_option("no-warnings"));
    follow_conventions(module);
    lower_atomic_calls(module, places, warnings);
    lower_assembly(module);
    lower_other_floats(module);
    redirect_libc(module);
    withdraw_effect_promises(module);
    prepare(module, analyses, places);
    instrument(module, places, warnings);
    if (has_option("no-optimisation")) forbid_optimisation(module);
    return PreservedAnalyses::none();
  }

 private:
  static void lower_assembly(Module& module) {
    for (Function& function : make_early_inc_range(module)) {
      if (wants_instrumentation(function)) instrument::lower_assembly(function);
    }
  }

  static void instrument(Module& module, SourcePlaces& places, Warnings& warnings) {
    RuntimeCalls runtime(module);
    PointTable points(module);
    SmallVector<Function*, 64> functions;
    for (Function& function : module) {
      if (wants_instrumentation(function)) functions.push_back(&function);
    }
    if (!functions.empty()) list_external_calls(module, points, places, warnings);
    const bool has_assembly = any_of(functions, [](const Function* each) { return reads_registers(*each); });
    if (assigns_standard_streams(module)) {
      add_announcement(module, "__heddle_assigns_streams", runtime.register_assigned_streams());
    }
    if (assigns_time_zone(module)) add_announcement(module, "__heddle_assigns_zone", runtime.register_assigned_zone());
    AddressUses addresses;
    DenseMap<Function*, SmallPtrSet<Value*, 8>> escaping;
    for (Function* function : functions) {
      PrivateMemory memory(*function);
      addresses.find(*function, memory);
      Accesses accesses(*function, memory, points, places, runtime);
      Calls calls(points, places, runtime, warnings);
      for (Instruction& instruction : instructions(*function)) {
        accesses.note(instruction);
        if (auto* call = dyn_cast<CallBase>(&instruction)) calls.note(*call);
      }
      accesses.rewrite();
      calls.rewrite();
      add_stack_sites(*function, memory.escaping(), points, places, runtime);
      escaping[function].insert(memory.escaping().begin(), memory.escaping().end());
    }
    if (has_option("no-fingerprints")) {
      ask_after_foreign_calls(module, functions, runtime);
    } else {
      add_fingerprints(module, functions, escaping, points, runtime);
    }
    for (Function* function : functions) guard_private_writes(*function, runtime);
    if (has_assembly) add_announcement(module, "__heddle_makes_address_numbers", runtime.register_address_numbers());
    addresses.note(runtime);
    if (!functions.empty()) points.announce(runtime);
  }

  static void ask_after_foreign_calls(Module& module, ArrayRef<Function*> functions, const RuntimeCalls& runtime) {
    const EventReach reach(module, functions);
    const ForeignCalls foreign(runtime);
    for (Function* function : functions) {
      foreign.note_returns(*function);
      foreign.ask_after_calls(*function, reach);
    }
  }

  static void add_fingerprints(Module& module, ArrayRef<Function*> functions,
                               DenseMap<Function*, SmallPtrSet<Value*, 8>>& escaping, PointTable& points,
                               const RuntimeCalls& runtime) {
    if (functions.empty()) return;
    EventReach reach(module, functions);
    // A spin loop waits for a change of what was read last, whatever the program itself makes of that.
    bool uses_values = module.getFunction("heddle_spin_wait") || module.getFunction("heddle_spin_is_over");
    FingerprintOptions options{!has_option("no-labels") && !uses_values, has_option("drop-live-word"),
                               has_option("mix-badly")};
    Fingerprints fingerprints(module, reach, runtime, points, options);
    for (Function* function : functions) fingerprints.add(*function, escaping[function]);
    fingerprints.announce_coroutines(module);
  }
};

}  // namespace
}  // namespace heddle::instrument

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "heddle", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
              passes.addPass(heddle::instrument::HeddlePass());
            });
          }};
}
