// Throughput and latency of every operator, by chains of dependent calls.
//
// Many chains fill the whole GPU for the throughput; one chain in one warp gives the latency.  Of a few
// chains a thread and several the faster counts.
#include "bench/critical_path.hpp"
#include "bench/report.hpp"
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

struct chain_samples {
  const chain_kernel* kernel;
  chain_form form;
  std::vector<double> per_clock{}, clock{}, latency{};  // results per clock on the whole GPU; Hz; cycles
};

void add_throughput(chain_samples& s) {
  // 2 ms: launch and tail are then well below a percent.
  const int rounds = calibrated(16, 2e-3, [&](int n) { return s.form.run(true, n); });
  add_benchmark(fmt::format("throughput/{}/{}", s.kernel->what.id, s.form.chains), samples, [&s, rounds] {
    const chain_time t = s.form.run(true, rounds);
    s.clock.push_back(t.clock());
    s.per_clock.push_back(t.results_per_clock());
    return t.seconds;
  });
}

void add_latency(chain_samples& s) {
  const int rounds = std::max(1, 8192 / s.kernel->unrolled);
  add_benchmark(fmt::format("latency/{}", s.kernel->what.id), samples, [&s, rounds] {
    const chain_time t = s.form.run(false, rounds);
    s.latency.push_back(t.latency());
    return t.seconds;
  });
}

// The measure that everything else is compared with is taken in every run.
bool needed(const selection& chosen, const operation& o) {
  if (wanted(chosen, o)) return true;
  const std::set<std::string> always{"float_fma", "float_add", "float_mul", "double_fma"};
  return always.count(o.id) != 0 ||
         std::any_of(
             gpu_kernels<chain_kernel>().begin(), gpu_kernels<chain_kernel>().end(),
             [&](const chain_kernel& other) { return other.what.as == o.id && wanted(chosen, other.what); });
}

json measure_throughput(const session& at) {
  struct forms {
    chain_samples one, several;
  };
  std::vector<forms> all;
  for (const chain_kernel& k : gpu_kernels<chain_kernel>()) {
    if (needed(at.chosen, k.what)) all.push_back({{&k, k.one}, {&k, k.several}});
  }
  for (forms& f : all) {
    add_throughput(f.one);
    add_throughput(f.several);
  }
  run_all();

  json rows = json::array();
  double issue_peak = 0;  // instructions per clock and SM, of the fastest float chain
  for (const forms& f : all) {
    const bool one_wins = median(f.one.per_clock) > median(f.several.per_clock);
    const chain_samples &s = one_wins ? f.one : f.several, &other = one_wins ? f.several : f.one;
    const double per_clock = median(s.per_clock) / at.gpu->processors, clock = median(s.clock);
    const operation& what = s.kernel->what;
    json row = row_of(what);
    row["chains"] = s.form.chains;
    row["gresults"] = per_clock * at.gpu->processors * clock * 1e-9;
    row["per_clock_sm"] = per_clock;
    row["clock_ghz"] = clock * 1e-9;
    row["per_clock_sm_of_other_form"] = median(other.per_clock) / at.gpu->processors;
    if (const counts* c =
            at.model.instructions(at.gpu->architecture, what.id, fmt::format("chains_{}", s.form.chains))) {
      row["instructions"] = total(*c);
      row["harness"] = what.harness;
      if (what.type == "float") issue_peak = std::max(issue_peak, total(*c) * per_clock);
    }
    rows.push_back(row);
  }
  for (json& row : rows) {
    const double per_clock = row.at("per_clock_sm");
    if (issue_peak > 0) row["slots"] = issue_peak / per_clock;
    if (issue_peak > 0 && row.contains("instructions"))
      row["share_of_issue"] = row.at("instructions").get<double>() * per_clock / issue_peak;
    const operation& what = kernel_of(gpu_kernels<chain_kernel>(), row.at("id"))->what;
    if (const json* native = find_row(rows, what.as))
      row["ratio_to_double"] = per_clock / native->at("per_clock_sm").get<double>();
  }
  const json& ffma = *find_row(rows, "float_fma");
  const json& dfma = *find_row(rows, "double_fma");
  at.peaks["issue_per_clock_sm"] = issue_peak;
  at.peaks["ffma_gresults"] = ffma.at("gresults");
  at.peaks["ffma_per_clock_sm"] = ffma.at("per_clock_sm");
  at.peaks["dfma_gresults"] = dfma.at("gresults");
  at.peaks["dfma_per_clock_sm"] = dfma.at("per_clock_sm");
  at.peaks["clock_ghz"] = ffma.at("clock_ghz");
  return rows;
}

json measure_latency(const session& at) {
  std::vector<chain_samples> all;
  for (const chain_kernel& k : gpu_kernels<chain_kernel>()) {
    if (wanted(at.chosen, k.what)) all.push_back({&k, k.one});
  }
  for (chain_samples& s : all) add_latency(s);
  run_all();
  json rows = json::array();
  for (const chain_samples& s : all) {
    json row = row_of(s.kernel->what);
    row["cycles"] = median(s.latency);
    rows.push_back(row);
  }
  return rows;
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

}  // namespace

measure throughput() {
  measure m{"throughput",
            {{"id", kind::text},
             {"type", kind::text},
             {"name", kind::text},
             {"gresults", kind::number},
             {"per_clock_sm", kind::number},
             {"instructions", kind::number, false},
             {"slots", kind::number, false},
             {"harness", kind::number, false}},
            throughput_table,
            {"gresults", {"type", "name"}}};
  m.run = measure_throughput;
  return m;
}

measure latency() {
  measure m{"latency",
            {{"id", kind::text}, {"type", kind::text}, {"name", kind::text}, {"cycles", kind::number}},
            latency_table,
            {"cycles", {"type", "name"}, true}};
  m.run = measure_latency;
  return m;
}

}  // namespace bench
