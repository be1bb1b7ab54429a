// The elementary functions, each on random arguments drawn in registers.
#include <map>

#include "bench/operations.hpp"
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

struct function_samples {
  const function_kernel* kernel;
  std::vector<double> clocks_a_call{}, clock{}, latency{};  // of the whole GPU; in Hz; in cycles
};

const function_samples* find_samples(const std::vector<function_samples>& all, const std::string& name,
                                     const std::string& type) {
  for (const function_samples& s : all) {
    if (s.kernel->name == name && s.kernel->type == type) return &s;
  }
  return nullptr;
}

json run_here(const session& at) {
  std::vector<function_samples> all;
  for (const function_kernel& k : gpu_kernels<function_kernel>()) {
    if (k.is_harness() || at.chosen.operations.empty() || at.chosen.operations.count(k.name) != 0)
      all.push_back({&k});
  }
  for (function_samples& s : all) {
    const function_kernel& k = *s.kernel;
    const int rounds = calibrated(8, 1e-3, [&](int n) { return k.throughput(k.at, n); });
    add_benchmark(fmt::format("function/{}/{}", k.name, k.type), samples, [&s, &k, rounds] {
      const chain_time t = k.throughput(k.at, rounds);
      s.clock.push_back(t.clock());
      s.clocks_a_call.push_back(1 / t.results_per_clock());
      return t.seconds;
    });
    add_benchmark(fmt::format("function latency/{}/{}", k.name, k.type), 3, [&s, &k] {
      const chain_time t = k.latency(k.at, 512);
      s.latency.push_back(t.latency());
      return t.seconds;
    });
  }
  run_all();
  const double issue = fma_chain().run(true, 1 << 14).results_per_clock();
  at.peaks["function_issue_per_clock_sm"] = issue / at.gpu->processors;
  const auto harness_of = [&](const function_samples& s) -> const function_samples& {
    return *find_samples(all, s.kernel->harness, s.kernel->type);
  };
  const auto net_clocks = [&](const function_samples& s) {
    return median(s.clocks_a_call) - median(harness_of(s).clocks_a_call);
  };
  json rows = json::array();
  for (const function_samples& s : all) {
    const function_kernel& k = *s.kernel;
    if (k.is_harness()) continue;
    const double clocks = net_clocks(s);
    json row{
        {"id", k.type + "_" + k.name}, {"type", k.type}, {"name", k.name}, {"x", {k.at.x.low, k.at.x.high}}};
    if (k.operands > 1) row["y"] = {k.at.y.low, k.at.y.high};
    row["gresults"] = median(s.clock) / clocks * 1e-9;
    row["slots"] = issue * clocks;
    row["harness_slots"] = issue * median(harness_of(s).clocks_a_call);
    row["latency"] = median(s.latency) - median(harness_of(s).latency);
    row["ratio_to_double"] = net_clocks(*find_samples(all, k.name, "double")) / clocks;
    rows.push_back(row);
  }
  return rows;
}

std::string table_of(const json& run) {
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

/// Clocks of an SM a call of a function: as measured in the run, scaled by what the model makes of the
/// instructions that were executed there.  0 where they were not counted.
class call_clocks {
 public:
  call_clocks(const json& run, const cost_model& model)
      : rows_(run.at("functions")),
        executed_(model),
        here_(*model.find(run.at("architecture").get<std::string>())) {}

  double operator()(const std::string& id, const architecture& there) const {
    const json* row = find_row(rows_, id);
    if (row == nullptr) return 0;
    return row->at("slots").get<double>() * executed_.relative_clocks(id, here_, there);
  }
  /// Says how many times as fast as double's own function ff's is; 0 where that is not known.
  double ratio(const std::string& name, const architecture& there) const {
    const double ours = (*this)("ff_" + name, there), native = (*this)("double_" + name, there);
    return ours > 0 ? native / ours : 0;
  }

 private:
  const json& rows_;
  executed_calls executed_;
  const architecture& here_;
};

/// Says how many times as fast as double ff is: by GPU, as the model predicts it.
std::string choice_page(const std::vector<json>& runs, const cost_model& model) {
  const json& run = runs.front();
  const char* const operators[] = {"ff_plus", "ff_times", "ff_fma", "ff_div", "ff_sqrt"};
  const char* const functions[] = {"exp", "log", "sin", "pow"};
  const call_clocks clocks(run, model);
  std::vector<column> columns = headed({"FP32 : FP64", "GPUs", "`+`", "`*`", "`fma`", "`/`", "`sqrt`"});
  for (const char* name : functions) columns.push_back({code(name)});
  table t(columns);

  // The GPUs of the same two rates share a row, in the order of the model.
  std::vector<std::pair<std::string, std::vector<const architecture*>>> alike;
  for (const architecture& a : model.architectures()) {
    const std::string rates = fmt::format("{:g} : {:g}", a.rate.at("fp32"), a.rate.at("fp64"));
    auto at = std::find_if(alike.begin(), alike.end(), [&](const auto& row) { return row.first == rates; });
    if (at == alike.end()) at = alike.insert(alike.end(), {rates, {}});
    at->second.push_back(&a);
  }
  const auto number = [](double ratio) {
    return fmt::format("{:.{}f}", ratio, ratio < 2 ? 2 : ratio < 10 ? 1 : 0);
  };
  for (const auto& [rates, gpus] : alike) {
    const auto cell = [&, &gpus = gpus](auto ratio_on) {
      std::vector<double> ratios;
      for (const architecture* a : gpus) ratios.push_back(ratio_on(*a));
      const auto [low, high] = std::minmax_element(ratios.begin(), ratios.end());
      std::string text = number(*low);
      if (number(*high) != text) text += " to " + number(*high);
      return recommendation(*low) == std::string("ff") ? "**" + text + "**" : text;
    };
    std::string names;
    for (const architecture* a : gpus)
      names += fmt::format("{}{} ({})", names.empty() ? "" : "; ", a->key, a->example);
    table::row cells{rates, names};
    for (const char* id : operators) {
      for (const operation& o : operations()) {
        if (o.id == id)
          cells.push_back(cell([&](const architecture& a) { return predicted_ratio(model, a, o); }));
      }
    }
    for (const char* name : functions)
      cells.push_back(cell([&](const architecture& a) { return clocks.ratio(name, a); }));
    t.add(cells);
  }
  return t.markdown();
}

std::string page_of(const std::vector<json>& runs, const cost_model& model) {
  const json &accuracy = runs.at(0), &run = runs.at(1);
  const json& functions = run.at("functions");
  const call_clocks clocks(run, model);
  table t(headed({"function", "x (and y)", "bound, u²", "measured worst, u²", "at", "slots", "× double, H200",
                  "sm_89", "sm_120"}));
  for (const json& row : accuracy.at("operators")) {
    if (!row.contains("x")) continue;
    const std::string name = row.at("operator");
    const auto span = [&](const char* key) {
      const double low = row.at(key).at(0), high = row.at(key).at(1);
      return fmt::format("[{:.4g}, {:.4g}]", low, high);
    };
    double worst = 0;
    for (const char* key : {"max_u2", "hunt_max_u2", "all_floats_max_u2"}) {
      if (row.contains(key) && row.at(key).is_number()) worst = std::max(worst, row.at(key).get<double>());
    }
    std::string input;
    for (const auto& word : row.value("worst_input", json::array()))
      input += (input.empty() ? "" : " ") + word.get<std::string>();
    const std::string scale = row.at("scale");
    std::string slots = "", ratio = "", ada = "", blackwell = "";
    const std::string id = name == "sincos_sin" ? "sincos" : name == "sincospi_sin" ? "sincospi" : name;
    if (const json* speed = find_row(functions, "ff_" + id)) {
      slots = figure(*speed, "slots", "{:.0f}");
      ratio = figure(*speed, "ratio_to_double", "{:.2f}");
      const auto predicted = [&](const char* there) {
        const double r = clocks.ratio(id, *model.find(there));
        return r > 0 ? fmt::format("{:.2g}", r) : std::string("-");
      };
      ada = predicted("sm_89");
      blackwell = predicted("sm_120");
    }
    t.add({code(name), span("x") + (row.contains("y") ? ", " + span("y") : ""),
           fmt::format("{:g} {}{}", row.at("bound_u2").get<double>(), row.at("known").get<std::string>(),
                       scale == "f" ? "" : " of " + scale),
           fmt::format("{:.2f}", worst), code(input), slots, ratio, ada, blackwell});
  }
  std::map<std::string, std::string> others;  // the rows of another commit, by that
  for (const json& row : accuracy.at("operators")) {
    if (!row.contains("x") || !row.contains("commit")) continue;
    std::string& names = others[row.at("commit")];
    names += (names.empty() ? "" : " ") + row.at("operator").get<std::string>();
  }
  std::string text = fmt::format("Errors: {}", provenance(accuracy));
  for (const auto& [commit, names] : others) text += fmt::format(" (`{}`: {})", names, commit);
  return text + fmt::format(".  Times: {}.\n\n", provenance(run)) + t.markdown();
}

}  // namespace

measure functions() {
  measure m{"functions",
            {{"id", kind::text},
             {"type", kind::text},
             {"name", kind::text},
             {"gresults", kind::number},
             {"slots", kind::number},
             {"x", kind::span},
             {"y", kind::span, false}},
            table_of,
            {"gresults", {"type", "name"}}};
  m.run = run_here;
  m.pages = {{"--functions-table", "the table of elementary functions", {"operators", "functions"}, page_of},
             {"--choice-table", "how much faster than double ff is, GPU by GPU", {"functions"}, choice_page}};
  return m;
}

}  // namespace bench
