// ff-accuracy: how many bits each float-float operator delivers, judged by MPFR.
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "accuracy/pages/pages.hpp"
#include "accuracy/parts/parts.hpp"
#include "command/command.hpp"
#include "sections/section.hpp"

namespace {

using namespace accuracy;
using command::bad_argument;

// All ranks of mpirun, where it started this.
std::unique_ptr<fleet> ranks;

// Exit statuses.  1: a bound is exceeded, a special operand's result differs from IEEE, or a mutant is
// missed.  4: ./ff asked ff-accuracy-operators, and ff-accuracy alone has it.
constexpr int exceeded = 1, elsewhere = 4;

/// "2^24", "16777216" or "1e6".
std::uint64_t parse_count(const std::string& option, const std::string& text) {
  const double count = command::parse_whole(text).value_or(0);
  if (count < 1 || count > 0x1p50) {
    throw bad_argument(fmt::format(
        "{} {}: expected a whole number from 1 to 2^50, like 2^24, 16777216 or 1e6", option, text));
  }
  return static_cast<std::uint64_t>(count);
}

// The folder of --corpus is made before the work, if it is not there.
void make_corpus_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error || !std::filesystem::is_directory(path) || access(path.c_str(), W_OK | X_OK) != 0)
    throw bad_argument(fmt::format("--corpus {}: expected a writable folder", path));
}

// Rejects options that the chosen mode would ignore.
void refuse_what_is_not_read(const CLI::App& app, const std::string& ops) {
  const auto given = [&](const char* option) { return app.count(option) > 0; };
  for (const char* list : {"--catalogue", "--bits", "--special-tables"})
    if (given(list)) return command::expect_only(app, list, {});
  if (given("--paper"))
    return command::expect_only(app, "--paper", {"--device", "--vectors", "--seed", "--distribution"});
  const bool other = ops == "roots" || ops == "linalg" || ops == "dd";
  if (given("--self-test")) {
    command::expect_only(
        app, "--self-test",
        {"--device", "--ops", "--vectors", "--seed", "--distribution", "--hunt", "--exhaustive"});
    if (given("--ops") && !other && ops != "intervals" && ops != "predicates")
      throw bad_argument(
          "--self-test --ops " + ops +
          ": expected all mutants, or those of intervals, predicates, roots, dd or linalg alone");
    if (other)
      return command::expect_only(app, "--self-test --ops " + ops,
                                  {"--ops", "--self-test", "--vectors", "--seed"});
  }
  if (ops == "dd") return command::expect_only(app, "--ops dd", {"--ops", "--vectors", "--seed", "--json"});
  if (ops == "linalg")
    return command::expect_only(app, "--ops linalg", {"--ops", "--device", "--vectors", "--seed", "--json"});
  if (ops == "roots")
    return command::expect_only(app, "--ops roots",
                                {"--device", "--ops", "--vectors", "--seed", "--distribution", "--json"});
  if ((names_intervals(ops) || names_predicates(ops)) && given("--exhaustive"))
    throw bad_argument("--ops " + ops + ": expected without --exhaustive");
}

std::string description(const command::gpu_info& gpu) {
  return fmt::format("{}, {}, CUDA driver {}, runtime {}", gpu.name, gpu.architecture, gpu.driver,
                     gpu.runtime);
}

// Says where the rows, or the mutants of a self-test, are to run.
place place_of(const options& asked, bool gpu_allowed, int argc, char** argv) {
  std::string why;
  const auto gpu = gpu_allowed ? command::choose_gpu(asked.device, why, find_gpu) : std::nullopt;
  if (gpu_allowed && asked.device == "auto" && !gpu)
    fmt::print("{}", command::without_gpu(why, "the operators run on the CPU"));
  std::string where = gpu ? description(*gpu) : command::processor_name();
  if (ranks) where += fmt::format(", {} rank{}", ranks->size(), ranks->size() == 1 ? "" : "s");
  return {gpu.has_value(),
          command::provenance_of("ff-accuracy", argc, argv, command::commit(), where, asked.seed)};
}

int run(int argc, char** argv) {
  CLI::App app{
      "Judges every float-float operator against MPFR: the largest error over all vectors, in\n"
      "u^2 = 2^-48 and in good bits, next to the bound that is proved or observed for it."};
  options asked;
  std::string vectors, hunt, json, csv;
  bool mutants = false, list = false, bits = false, special = false;
  command::add_device_option(app, asked.device);
  app.add_option("--ops", asked.ops,
                 "core, functions, composites, all, intervals, predicates, roots (of polynomials), linalg, "
                 "dd (dd_t), or a list like add22,exp,dot3 or interval_ff.mul")
      ->capture_default_str();
  app.add_option("--vectors", vectors,
                 "vectors an operator, each judged by MPFR (2^22; of dd 2^20; of roots and linalg, 64)");
  command::add_seed_option(app, asked.seed);
  app.add_option("--distribution", asked.classes, "all, or one class of vectors")->capture_default_str();
  app.add_option("--hunt", hunt, "search so many vectors more for the worst, like 2^36; MPFR confirms it");
  app.add_flag("--exhaustive", asked.exhaustive, "functions of one argument: all 2^32 floats as well");
  app.add_option("--within", asked.within,
                 "begin no row after so many seconds; rows that ended are recorded, the others named")
      ->check(command::number_between(1e-9, 1e9));
  app.add_option("--json", json, "write the results there");
  app.add_option("--csv", csv, "write the table there");
  app.add_option("--corpus", asked.corpus, "add the worst vectors to the folder the tests replay");
  app.add_flag("--paper", asked.paper, "rerun Table 5 of the 2006 paper");
  app.add_flag("--self-test", mutants, "show that operators broken on purpose are caught");
  app.add_flag("--catalogue", list, "print every row of the catalogue with its bound, as JSON");
  app.add_flag("--bits", bits, "print a hash of every row's results over fixed vectors, as JSON");
  app.add_flag("--special-tables", special, "print results at special operands, as JSON");
  if (const auto status = command::parse(app, argc, argv)) return *status;
  refuse_what_is_not_read(app, asked.ops);

  if ((list || bits || special || mutants) && !is_whole())
    throw not_in_this_program(mutants ? "--self-test"
                              : list  ? "--catalogue"
                              : bits  ? "--bits"
                                      : "--special-tables");
  if (list || bits || special) {
    fmt::print("{}", list ? catalogue_json() : bits ? bits_json(command::commit()) : special_tables());
    return 0;
  }

  if (!vectors.empty()) asked.vectors = parse_count("--vectors", vectors);
  if (!hunt.empty()) asked.hunt = parse_count("--hunt", hunt);
  asked.ranks = ranks.get();
  const std::unique_ptr<section> of = section_of(asked.ops);
  of->check(asked);
  command::result_file json_file("--json", json), csv_file("--csv", csv);
  if (!asked.corpus.empty()) make_corpus_folder(asked.corpus);
  const place at = place_of(asked, mutants ? of->mutants_on_gpu() : of->rows_on_gpu(), argc, argv);
  fmt::print("{} on {} ({}); driver {}; commit {}; seed {}\n", of->title(), at.on_gpu ? "GPU" : "CPU",
             at.from.device, at.from.driver, at.from.commit, asked.seed);
  command::flush_output();
  if (mutants) return of->self_test(asked, at) ? 0 : exceeded;
  if (asked.paper) {
    print_paper_table(asked, at);
    return 0;
  }
  const bool passed = of->report(asked, at);
  if (json_file.wanted()) json_file.write(of->json(at));
  if (csv_file.wanted()) csv_file.write(of->csv());
  if (!asked.corpus.empty()) of->keep_worst(asked.corpus);
  return passed ? 0 : exceeded;
}

// ./ff asks ff-accuracy-operators first, since it builds in a fifth of the time, and then builds ff-accuracy
// where it has to.
int run_or_hand_over(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const not_in_this_program&) {
    if (std::getenv("FF_HAND_OVER") != nullptr) return elsewhere;
    throw;
  }
}

}  // namespace

int main(int argc, char** argv) {
  ranks = join_fleet();
  if (ranks && !ranks->is_first()) {
    const int status = ranks->serve();
    ranks.reset();
    return status;
  }
  const int status = command::run_tool("ff-accuracy", argc, argv, run_or_hand_over);
  ranks.reset();
  return status;
}
