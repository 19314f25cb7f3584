// SPDX-License-Identifier: Apache-2.0
#include "compile/driver/options_seen.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "compile/driver/flag_values.h"

namespace heddle {
namespace {

using std::string_view;

template <std::size_t N>
bool is_one_of(string_view argument, const std::array<string_view, N>& set) {
  return std::find(set.begin(), set.end(), argument) != set.end();
}

constexpr std::array<string_view, 11> kPreprocessOnly = {"-E",           "-M",           "-MM",         "-fsyntax-only",
                                                         "--analyze",    "--preprocess", "-verify-pch", "--syntax-only",
                                                         "--precompile", "-emit-ast",    "-extract-api"};

constexpr std::array<string_view, 5> kNoLink = {"-c", "-S", "--compile", "--assemble", "-emit-interface-stubs"};

constexpr std::array<string_view, 6> kHeaderExtensions = {".h", ".hh", ".hpp", ".hxx", ".H", ".h++"};

constexpr std::array<string_view, 8> kQuestions = {"--version", "-dumpversion",  "-dumpmachine", "--help",
                                                   "-help",     "--help-hidden", "-cc1",         "-cc1as"};

// -gz, -gno-column-info and the like describe debug information without asking for it.
bool asks_for_debug_information(string_view argument) {
  if (!argument.starts_with("-g")) return false;
  string_view rest = argument.substr(2);
  return rest.empty() || (rest.size() == 1 && rest[0] >= '1' && rest[0] <= '3') || rest.starts_with("gdb") ||
         rest.starts_with("lldb") || rest.starts_with("dwarf") || rest == "line-tables-only" || rest == "mlt" ||
         rest == "line-directives-only" || rest == "full" || rest == "used" || rest.starts_with("split-dwarf");
}

std::string refuse(string_view option, string_view why) {
  return std::string(option) + " cannot be used with Heddle: " + std::string(why);
}

class Look {
 public:
  explicit Look(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  OptionsSeen run() {
    for (std::size_t at = 0; at < arguments_.size(); ++at) {
      const std::string& argument = arguments_[at];
      if (argument == "--") {
        take_rest(at);
        break;
      }
      if (is_own(argument)) continue;
      seen_.for_clang.push_back(argument);
      if (takes_next_word(argument) && at + 1 < arguments_.size()) {
        seen_.for_clang.push_back(arguments_[++at]);
        see_pair(argument, arguments_[at]);
      } else if (argument.size() > 1 && argument[0] == '-') {
        see(argument);
      } else {
        see_input(argument);
      }
    }
    conclude();
    return std::move(seen_);
  }

 private:
  void take_rest(std::size_t at) {
    seen_.after_dashes = arguments_.size() - at;
    for (std::size_t index = at + 1; index < arguments_.size(); ++index) see_input(arguments_[index]);
    seen_.for_clang.insert(seen_.for_clang.end(), arguments_.begin() + static_cast<std::ptrdiff_t>(at),
                           arguments_.end());
  }

  void see_input(string_view name) {
    has_input_ = true;
    string_view extension = name.substr(std::min(name.size(), name.rfind('.')));
    if (language_.empty() ? !is_one_of(extension, kHeaderExtensions) : !language_.ends_with("-header")) {
      makes_only_headers_ = false;
    }
  }

  void see_library(string_view name) {
    has_input_ = true;
    makes_only_headers_ = false;
    if (name == "stdc++") seen_.names_cxx_library = true;
  }

  void see_language(string_view name) { language_ = name == "none" ? "" : name; }

  bool is_own(string_view argument) {
    if (argument == "-fheddle-no-warnings") {
      seen_.warns = false;
    } else if (argument == "-fno-heddle-bitcode") {
      seen_.keeps_bitcode = false;
    } else if (argument == "-fno-heddle-fingerprints") {
      seen_.pass_options += "no-fingerprints,";
    } else if (argument == "-fno-heddle-labels") {
      seen_.pass_options += "no-labels,";
    } else if (argument.starts_with("-fheddle-pass=")) {  // for tests
      seen_.pass_options += std::string(argument.substr(argument.find('=') + 1)) + ",";
    } else if (argument == "-fno-heddle" || argument == "-fheddle") {
      seen_.instruments = argument == "-fheddle";
    } else {
      return argument == "-fheddle-bitcode";
    }
    return true;
  }

  void see_pair(string_view option, string_view value) {
    if (option == "-target") see_target(value);
    if (option == "-l") see_library(value);
    if (option == "-x" || option == "--language") see_language(value);
    if (option.starts_with("--print-")) seen_.only_asks = true;
  }

  void see(string_view argument) {
    if (is_one_of(argument, kQuestions) || argument.starts_with("-print-") || argument.starts_with("--print-")) {
      seen_.only_asks = true;
    }
    if (is_one_of(argument, kPreprocessOnly)) seen_.only_preprocesses = true;
    if (is_one_of(argument, kNoLink)) links_ = false;
    if (argument == "-S" || argument == "-emit-llvm") seen_.keeps_bitcode = false;
    if (argument.starts_with("-O")) {
      seen_.refuses_optimisation = argument == "-O0";
      seen_.optimises = !seen_.refuses_optimisation;
    }
    if (asks_for_debug_information(argument)) seen_.debug = DebugLevel::On;
    if (argument == "-g0" || argument == "-ggdb0") seen_.debug = DebugLevel::Off;
    if (argument.starts_with("-l") && argument.size() > 2) see_library(argument.substr(2));
    if (argument.starts_with("-x") && argument.size() > 2) see_language(argument.substr(2));
    see_link_kind(argument);
    see_refused(argument);
  }

  void see_link_kind(string_view argument) {
    if (argument == "-shared" || argument == "--shared") shared_ = true;
    if (argument == "-r" || argument == "-Wl,-r" || argument == "--relocatable" || argument == "-Wl,--relocatable") {
      relocatable_ = true;
    }
  }

  void see_target(string_view value) {
    bool fits = value.starts_with("x86_64") && value.find("linux") != string_view::npos;
    target_ = fits ? "" : refuse("--target=" + std::string(value), "only x86-64 Linux is supported");
  }

  // The last word on each subject counts, as for clang.
  void see_refused(string_view argument) {
    if (argument.starts_with("-fsanitize=")) {
      sanitizer_ = refuse(argument, "sanitizers and the instrumentation get in each other's way");
    }
    if (argument == "-fno-sanitize=all") sanitizer_.clear();
    if (argument == "-flto" || argument.starts_with("-flto=")) {
      lto_ = refuse(argument, "optimisation at link time would take events away");
    }
    if (argument == "-fno-lto") lto_.clear();
    if (argument == "-static" || argument == "--static" || argument == "-static-pie" || argument == "-Wl,-static") {
      static_ = refuse(argument, "the runtime must stand between the program and libc's shared library");
    }
    if (argument == "-fopenmp" || argument.starts_with("-fopenmp=")) {
      openmp_ = refuse(argument, "the threads of OpenMP's runtime are not modelled");
    }
    if (argument == "-fno-openmp") openmp_.clear();
    if (argument == "-m32" || argument == "-mx32" || argument == "-m16") {
      width_ = refuse(argument, "only x86-64 Linux is supported");
    }
    if (argument == "-m64") width_.clear();
    if (argument.starts_with("--target=")) see_target(argument.substr(9));
  }

  void conclude() {
    if (!has_input_ && !seen_.only_asks) seen_.only_asks = true;  // clang -v, or an error that clang words best
    for (const std::string* refusal : {&sanitizer_, &lto_, &static_, &openmp_, &width_, &target_}) {
      if (seen_.refusal.empty()) seen_.refusal = *refusal;
    }
    if (seen_.only_asks) seen_.refusal.clear();
    if (seen_.only_asks || seen_.only_preprocesses || makes_only_headers_ || !links_) return;
    seen_.output = relocatable_ ? LinkOutput::Relocatable
                   : shared_    ? LinkOutput::SharedLibrary
                                : LinkOutput::Executable;
  }

  const std::vector<std::string>& arguments_;
  OptionsSeen seen_;
  bool has_input_ = false;
  bool makes_only_headers_ = true;  // precompiled ones
  string_view language_;            // of -x, for the inputs that follow
  bool links_ = true;
  bool shared_ = false;
  bool relocatable_ = false;
  std::string sanitizer_, lto_, static_, openmp_, width_, target_;
};

}  // namespace

OptionsSeen look_at(const std::vector<std::string>& arguments) { return Look(arguments).run(); }

}  // namespace heddle
