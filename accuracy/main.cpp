// ff-accuracy: how many bits each float-float operator delivers, judged by MPFR.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "accuracy/dd/study.hpp"
#include "accuracy/fleet/fleet.hpp"
#include "accuracy/judge/values.hpp"
#include "accuracy/linalg/study.hpp"
#include "accuracy/pages/pages.hpp"
#include "accuracy/parts/parts.hpp"
#include "accuracy/predicates/points.hpp"
#include "accuracy/roots/study.hpp"
#include "catalogue/interval_vectors.hpp"
#include "command/command.hpp"

namespace {

using namespace accuracy;
using command::bad_argument;

// All ranks of mpirun, where it started this.
std::unique_ptr<fleet> ranks;

// Exit status 1: a bound is exceeded, a special operand's result differs from IEEE, or a mutant is missed.
constexpr int exceeded = 1;

/// "2^24", "16777216" or "1e6".
std::uint64_t parse_count(const std::string& option, const std::string& text) {
  const double count = command::parse_whole(text).value_or(0);
  if (count < 1 || count > 0x1p50) {
    throw bad_argument(fmt::format(
        "{} {}: expected a whole number from 1 to 2^50, like 2^24, 16777216 or 1e6", option, text));
  }
  return static_cast<std::uint64_t>(count);
}

/// Says what --ops asks for: "intervals" or "predicates", or names of their rows; or values.
enum class kind { values, intervals, predicates };
kind kind_of(const std::string& ops) {
  if (ops.rfind("interval", 0) == 0) return kind::intervals;
  return ops.rfind("predicate", 0) == 0 ? kind::predicates : kind::values;
}
subjects rows_of(kind of, bool on_gpu) {
  if (of == kind::predicates) return predicate_rows(on_gpu);
  return of == kind::intervals ? interval_rows(on_gpu) : value_subjects(on_gpu);
}

/// Returns whether a row is what one word of --ops names: a row, all at a type of endpoint, or a group.
bool is_named(const subject& s, const std::string& word) {
  const std::string name = s.name();
  switch (s.kind()) {
    case group::mutant:
      return false;
    case group::core:
      if (word == "core") return true;
      break;
    case group::function:
      if (word == "functions") return true;
      break;
    case group::composite:
      if (word == "composites") return true;
      break;
    case group::predicate:
      return word == "predicates" || word == name || name.compare(0, word.size() + 1, word + ".") == 0;
    case group::interval:
      return word == "intervals" || word == name || name.compare(0, word.size() + 1, word + ".") == 0;
    default:
      break;
  }
  return word == "all" || word == name;
}

std::vector<const subject*> parse_rows(const subjects& all, const std::string& ops) {
  std::vector<const subject*> chosen;
  for (const std::string& word : CLI::detail::split(ops, ',')) {
    bool known = false;
    for (const auto& s : all) {
      const bool again = std::find(chosen.begin(), chosen.end(), s.get()) != chosen.end();
      if (is_named(*s, word)) known = true;
      if (is_named(*s, word) && !again) chosen.push_back(s.get());
    }
    if (known) continue;
    if (!is_whole())
      throw bad_argument(fmt::format(
          "--ops {}: not among the operators, and this program has no other rows; expected core, a list of "
          "operators, or the program ff-accuracy, which has them all",
          word));
    std::string names;
    for (const auto& s : all) {
      if (s->kind() == group::mutant) continue;
      const std::string name = s->name().substr(s->name().find('.') + 1);  // intervals': without the type
      if ((", " + names + ",").find(", " + name + ",") == names.npos)
        names += (names.empty() ? "" : ", ") + name;
    }
    if (kind_of(ops) == kind::predicates)
      throw bad_argument(
          fmt::format("--ops {}: no such predicate; expected predicates, predicate_float, "
                      "predicate_double, predicate_triple, or a list like predicate_float.orient2d of {}",
                      word, names));
    throw bad_argument(
        kind_of(ops) == kind::intervals
            ? fmt::format("--ops {}: no such interval operation; expected intervals, interval_float, "
                          "interval_double, interval_ff, or a list like interval_ff.mul of {}",
                          word, names)
            : fmt::format(
                  "--ops {}: no such operator; expected core, functions, composites, all, or a list of "
                  "{}; or intervals, or predicates",
                  word, names));
  }
  return chosen;
}

template <class Names>
class_list parse_classes(const std::string& text, const Names& names, const char* of) {
  class_list classes;
  std::string known;
  for (int c = 0; c < static_cast<int>(std::size(names)); ++c) {
    if (text == "all" || text == names[c]) classes.add(c);
    known += std::string(known.empty() ? "" : ", ") + names[c];
  }
  if (classes.count == 0)
    throw bad_argument(fmt::format("--distribution {}: {}expected all, or one of {}", text, of, known));
  return classes;
}
class_list parse_classes(const std::string& text, kind of) {
  if (of == kind::predicates) return parse_classes(text, predicates::theme_names, "of predicates ");
  if (of == kind::intervals) return parse_classes(text, catalogue::intervals::theme_names, "of intervals ");
  return parse_classes(text, catalogue::class_names, "");
}

/// The GPU that rows run on, if they do.
std::optional<command::gpu_info> parse_device(const std::string& device) {
  std::string why;
  const auto gpu = command::choose_gpu(device, find_gpu, why);
  if (device == "auto" && !gpu) fmt::print("{}", command::without_gpu(why, "the operators run on the CPU"));
  return gpu;
}

std::string description(const command::gpu_info& gpu) {
  return fmt::format("{}, {}, CUDA driver {}, runtime {}", gpu.name, gpu.architecture, gpu.driver,
                     gpu.runtime);
}

// No row begins after `within` seconds, but for the first.
int run_report(const std::vector<const subject*>& rows, plan p, double within, std::vector<trial>& trials) {
  fmt::print("{}", table_head(*rows.front()));
  bool passed = true, capped = false;
  std::string left_out;
  const auto begin = std::chrono::steady_clock::now();
  for (const subject* s : rows) {
    const std::chrono::duration<double> passed_time = std::chrono::steady_clock::now() - begin;
    if (!trials.empty() && passed_time.count() > within) {
      left_out += " " + s->name();
      continue;
    }
    p.progress = command::progress_bar(s->name());
    trials.push_back(s->study(p));
    passed = passed && trials.back().passed();
    capped = capped || p.count > s->most_vectors();
    command::print(table_row(trials.back()));
    std::fflush(stdout);
  }
  if (!left_out.empty()) command::print(fmt::format("Left out after {:g} seconds:{}.\n", within, left_out));
  if (capped)
    command::print("Powers and functions: at most 2^24 vectors each, since MPFR takes ten times as long.\n");
  if (rows[0]->of_signs()) {
    command::print(passed ? "Every sign is the exact one.\n" : "A sign is WRONG.\n");
    return passed ? 0 : exceeded;
  }
  command::print(rows[0]->values() ? passed ? "All within their bounds.\n" : "A bound is EXCEEDED.\n"
                 : passed          ? "Every range is contained, and within its bound.\n"
                                   : "A range is NOT CONTAINED, or a bound is exceeded.\n");
  return passed ? 0 : exceeded;
}

// Every operator and function of this program at special operands, whatever rows were asked for.
bool run_special(bool on_gpu, std::vector<special_trial>& trials) {
  bool same = true;
  for (const special_subject& s : special_subjects()) {
    trials.push_back(judge_special(s, on_gpu));
    same = same && trials.back().differ == 0;
  }
  command::print(special_summary(trials));
  return same;
}

const subject& find(const subjects& all, const std::string& name) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s->name() == name; });
  if (at == all.end()) throw std::logic_error("no row is called " + name);
  return **at;
}

// Table 5 of the 2006 paper: log2 of the largest relative error over 2^24 vectors, then the same
// algorithms here, on the distribution nearest to the paper's and on all classes, and ours.
int run_paper(const subjects& all, const plan& p) {
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
    q.scale = ff::bounds::relative_to::result;
    const double error = find(all, name).study(q).worst.error;
    if (error == 0) return std::string("exact");
    return std::isfinite(error) ? fmt::format("{:.1f}", std::log2(error) - 48) : std::string("none");
  };
  const stream uniform{p.vectors.seed, parse_classes("uniform", kind::values)};
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
bool run_self_test(const subjects& all, const plan& p) {
  bool sound = true;
  for (const auto& s : all) {
    if (s->kind() != group::mutant) continue;
    const trial broken = s->study(p), original = find(all, s->original()).study(p);
    const bool caught = !broken.passed() && original.passed();
    sound = sound && caught;
    fmt::print("{:<40} {:<24} {:>8} {:>8} {:>10} {:>7.3g}  {}\n", s->name(), s->original(), broken.wrong,
               broken.loose, error_text(broken.worst_error()), s->bound(),
               !original.passed() ? "the original fails too"
               : caught           ? "caught"
                                  : "MISSED");
    std::fflush(stdout);
  }
  return sound;
}

int run_self_tests(bool on_gpu, const std::vector<kind>& kinds, plan p, bool fewer) {
  fmt::print("{:<40} {:<24} {:>8} {:>8} {:>10} {:>7}  {}\n", "mutant", "of", "wrong", "loose", "max", "bound",
             "verdict");
  bool sound = true;
  for (const kind of : kinds) {
    if (fewer) p.count = of == kind::values ? 1 << 20 : 1 << 16;
    if (of != kinds.front()) p.vectors.classes = parse_classes("all", of);
    sound = run_self_test(rows_of(of, on_gpu), p) && sound;
  }
  fmt::print(sound ? "Every mutant was caught.\n" : "The report cannot be trusted: a mutant was missed.\n");
  return sound ? 0 : exceeded;
}

// Roots of polynomials, of the kinds that --distribution names.
int run_roots(const std::string& classes, std::uint64_t count, const root_subject& subject,
              std::vector<root_trial>& trials) {
  const class_list kinds = parse_classes(classes, polynomial_kind_names, "of polynomials ");
  bool passed = true;
  fmt::print("{}", root_table_head());
  for (int i = 0; i < kinds.count; ++i) {
    for (const root_trial& t :
         study_roots(static_cast<polynomial_kind>(kinds[static_cast<std::uint64_t>(i)]), count, subject)) {
      passed = passed && t.passed();
      fmt::print("{}", root_table_row(t));
      trials.push_back(t);
    }
    std::fflush(stdout);
  }
  fmt::print(passed ? "Every disk holds as many roots as it says.\n"
                    : "A disk does NOT HOLD as many roots as it says, or could not be judged.\n");
  return passed ? 0 : exceeded;
}

// Every mutant of the roots must be convicted on some kind, and the roots be acquitted on all.
int run_root_self_test(std::uint64_t count, std::uint64_t seed) {
  bool sound = true;
  for (int m = 0; m < root_mutants; ++m) {
    std::uint64_t wrong = 0, disks = 0;
    for (int kind = 0; kind < polynomial_kinds; ++kind) {
      for (const root_trial& t :
           study_roots(static_cast<polynomial_kind>(kind), count, {seed, static_cast<root_mutant>(m)})) {
        wrong += t.wrong;
        disks += t.disks;
      }
    }
    const bool as_it_should = m == 0 ? wrong == 0 : wrong > 0;
    sound = sound && as_it_should;
    fmt::print("{:<40} {:>8} of {:>8} disks wrong  {}\n", root_mutant_names[m], wrong, disks,
               !as_it_should ? m == 0 ? "the original fails" : "MISSED"
               : m == 0      ? "acquitted"
                             : "caught");
    std::fflush(stdout);
  }
  fmt::print(sound ? "Every mutant was caught.\n" : "The report cannot be trusted: a mutant was missed.\n");
  return sound ? 0 : exceeded;
}

// The rows of dd_t, or each of its mutants and what it was made from.
int run_dd(std::uint64_t count, std::uint64_t seed, std::vector<dd_trial>& trials) {
  bool passed = true;
  fmt::print("{}", dd_table_head());
  for (const catalogue::dd_row& row : catalogue::dd_rows) {
    trials.push_back(study_dd(row, count, seed));
    passed = passed && trials.back().passed();
    fmt::print("{}", dd_table_row(trials.back()));
    std::fflush(stdout);
  }
  fmt::print(passed ? "Every bound holds.\n" : "A bound is EXCEEDED.\n");
  return passed ? 0 : exceeded;
}
int run_dd_self_test(std::uint64_t count, std::uint64_t seed) {
  bool sound = true;
  for (const dd_mutant& m : dd_mutants())
    for (const catalogue::dd_row& row : catalogue::dd_rows) {
      if (std::string(row.name) != m.row) continue;
      const bool caught = !study_dd(row, count, seed, &m).passed(),
                 right = study_dd(row, count, seed).passed();
      sound = sound && caught && right;
      fmt::print("{:<32} {:<14} {}\n", m.what, m.row,
                 !right   ? "the original fails too"
                 : caught ? "caught"
                          : "MISSED");
    }
  fmt::print(sound ? "Every mutant was caught.\n" : "The report cannot be trusted: a mutant was missed.\n");
  return sound ? 0 : exceeded;
}

/// Rows of ff::linalg where `on` computes.
int run_linalg(const machine& on, std::uint64_t samples, std::uint64_t seed, std::vector<linalg_row>& all) {
  bool passed = true;
  fmt::print("{}", linalg_table_head());
  for (const linalg_subject& s : linalg_subjects()) {
    for (const linalg_row& r : study_linalg(s, on, seed, samples)) {
      passed = passed && r.passed();
      fmt::print("{}", linalg_table_row(r));
      all.push_back(r);
    }
    std::fflush(stdout);
  }
  fmt::print(passed ? "Every error is within its bound.\n" : "An error EXCEEDS its bound.\n");
  return passed ? 0 : exceeded;
}

// Every mutant of ff::linalg must be convicted on some family, and the functions be acquitted on all.
int run_linalg_self_test(std::uint64_t samples, std::uint64_t seed) {
  bool sound = true;
  const machine host;
  std::map<std::string, std::size_t> wronged_by;  // the functions themselves, judged once
  for (const linalg_mutant& m : linalg_mutants()) {
    const auto broken = m.make();
    std::size_t rows = 0, convicted = 0;
    const bool judged = wronged_by.count(m.subject) > 0;
    std::size_t& wronged = wronged_by[m.subject];
    for (const linalg_subject& s : linalg_subjects()) {
      if (s.name != m.subject) continue;
      for (const linalg_row& r : study_linalg(s, *broken, seed, samples)) ++rows, convicted += !r.passed();
      if (judged) continue;
      for (const linalg_row& r : study_linalg(s, host, seed, samples)) wronged += !r.passed();
    }
    sound = sound && convicted > 0 && wronged == 0;
    fmt::print("{:<32} {:<20} {:>3} of {:>3} rows exceed the bound  {}\n", m.name, m.subject, convicted, rows,
               wronged > 0     ? "the original fails too"
               : convicted > 0 ? "caught"
                               : "MISSED");
    std::fflush(stdout);
  }
  fmt::print(sound ? "Every mutant was caught.\n" : "The report cannot be trusted: a mutant was missed.\n");
  return sound ? 0 : exceeded;
}

int print_page(const char* option, const std::string& path, std::string (*make)(const std::string&)) {
  const char* expected = "a readable JSON file that ff-accuracy --json wrote";
  const std::string record = command::read_file(option, path, expected);
  std::string page;
  try {
    page = make(record);
  } catch (const std::exception&) {
    throw bad_argument(fmt::format("{} {}: expected {}", option, path, expected));
  }
  fmt::print("{}", page);
  return 0;
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
  for (const char* page :
       {"--readme-table", "--operators-table", "--composites-table", "--predicates-table", "--roots-table",
        "--dd-table", "--linalg-table", "--catalogue", "--bits", "--special-tables"})
    if (given(page)) return command::expect_only(app, page, {});
  if (given("--paper"))
    return command::expect_only(app, "--paper", {"--device", "--vectors", "--seed", "--distribution"});
  if (given("--self-test")) {
    command::expect_only(
        app, "--self-test",
        {"--device", "--ops", "--vectors", "--seed", "--distribution", "--hunt", "--exhaustive"});
    if (given("--ops") && ops != "intervals" && ops != "predicates" && ops != "roots" && ops != "dd" &&
        ops != "linalg")
      throw bad_argument(
          "--self-test --ops " + ops +
          ": expected all mutants, or those of intervals, predicates, roots, dd or linalg alone");
  }
  if ((ops == "roots" || ops == "dd" || ops == "linalg") && given("--self-test"))
    return command::expect_only(app, ("--self-test --ops " + ops).c_str(),
                                {"--ops", "--self-test", "--vectors", "--seed"});
  if (ops == "dd") return command::expect_only(app, "--ops dd", {"--ops", "--vectors", "--seed", "--json"});
  if (ops == "linalg")
    return command::expect_only(app, "--ops linalg", {"--ops", "--device", "--vectors", "--seed", "--json"});
  if (ops == "roots")
    return command::expect_only(app, "--ops roots",
                                {"--device", "--ops", "--vectors", "--seed", "--distribution", "--json"});
  if (kind_of(ops) != kind::values && (given("--plot") || given("--exhaustive")))
    throw bad_argument("--ops " + ops + ": expected without --plot and --exhaustive");
}

int run(int argc, char** argv) {
  CLI::App app{
      "Judges every float-float operator against MPFR: the largest error over all vectors, in\n"
      "u^2 = 2^-48 and in good bits, next to the bound that is proved or observed for it."};
  std::string device = "auto", ops = "core", vectors = "2^22", classes = "all", hunt, json, csv, plot, corpus,
              table, all_table, composites, signs, roots, pairs_of_doubles, matrices;
  std::uint64_t seed = 1;
  double within = 1e9;
  bool paper = false, self_test = false, exhaustive = false, list = false, bits = false, special = false;
  command::add_device_option(app, device);
  app.add_option("--ops", ops,
                 "core, functions, composites, all, intervals, predicates, roots (of polynomials), dd "
                 "(dd_t), linalg, "
                 "or a list like "
                 "add22,exp,dot3 or interval_ff.mul")
      ->capture_default_str();
  app.add_option("--vectors", vectors, "vectors an operator, each judged by MPFR")->capture_default_str();
  command::add_seed_option(app, seed);
  app.add_option("--distribution", classes, "all, or one class of vectors")->capture_default_str();
  app.add_option("--hunt", hunt, "search so many vectors more for the worst, like 2^36; MPFR confirms it");
  app.add_flag("--exhaustive", exhaustive, "functions of one argument: all 2^32 floats as well");
  app.add_option("--within", within,
                 "begin no row after so many seconds; rows that ended are recorded, the others named")
      ->check(CLI::PositiveNumber);
  app.add_option("--json", json, "write the results there");
  app.add_option("--csv", csv, "write the table there");
  app.add_option("--plot", plot, "write the error distributions there, as SVG");
  app.add_option("--corpus", corpus, "add the worst vectors to the folder the tests replay");
  app.add_flag("--paper", paper, "rerun Table 5 of the 2006 paper");
  app.add_flag("--self-test", self_test, "show that operators broken on purpose are caught");
  app.add_option("--readme-table", table, "print the README's table from the JSON of a recorded run");
  app.add_option("--operators-table", all_table, "print the table of all operators, likewise");
  app.add_option("--composites-table", composites, "print that of vectors and complex numbers, likewise");
  app.add_option("--predicates-table", signs, "print that of predicates, likewise");
  app.add_option("--roots-table", roots, "print that of roots of polynomials, likewise");
  app.add_option("--dd-table", pairs_of_doubles, "print that of dd_t, likewise");
  app.add_option("--linalg-table", matrices, "print those of linear algebra, likewise");
  app.add_flag("--catalogue", list, "print every row of the catalogue with its bound, as JSON");
  app.add_flag("--bits", bits, "print a hash of every row's results over fixed vectors, as JSON");
  app.add_flag("--special-tables", special, "print the tables of results at special operands");
  if (const auto status = command::parse(app, argc, argv)) return *status;
  refuse_what_is_not_read(app, ops);
  if (!table.empty()) return print_page("--readme-table", table, readme_table);
  if (!all_table.empty()) return print_page("--operators-table", all_table, operators_table);
  if (!composites.empty()) return print_page("--composites-table", composites, composites_table);
  if (!signs.empty()) return print_page("--predicates-table", signs, predicates_table);
  if (!roots.empty()) return print_page("--roots-table", roots, roots_table);
  if (!pairs_of_doubles.empty()) return print_page("--dd-table", pairs_of_doubles, dd_table);
  if (!matrices.empty()) return print_page("--linalg-table", matrices, linalg_table);
  if (list || bits || special) {
    fmt::print("{}", list ? catalogue_json() : bits ? bits_json(command::commit()) : special_tables());
    return 0;
  }

  if (ops == "roots") {
    const std::uint64_t count = app.count("--vectors") == 0 ? 64 : parse_count("--vectors", vectors);
    parse_classes(classes, polynomial_kind_names, "of polynomials ");
    command::result_file json_file("--json", json);
    const auto gpu = self_test ? std::nullopt : parse_device(device);  // mutants are the host's
    const command::provenance from =
        command::provenance_of("ff-accuracy", argc, argv, command::commit(),
                               gpu ? description(*gpu) : command::processor_name(), seed);
    fmt::print("Roots on {} ({}); commit {}; seed {}\n", gpu ? "GPU" : "CPU", from.device, from.commit, seed);
    command::flush_output();
    if (self_test) return run_root_self_test(count, seed);
    std::vector<root_trial> trials;
    const int status = run_roots(classes, count, {seed, root_mutant::none, gpu.has_value()}, trials);
    if (json_file.wanted()) json_file.write(roots_json(from, trials));
    return status;
  }

  if (ops == "dd") {
    const std::uint64_t count = parse_count("--vectors", app.count("--vectors") == 0 ? "2^20" : vectors);
    command::result_file json_file("--json", json);
    const command::provenance from =
        command::provenance_of("ff-accuracy", argc, argv, command::commit(), command::processor_name(), seed);
    fmt::print("dd_t on CPU ({}); commit {}; seed {}\n", from.device, from.commit, seed);
    command::flush_output();
    if (self_test) return run_dd_self_test(app.count("--vectors") == 0 ? 1 << 14 : count, seed);
    std::vector<dd_trial> trials;
    const int status = run_dd(count, seed, trials);
    if (json_file.wanted()) json_file.write(dd_json(from, trials));
    return status;
  }

  if (ops == "linalg") {
    const std::uint64_t samples = app.count("--vectors") == 0 ? 64 : parse_count("--vectors", vectors);
    command::result_file record("--json", json);
    const auto gpu = self_test ? std::nullopt : parse_device(device);
    const std::string where = gpu ? description(*gpu) : command::processor_name();
    const command::provenance from =
        command::provenance_of("ff-accuracy", argc, argv, command::commit(), where, seed);
    fmt::print("Linear algebra on {} ({}); driver {}; commit {}; seed {}\n", gpu ? "GPU" : "CPU", from.device,
               from.driver, from.commit, seed);
    command::flush_output();
    if (self_test) return run_linalg_self_test(samples, seed);
    std::vector<linalg_row> rows;
    const auto on = gpu ? device_machine() : std::make_unique<machine>();
    const int status = run_linalg(*on, samples, seed, rows);
    if (record.wanted()) record.write(to_json(from, rows));
    return status;
  }

  const kind of = kind_of(ops);
  plan p;
  p.vectors = {seed, parse_classes(classes, of)};
  if (paper && app.count("--vectors") == 0) vectors = "2^24";  // the paper's
  p.count = parse_count("--vectors", vectors);
  p.exhaust = exhaustive;
  if (!hunt.empty()) p.hunt = parse_count("--hunt", hunt);
  p.ranks = ranks.get();
  if (ranks && ranks->size() > 1 && (of != kind::values || p.hunt == 0))
    throw bad_argument("mpirun: expected --hunt of operators or functions, which is what many ranks share");
  {  // whether all names are known, before the device is asked for
    const subjects on_cpu = rows_of(of, false);
    parse_rows(on_cpu, ops);
  }
  command::result_file json_file("--json", json), csv_file("--csv", csv), plot_file("--plot", plot);
  if (!corpus.empty()) make_corpus_folder(corpus);
  const auto gpu = parse_device(device);
  const bool on_gpu = gpu.has_value();

  std::string where = gpu ? description(*gpu) : command::processor_name();
  if (ranks) where += fmt::format(", {} rank{}", ranks->size(), ranks->size() == 1 ? "" : "s");
  const command::provenance from =
      command::provenance_of("ff-accuracy", argc, argv, command::commit(), where, seed);
  fmt::print("Operators on {} ({}); driver {}; commit {}; seed {}\n", on_gpu ? "GPU" : "CPU", from.device,
             from.driver, from.commit, seed);
  command::flush_output();
  if (self_test) {
    const std::vector<kind> all{kind::values, kind::intervals, kind::predicates};
    return run_self_tests(on_gpu, of == kind::values ? all : std::vector<kind>{of}, p,
                          app.count("--vectors") == 0);
  }
  const subjects all = rows_of(of, on_gpu);
  if (paper) return run_paper(all, p);

  std::vector<trial> trials;
  std::vector<special_trial> specials;
  int status = run_report(parse_rows(all, ops), p, within, trials);
  if (of == kind::values && !run_special(on_gpu, specials)) status = exceeded;
  if (json_file.wanted()) json_file.write(to_json(from, trials, specials));
  if (csv_file.wanted()) csv_file.write(to_csv(trials));
  if (plot_file.wanted()) plot_file.write(to_svg(from, trials));
  if (!corpus.empty()) add_to_corpus(corpus, trials);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  ranks = join_fleet();
  if (ranks && !ranks->is_first()) {
    const int status = ranks->serve();
    ranks.reset();
    return status;
  }
  const int status = command::run_tool("ff-accuracy", argc, argv, run);
  ranks.reset();
  return status;
}
