// The tables of the documentation, as Markdown, from recorded runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "command/table.hpp"
#include "figures.hpp"
#include "linalg/gemm_model.hpp"

namespace bench {
namespace {

using command::column;
using command::table;

std::string code(const std::string& name) { return "`" + name + "`"; }

std::vector<column> headed(std::initializer_list<const char*> headings) {
  std::vector<column> columns;
  for (const char* h : headings) columns.push_back({h});
  return columns;
}

/// The rows of one name, by their types; names in the order of the run.
using by_type = std::map<std::string, const json*>;
using by_name = std::vector<std::pair<std::string, by_type>>;

void add(by_name& all, const std::string& name, const std::string& type, const json& row) {
  auto at = std::find_if(all.begin(), all.end(), [&](const auto& known) { return known.first == name; });
  if (at == all.end()) at = all.insert(all.end(), {name, {}});
  at->second[type] = &row;
}

const char* const interval_types[] = {"float", "double", "ff"};
const std::string interval_prefix = "interval_";

bool is_interval(const std::string& name) {
  return name.compare(0, interval_prefix.size(), interval_prefix) == 0;
}

/// An error: whole numbers without decimals.
std::string error_text(const json& x) {
  if (x.get<double>() == 0) return "0";
  return x.is_number_float() ? fmt::format("{:.2f}", x.get<double>()) : x.dump();
}

std::string power_of_two(const json& n) {
  return n.get<double>() > 0 ? fmt::format("2^{:.4g}", std::log2(n.get<double>())) : "-";
}

/// The largest error of a row, the hunt's included; "-" where there is no row.
std::string worst_text(const by_type& kinds, const std::string& type) {
  const auto at = kinds.find(type);
  if (at == kinds.end()) return "-";
  const json& row = *at->second;
  const json found = row.at("max"), hunted = row.value("hunt_max", json(0));
  return error_text(hunted.get<double>() > found.get<double>() ? hunted : found);
}

std::string interval_accuracy(const json& accuracy) {
  by_name rows;
  for (const json& row : accuracy.at("operations")) {
    std::string name = row.at("operation");
    if (is_interval(name)) name.erase(0, interval_prefix.size());
    const std::size_t dot = name.find('.');
    add(rows, name.substr(dot + 1), name.substr(0, dot), row);
  }
  table t(headed({"operation", "vectors, of each type", "hunted", "not contained", "float, ulp",
                  "double, ulp", "ff, u^2", "ff, total u^2"}));
  for (const auto& [name, kinds] : rows) {
    const json& some = *kinds.begin()->second;
    long long violated = 0;
    for (const auto& [type, row] : kinds) violated += row->at("violated").get<long long>();
    table::row cells{code(name), power_of_two(some.at("vectors")), power_of_two(some.at("hunted")),
                     fmt::format("{}", violated)};
    for (const char* type : interval_types) cells.push_back(worst_text(kinds, type));
    const auto ff = kinds.find("ff");
    const bool has_total = ff != kinds.end() && ff->second->contains("total");
    cells.push_back(has_total ? error_text(ff->second->at("total")) : "-");
    t.add(cells);
  }
  return t.markdown();
}

std::string interval_speed(const json& run) {
  by_name rows;
  for (const json& row : run.at("throughput")) {
    const std::string type = row.at("type");
    if (is_interval(type)) add(rows, row.at("name"), type.substr(interval_prefix.size()), row);
  }
  // Collange, Florez and Defour (2008), Table 3.
  const std::map<std::string, const char*> paper = {
      {"add", "6"}, {"mul", "12"}, {"sqr", "20"}, {"x^5", "10"}};
  table t(headed({"operation", "paper", "float", "double", "ff", "float, slots", "double, slots", "ff, slots",
                  "ff x double"}));
  for (const auto& [name, kinds] : rows) {
    const auto known = paper.find(name);
    table::row cells{code(name), known == paper.end() ? "-" : known->second};
    const auto own = [&kinds = kinds](const char* type, const char* key, int decimals) {
      const json& row = *kinds.at(type);
      if (!row.contains(key)) return std::string("-");
      return fmt::format("{:.{}f}", row.at(key).get<double>() - row.value("harness", 0), decimals);
    };
    for (const char* type : interval_types) cells.push_back(own(type, "instructions", 0));
    for (const char* type : interval_types) cells.push_back(own(type, "slots", 1));
    cells.push_back(figure(*kinds.at("ff"), "ratio_to_double", "{:.2f}"));
    t.add(cells);
  }
  return t.markdown();
}

/// The array kernels at the largest size of the run.
std::string arrays_table(const json& run) {
  double largest = 0;
  for (const json& row : run.at("streaming")) largest = std::max(largest, row.at("n").get<double>());
  table t(headed({"kernel", "type", "GB/s", "share of the best copy", "elements a second, times double"}));
  for (const json& row : run.at("streaming")) {
    if (row.at("n").get<double>() != largest) continue;
    t.add({code(row.at("kernel")), row.at("type"), figure(row, "gbs", "{:.0f}"),
           percent(row, "share_of_copy"), figure(row, "ratio_to_double", "{:.2f}")});
  }
  return fmt::format("\nArrays of {} elements:\n\n", size_text(largest)) + t.markdown();
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

std::string provenance(const json& run) {
  return fmt::format("{}, driver {}, commit {}", run.at("device").get<std::string>(),
                     run.at("driver").get<std::string>(), run.at("commit").get<std::string>());
}

}  // namespace

std::string choice_table(const json& run, const cost_model& model) {
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

std::string readme_tables(const json& run, const cost_model& model) {
  std::string text;
  if (run.contains("throughput")) {
    text += fmt::format("On {}; operands in registers; a slot is the time of one `float` FMA:\n\n",
                        provenance(run));
    table t(headed({"operation", "instructions", "slots", "share of the issue limit", "times native double",
                    "latency, cycles"}));
    const json latencies = run.value("latency", json::array());
    for (const json& row : run.at("throughput")) {
      if (row.at("type") != "ff") continue;
      const json* latency = find_row(latencies, row.at("id"));
      t.add({code(row.at("name")),
             row.contains("instructions")
                 ? fmt::format("{:.0f}", row.at("instructions").get<double>() - row.value("harness", 0))
                 : "-",
             figure(row, "slots", "{:.1f}"), percent(row, "share_of_issue"),
             figure(row, "ratio_to_double", "{:.2f}"), latency ? figure(*latency, "cycles", "{:.0f}") : "-"});
    }
    text += t.markdown();
  }
  text += "\nff over double as the cost model predicts it:\n\n";
  std::vector<column> columns = headed({"operation"});
  for (const architecture& a : model.architectures())
    columns.push_back({fmt::format("{} ({})", a.key, a.example)});
  table t(columns);
  for (const char* id :
       {"ff_add22", "ff_mul22", "ff_fma22", "ff_dot_step", "ff_div", "ff_sqrt", "ff_rsqrt"}) {
    for (const operation& o : operations()) {
      if (o.id != id) continue;
      table::row cells{code(o.name)};
      for (const architecture& a : model.architectures()) {
        const double ratio = predicted_ratio(model, a, o);
        cells.push_back(fmt::format("{:.2g}: {}", ratio, recommendation(ratio)));
      }
      t.add(cells);
    }
  }
  text += t.markdown();
  const model_error error = compare_with(model, run);
  if (!error.rows.empty()) {
    text += fmt::format(
        "\nOn this run the model is off by {:.1f} % in the median and by {:.1f} % at most.  A bank collision "
        "(two source registers of\none instruction in one bank) holds the issue for {:.2f} slots.\n",
        100 * error.median(), 100 * error.largest(),
        model.find(run.value("architecture", ""))->slots.at("banks"));
  }
  if (run.contains("streaming")) text += arrays_table(run);
  return text;
}

std::string functions_page(const json& accuracy, const json& run, const cost_model& model) {
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

std::string idioms_page(const json& run) {
  table t(headed({"job", "n", "type", "call", "10^9 a second", "times double"}));
  for (const json& row : run.at("idioms")) {
    t.add({row.at("job"), size_text(row.at("n")), row.at("type"), code(row.at("call")),
           figure(row, "gresults", "{:.3g}"), figure(row, "ratio_to_double", "{:.2g}")});
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown();
}

std::string predicates_page(const json& run) {
  table t(headed(
      {"predicate", "coordinates", "operands", "10^9 a second", "filter", "pairs", "lattice", "limbs"}));
  for (const json& row : run.at("predicates")) {
    table::row cells{row.at("predicate"), row.at("format"), row.at("operands"),
                     figure(row, "gresults", "{:.3g}")};
    for (const std::string& share : stage_shares(row)) cells.push_back(share);
    t.add(cells);
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown();
}

std::string gemm_page(const json& run) {
  table t(headed({"m", "n", "k", "product", "TF, sustained", "TF, after a rest", "times double"}));
  for (const json& row : run.at("gemm")) {
    t.add({fmt::format("{}", row.at("m").get<long>()), fmt::format("{}", row.at("n").get<long>()),
           fmt::format("{}", row.at("k").get<long>()), row.at("product"), figure(row, "tf", "{:.1f}"),
           figure(row, "burst_tf", "{:.1f}"), figure(row, "ratio_to_double", "{:.2f}")});
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown();
}

std::string gemm_model_page(const json& run) {
  const std::vector<part> parts = parts_of(nlohmann::json::parse(parts_json()));
  const gemm_model_error error = compare_gemm_with(parts, run);
  const std::string device = run.at("device");
  std::vector<column> columns = headed({"GPU", "INT8, 10^12", "memory, GB/s", "double, TF"});
  columns.reserve(columns.size() + error.tf.rows.size());
  for (const auto& row : error.tf.rows) columns.push_back({"n = " + row.id});
  table t(columns);
  for (const part& p : parts) {
    if (p.name == device) continue;
    table::row cells{fmt::format("{} ({})", p.name, p.architecture), fmt::format("{:g}", p.int8 / 1e12),
                     fmt::format("{:g}", p.memory / 1e9), fmt::format("{:.2f}", p.fp64 / 1e12)};
    for (const auto& row : error.tf.rows) {
      const double n = std::stod(row.id);
      cells.push_back(
          fmt::format("{:.1f} TF, × {:.1f}", gemm_model::tf(p, n, n, n), gemm_model::ratio(p, n, n, n)));
    }
    t.add(cells);
  }
  table check(
      headed({"n", "TF, predicted", "measured", "off by", "times double, predicted", "measured", "off by"}));
  for (std::size_t i = 0; i < error.tf.rows.size(); ++i) {
    const model_error::row &tf = error.tf.rows[i], &ratio = error.ratio.rows[i];
    check.add({tf.id, fmt::format("{:.1f}", tf.predicted), fmt::format("{:.1f}", tf.measured),
               fmt::format("{:+.0f} %", 100 * tf.error()), fmt::format("{:.2f}", ratio.predicted),
               fmt::format("{:.2f}", ratio.measured), fmt::format("{:+.0f} %", 100 * ratio.error())});
  }
  return "Predicted, not measured; × is times double:\n\n" + t.markdown() +
         fmt::format("\nThe model on {}, commit {}, beside *ff, cuBLAS's INT8* as measured there:\n\n",
                     device, run.at("commit").get<std::string>()) +
         check.markdown();
}

std::string svd_page(const json& run) {
  table t(headed({"m", "n", "ms", "`gesvdp` in double, ms", "times as fast", "thesis, s",
                  "`golub_reinsch`, ms", "`jacobi`, ms", "residual", "orthogonality", "double's values off",
                  "float's values off", "converged"}));
  for (const json& row : run.at("svd")) {
    t.add({fmt::format("{}", row.at("m").get<long>()), fmt::format("{}", row.at("n").get<long>()),
           milliseconds(row, "seconds"), milliseconds(row, "double_seconds"),
           figure(row, "ratio_to_double", "{:.2f}"), figure(row, "thesis_seconds", "{:.1f}"),
           milliseconds(row, "golub_reinsch_seconds"), milliseconds(row, "jacobi_seconds"),
           figure(row, "residual", "{:.1e}"), figure(row, "orthogonality", "{:.1e}"),
           figure(row, "double_values", "{:.1e}"), figure(row, "float_values", "{:.1e}"),
           row.at("converged").get<bool>() ? "yes" : "no"});
  }
  table batches(headed(
      {"n", "matrices", "10^6 a second", "`gesvdjBatched` in double", "times as fast", "not converged"}));
  for (const json& row : run.at("svd_batched")) {
    batches.add({fmt::format("{}", row.at("n").get<long>()), size_text(row.at("count")),
                 figure(row, "millions", "{:.3g}"), figure(row, "double_millions", "{:.3g}"),
                 figure(row, "ratio_to_double", "{:.2f}"), figure(row, "not_converged", "{:.0f}")});
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown() +
         "\nMany of n by n at a time, with vectors:\n\n" + batches.markdown();
}

std::string blas_page(const json& run) {
  table t(headed({"routine", "shape", "GB/s", "of a copy", "cuBLAS in double, GB/s", "times as fast"}));
  for (const json& row : run.at("blas")) {
    t.add({row.at("routine"), row.at("shape"), figure(row, "gb", "{:.0f}"),
           figure(row, "share_of_copy", "{:.2f}"), figure(row, "double_gb", "{:.0f}"),
           figure(row, "ratio_to_double", "{:.2f}")});
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown();
}

std::string solve_page(const json& run) {
  bool dense = false;
  table t(headed({"n", "condition", "vectors", "ms", "`getrf` and `getrs` in double, ms", "times as fast",
                  "last correction", "backward error", "double's answer off", "steps", "factors in"}));
  for (const json& row : run.at("solve")) {
    dense = dense || vectors_of(row) == "Haar";
    t.add({fmt::format("{}", row.at("n").get<long>()), figure(row, "condition", "{:.0e}"), vectors_of(row),
           milliseconds(row, "seconds"), milliseconds(row, "double_seconds"),
           figure(row, "ratio_to_double", "{:.2f}"), figure(row, "correction", "{:.1e}"),
           figure(row, "backward_error", "{:.1e}"), figure(row, "double_off", "{:.1e}"),
           fmt::format("{}", row.at("steps").get<int>()),
           row.at("fallback").get<bool>() ? "pairs" : "float"});
  }
  return fmt::format("On {}:\n\n", provenance(run)) + t.markdown() +
         (dense ? "" : "\nMatrices with dense (Haar) singular vectors are not in this record yet.\n");
}

std::string intervals_page(const json& accuracy, const json& run) {
  return interval_accuracy(accuracy) +
         fmt::format(
             "\nInstructions of the machine code (sm_90, operands in registers) and issue slots of {}; the "
             "2008 paper's best for floats, where it has one, is of\n"
             "Collange, Florez and Defour, Table 3. A directed root of words, or quotient of doubles, is a "
             "subroutine. The last column is how many times as fast as `interval<double>` the\n"
             "`interval<ff_t>` is on that GPU, whose double has half the rate of its float.\n\n",
             run.at("device").get<std::string>()) +
         interval_speed(run);
}

}  // namespace bench
