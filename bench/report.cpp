// Says what a run prints on a terminal.
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "command/table.hpp"
#include "critical_path.hpp"
#include "figures.hpp"

namespace bench {
namespace {

using command::column;
using command::side;
using command::table;

/// A table by type and operation, whose heading is narrower in the first column than its rows.
std::string text_by_type(int heading_width, const std::vector<column>& figures,
                         const std::vector<table::row>& rows) {
  std::vector<column> columns{{"type", 15, side::left}, {"operation", 18, side::left}};
  columns.insert(columns.end(), figures.begin(), figures.end());
  table t(columns);
  for (const table::row& r : rows) t.add(r);
  columns.front().width = heading_width;
  return table(columns).text_heading() + t.text_rows();
}

}  // namespace

// ---------------------------------------------------------------- tables of a run

std::string heading(const json& run) {
  std::string text = fmt::format("{} ({}); CPU {}; driver {}; commit {}\n", run.value("device", "no GPU"),
                                 run.value("architecture", "-"), run.value("cpu_name", "-"),
                                 run.value("driver", "-"), run.value("commit", "-"));
  if (run.contains("peaks")) {
    const json& p = run.at("peaks");
    text += fmt::format(
        "Peaks in this run: FFMA {} Gresults/s ({} a clock and SM), DFMA {} ({}), issue {} instructions a "
        "clock and SM, "
        "copy {} GB/s, {} GHz\n",
        figure(p, "ffma_gresults", "{:.0f}"), figure(p, "ffma_per_clock_sm", "{:.1f}"),
        figure(p, "dfma_gresults", "{:.0f}"), figure(p, "dfma_per_clock_sm", "{:.1f}"),
        figure(p, "issue_per_clock_sm", "{:.1f}"), figure(p, "copy_gbs", "{:.0f}"),
        figure(p, "clock_ghz", "{:.3f}"));
  }
  return text;
}

std::string throughput_table(const json& run) {
  std::vector<table::row> rows;
  for (const json& row : run.at("throughput")) {
    const int harness = row.value("harness", 0);
    rows.push_back(
        {row.at("type"), row.at("name"), figure(row, "gresults", "{:.1f}"),
         figure(row, "per_clock_sm", "{:.2f}"),
         figure(row, "instructions", "{:.2f}") + (harness > 0 ? fmt::format(" ({})", harness) : ""),
         figure(row, "slots", "{:.2f}"), percent(row, "share_of_issue"),
         figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nThroughput, operands in registers.  SASS: instructions a result, the harness's included (how "
         "many of them are the harness's);\nslots: FP32 issue slots a result, from the measured peak; share: "
         "SASS over slots.\n" +
         text_by_type(7,
                      {{"Gresults/s", 11},
                       {"/clock/SM", 10},
                       {"SASS", 11},
                       {"slots", 7},
                       {"share", 9},
                       {"x double", 9}},
                      rows);
}

std::string latency_table(const json& run) {
  const json* fma = find_row(run.at("latency"), "float_fma");
  const double step = fma ? fma->at("cycles").get<double>() : 0;  // of one dependent FADD, FMUL or FFMA
  std::vector<table::row> rows;
  for (const json& row : run.at("latency")) {
    const auto known = critical_paths().find(row.at("id").get<std::string>());
    std::string path = "-", cycles = "-";
    if (known != critical_paths().end()) {
      const auto [arithmetic, seeds] = known->second;
      path = fmt::format("{:g}{}", arithmetic, seeds > 0 ? fmt::format(" + {:g} MUFU", seeds) : "");
      if (step > 0) cycles = fmt::format("{:.1f}{}", arithmetic * step, seeds > 0 ? "+" : "");
    }
    rows.push_back({row.at("type"), row.at("name"), figure(row, "cycles", "{:.1f}"), path, cycles});
  }
  return fmt::format(
             "\nLatency: cycles from result to result of a dependent chain.  path: dependent instructions on "
             "the way, MUFU seeds apart,\nand the cycles of the former at {:.2f} each.\n",
             step) +
         text_by_type(7, {{"cycles", 9}, {"path", 14}, {"cycles", 9}}, rows);
}

std::string function_table(const json& run) {
  table t({{"type", 7, side::left},
           {"function", 12, side::left},
           {"Gresults/s", 11},
           {"slots", 8},
           {"latency", 9},
           {"x double", 9},
           {"arguments", 0, side::left, 2}});
  for (const json& row : run.at("functions")) {
    t.add({row.at("type"), row.at("name"), figure(row, "gresults", "{:.1f}"), figure(row, "slots", "{:.1f}"),
           figure(row, "latency", "{:.0f}"), figure(row, "ratio_to_double", "{:.2f}"),
           row.at("x").dump() + (row.contains("y") ? " " + row.at("y").dump() : "")});
  }
  return "\nElementary functions, a random argument for each lane and call.  Slots and cycles are the "
         "function's alone: the harness,\ntimed by itself, is subtracted.\n" +
         t.text();
}

std::string streaming_table(const json& run) {
  double largest = 0;
  for (const json& row : run.at("streaming")) largest = std::max(largest, row.at("n").get<double>());
  table t({{"kernel", 8, side::left},
           {"type", 10, side::left},
           {"Gelements/s", 12},
           {"GB/s", 9},
           {"copy", 9},
           {"x double", 9}});
  for (const json& row : run.at("streaming")) {
    if (row.at("n").get<double>() != largest) continue;
    t.add({row.at("kernel"), row.at("type"), figure(row, "gelements", "{:.2f}"), figure(row, "gbs", "{:.0f}"),
           percent(row, "share_of_copy"), figure(row, "ratio_to_double", "{:.3f}")});
  }
  return fmt::format(
             "\nArrays of {} elements (float->ff: float elements, ff sum).  copy: the share of the best copy "
             "of the same size.\n",
             size_text(largest)) +
         t.text();
}

std::string idioms_table(const json& run) {
  table t({{"job", 30, side::left},
           {"type", 7, side::left},
           {"call", 34, side::left},
           {"n", 6},
           {"Gresults/s", 12},
           {"x double", 9}});
  for (const json& row : run.at("idioms")) {
    t.add({row.at("job"), row.at("type"), row.at("call"), size_text(row.at("n")),
           figure(row, "gresults", "{:.4f}"), figure(row, "ratio_to_double", "{:.3f}")});
  }
  return "\nCUDA's own calls, on numbers: n atomic sums, one a thread (in shared memory eight), and "
         "sorting.\n" +
         t.text();
}

std::string predicates_table(const json& run) {
  table t({{"predicate", 10, side::left},
           {"format", 25, side::left},
           {"operands", 20, side::left},
           {"n", 6},
           {"Gresults/s", 12},
           {"filter", 8},
           {"pairs", 8},
           {"lattice", 8},
           {"limbs", 8}});
  for (const json& row : run.at("predicates")) {
    table::row cells{row.at("predicate"), row.at("format"), row.at("operands"), size_text(row.at("n")),
                     figure(row, "gresults", "{:.2f}")};
    for (const std::string& share : stage_shares(row)) cells.push_back(share);
    t.add(cells);
  }
  return "\nExact predicates from device memory, and the share that each stage decided.\n" + t.text();
}

std::string gemm_table(const json& run) {
  table t(
      {{"product", 28, side::left}, {"m", 6}, {"n", 6}, {"k", 6}, {"TF", 7}, {"burst", 7}, {"x double", 9}});
  for (const json& row : run.at("gemm")) {
    t.add({row.at("product"), figure(row, "m", "{:.0f}"), figure(row, "n", "{:.0f}"),
           figure(row, "k", "{:.0f}"), figure(row, "tf", "{:.1f}"), figure(row, "burst_tf", "{:.1f}"),
           figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nMatrix products, 2 m n k operations: without a pause, and after a rest.\n" + t.text();
}

std::string svd_table(const json& run) {
  table t({{"m", 6},
           {"n", 6},
           {"ms", 9},
           {"double", 9},
           {"x double", 9},
           {"thesis, s", 10},
           {"G-R, ms", 9},
           {"off", 9},
           {"Jacobi, ms", 11},
           {"residual", 9},
           {"orthogonal", 11},
           {"double's off", 13},
           {"float's off", 12},
           {"steps", 6}});
  for (const json& row : run.at("svd")) {
    t.add({figure(row, "m", "{:.0f}"), figure(row, "n", "{:.0f}"), milliseconds(row, "seconds"),
           milliseconds(row, "double_seconds"), figure(row, "ratio_to_double", "{:.2f}"),
           figure(row, "thesis_seconds", "{:.1f}"), milliseconds(row, "golub_reinsch_seconds"),
           figure(row, "golub_reinsch_residual", "{:.1e}"), milliseconds(row, "jacobi_seconds"),
           figure(row, "residual", "{:.1e}"), figure(row, "orthogonality", "{:.1e}"),
           figure(row, "double_values", "{:.1e}"), figure(row, "float_values", "{:.1e}"),
           figure(row, "steps", "{:.0f}")});
  }
  return "\nSingular value decompositions with thin factors, beside cuSOLVER's gesvdp; how far its singular "
         "values are from ours,\nover the largest; S. Lahabar's times in float on a GTX 280 (2010); and ff's "
         "by "
         "Golub and Reinsch's method, with its\nresidual, and by Jacobi's.\n" +
         t.text();
}

std::string svd_batched_table(const json& run) {
  table t({{"n", 4}, {"count", 8}, {"10^6 a second", 14}, {"double", 9}, {"x double", 9}});
  for (const json& row : run.at("svd_batched")) {
    t.add({figure(row, "n", "{:.0f}"), size_text(row.at("count")), figure(row, "millions", "{:.3g}"),
           figure(row, "double_millions", "{:.3g}"), figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nMany decompositions of n by n with vectors, beside cuSOLVER's gesvdjBatched in double.\n" +
         t.text();
}

std::string blas_table(const json& run) {
  table t({{"routine", 20, side::left},
           {"shape", 12},
           {"GB/s", 8},
           {"of copy", 8},
           {"double", 8},
           {"x double", 9}});
  for (const json& row : run.at("blas")) {
    t.add({row.at("routine"), row.at("shape"), figure(row, "gb", "{:.0f}"),
           figure(row, "share_of_copy", "{:.2f}"), figure(row, "double_gb", "{:.0f}"),
           figure(row, "ratio_to_double", "{:.2f}")});
  }
  return "\nBLAS 1 and 2: bytes read and written in a second, beside a copy and beside cuBLAS's in "
         "double.\n" +
         t.text();
}

std::string solve_table(const json& run) {
  table t({{"n", 6},
           {"condition", 9},
           {"vectors", 15},
           {"ms", 9},
           {"double", 9},
           {"x double", 9},
           {"correction", 10},
           {"backward", 9},
           {"double's off", 13},
           {"steps", 6}});
  for (const json& row : run.at("solve")) {
    t.add({figure(row, "n", "{:.0f}"), figure(row, "condition", "{:.0e}"), vectors_of(row),
           milliseconds(row, "seconds"), milliseconds(row, "double_seconds"),
           figure(row, "ratio_to_double", "{:.2f}"), figure(row, "correction", "{:.1e}"),
           figure(row, "backward_error", "{:.1e}"), figure(row, "double_off", "{:.1e}"),
           figure(row, "steps", "{:.0f}")});
  }
  return "\nLinear systems, beside cuSOLVER's getrf and getrs in double, and how far its answer is from "
         "ours, "
         "over the largest.\n" +
         t.text();
}

std::string cpu_table(const json& run) {
  std::vector<table::row> rows;
  for (const json& row : run.at("cpu")) {
    rows.push_back({row.at("type"), row.at("name"), figure(row, "gresults", "{:.4f}"),
                    figure(row, "ratio_to_double", "{:.2f}"), figure(row, "ratio_to_float128", "{:.1f}")});
  }
  return fmt::format("\nOn the CPU, one thread, arrays in cache: {}\n", run.value("cpu_name", "-")) +
         text_by_type(10, {{"Gresults/s", 11}, {"x double", 9}, {"x __float128", 13}}, rows);
}

std::string host_arrays_table(const json& run) {
  table t({{"kernel", 10, side::left},
           {"type", 12, side::left},
           {"n", 6},
           {"Gelements/s", 12},
           {"of memcpy", 10}});
  for (const json& row : run.at("host_arrays")) {
    t.add({row.at("kernel"), row.at("type"), size_text(row.at("n")), figure(row, "gelements", "{:.3f}"),
           percent(row, "of_memcpy")});
  }
  return "\nArrays beyond the caches on the CPU, one thread.\n" + t.text();
}

// The figures of the paper that are known: at 1048576 elements, on a GeForce 7800 GTX and its CPU.
std::string paper_tables(const json& run) {
  struct known {
    const char *where, *name, *figure;
  };
  const known figures[] = {{"gpu", "Add12", "as an addition"},
                           {"gpu", "Add22", "2.2"},
                           {"gpu", "Mul22", "2.3"},
                           {"cpu", "Add22", "11.4"},
                           {"cpu", "Mul22", "4.1"}};
  std::string text;
  for (const std::string where : {"gpu", "cpu"}) {
    std::set<double> sizes;
    std::vector<std::pair<std::string, std::string>> lines;
    for (const json& row : run.at("paper")) {
      if (row.at("where") != where) continue;
      sizes.insert(row.at("n").get<double>());
      const std::pair<std::string, std::string> line{row.at("name"), row.at("algorithm")};
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    if (lines.empty()) continue;
    text += fmt::format(
        "\nTime on the {}, the float addition of 4096 elements = 1; in brackets over the float addition of "
        "as many.\n",
        where == "gpu" ? "GPU" : "CPU");
    std::vector<column> columns{{"", 6, side::left}, {"algorithm", 9, side::left}};
    for (const double n : sizes) columns.push_back({fmt::format("{:.0f}", n), 18});
    columns.push_back({"2006", 0, side::left, 3});
    table t(columns);
    for (const auto& [name, algorithm] : lines) {
      table::row cells{name, algorithm};
      for (const double n : sizes) {
        double here = 0, add = 0;
        for (const json& row : run.at("paper")) {
          if (row.at("where") != where || row.at("n").get<double>() != n) continue;
          if (row.at("name") == name && row.at("algorithm") == algorithm) here = row.at("relative");
          if (row.at("name") == "Add") add = row.at("relative");
        }
        cells.push_back(fmt::format("{:.2f} ({:.2f})", here, here / add));
      }
      std::string of_2006 = "-";
      for (const known& k : figures) {
        if (where == k.where && name == k.name) of_2006 = k.figure;
      }
      cells.push_back(of_2006);
      t.add(cells);
    }
    text += t.text();
  }
  return text;
}

std::string all_tables(const json& run) {
  const std::pair<const char*, std::string (*)(const json&)> tables[] = {{"throughput", throughput_table},
                                                                         {"latency", latency_table},
                                                                         {"functions", function_table},
                                                                         {"streaming", streaming_table},
                                                                         {"idioms", idioms_table},
                                                                         {"predicates", predicates_table},
                                                                         {"gemm", gemm_table},
                                                                         {"svd", svd_table},
                                                                         {"svd_batched", svd_batched_table},
                                                                         {"blas", blas_table},
                                                                         {"solve", solve_table},
                                                                         {"cpu", cpu_table},
                                                                         {"host_arrays", host_arrays_table},
                                                                         {"paper", paper_tables},
                                                                         {"company", company_table}};
  std::string text;
  for (const auto& [part, print] : tables)
    text += run.contains(part) && !run.at(part).empty() ? print(run) : "";
  return text;
}

// ---------------------------------------------------------------- the model

std::string model_tables(const cost_model& model, const std::vector<json>& recorded) {
  std::vector<column> columns{{"", 18, side::left}};
  table::row examples{""};
  for (const architecture& a : model.architectures()) {
    columns.push_back({a.key, 13});
    examples.push_back(a.example.substr(0, 13));
  }
  table ratios(columns);
  ratios.add(examples);
  for (const operation& o : operations()) {
    if (o.type != "ff" || o.as.empty()) continue;
    table::row cells{o.name};
    for (const architecture& a : model.architectures()) {
      const double ratio = predicted_ratio(model, a, o);
      cells.push_back(ratio > 0 ? fmt::format("{:.2f} {:<6}", ratio, recommendation(ratio)) : "-");
    }
    ratios.add(cells);
  }
  columns = {{"", 16, side::left}, {"", 18, side::left, 0}};
  for (const architecture& a : model.architectures()) columns.push_back({a.key, 15});
  table results(columns);
  for (const operation& o : operations()) {
    table::row cells{o.type, o.name};
    for (const architecture& a : model.architectures()) {
      const prediction p = model.predict(a, o.id);
      cells.push_back(p.per_clock > 0 ? fmt::format("{:.2f} {:<8.8}", p.per_clock, p.limit) : "-");
    }
    results.add(cells);
  }
  std::string text = "Predicted from SASS counts and pipe rates: ff over double, and what to use.\n" +
                     ratios.text() + "\nPredicted results a clock and SM, and the pipe that limits them.\n" +
                     results.text();
  for (const json& run : recorded) {
    const model_error e = compare_with(model, run);
    if (e.rows.empty()) continue;
    text +=
        fmt::format("\nAgainst {}, commit {}: median error {:.1f} %, largest {:.1f} %\n",
                    run.value("device", "?"), run.value("commit", "?"), 100 * e.median(), 100 * e.largest());
    for (const auto& row : e.rows) {
      text += fmt::format("{:<22} predicted {:>8.2f}  measured {:>8.2f}  error {:>+6.1f} %\n", row.id,
                          row.predicted, row.measured, 100 * row.error());
    }
  }
  if (recorded.empty()) text += "\nNo recorded run to compare with.\n";
  return text;
}

// ---------------------------------------------------------------- comparison

std::string compare_runs(const json& a, const json& b) {
  struct part {
    const char *name, *figure;
    std::vector<const char*> keys;
    bool time;  ///< less is better
  };
  const part parts[] = {{"throughput", "gresults", {"type", "name"}, false},
                        {"latency", "cycles", {"type", "name"}, true},
                        {"functions", "gresults", {"type", "name"}, false},
                        {"streaming", "gelements", {"kernel", "type", "n"}, false},
                        {"idioms", "gresults", {"job", "call", "type"}, false},
                        {"predicates", "gresults", {"predicate", "format", "operands"}, false},
                        {"gemm", "tf", {"product", "m", "n", "k"}, false},
                        {"svd", "seconds", {"m", "n"}, true},
                        {"svd_batched", "millions", {"n"}, false},
                        {"blas", "gb", {"routine", "shape"}, false},
                        {"solve", "seconds", {"n", "condition", "vectors"}, true},
                        {"cpu", "gresults", {"type", "name"}, false},
                        {"host_arrays", "gelements", {"kernel", "type"}, false},
                        {"company", "slots_2048", {"type", "name"}, true}};  // at the least L1
  std::string text = "A: " + heading(a) + "B: " + heading(b);
  for (const part& p : parts) {
    if (!a.contains(p.name) || !b.contains(p.name)) continue;
    table t({{p.name + std::string(", ") + p.figure, 34, side::left},
             {"A", 12},
             {"B", 12},
             {p.time ? "A/B" : "B/A", 8}});
    for (const json& row : a.at(p.name)) {
      for (const json& other : b.at(p.name)) {
        std::string label;
        bool same = true;
        for (const char* key : p.keys) {
          const auto value_of = [&](const json& of) {
            return key == std::string("vectors") ? json(vectors_of(of)) : of.at(key);
          };
          const json value = value_of(row);
          same = same && value == value_of(other);
          label += (label.empty() ? "" : " ") + (value.is_string() ? value.get<std::string>() : value.dump());
        }
        if (!same) continue;
        const auto figure_of = [&](const json& of) {
          const json& all = of.at(p.figure);
          return (all.is_array() ? all.back() : all).get<double>();
        };
        const double x = figure_of(row), y = figure_of(other);
        t.add({label, fmt::format("{:.4g}", x), fmt::format("{:.4g}", y),
               fmt::format("{:.3f}", p.time ? x / y : y / x)});
      }
    }
    text += "\n" + t.text();
  }
  return text;
}

}  // namespace bench
