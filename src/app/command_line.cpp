// SPDX-License-Identifier: Apache-2.0
#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <memory>

namespace heddle {

namespace {

constexpr char kFooter[] =
    "Options also come from HEDDLE_OPTIONS=key=value:key=value and from heddle.toml in this folder or above;\n"
    "the command line wins, then the environment, then the file.\n"
    "\n"
    "Exit codes:\n"
    "  0   explored exhaustively, nothing found\n"
    "  10  a defect was found; the last line printed is the command that replays it\n"
    "  11  nothing found, but not everything was explored (--accept-incomplete makes it 0)\n"
    "  12  the program does something unsupported or is nondeterministic: no verdict\n"
    "  2   wrong usage, missing file, program does not compile\n"
    "  3   internal error, or the system refused something\n"
    "\n"
    "`heddle COMMAND --help` shows the options of a command.";

constexpr char kCheckFooter[] =
    "Everything else before `--` goes to the compiler as it is, in order: source, object and library files, -D, -I,\n"
    "-std=, -O2, -l ... C++ is compiled as C++20 unless -std= says otherwise.";

constexpr char kOutcomesFooter[] =
    "Without source files the program behind `--` is run as it is: heddle outcomes -- ./prog args\n"
    "Everything else before `--` goes to the compiler, as with heddle check.\n"
    "\n"
    "Exit codes:\n"
    "  0   these are all outcomes\n"
    "  11  there may be more (--accept-incomplete makes it 0)\n"
    "  12  the program does something unsupported or is nondeterministic\n"
    "  2   wrong usage, missing file, program does not compile\n"
    "  3   internal error, or the system refused something\n"
    "\n"
    "docs/outcomes.md says what counts as output and as an outcome.";

constexpr char kReplayFooter[] =
    "--gdb needs the Debian package gdb. Words behind `--` go to gdb as they are: heddle replay --gdb FILE -- -tui\n"
    "--gdb-command implies --gdb: heddle replay FILE --gdb-command bt --gdb-command 'heddle threads'\n"
    "docs/replay.md describes the commands that gdb gets: heddle threads, thread N, step, back N, where.";

// Without one, the parser would print the exit codes and sources of options of the other commands here.
constexpr char kExplainFooter[] =
    "Needs neither the program nor its sources. Ends with 0 if there is a report to print, else with 2.";

constexpr char kFuzzFooter[] =
    "Ends with 0 if every strategy said of every program what the enumerator says (with --library: what dfs says), with 10 if\n"
    "not, and with 11 if it was interrupted. docs/truth_machine.md describes what is compared.";

constexpr char kProgramBehindDashes[] = "put the program behind `--`: heddle run [options] -- ./prog args";

// The parser's own usage lines know nothing of compiler flags and `--`.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string) const override {
    std::string name = app->get_name();
    if (name == "check") return "Usage: heddle check FILES... [options and compiler flags] [-- program arguments]\n";
    if (name == "run") return "Usage: heddle run [options] -- ./program arguments\n";
    if (name == "outcomes") {
      return "Usage: heddle outcomes FILES... [options and compiler flags] [-- program arguments]\n"
             "       heddle outcomes [options] -- ./program arguments\n";
    }
    if (name == "replay") return "Usage: heddle replay [options] FILE [-- gdb arguments]\n";
    if (name == "explain") return "Usage: heddle explain [--full] FILE\n";
    if (name == "fuzz") return "Usage: heddle fuzz [options]\n";
    if (name == "bench") return "Usage: heddle bench (substrate | model | fingerprints) [options]\n";
    if (name == "substrate" || name == "model" || name == "fingerprints") return "Usage: heddle bench " + name + " [options]\n";
    return "Usage: heddle COMMAND ...\n";
  }
};

// The parser and what it fills. Callbacks keep references, so it stays where it was made.
struct Parser {
  CLI::App app{"Heddle runs real multithreaded C and C++ programs under schedule after schedule, each exactly repeatable.", "heddle"};
  CLI::App* check = nullptr;
  CLI::App* run = nullptr;
  CLI::App* outcomes = nullptr;
  CLI::App* replay = nullptr;
  CLI::App* explain = nullptr;
  CLI::App* bench = nullptr;
  CLI::App* substrate = nullptr;
  CLI::App* model = nullptr;
  CLI::App* fingerprints = nullptr;
  CLI::App* fuzz = nullptr;
  bool wants_gdb = false;
  CommandLine line;

  Parser();
  enum class Shown : bool { No, Yes };
  void add_options(CLI::App& command, const std::vector<std::string>& names, Shown shown = Shown::Yes);
  std::string command_name() const;
  void add_fuzz();
  bool knows(const std::string& name) const {
    std::vector<const CLI::App*> commands = {check, run, outcomes, replay, explain, bench, fuzz};
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CLI::App* each) { return each->get_name() == name; });
  }
};

void Parser::add_options(CLI::App& command, const std::vector<std::string>& names, Shown shown) {
  for (const OptionRow& row : option_rows()) {
    bool is_wanted = names.empty() || std::find(names.begin(), names.end(), row.name) != names.end();
    if (!is_wanted) continue;
    std::string flag = "--" + row.name;
    auto keep = [this, flag, name = row.name](const std::string& value) {
      line.settings.push_back({name, value, flag});
    };
    CLI::Option* option = nullptr;
    if (row.is_flag) {
      option = command.add_flag_callback(
          flag, [keep] { keep("true"); }, row.help);
    } else {
      option = command.add_option_function<std::string>(flag, keep, row.help);
      option->type_name("")->option_text(row.initial.empty() ? "VALUE" : fmt::format("VALUE [{}]", row.initial));
    }
    if (shown == Shown::No) option->group("");
  }
}

// Of what was parsed: "check", "bench model".
std::string Parser::command_name() const {
  std::string name;
  const CLI::App* command = &app;
  for (std::vector<CLI::App*> parsed = app.get_subcommands(); !parsed.empty(); parsed = command->get_subcommands()) {
    command = parsed.front();
    name += (name.empty() ? "" : " ") + command->get_name();
  }
  return name;
}

Parser::Parser() {
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "Print this help");
  app.add_flag_callback(
      "--version", [] {}, "Print the version");
  app.footer(kFooter);
  auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(34);
  app.formatter(formatter);
  check = app.add_subcommand("check",
                             "Compile source files and explore the program: heddle check FILES... [options] [-- args]");
  check->footer(kCheckFooter);
  add_options(*check, {});
  run = app.add_subcommand("run", "Explore a program built with heddle-clang: heddle run [options] -- ./prog args");
  add_options(*run, {});
  outcomes = app.add_subcommand(
      "outcomes", "List every distinct output and exit status: heddle outcomes FILES... [options] [-- args]");
  outcomes->footer(kOutcomesFooter);
  // Refused with a reason (check_outcome_options), like the same words in HEDDLE_OPTIONS.
  add_options(*outcomes, {"strategy", "preemptions", "reuse", "malloc-failures"}, Shown::No);
  add_options(*outcomes, {"seed", "max-executions", "time", "max-memory", "hash-bits", "max-events", "paranoid", "spurious",
                          "weak-cas", "json", "out", "quiet", "full-trace", "accept-incomplete"});
  replay = app.add_subcommand("replay", "Show a finding again: heddle replay FILE");
  replay->add_option("FILE", line.replay_file, "replay file, as saved under heddle-out/findings")->required();
  replay->add_option("--times", line.replay_times, "run it so often, and say how often the finding came again")
      ->type_name("")
      ->option_text("COUNT [1]")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
  replay->add_flag("--gdb", wants_gdb, "stop at the failing step in gdb; `help heddle` there lists the commands");
  replay->add_option("--gdb-command", line.gdb.commands, "run this command in gdb, then leave it; may be repeated")
      ->type_name("")
      ->option_text("COMMAND")
      ->allow_extra_args(false);
  replay->footer(kReplayFooter);
  add_options(*replay, {"full-trace", "quiet"});
  explain = app.add_subcommand("explain", "Print the saved report of a finding again, without running anything");
  explain->add_option("FILE", line.replay_file, "replay file, as saved under heddle-out/findings")->required();
  explain->add_flag("--full,--full-trace", line.explain_fully, "show every event and every stack frame");
  explain->footer(kExplainFooter);
  bench = app.add_subcommand("bench", "Measure on this machine: heddle bench substrate, heddle bench model, heddle bench fingerprints");
  bench->require_subcommand(1);
  substrate = bench->add_subcommand("substrate", "Executions per second, costs of an event, a switch and a reset");
  add_options(*substrate, {"json", "out", "max-executions"});
  model = bench->add_subcommand("model", "What the strategy exact needs for known programs, next to other tools");
  model->add_option("--filter", line.bench.filters, "only programs whose name has this in it; may be repeated")
      ->type_name("")
      ->option_text("TEXT")
      ->allow_extra_args(false);
  model->add_flag("--compare-plain", line.bench.compares_plain, "measure each with --plain as well");
  model->add_flag("--estimates", line.bench.looks_at_estimates,
                  "instead: stop each search of states ever later, and compare what it says is done with the truth");
  model->add_flag("--quick", line.bench.quick, "the two smallest sizes of each program, once");
  model->add_option("--repeat", line.bench.repeats, "run each so often and take the median")
      ->type_name("")
      ->option_text("COUNT [5]")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000}));
  model->add_option("--figure", line.bench.figure, "draw how they grow into this file, as SVG")
      ->type_name("")
      ->option_text("FILE");
  add_options(*model, {"json", "out", "time"});
  fingerprints = bench->add_subcommand("fingerprints", "Mix pairs of messages that might be taken for each other: none may be");
  fingerprints->add_option("--pairs", line.bench.pairs, "how many")
      ->type_name("")
      ->option_text("COUNT [100000000]")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}));
  add_fuzz();
}

void Parser::add_fuzz() {
  fuzz = app.add_subcommand("fuzz", "Check Heddle itself: generated programs, compared with an enumerator");
  fuzz->add_option("--programs", line.fuzz.programs, "how many programs")
      ->type_name("")
      ->option_text("COUNT [1000; with --library all]")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}));
  fuzz->add_option("--first", line.fuzz.first, "number of the first program")->type_name("")->option_text("NUMBER [0]");
  fuzz->add_option("--only", line.fuzz.only,
                   "only the programs of these numbers, separated by commas; with --library: those of these functions")
      ->type_name("")
      ->option_text("NUMBERS")
      ->delimiter(',')
      ->allow_extra_args(false);
  fuzz->add_flag("--library", line.fuzz.library,
                 "programs that call the functions of the library table, each alone and in pairs; exact against dfs");
  fuzz->add_option("--pairs", line.fuzz.pairs, "with --library: all pairs that share a resource, or a sample")
      ->type_name("")
      ->option_text("all|sample [all]");
  fuzz->add_flag("--list", line.fuzz.lists_functions, "with --library: name every function and what becomes of it, nothing else");
  fuzz->add_flag("--first-disagreement", line.fuzz.stops_at_first, "stop at the first program that is judged differently");
  fuzz->add_flag("--only-searches", line.fuzz.only_searches,
                 "compare exact with and without its switches only: no dfs, outcomes, shortest ways");
  fuzz->add_option("--jobs", line.fuzz.jobs, "how many at once; 0: one per processor")
      ->type_name("")
      ->option_text("COUNT [0]")
      ->check(CLI::Range(0u, 1024u));
  fuzz->add_option("--generator", line.fuzz.generator, "1: without what later versions of Heddle added to the programs")
      ->type_name("")
      ->option_text("NUMBER [2]")
      ->check(CLI::Range(1u, 2u));
  fuzz->add_option("--defect", line.fuzz.defect)->group("");  // not in the help text
  fuzz->footer(kFuzzFooter);
  add_options(*fuzz, {"seed", "time", "out", "quiet"});
}

Error usage(const std::string& message) { return Error{ErrorCode::Usage, message}; }

Result<CommandLine> finish(Parser& parser) {
  CommandLine& line = parser.line;
  if (parser.check->parsed()) {
    line.action = Action::Check;
    if (line.check.files.empty()) return usage("check: no source file given; see `heddle check --help`");
  } else if (parser.run->parsed()) {
    line.action = Action::Run;
    if (line.program.empty()) return usage(fmt::format("run: {}", kProgramBehindDashes));
  } else if (parser.outcomes->parsed()) {
    line.action = line.check.files.empty() ? Action::RunOutcomes : Action::CheckOutcomes;
    if (line.check.files.empty()) line.program = std::move(line.check.program);
    if (line.check.files.empty() && !line.check.compiler.empty()) {
      return usage(fmt::format("outcomes: `{}` is no option, and there is no source file that it could be meant for; see "
                               "`heddle outcomes --help`",
                               line.check.compiler.front()));
    }
    if (line.check.files.empty() && line.program.empty()) {
      return usage("outcomes: no source file and no program given; see `heddle outcomes --help`");
    }
  } else if (parser.replay->parsed()) {
    bool has_gdb = parser.wants_gdb || !line.gdb.commands.empty();
    if (!has_gdb && !line.gdb.words.empty()) return usage("replay: words behind `--` are for gdb; add --gdb");
    line.action = has_gdb ? Action::ReplayGdb : Action::Replay;
  } else if (parser.explain->parsed()) {
    line.action = Action::Explain;
  } else if (parser.substrate->parsed()) {
    line.action = Action::BenchSubstrate;
  } else if (parser.model->parsed()) {
    line.action = Action::BenchModel;
  } else if (parser.fingerprints->parsed()) {
    line.action = Action::BenchFingerprints;
  } else if (parser.fuzz->parsed()) {
    line.action = Action::Fuzz;
  }
  return line;
}

CommandLine shown(std::string text) {
  CommandLine line;
  line.text = std::move(text);
  return line;
}

std::string see_help(const Parser& parser) {
  const std::string command = parser.command_name();
  return fmt::format("see `heddle {}{}--help`", command, command.empty() ? "" : " ");
}

// The words for the parser. Those of the compiler and of the program are set aside in `line`.
std::vector<std::string> own_words(const std::vector<std::string>& arguments, CommandLine& line) {
  if (arguments.front() == "check" || arguments.front() == "outcomes") {
    line.check = split_check_arguments({arguments.begin() + 1, arguments.end()});
    std::vector<std::string> words = {arguments.front()};
    words.insert(words.end(), line.check.own.begin(), line.check.own.end());
    return words;
  }
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  bool is_run = arguments.front() == "run", is_replay = arguments.front() == "replay";
  if (is_run && dashes != arguments.end()) line.program.assign(dashes + 1, arguments.end());
  if (is_replay && dashes != arguments.end()) line.gdb.words.assign(dashes + 1, arguments.end());
  return {arguments.begin(), is_run || is_replay ? dashes : arguments.end()};
}

// `heddle __launch FILE HANG_AFTER STEP ...`: what follows is what gdb would have started.
Result<CommandLine> parse_launch(const std::vector<std::string>& arguments) {
  auto parsed = [](const std::string& text, std::uint32_t& number) {
    auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end == text.data() + text.size();
  };
  CommandLine line;
  line.action = Action::LaunchDebugged;
  bool is_complete = arguments.size() >= 5 && parsed(arguments[2], line.debugged.hang_after) &&
                     parsed(arguments[3], line.debugged.step);
  if (!is_complete) return usage("__launch is for gdb's script only");
  line.replay_file = arguments[1];
  line.debugged.program = arguments[4];
  return line;
}

}  // namespace

std::string heddle_version() { return HEDDLE_VERSION; }

std::string version_text() { return "heddle " + heddle_version() + "\n"; }

std::string help_text() { return Parser().app.help(); }

Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments) {
  Parser parser;
  if (arguments.empty()) return usage("no command given; see `heddle --help`");
  if (arguments.front() == "--version") return shown(version_text());
  if (arguments.front() == "__launch") return parse_launch(arguments);
  if (arguments.front() == "help") {
    if (arguments.size() == 1) return shown(parser.app.help());
    if (!parser.knows(arguments[1])) return usage(fmt::format("help: unknown command `{}`", arguments[1]));
    return shown(parser.app.get_subcommand(arguments[1])->help());
  }
  bool is_known = arguments.front().starts_with("-") || parser.knows(arguments.front());
  if (!is_known) return usage(fmt::format("unknown command `{}`; see `heddle --help`", arguments.front()));
  std::vector<std::string> words = own_words(arguments, parser.line);
  std::reverse(words.begin(), words.end());  // what this parser wants
  try {                                      // its only way to report
    parser.app.parse(words);
  } catch (const CLI::CallForHelp&) {
    CLI::App* command = &parser.app;
    for (std::vector<CLI::App*> parsed = command->get_subcommands(); !parsed.empty();
         parsed = command->get_subcommands()) {
      command = parsed.front();
    }
    return shown(command->help());
  } catch (const CLI::ExtrasError&) {
    const bool lacks_program = arguments.front() == "run" && parser.line.program.empty();
    return usage(fmt::format("{}: not expected: {}; {}", parser.command_name(), fmt::join(parser.app.remaining(true), " "),
                             lacks_program ? kProgramBehindDashes : see_help(parser)));
  } catch (const CLI::ParseError& defect) {
    return usage(fmt::format("{}; {}", defect.what(), see_help(parser)));
  }
  return finish(parser);
}

}  // namespace heddle
