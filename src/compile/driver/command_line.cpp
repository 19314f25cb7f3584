// SPDX-License-Identifier: Apache-2.0
#include "compile/driver/command_line.h"

#include "compile/driver/options_seen.h"

namespace heddle {
namespace {

using Arguments = std::vector<std::string>;

void append(Arguments& to, const Arguments& from) { to.insert(to.end(), from.begin(), from.end()); }

// Clang complains about options that a command has no use for; the user did not write these.
Arguments silent_if_unused(const Arguments& arguments) {
  if (arguments.empty()) return {};
  Arguments result = {"--start-no-unused-arguments"};
  append(result, arguments);
  result.push_back("--end-no-unused-arguments");
  return result;
}

// In front of the user's options, so that a -D or -I of the user prevails.
Arguments leading(const OptionsSeen& seen, const Installation& installation) {
  Arguments result = {"-D__HEDDLE__=1", "-D_GLIBCXX_TSAN=1"};
  if (!seen.only_preprocesses && seen.instruments) result.push_back("-fpass-plugin=" + installation.pass);
  if (seen.debug == DebugLevel::NotGiven) result.push_back("-g");
  append(result, {"-isystem", installation.include, "-isystem", installation.library_headers});
  return silent_if_unused(result);
}

// Behind the user's options, because these must prevail.
Arguments trailing(const OptionsSeen& seen) {
  Arguments result = {"-U_FORTIFY_SOURCE", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-fno-finite-loops"};
  if (!seen.optimises) result.push_back("-O1");
  // Only so can the bodies of extern templates be had. The pass keeps the program's functions from being optimised.
  if (seen.refuses_optimisation) append(result, {"-U__OPTIMIZE__", "-D__NO_INLINE__=1"});
  if (seen.debug == DebugLevel::Off) result.push_back("-gline-tables-only");
  return silent_if_unused(result);
}

Arguments link_options(SourceLanguage language, const OptionsSeen& seen, const Installation& installation) {
  switch (seen.output) {
    case LinkOutput::None:
    case LinkOutput::Relocatable:
      return {};
    case LinkOutput::SharedLibrary:
      return {"-Wl,-z,now", "-Wl,-z,undefs"};
    case LinkOutput::Executable:
      break;
  }
  // Through the linker's door, because a -x of the user would make sources of them.
  Arguments result = {"-Wl,--whole-archive", "-Xlinker", installation.runtime};
  if (language == SourceLanguage::Cxx || seen.names_cxx_library) {
    append(result, {"-Xlinker", installation.runtime_cxx});
  }
  append(result, {"-Wl,--no-whole-archive", "-rdynamic", "-Wl,-z,now", "-Wl,--build-id=sha1", "-ldl", "-lpthread"});
  return result;
}

}  // namespace

Result<ClangCommand> clang_command(SourceLanguage language, const Arguments& arguments,
                                   const Installation& installation) {
  ClangCommand command;
  OptionsSeen seen = look_at(arguments);
  if (!seen.refusal.empty()) return Error{ErrorCode::Usage, seen.refusal};
  if (seen.only_asks) {
    command.arguments = seen.for_clang;
    return command;
  }
  if (!seen.keeps_bitcode) command.pass_options += "no-bitcode,";
  if (!seen.warns) command.pass_options += "no-warnings,";
  if (seen.refuses_optimisation) command.pass_options += "no-optimisation,";
  command.pass_options += seen.pass_options;
  append(command.arguments, leading(seen, installation));
  append(command.arguments, seen.for_clang);
  Arguments additions = trailing(seen);
  append(additions, link_options(language, seen, installation));
  // What follows a lone "--" is taken for file names.
  auto position = command.arguments.end() - static_cast<std::ptrdiff_t>(seen.after_dashes);
  command.arguments.insert(position, additions.begin(), additions.end());
  return command;
}

const char* const kDriverHelp =
    R"(heddle-clang and heddle-clang++ compile and link like clang-19 and clang++-19, so that heddle can run the program
under any schedule. Use them as CC and CXX; all options of clang work. Started by hand, the program just runs.

Differences from clang:
  - without -O code is compiled as with -O1. With -O0 the program sees the macros of -O0 and nothing of it is optimised, but
    local variables stand in registers, and small functions of the library are inlined
  - debug information is always made: -g unless you say otherwise; -g0 still keeps line tables
  - defined: __HEDDLE__=1, _GLIBCXX_TSAN=1; _FORTIFY_SOURCE is undefined; -fno-omit-frame-pointer,
    -fno-optimize-sibling-calls, -fno-finite-loops
  - executables get Heddle's runtime, -rdynamic, -z now and a build id; libraries may refer to the runtime
  - refused: -fsanitize=, -flto, -static, -fopenmp, and targets other than x86-64

Options of its own:
  -fno-heddle            compile this file as clang does: its memory accesses and calls are invisible to Heddle.
                         For the inside of test frameworks; put such files into a library, so that the program's own
                         copies of shared inline functions are linked, not theirs
  -fheddle-no-warnings   no warnings about inline assembly and calls that Heddle does not control
  -fno-heddle-bitcode    do not keep the unoptimised program in the object file (section .heddle_bc)
  -fno-heddle-fingerprints   no hashes of what threads still need: objects are smaller, and the strategy exact cannot
                         tell that two pasts of a thread come to the same
  -fno-heddle-labels     do not note which results are unused or only compared with constants
  --help-heddle          this text

Environment:
  HEDDLE_CLANG           the clang to start instead of clang-19 or clang++-19 from PATH
)";

}  // namespace heddle
