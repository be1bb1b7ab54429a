// ff-bench: float-float against float and native double, on this GPU, on this CPU, and on GPUs not at hand.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include "command/record.hpp"
#include "cpu.hpp"
#include "measures/harness.hpp"
#include "measures/measure.hpp"
#include "report.hpp"
#include "tool.hpp"

namespace {

using namespace bench;

/// The names in a list like "a,b", each of which must be one of `all`.
std::set<std::string> parse_names(const std::string& text, const std::vector<std::string>& all,
                                  const char* refusal) {
  std::set<std::string> chosen;
  for (const std::string& name : CLI::detail::split(text, ',')) {
    if (std::find(all.begin(), all.end(), name) == all.end())
      throw bad_argument(fmt::format(fmt::runtime(refusal), name, fmt::join(all, ", ")));
    chosen.insert(name);
  }
  return chosen;
}

/// The names to --only: of all measures that are not with another or an option of their own.
std::vector<std::string> names_of_parts() {
  std::vector<std::string> names;
  for (const measure& m : measures())
    if (m.with.empty() && m.flag == nullptr) names.push_back(m.name);
  return names;
}

std::set<std::string> parse_parts(const std::string& text) {
  const std::vector<std::string> all = names_of_parts();
  if (text == "all") return {all.begin(), all.end()};
  return parse_names(text, all, "--only {}: expected all, or a list of {}");
}

std::set<std::string> parse_operations(const std::string& text) {
  if (text == "all") return {};
  std::vector<std::string> names;
  for (const operation& o : operations()) {
    for (const std::string& name : {o.name, o.id}) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  for (const function_kernel& k : gpu_kernels<function_kernel>()) {
    if (k.type == "ff") names.push_back(k.name);
  }
  return parse_names(text, names, "--ops {}: no such operation; expected all, or a list of {}");
}

/// Every recorded run in a folder, in the order of their names.
std::vector<json> recorded_runs(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<json> runs;
  for (const auto& path : paths) runs.push_back(read_json("--results", path.string()));
  return runs;
}

/// bench/results of the source tree, or of the folder that the tool is started in.
std::string default_results() {
  return std::filesystem::is_directory(FF_BENCH_RESULTS) ? FF_BENCH_RESULTS : "bench/results";
}

// Rejects options that the chosen mode would ignore.
void refuse_what_is_not_read(const CLI::App& app, const std::string& results) {
  std::vector<std::pair<std::string, std::vector<std::string>>> modes = {
      {"--compare", {}}, {"--show", {}}, {"--model", {"--results"}}, {"--predictions", {}}};
  modes.push_back({"--linalg", {"--device", "--json"}});
  for (const measure& m : measures()) {
    if (m.flag == nullptr) continue;
    modes.push_back({m.flag, {"--device", "--json"}});
  }
  modes.push_back({"--launch-functions", {"--device"}});
  for (const auto& [mode, read] : modes)
    if (app.count(mode) > 0) command::expect_only(app, mode, read);
  std::error_code none;
  if (app.count("--results") > 0 && !std::filesystem::is_directory(results, none))
    throw bad_argument(fmt::format("--results {}: expected a folder", results));
  if (app.count("--results") > 0 && recorded_runs(results).empty())
    throw bad_argument(
        fmt::format("--results {}: expected a folder of JSON files that ff-bench --json wrote", results));
}

/// Refuses what none of the measures to --only reads.
void refuse_what_no_part_reads(const CLI::App& app, const std::set<std::string>& parts) {
  const std::pair<const char*, std::vector<std::string>> options[] = {
      {"--ops", {"throughput", "latency", "functions", "cpu"}}, {"--largest", {"streaming"}}};
  for (const auto& [option, readers] : options) {
    const bool is_read = std::any_of(readers.begin(), readers.end(),
                                     [&](const std::string& name) { return parts.count(name) != 0; });
    if (app.count(option) > 0 && !is_read)
      throw bad_argument(fmt::format("{}: expected with {} in --only", option, fmt::join(readers, ", ")));
  }
}

/// A text made of recorded runs; they are well-formed, but may lack what it needs.
template <class Make>
int print_page(const char* option, const std::vector<std::string>& files, Make make) {
  std::string text;
  const auto refuse = [&] {
    throw bad_argument(
        fmt::format("{} {}: expected complete runs that --json wrote", option, fmt::join(files, " ")));
  };
  try {
    text = make();
  } catch (const std::out_of_range&) {
    refuse();
  } catch (const nlohmann::json::exception&) {
    refuse();
  }
  fmt::print("{}", text);
  return 0;
}

/// Says what is measured next: a line on a terminal, nothing in a pipe.
void tell(const std::string& what) {
  if (isatty(STDERR_FILENO) == 0) return;
  fmt::print(stderr, "\r{:<60.60}", what);
  std::fflush(stderr);
}

struct command_line {
  std::string device = "auto", only = "all", ops = "all", largest = "2^28", results = default_results();
  std::string json, show;
  std::vector<std::string> compare;
  std::map<std::string, bool> alone;  ///< by flag, the measures that run without others
  bool model_only = false, predictions = false, launch_functions = false, linalg = false;
};

void declare(CLI::App& app, command_line& c) {
  command::add_device_option(app, c.device);
  app.add_option("--only", c.only, fmt::format("all, or a list of {}", fmt::join(names_of_parts(), ", ")))
      ->capture_default_str();
  app.add_option("--ops", c.ops, "all, or a list like add22,mul22 (names or ids)")->capture_default_str();
  app.add_option("--largest", c.largest, "elements of the largest array")->capture_default_str();
  for (const measure& m : measures())
    if (m.flag != nullptr) app.add_flag(m.flag, c.alone[m.flag], m.help);
  app.add_flag("--linalg", c.linalg,
               "matrix products, BLAS 1 and 2, decompositions and linear systems beside cuBLAS and "
               "cuSOLVER: --only gemm,blas,svd,solve");
  app.add_flag("--launch-functions", c.launch_functions,
               "launch each elementary function's kernel once, for a profiler (bench/function_counts.py)");
  app.add_option("--json", c.json, "write the results there");
  app.add_flag("--model", c.model_only, "print the cost model alone, and its error against recorded runs");
  app.add_option("--results", c.results, "folder of the recorded runs for --model")->capture_default_str();
  app.add_option("--compare", c.compare, "print the ratios of two recorded runs")
      ->expected(2)
      ->type_name("A.json B.json");
  app.add_option("--show", c.show, "print a recorded run");
  app.add_flag("--predictions", c.predictions, "print what the cost model predicts, as JSON");
}

// Prints what is asked of recorded runs; returns whether that was all.
bool print_recorded(const command_line& c, const cost_model& model) {
  if (c.predictions) {
    fmt::print("{}", predictions_json(model));
  } else if (!c.compare.empty()) {
    print_page("--compare", c.compare, [&] {
      return compare_runs(read_json("--compare", c.compare[0]), read_json("--compare", c.compare[1]));
    });
  } else if (c.model_only) {
    print_page("--results", {c.results}, [&] { return model_tables(model, recorded_runs(c.results)); });
  } else if (!c.show.empty()) {
    const json recorded = read_json("--show", c.show);
    print_page("--show", {c.show}, [&] { return heading(recorded) + all_tables(recorded); });
  } else {
    return false;
  }
  return true;
}

// The measures that run: the one with a flag of its own, or those that --only names.
std::vector<const measure*> chosen_measures(const command_line& c, const selection& chosen, bool gpu) {
  std::vector<const measure*> all;
  const bool alone = std::any_of(c.alone.begin(), c.alone.end(), [](const auto& f) { return f.second; });
  for (const measure& m : measures()) {
    const bool named = m.flag != nullptr
                           ? c.alone.at(m.flag)
                           : !alone && chosen.parts.count(m.with.empty() ? m.name : m.with) != 0;
    if (named && (gpu || !m.on_gpu)) all.push_back(&m);
  }
  return all;
}

// Refuses what a measure needs and this machine lacks.
void check_machine(const command_line& c, const std::optional<gpu_info>& gpu, const std::string& why) {
  const std::string refusal = ": " + (why.empty() ? "--device cpu" : why) + "; expected a CUDA device";
  if (c.launch_functions && !gpu) throw bad_argument("--launch-functions" + refusal);
  for (const measure& m : measures()) {
    if (m.flag == nullptr || !c.alone.at(m.flag) || !m.on_gpu) continue;
    if (!gpu) throw bad_argument(m.flag + refusal);
    if (m.check != nullptr) m.check(*gpu);
  }
}

// Runs the measures; returns the record.
json measured(const std::vector<const measure*>& chosen, const selection& of, const gpu_info* gpu,
              const cost_model& model, const command::provenance& from) {
  json run{{"tool", "ff-bench"}};
  run.update(command::to_json(from));
  if (gpu != nullptr) {
    run["architecture"] = gpu->architecture;
    run["processors"] = gpu->processors;
    run["cuda_driver"] = gpu->driver;
    run["cuda_runtime"] = gpu->runtime;
  }
  run["cpu_name"] = command::processor_name();
  if (gpu != nullptr) warm_up();
  json peaks = json::object();
  for (const measure* m : chosen) {
    json rows = m->run({{run, peaks}, of, gpu, model, tell});
    if (!rows.is_null()) run[m->name] = std::move(rows);
  }
  tell("");
  if (!peaks.empty()) run["peaks"] = peaks;
  return run;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Speed of float-float, float and native double: throughput and latency of every operator, array "
      "kernels,\n"
      "and a cost model for GPUs that are not at hand."};
  command_line c;
  declare(app, c);
  if (const auto status = command::parse(app, argc, argv)) return *status;
  refuse_what_is_not_read(app, c.results);

  const selection of{parse_parts(c.linalg ? "gemm,blas,svd,solve" : c.only), parse_operations(c.ops),
                     parse_size("--largest", c.largest, 1 << 10, std::uint64_t{1} << 34)};
  refuse_what_no_part_reads(app, of.parts);
  result_file json_file("--json", c.json);
  const cost_model model(nlohmann::json::parse(architectures_json()), nlohmann::json::parse(sass_json()));
  if (print_recorded(c, model)) return 0;
  std::string why;
  const std::optional<gpu_info> gpu = command::choose_gpu(c.device, why, open_gpu);
  check_machine(c, gpu, why);
  if (c.launch_functions) {
    for (const function_kernel& k : gpu_kernels<function_kernel>()) k.throughput(k.at, 64);
    return 0;
  }
  if (gpu && app.count("--results") > 0)
    throw bad_argument("--results: expected with --model or --device cpu; a run on a GPU reads no other");
  const std::vector<const measure*> chosen = chosen_measures(c, of, gpu.has_value());
  if (c.device == "auto" && !gpu)
    fmt::print("{}", command::without_gpu(why, "the CPU's figures and the model follow"));
  const std::vector<json> recorded = gpu ? std::vector<json>{} : recorded_runs(c.results);
  const json record =
      measured(chosen, of, gpu ? &*gpu : nullptr, model,
               command::provenance_of("ff-bench", argc, argv, command::commit(), gpu ? gpu->name : ""));
  command::print(heading(record) + all_tables(record));
  const bool alone =
      std::any_of(chosen.begin(), chosen.end(), [](const measure* m) { return m->flag != nullptr; });
  if (!alone && (!gpu || record.contains("throughput")))
    command::print("\n" + model_tables(model, gpu ? std::vector<json>{record} : recorded));
  if (json_file.wanted()) json_file.write(command::record_text(record) + "\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-bench", argc, argv, run); }
