// ff-bench: float-float against float and native double, on this GPU, on this CPU, and on GPUs not at hand.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "command/record.hpp"
#include "cpu.hpp"
#include "functions/company_rows.hpp"
#include "functions/measure_company.hpp"
#include "measure.hpp"
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

std::set<std::string> parse_parts(const std::string& text) {
  const std::vector<std::string> all{"throughput", "latency",    "functions", "streaming",
                                     "idioms",     "predicates", "gemm",      "blas",
                                     "svd",        "solve",      "cpu"};
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
  for (const function_kernel& k : function_kernels()) {
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

// Rejects options that the chosen mode would ignore.  --plot-model is drawn in each.
void refuse_what_is_not_read(const CLI::App& app, const std::string& results) {
  const std::pair<const char*, std::vector<std::string>> modes[] = {
      {"--compare", {}},
      {"--show", {"--plot"}},
      {"--functions-table", {}},
      {"--intervals-table", {}},
      {"--readme-table", {}},
      {"--choice-table", {}},
      {"--model", {"--results"}},
      {"--company-table", {}},
      {"--idioms-table", {}},
      {"--predicates-table", {}},
      {"--gemm-table", {}},
      {"--gemm-model", {}},
      {"--svd-table", {}},
      {"--blas-table", {}},
      {"--solve-table", {}},
      {"--linalg", {"--device", "--json", "--plot"}},
      {"--company", {"--device", "--json", "--plot"}},
      {"--launch-functions", {"--device"}},
      {"--paper", {"--device", "--json"}}};
  for (auto [mode, read] : modes) {
    if (app.count(mode) == 0) continue;
    read.emplace_back("--plot-model");
    command::expect_only(app, mode, read);
  }
  std::error_code none;
  if (app.count("--results") > 0 && !std::filesystem::is_directory(results, none))
    throw bad_argument(fmt::format("--results {}: expected a folder", results));
}

/// A page made of recorded runs; they are well-formed, but one made for another page may lack what this
/// needs.
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

int run(int argc, char** argv) {
  CLI::App app{
      "Speed of float-float, float and native double: throughput and latency of every operator, array "
      "kernels,\n"
      "and a cost model for GPUs that are not at hand."};
  std::string device = "auto", only = "all", ops = "all", largest = "2^28", results = default_results();
  std::string json_path, plot_path, model_plot_path, show, readme, choice, company_record, idioms_record,
      predicates_record, gemm_record, gemm_model_record, svd_record, blas_record, solve_record;
  std::vector<std::string> compare, functions, intervals;
  bool paper = false, model_only = false, launch_functions = false, company = false, linalg = false;
  command::add_device_option(app, device);
  app.add_option("--only", only,
                 "all, or a list of throughput, latency, functions, streaming, idioms, predicates, gemm, "
                 "blas, svd, solve, cpu")
      ->capture_default_str();
  app.add_option("--ops", ops, "all, or a list like add22,mul22 (names or ids)")->capture_default_str();
  app.add_option("--largest", largest, "elements of the largest array")->capture_default_str();
  app.add_flag("--paper", paper, "rerun tables 3 and 4 of the 2006 paper");
  app.add_flag("--company", company,
               "functions and mixes of them, with less and less of the L1 cache left to the kernel");
  app.add_flag(
      "--linalg", linalg,
      "matrix products, BLAS 1 and 2, decompositions and linear systems beside cuBLAS and cuSOLVER: --only "
      "gemm,blas,svd,solve");
  app.add_flag("--launch-functions", launch_functions,
               "launch each elementary function's kernel once, for a profiler (bench/function_counts.py)");
  app.add_option("--json", json_path, "write the results there");
  app.add_option("--plot", plot_path,
                 "write throughput against array size there, as SVG; with --company, slots against L1; of "
                 "--only gemm TF "
                 "and of --only svd seconds against n");
  app.add_option("--plot-model", model_plot_path, "write ff/double against FP32:FP64 there, as SVG");
  app.add_flag("--model", model_only, "print the cost model alone, and its error against recorded runs");
  app.add_option("--results", results, "folder of the recorded runs for --model")->capture_default_str();
  const auto two_files = [&](const char* name, std::vector<std::string>& paths, const char* help,
                             const char* names = "ACCURACY.json BENCH.json") {
    app.add_option(name, paths, help)->expected(2)->type_name(names);
  };
  two_files("--compare", compare, "print the ratios of two recorded runs", "A.json B.json");
  app.add_option("--show", show, "print a recorded run; with --plot, draw it");
  two_files("--functions-table", functions,
            "print the table of elementary functions from ff-accuracy's and ff-bench's recorded runs");
  two_files("--intervals-table", intervals, "print the tables of docs/evidence/intervals.md, likewise");
  app.add_option("--readme-table", readme, "print the tables of docs/evidence/performance.md, likewise");
  app.add_option("--company-table", company_record, "print the tables of docs/evidence/company.md, likewise");
  app.add_option("--idioms-table", idioms_record, "print the table of docs/evidence/idioms.md, likewise");
  app.add_option("--predicates-table", predicates_record,
                 "print the table of batches of docs/evidence/predicates.md, likewise");
  app.add_option("--gemm-table", gemm_record, "print the table of docs/evidence/linalg.md, likewise");
  app.add_option("--gemm-model", gemm_model_record,
                 "print what matrix products would take on GPUs whose double is slow, and the model's error, "
                 "likewise");
  app.add_option("--svd-table", svd_record, "print the table of docs/evidence/svd.md, likewise");
  app.add_option("--blas-table", blas_record, "print the table of BLAS of docs/evidence/linalg.md, likewise");
  app.add_option("--solve-table", solve_record,
                 "print the table of systems of docs/evidence/svd.md, likewise");
  app.add_option("--choice-table", choice, "print how much faster than double ff is, GPU by GPU");
  if (const auto status = command::parse(app, argc, argv)) return *status;
  refuse_what_is_not_read(app, results);

  selection chosen{parse_parts(linalg ? "gemm,blas,svd,solve" : only), parse_operations(ops),
                   parse_size("--largest", largest, 1 << 10, std::uint64_t{1} << 34)};
  result_file json_file("--json", json_path), plot_file("--plot", plot_path),
      model_plot_file("--plot-model", model_plot_path);
  const cost_model model(nlohmann::json::parse(architectures_json()), nlohmann::json::parse(sass_json()));

  if (model_plot_file.wanted()) model_plot_file.write(model_svg(model));
  if (!compare.empty())
    return print_page("--compare", compare, [&] {
      return compare_runs(read_json("--compare", compare[0]), read_json("--compare", compare[1]));
    });
  if (!functions.empty())
    return print_page("--functions-table", functions, [&] {
      return functions_page(read_json("--functions-table", functions[0], "operators"),
                            read_json("--functions-table", functions[1], "functions"), model);
    });
  if (!intervals.empty())
    return print_page("--intervals-table", intervals, [&] {
      return intervals_page(read_json("--intervals-table", intervals[0], "operations"),
                            read_json("--intervals-table", intervals[1], "throughput"));
    });
  if (!readme.empty())
    return print_page("--readme-table", {readme},
                      [&] { return readme_tables(read_json("--readme-table", readme), model); });
  if (!choice.empty())
    return print_page("--choice-table", {choice},
                      [&] { return choice_table(read_json("--choice-table", choice, "functions"), model); });
  if (!company_record.empty())
    return print_page("--company-table", {company_record}, [&] {
      return company_page(read_json("--company-table", company_record, "company"), model);
    });
  if (!idioms_record.empty())
    return print_page("--idioms-table", {idioms_record},
                      [&] { return idioms_page(read_json("--idioms-table", idioms_record, "idioms")); });
  if (!predicates_record.empty())
    return print_page("--predicates-table", {predicates_record}, [&] {
      return predicates_page(read_json("--predicates-table", predicates_record, "predicates"));
    });
  if (!gemm_record.empty())
    return print_page("--gemm-table", {gemm_record},
                      [&] { return gemm_page(read_json("--gemm-table", gemm_record, "gemm")); });
  if (!gemm_model_record.empty())
    return print_page("--gemm-model", {gemm_model_record},
                      [&] { return gemm_model_page(read_json("--gemm-model", gemm_model_record, "gemm")); });
  if (!svd_record.empty())
    return print_page("--svd-table", {svd_record},
                      [&] { return svd_page(read_json("--svd-table", svd_record, "svd")); });
  if (!blas_record.empty())
    return print_page("--blas-table", {blas_record},
                      [&] { return blas_page(read_json("--blas-table", blas_record, "blas")); });
  if (!solve_record.empty())
    return print_page("--solve-table", {solve_record},
                      [&] { return solve_page(read_json("--solve-table", solve_record, "solve")); });
  if (model_only)
    return print_page("--results", {results}, [&] { return model_tables(model, recorded_runs(results)); });
  const auto check_plot = [&](bool drawable) {
    if (plot_file.wanted() && !drawable)
      throw bad_argument(
          "--plot: nothing to draw; expected a run of streaming kernels, matrix products or decompositions, "
          "or in "
          "company, on a GPU");
  };
  if (!show.empty()) {
    const json recorded = read_json("--show", show);
    check_plot(has_curves(recorded));
    print_page("--show", {show}, [&] { return heading(recorded) + all_tables(recorded); });
    if (plot_file.wanted()) plot_file.write(curves_svg(recorded));
    return 0;
  }
  const auto options = app.get_options();
  const bool model_plot_alone =
      model_plot_file.wanted() &&
      std::count_if(options.begin(), options.end(), [](const auto* o) { return o->count() > 0; }) == 1;
  if (model_plot_alone) return 0;

  std::string why;
  const std::optional<gpu_info> gpu = command::choose_gpu(device, open_gpu, why);
  if (launch_functions) {
    if (!gpu) throw bad_argument("--launch-functions: " + why + "; expected a CUDA device");
    for (const function_kernel& k : function_kernels()) k.throughput(k.at, 64);
    return 0;
  }
  if (company && !gpu)
    throw bad_argument("--company: " + (why.empty() ? "--device cpu" : why) + "; expected a CUDA device");
  const std::optional<l1_split> split = gpu ? l1_split_of(gpu->architecture) : std::nullopt;
  if (company && !split)
    throw bad_argument("--company: " + gpu->architecture +
                       ": how L1 and shared memory divide is known of sm_80, 86, 89, 90, 100, 103 and 120");
  const bool draws =
      chosen.parts.count("streaming") + chosen.parts.count("gemm") + chosen.parts.count("svd") != 0;
  check_plot(company || (gpu && !paper && draws));
  if (device == "auto" && !gpu)
    fmt::print("{}", command::without_gpu(why, "the CPU's figures and the model follow"));
  const std::vector<json> recorded = gpu ? std::vector<json>{} : recorded_runs(results);

  json record{{"tool", "ff-bench"}};
  record.update(command::to_json(
      command::provenance_of("ff-bench", argc, argv, command::commit(), gpu ? gpu->name : "")));
  if (gpu) {
    record["architecture"] = gpu->architecture;
    record["processors"] = gpu->processors;
    record["cuda_driver"] = gpu->driver;
    record["cuda_runtime"] = gpu->runtime;
  }
  record["cpu_name"] = command::processor_name();

  if (company) {
    measure_company(*split, issue_per_clock(), tell, record);
    tell("");
  } else if (paper) {
    measure_paper(gpu.has_value(), record);
  } else {
    if (gpu) measure_gpu(chosen, *gpu, model, record);
    if (chosen.parts.count("cpu") != 0) measure_cpu(chosen, record);
  }
  command::print(heading(record) + all_tables(record));
  if (!paper && !company && (!gpu || record.contains("throughput"))) {
    command::print("\n" + model_tables(model, gpu ? std::vector<json>{record} : recorded));
  }
  if (json_file.wanted()) json_file.write(record.dump(1) + "\n");
  if (plot_file.wanted()) plot_file.write(curves_svg(record));
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-bench", argc, argv, run); }
