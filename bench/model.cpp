// SPDX-License-Identifier: Apache-2.0
#include "bench/model.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "bench/estimate_looks.h"
#include "bench/growth_figure.h"
#include "bench/measured_process.h"
#include "bench/model_targets.h"
#include "bench/substrate_figures.h"
#include "model_sources.h"

namespace heddle::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kLongSeconds = 10;  // what takes longer is not repeated as often as asked
constexpr double kLeastEstimatedSeconds = 0.3;  // what is done sooner says little
constexpr int kLooks = 12;
constexpr const char* kMostEvents = "200000";  // of a thread: the longest program has 100,000

bool matches(const std::string& name, const std::vector<std::string>& filters) {
  const auto is_in_name = [&](const std::string& filter) { return name.find(filter) != std::string::npos; };
  return filters.empty() || std::any_of(filters.begin(), filters.end(), is_in_name);
}

std::string number_or_dash(double number, const char* form) {
  return number > 0 ? fmt::format(fmt::runtime(form), number) : "-";
}

nlohmann::json to_json(const Measured& measured) {
  nlohmann::json json = {{"name", measured.instance.name()},
                         {"program", measured.instance.program},
                         {"defines", measured.instance.defines},
                         {"verdict", measured.verdict},
                         {"expected", measured.instance.verdict},
                         {"exhaustive", measured.exhaustive},
                         {"executions", measured.executions},
                         {"verified", measured.verified},
                         {"states", measured.states},
                         {"steps", measured.steps},
                         {"steps_per_second", measured.steps_per_second()},
                         {"bytes_per_state", measured.bytes_per_state()},
                         {"search_seconds", measured.search_seconds},
                         {"cpu_seconds", measured.cpu_seconds},
                         {"peak_kilobytes", measured.peak_kilobytes},
                         {"repeats", measured.repeats}};
  if (const auto& prototype = measured.instance.prototype) {
    json["prototype"] = {{"executions", prototype->executions}, {"states", prototype->states}};
  }
  if (measured.plain_cpu_seconds) {
    json["plain"] = {{"cpu_seconds", *measured.plain_cpu_seconds}, {"exhaustive", measured.plain_exhaustive}};
  }
  if (const auto& peer = measured.instance.peer) {
    json["peer"] = {{"tool", peer->tool}, {"executions", peer->executions}, {"cpu_seconds", peer->cpu_seconds}};
  }
  return json;
}

class Bench {
 public:
  Bench(const ModelOptions& options, std::ostream& out) : options_(options), out_(out) {}

  int run() {
    Result<std::vector<Instance>> instances = parse_reference(kModelReference);
    if (!instances) return fail(instances.error());
    std::erase_if(*instances, [&](const Instance& each) {
      return (options_.quick && !each.is_small) || !matches(each.name(), options_.filters);
    });
    if (instances->empty()) {
      fmt::print(out_, "heddle: nothing matches --filter {}\n", fmt::join(options_.filters, ", "));
      return 2;
    }
    if (Result<void> written = write_sources(); !written) return fail(written.error());
    if (options_.looks_at_estimates) return look_at_estimates(*instances);
    print_head();
    for (const Instance& instance : *instances) {
      if (given_up_.contains(instance.sweep())) {
        fmt::print(out_, "{:<28} not run: a smaller one did not finish\n", instance.name());
        continue;
      }
      Result<Measured> measured = measure(instance);
      if (!measured) return fail(measured.error());
      print(*measured);
      if (measured->verdict == "incomplete") given_up_.insert(instance.sweep());
      measured_.push_back(std::move(*measured));
    }
    return finish();
  }

 private:
  int fail(const Error& error) {
    fmt::print(out_, "heddle: error: {}\n", error.message);
    return 3;
  }

  static Result<void> write(const std::string& path, std::string_view text) {
    std::ofstream file(path);
    file << text;
    file.flush();
    if (!file) return Error{ErrorCode::System, "cannot write " + path};
    return {};
  }

  std::string folder() const { return options_.directory + "/model"; }

  Result<void> write_sources() {
    std::error_code failed;
    fs::create_directories(folder(), failed);
    for (const ModelSource& source : kModelSources) {
      if (Result<void> written = write(folder() + "/" + source.name, source.text); !written) return written;
    }
    return {};
  }

  Result<std::string> compile(const Instance& instance) {
    std::string program = folder() + "/" + instance.program;
    std::vector<std::string> words = {options_.compiler, "-O2", "-g", program + ".c", "-pthread"};
    for (const std::string& define : instance.defines) {
      words.push_back("-D" + define);
      program += "_" + define;
    }
    words.insert(words.end(), {"-o", program});
    Result<ProcessCost> cost = run_measured(std::move(words), Quiet::No);
    if (!cost) return cost.error();
    if (cost->exit_code != 0) return Error{ErrorCode::CompileFailed, instance.program + ".c does not compile"};
    return program;
  }

  // Each search of states is made once to its end and then stopped ever later.
  int look_at_estimates(const std::vector<Instance>& instances) {
    for (const Instance& instance : instances) {
      if (Result<void> looked = look_at_estimates(instance); !looked) return fail(looked.error());
    }
    const EstimateQuality quality = quality_of(looks_);
    fmt::print(out_, "{} looks, {} answers, {} of these within a factor of two", quality.looks, quality.answers,
               quality.close);
    if (quality.worst > 1) fmt::print(out_, "; at worst {:.1f}, {}", quality.worst, quality.worst_program);
    fmt::print(out_, "\n");
    return 0;
  }

  Result<void> look_at_estimates(const Instance& instance) {
    const Result<std::string> program = compile(instance);
    if (!program) return program.error();
    Measured whole;
    Result<ProcessCost> cost = run_once(*program, instance, {"--plain"}, options_.time, whole);
    if (!cost) return cost.error();
    if (!whole.exhaustive || cost->wall_seconds < kLeastEstimatedSeconds) return {};
    fmt::print(out_, "{:<28}", instance.name());
    for (int look = 1; look < kLooks; ++look) {
      Measured part;
      const std::string time = fmt::format("{:.0f}ms", 1000 * cost->wall_seconds * look / kLooks);
      const Result<ProcessCost> stopped = run_once(*program, instance, {"--plain"}, time, part);
      if (!stopped) return stopped.error();
      // States are those of the last round: another one is another question.
      if (part.exhaustive || part.rounds != whole.rounds || part.table_states == 0) continue;
      const double truth = static_cast<double>(part.table_states) / static_cast<double>(whole.table_states);
      looks_.push_back({instance.name(), truth, part.share_done});
      fmt::print(out_, " {:.0f}%:{}", 100 * truth, part.share_done ? fmt::format("{:.0f}%", 100 * *part.share_done) : "-");
    }
    fmt::print(out_, "\n");
    out_.flush();
    return {};
  }

  Result<Measured> measure(const Instance& instance) {
    Result<std::string> program = compile(instance);
    if (!program) return program.error();
    Result<Measured> measured = measure(instance, *program, {});
    if (!measured || !options_.compares_plain) return measured;
    const Result<Measured> plain = measure(instance, *program, {"--plain"});
    if (!plain) return plain.error();
    measured->plain_cpu_seconds = plain->cpu_seconds;
    measured->plain_exhaustive = plain->exhaustive;
    return measured;
  }

  Result<Measured> measure(const Instance& instance, const std::string& program,
                           const std::vector<std::string>& further) {
    Measured measured;
    std::vector<double> cpu, search, peak;
    const int wanted = options_.quick ? 1 : options_.repeats;
    for (int count = 0; count < wanted; ++count) {
      Result<ProcessCost> cost = run_once(program, instance, further, options_.time, measured);
      if (!cost) return cost.error();
      cpu.push_back(cost->cpu_seconds);
      search.push_back(measured.search_seconds);
      peak.push_back(static_cast<double>(cost->peak_kilobytes));
      if (measured.verdict == "incomplete" || cost->wall_seconds * wanted > kLongSeconds * wanted / 2) break;
    }
    measured.cpu_seconds = median(cpu);
    measured.search_seconds = median(search);
    measured.peak_kilobytes = static_cast<std::uint64_t>(median(peak));
    measured.repeats = static_cast<int>(cpu.size());
    return measured;
  }

  Result<ProcessCost> run_once(const std::string& program, const Instance& instance,
                               const std::vector<std::string>& further, const std::string& time, Measured& measured) {
    const std::string report = folder() + "/report.json";
    std::vector<std::string> words = {options_.heddle, "run",          "--strategy",   "exact",     "--keep-going",
                                      "--quiet",       "--time",       time,           "--max-events", kMostEvents,
                                      "--out",         folder() + "/findings", "--json", report};
    words.insert(words.end(), further.begin(), further.end());
    words.insert(words.end(), {"--", program});
    Result<ProcessCost> cost = run_measured(std::move(words), Quiet::Yes);
    if (!cost) return cost;
    std::ifstream file(report);
    const nlohmann::json json = nlohmann::json::parse(file, nullptr, false);
    const bool is_report = json.is_object() && json.contains("model") && json.contains("verdict");
    if (!is_report) {
      return Error{ErrorCode::Internal,
                   fmt::format("{}: no report; heddle ended with {}", instance.name(), cost->exit_code)};
    }
    const nlohmann::json& model = json["model"];
    measured.instance = instance;
    measured.verdict = json["verdict"];
    measured.exhaustive = json["exhaustive"];
    measured.executions = json["executions"];
    measured.verified = json["verified"];
    measured.states = json["states"];
    measured.steps = model["steps"];
    measured.table_states = model["table_states"];
    measured.table_bytes = model["table_bytes"];
    measured.rounds = model["rounds"];
    if (!model["share_done"].is_null()) measured.share_done = model["share_done"];
    measured.search_seconds = model["search_seconds"];
    return cost;
  }

  void print_head() {
    fmt::print(out_,
               "processor time without compiling, median of {}; steps per second of time in the model; the prototype\n"
               "and the fastest other tool as in model_reference.csv; x: our figure divided by theirs\n",
               options_.quick ? 1 : options_.repeats);
    fmt::print(out_, "{:<28} {:>9} {:>8} {:>10} {:>8} {:>8} {:>8} {:>7} {:<12} | {:>9} {:>10} {:>6} | {:>9} {:>7} {:>7}\n",
               "program", "executions", "verified", "states", "Msteps/s", "B/state", "CPU s", "MB", "verdict", "prototype", "states",
               "x", "peer", "CPU s", "x");
  }

  void print(const Measured& measured) {
    const Instance& instance = measured.instance;
    const bool has_table = measured.table_states >= 1'000;
    std::string verdict = measured.verdict + (measured.verdict == "finding" && !measured.exhaustive ? ", cut" : "");
    if (measured.is_wrong()) verdict += " WRONG";
    fmt::print(out_, "{:<28} {:>9} {:>8} {:>10} {:>8} {:>8} {:>8.3f} {:>7.1f} {:<12} | {:>9} {:>10} {:>6} | {:>9} {:>7} {:>7}\n",
               instance.name(), measured.executions, measured.verified, measured.states,
               number_or_dash(measured.steps_per_second() / 1e6, "{:.2f}"),
               number_or_dash(has_table ? measured.bytes_per_state() : 0, "{:.0f}"), measured.cpu_seconds,
               static_cast<double>(measured.peak_kilobytes) / 1024, verdict,
               instance.prototype ? std::to_string(instance.prototype->executions) : "-",
               instance.prototype ? std::to_string(instance.prototype->states) : "-",
               number_or_dash(measured.executions_to_prototype(), "{:.2f}"),
               instance.peer ? std::to_string(instance.peer->executions) : "-",
               number_or_dash(instance.peer ? instance.peer->cpu_seconds : 0, "{:.2f}"),
               number_or_dash(measured.cpu_to_peer(), "{:.3f}"));
    if (measured.plain_cpu_seconds) {
      fmt::print(out_, "{:<28} {:>65.3f} {:>7} {}\n", "  --plain", *measured.plain_cpu_seconds, "",
                 measured.plain_exhaustive ? "exhaustive" : "unfinished");
    }
    out_.flush();
  }

  int finish() {
    nlohmann::json json = {{"time", options_.time}, {"repeats", options_.repeats}, {"programs", nlohmann::json::array()}};
    for (const Measured& each : measured_) json["programs"].push_back(to_json(each));
    fmt::print(out_, "\n");
    for (const Target& target : judge_targets(measured_)) {
      const std::size_t all = target.met + target.missed.size();
      json["targets"].push_back({{"text", target.text}, {"met", target.met}, {"of", all}, {"missed", target.missed}});
      if (all == 0) continue;
      fmt::print(out_, "{}: {} of {}{}{}\n", target.text, target.met, all, target.missed.empty() ? "" : "; not: ",
                 fmt::join(target.missed, ", "));
    }
    const std::string path = options_.json.empty() ? options_.directory + "/model.json" : options_.json;
    if (Result<void> written = write(path, json.dump(2) + "\n"); !written) return fail(written.error());
    if (!options_.figure.empty()) {
      if (Result<void> written = write(options_.figure, growth_figure(measured_)); !written) return fail(written.error());
    }
    const auto is_wrong = [](const Measured& each) { return each.is_wrong(); };
    return std::any_of(measured_.begin(), measured_.end(), is_wrong) ? 1 : 0;
  }

  const ModelOptions& options_;
  std::ostream& out_;
  std::vector<Measured> measured_;
  std::set<std::string> given_up_;  // sweeps
  std::vector<EstimateLook> looks_;
};

}  // namespace

int run_model_bench(const ModelOptions& options, std::ostream& out) { return Bench(options, out).run(); }

}  // namespace heddle::bench
