// ff-accuracy: how many bits each float-float operator delivers, judged by MPFR.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "command/command.hpp"
#include "intervals/command.hpp"
#include "report.hpp"

namespace {

using namespace accuracy;

// Exit status: 0 all within bounds, 1 a bound exceeded (or a mutant missed), others as in command.hpp.
constexpr int exceeded = 1;

using command::bad_argument;

/// "2^24", "16777216" or "1e6".
std::uint64_t parse_count(const std::string& option, const std::string& text) {
  const double count = command::parse_whole(text).value_or(0);
  if (count < 1 || count > 0x1p50) {
    throw bad_argument(fmt::format(
        "{} {}: expected a whole number from 1 to 2^50, like 2^24, 16777216 or 1e6", option, text));
  }
  return static_cast<std::uint64_t>(count);
}

std::vector<int> parse_operators(const std::string& text) {
  std::vector<int> chosen;
  const auto& all = accuracy::operators();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool wanted = text == "core"         ? all[i].kind == group::core
                        : text == "functions"  ? all[i].kind == group::function
                        : text == "composites" ? all[i].kind == group::composite
                        : text == "all"        ? all[i].kind != group::mutant
                                               : false;
    if (wanted) chosen.push_back(static_cast<int>(i));
  }
  if (!chosen.empty()) return chosen;
  for (const std::string& name : CLI::detail::split(text, ',')) {
    const int op = find_operator(name);
    if (op < 0 || all[static_cast<std::size_t>(op)].kind == group::mutant) {
      std::string names;
      for (const auto& o : all) {
        if (o.kind != group::mutant) names += std::string(names.empty() ? "" : ", ") + o.name;
      }
      throw bad_argument(
          fmt::format("--ops {}: no such operator; expected core, functions, composites, all, or a list of "
                      "{}; or intervals",
                      name, names));
    }
    chosen.push_back(op);
  }
  return chosen;
}

std::vector<input_class> parse_classes(const std::string& text) {
  std::vector<input_class> classes;
  for (int c = 0; c < class_count; ++c) {
    if (text == "all" || text == class_names[c]) classes.push_back(static_cast<input_class>(c));
  }
  if (classes.empty()) {
    std::string names;
    for (const char* name : class_names) names += std::string(names.empty() ? "" : ", ") + name;
    throw bad_argument(fmt::format("--distribution {}: expected all, or one of {}", text, names));
  }
  return classes;
}

std::unique_ptr<backend> make_backend(const std::string& device) {
  std::string why;
  auto gpu = device == "cpu" ? nullptr : make_gpu_backend(why);
  if (gpu) return gpu;
  if (device == "gpu")
    throw bad_argument("--device gpu: " + why + "; expected a CUDA device (use cpu or auto)");
  if (device == "auto") fmt::print("No GPU: {}. The operators run on the CPU.\n", why);
  return make_cpu_backend();
}

/// A bar on a terminal, nothing in a pipe.
std::function<void(double)> progress_of(const std::string& name) {
  if (!isatty(STDERR_FILENO)) return nullptr;
  return [name, last = -1](double share) mutable {
    const int done = static_cast<int>(share * 40);
    if (done == last) return;
    last = done;
    fmt::print(stderr, "\r{:<21} [{:<40}]{}", name, std::string(static_cast<std::size_t>(done), '#'),
               share >= 1 ? "\r\033[K" : "");
  };
}

trial study_with_progress(backend& where, int op, plan p) {
  p.progress = progress_of(accuracy::operators()[static_cast<std::size_t>(op)].name);
  return study(where, op, p);
}

int run_report(backend& where, const std::vector<int>& ops, const plan& p, std::vector<trial>& trials) {
  fmt::print("{}", table_head());
  bool all_within = true;
  for (int op : ops) {
    trials.push_back(study_with_progress(where, op, p));
    all_within = all_within && trials.back().within_bound();
    fmt::print("{}", table_row(trials.back()));
    std::fflush(stdout);
  }
  fmt::print(all_within ? "All within their bounds.\n" : "A bound is EXCEEDED.\n");
  return all_within ? 0 : exceeded;
}

// Table 5 of the 2006 paper: log2 of the largest relative error over 2^24 vectors, then the same
// algorithms here, on the distribution nearest to the paper's and on all classes, and ours.
int run_paper(backend& where, plan p) {
  struct line {
    const char *paper, *figure, *same, *ours;
  };
  const line lines[] = {{"Add12", "-48.0", "add12", "add12"},
                        {"Mul12", "exact", "mul12", "two_prod"},
                        {"Add22", "-33.7", "paper_add22", "add22"},
                        {"Mul22", "-45.0", "paper_mul22", "mul22"}};
  const auto figure = [&](const char* name, const stream& s) {
    plan q = p;
    q.vectors = s;
    q.hunt = 0;
    const double error = study(where, find_operator(name), q, ff::bounds::relative_to::result).worst.error;
    if (error == 0) return std::string("exact");
    return std::isfinite(error) ? fmt::format("{:.1f}", std::log2(error) - 48) : std::string("none");
  };
  const stream uniform{p.vectors.seed, {input_class::uniform}};
  fmt::print("log2 of the largest relative error, {} vectors a column\n", p.count);
  fmt::print("{:<7} {:>22} | {:>24} {:>12} | {:<9} {:>8} {:>12}\n", "", "2006, GeForce 7800 GTX",
             "its algorithm: uniform", "all classes", "ours", "uniform", "all classes");
  for (const line& l : lines) {
    fmt::print("{:<7} {:>22} | {:>24} {:>12} | {:<9} {:>8} {:>12}\n", l.paper, l.figure,
               figure(l.same, uniform), figure(l.same, p.vectors), l.ours, figure(l.ours, uniform),
               figure(l.ours, p.vectors));
    std::fflush(stdout);
  }
  return 0;
}

// Every mutant must be convicted, and what it was made from acquitted on the same vectors.
int run_self_test(backend& where, const plan& p) {
  bool sound = true;
  fmt::print("{:<26} {:<10} {:>10} {:>7}  {}\n", "mutant", "of", "max u^2", "bound", "verdict");
  const auto& all = accuracy::operators();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind != group::mutant) continue;
    const trial broken = study(where, static_cast<int>(i), p);
    const trial original = study(where, find_operator(all[i].bounds_row), p);
    const bool caught = !broken.within_bound() && original.within_bound();
    sound = sound && caught;
    fmt::print("{:<26} {:<10} {:>10} {:>7.3g}  {}\n", all[i].name, all[i].bounds_row,
               error_text(broken.worst_error()), broken.bound,
               !original.within_bound() ? "the original fails too"
               : caught                 ? "caught"
                                        : "MISSED");
    std::fflush(stdout);
  }
  fmt::print(sound ? "Every mutant was caught.\n" : "The report cannot be trusted: a mutant was missed.\n");
  return sound ? 0 : exceeded;
}

int run_intervals(const std::string& ops, intervals::plan p, bool on_gpu, const provenance& from,
                  command::result_file& json_file, command::result_file& csv_file,
                  const std::string& corpus) {
  auto engines = intervals::make_engines(on_gpu);
  std::vector<intervals::trial> trials;
  const bool passed =
      intervals::report(engines, intervals::parse_rows(ops), std::move(p), progress_of, trials);
  if (json_file.wanted()) json_file.write(intervals::to_json(from, trials));
  if (csv_file.wanted()) csv_file.write(intervals::to_csv(trials));
  if (!corpus.empty()) intervals::add_to_corpus(corpus, trials);
  return passed ? 0 : exceeded;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Judges every float-float operator against MPFR: the largest error over all vectors, in\n"
      "u^2 = 2^-48 and in good bits, next to the bound that is proved or observed for it."};
  std::string device = "auto", ops = "core", vectors = "2^24", classes = "all", hunt, json, csv, plot, corpus,
              table, composites;
  std::uint64_t seed = 1;
  bool paper = false, self_test = false, exhaustive = false;
  app.add_option("--device", device, "auto, gpu or cpu")
      ->check(CLI::IsMember({"auto", "gpu", "cpu"}))
      ->capture_default_str();
  app.add_option(
         "--ops", ops,
         "core, functions, composites, all, intervals, or a list like add22,exp,dot3 or interval_ff.mul")
      ->capture_default_str();
  app.add_option("--vectors", vectors, "vectors an operator, each judged by MPFR")->capture_default_str();
  app.add_option("--seed", seed, "seed of the vectors")->capture_default_str();
  app.add_option("--distribution", classes, "all, or one class of vectors")->capture_default_str();
  app.add_option("--hunt", hunt, "search so many vectors more for the worst, like 2^36; MPFR confirms it");
  app.add_flag("--exhaustive", exhaustive, "functions of one argument: all 2^32 floats as well");
  app.add_option("--json", json, "write the results there");
  app.add_option("--csv", csv, "write the table there");
  app.add_option("--plot", plot, "write the error distributions there, as SVG");
  app.add_option("--corpus", corpus, "add the worst vectors to the folder the tests replay");
  app.add_flag("--paper", paper, "rerun Table 5 of the 2006 paper");
  app.add_flag("--self-test", self_test, "show that operators broken on purpose are caught");
  app.add_option("--readme-table", table, "print the README's table from the JSON of a recorded run");
  app.add_option("--composites-table", composites, "print the table of docs/composites.md, likewise");
  if (const auto status = command::parse(app, argc, argv)) return *status;

  const auto print_table = [](const char* option, const std::string& path,
                              std::string (*make)(const std::string&)) {
    std::ifstream in(path);
    try {
      fmt::print("{}", make({std::istreambuf_iterator<char>(in), {}}));
    } catch (const std::exception&) {
      throw bad_argument(fmt::format("{} {}: expected a readable JSON file that --json wrote", option, path));
    }
    return 0;
  };
  if (!table.empty()) return print_table("--readme-table", table, readme_table);
  if (!composites.empty()) return print_table("--composites-table", composites, composites_table);

  plan p;
  intervals::plan q;
  const bool of_intervals = intervals::are_wanted(ops);
  if (of_intervals) {
    q.vectors = {seed, intervals::parse_themes(classes)};
    intervals::parse_rows(ops);
    if (!plot.empty() || paper || exhaustive)
      throw bad_argument("--ops " + ops + ": expected without --plot, --paper and --exhaustive");
  } else {
    p.vectors = {seed, parse_classes(classes)};
    q.vectors = {seed, intervals::parse_themes("all")};
  }
  p.count = parse_count("--vectors", vectors);
  p.exhaust = exhaustive;
  if (!hunt.empty()) p.hunt = parse_count("--hunt", hunt);
  const std::vector<int> chosen = of_intervals ? std::vector<int>{} : parse_operators(ops);
  q.count = p.count, q.hunt = p.hunt;
  if (self_test && app.count("--vectors") == 0) p.count = 1 << 20, q.count = 1 << 16;
  command::result_file json_file("--json", json), csv_file("--csv", csv), plot_file("--plot", plot);
  const auto where = make_backend(device);

  const provenance from{where->describe(), command::driver_version(), FF_COMMIT,
                        command::command_line("ff-accuracy", argc, argv), seed};
  fmt::print("Operators on {} ({}); driver {}; commit {}; seed {}\n", where->is_gpu() ? "GPU" : "CPU",
             from.device, from.driver, from.commit, seed);
  std::fflush(stdout);
  if (paper) return run_paper(*where, p);
  if (self_test) {
    auto engines = intervals::make_engines(where->is_gpu());
    const int status = of_intervals ? 0 : run_self_test(*where, p);
    return intervals::self_test(engines, q) ? status : exceeded;
  }
  if (of_intervals) return run_intervals(ops, q, where->is_gpu(), from, json_file, csv_file, corpus);

  std::vector<trial> trials;
  const int status = run_report(*where, chosen, p, trials);
  if (json_file.wanted()) json_file.write(to_json(from, trials));
  if (csv_file.wanted()) csv_file.write(to_csv(trials));
  if (plot_file.wanted()) plot_file.write(to_svg(from, trials));
  if (!corpus.empty()) add_to_corpus(corpus, trials);
  return status;
}

}  // namespace

int main(int argc, char** argv) { return command::run_tool("ff-accuracy", argc, argv, run); }
