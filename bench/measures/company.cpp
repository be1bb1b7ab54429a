// Functions and mixes of them as real kernels have them: with less and less of the L1 cache left.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "bench/functions/company_rows.hpp"
#include "harness.hpp"
#include "measure.hpp"
#include "shown.hpp"

namespace bench {
namespace {

// ---------------------------------------------------------------- the run

// 512 is fewer than a real kernel sees, 2048 nearer to it.
constexpr int argument_counts[] = {512, 2048};
const char* const slot_keys[] = {"slots_512", "slots_2048"};

const std::vector<company_kernel>& kernels() {
  return made_once<company_kernel>([](auto& all) {
#if defined(FF_HAS_GPU_CODE)
    add_company_double(all);
    add_company_fp32mp2(all);
    add_company_ff(all);
    add_company_mixes(all);
#else
    static_cast<void>(all);
#endif
  });
}

const company_kernel* kernel_of(const std::string& name, const std::string& type) {
  const auto& all = kernels();
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const company_kernel& k) { return k.name == name && k.type == type; });
  return at == all.end() ? nullptr : &*at;
}

/// Clocks of the whole GPU a call: of the rounds that a longer run has more than a shorter one, which is free
/// of the launch and of the first misses.
double clocks_a_call(const company_kernel& k, const drawn& x, const drawn& y, const company_place& at) {
  constexpr double least_seconds = 0.4e-3;
  constexpr int samples = 5;
  int rounds = 8;
  while (k.run(x, y, at, rounds).all.seconds < least_seconds && rounds < 1 << 20) rounds *= 2;
  std::vector<double> clocks;
  for (int i = 0; i < samples; ++i) {
    const chain_time brief = k.run(x, y, at, rounds).all, whole = k.run(x, y, at, 3 * rounds).all;
    clocks.push_back((whole.seconds - brief.seconds) * whole.clock() / (whole.results - brief.results));
  }
  return median(clocks);
}

class company {
 public:
  company(const l1_split& split, double issue) : split_(split), issue_(issue) {}

  /// Slots a call without the harness, with so many arguments at each size of L1; lists by slots_512, ...
  json slots(const company_kernel& k, const drawn& x, const drawn& y) {
    json all = json::object();
    for (std::size_t n = 0; n < std::size(argument_counts); ++n) {
      json line = json::array();
      for (const int kilobytes : split_.shared) {
        const company_place at{kilobytes * 1024, argument_counts[n]};
        line.push_back(issue_ * (clocks_a_call(k, x, y, at) - harness(k, at)));
      }
      all[slot_keys[n]] = line;
    }
    return all;
  }

  /// Returns how much at most a harness changed when it was measured again, in slots.
  double noise() const { return issue_ * noise_; }

 private:
  double harness(const company_kernel& k, const company_place& at) {
    const auto key = std::tuple(k.type, k.harness, at.shared, at.arguments);
    auto known = harness_.find(key);
    if (known == harness_.end()) {
      const company_kernel& alone = *kernel_of(k.harness, k.type);
      std::vector<double> measured(3);
      for (double& clocks : measured) clocks = clocks_a_call(alone, {}, {}, at);
      const auto [least, most] = std::minmax_element(measured.begin(), measured.end());
      noise_ = std::max(noise_, *most - *least);
      known = harness_.emplace(key, median(measured)).first;
    }
    return known->second;
  }

  l1_split split_;
  double issue_;
  double noise_ = 0;
  std::map<std::tuple<std::string, std::string, int, int>, double> harness_;
};

json span(const drawn& d) { return json{d.low, d.high}; }

json described(const company_kernel& k, const company_row& row) {
  json line{{"id", k.type + " " + row.title},
            {"type", k.type},
            {"name", row.title},
            {"kernel", k.name},
            {"x", span(row.x)}};
  if (row.x.wide) line["wide"] = true;
  if (k.operands > 1) line["y"] = span(row.y);
  const company_time once = k.run(row.x, row.y, {0, 512}, 1);
  line["blocks"] = once.blocks;
  line["registers"] = once.registers;
  return line;
}

/// The sum of what the parts take alone; null where the type has not one of them.
json sum_of_parts(company& at, const company_mix& mix, const std::string& type) {
  json sum;
  for (const company_part& part : mix.parts) {
    const company_kernel* k = kernel_of(part.row.kernel, type);
    if (k == nullptr) return nullptr;
    const json alone = at.slots(*k, part.row.x, part.row.y);
    for (const auto& [key, line] : alone.items()) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        const double before = sum.contains(key) && i < sum[key].size() ? sum[key][i].get<double>() : 0;
        sum[key][i] = before + part.times * line[i].get<double>();
      }
    }
  }
  return sum;
}

json run_here(const session& session) {
  const l1_split split = *l1_split_of(session.gpu->architecture);
  json& run = session.record;
  json l1 = json::array();
  for (const int taken : split.shared) l1.push_back(split.memory - taken);
  run["l1_kb"] = l1;
  company at(split, issue_per_clock());
  json rows = json::array();
  const char* const types[] = {"double", "fp32mp2", "fast", "ff"};
  const auto add = [&](const company_row& row, const company_mix* mix) {
    for (const char* type : types) {
      const company_kernel* k = kernel_of(row.kernel, type);
      if (k == nullptr) continue;
      session.tell(row.title + " of " + type);
      json line = described(*k, row);
      line.update(at.slots(*k, row.x, row.y));
      if (mix != nullptr) {
        line["formula"] = mix->formula;
        const json sum = sum_of_parts(at, *mix, type);
        if (!sum.is_null()) {
          for (const char* key : slot_keys) line[std::string("parts_") + key] = sum.at(key);
        }
      }
      rows.push_back(line);
    }
  };
  for (const company_row& row : company_rows()) add(row, nullptr);
  for (const company_mix& mix : company_mixes()) add(mix.whole, &mix);
  run["noise_slots"] = at.noise();
#if defined(FF_HAS_GPU_CODE)
  if (company_cccl() > 0)
    run["cccl"] = fmt::format("{}.{}.{}", company_cccl() / 1000000, company_cccl() / 1000 % 1000,
                              company_cccl() % 1000);
#endif
  return rows;
}

// ---------------------------------------------------------------- tables

const json* row_of(const json& run, const std::string& name, const std::string& type) {
  for (const json& row : run.at("company")) {
    if (row.at("name") == name && row.at("type") == type) return &row;
  }
  return nullptr;
}

/// Slots at size `i` of L1.
double slots(const json& row, const char* key, std::size_t i) { return row.at(key).at(i).get<double>(); }

/// A figure says something above the noise of the harness, and above half a slot.
double least_of(const json& run) { return std::max(0.5, run.value("noise_slots", 0.0)); }
std::string text(double x, double least) { return x < least ? "-" : fmt::format("{:.0f}", x); }

/// Finds the types beside ff that were measured.
std::vector<const char*> peers_of(const json& run) {
  std::vector<const char*> types;
  for (const char* type : {"double", "fp32mp2", "fast"}) {
    for (const json& row : run.at("company")) {
      if (row.at("type") != type) continue;
      types.push_back(type);
      break;
    }
  }
  return types;
}

std::string span_text(const json& row, const char* key) {
  return fmt::format("[{:g}, {:g}]", row.at(key).at(0).get<double>(), row.at(key).at(1).get<double>());
}

/// The bytes of tables that a kernel with this function alone carries; "" where they were not counted.
std::string table_bytes(const std::string& kernel) {
  static const auto counted = nlohmann::json::parse(tables_json());
  const auto at = counted.at("bytes").find(kernel);
  return at == counted.at("bytes").end() ? "" : std::to_string(at->get<long>());
}

table company_rows_of(const json& run) {
  const json& l1 = run.at("l1_kb");
  const std::size_t last = l1.size() - 1;
  std::vector<column> columns{{"work", 26, side::left}, {"x (and y)", 26, side::left}, {"tables, bytes", 13}};
  const double least = least_of(run);
  for (const char* type : peers_of(run)) columns.push_back({type, 8});
  for (std::size_t i = 0; i <= last; ++i)
    columns.push_back(
        {fmt::format("{}{:g}", i == 0 ? "ff, KB: " : "", l1.at(i).get<double>()), i == 0 ? 11 : 5});
  columns.push_back({fmt::format("{:g}, 2048", l1.at(last).get<double>()), 9});
  columns.push_back({"over itself", 11});
  columns.push_back({"x double", 9});
  table t(columns);
  for (const json& ours : run.at("company")) {
    if (ours.at("type") != "ff") continue;
    const std::string name = ours.at("name");
    table::row cells{name,
                     (ours.value("wide", false) ? "log " : "") + span_text(ours, "x") +
                         (ours.contains("y") ? ", " + span_text(ours, "y") : ""),
                     table_bytes(ours.at("kernel"))};
    for (const char* type : peers_of(run)) {
      const json* peer = row_of(run, name, type);
      cells.push_back(peer == nullptr ? "-" : text(slots(*peer, "slots_2048", last), least));
    }
    for (std::size_t i = 0; i <= last; ++i) cells.push_back(text(slots(ours, "slots_512", i), least));
    const double hardest = slots(ours, "slots_2048", last), alone = slots(ours, "slots_512", 0);
    cells.push_back(text(hardest, least));
    cells.push_back(alone >= least ? fmt::format("{:.2f}", hardest / alone) : "-");
    const json* native = row_of(run, name, "double");
    const double double_slots = native == nullptr ? 0 : slots(*native, "slots_2048", last);
    cells.push_back(std::min(double_slots, hardest) < least ? "-"
                                                            : fmt::format("{:.2f}", double_slots / hardest));
    t.add(cells);
  }
  return t;
}

std::string table_of(const json& run) {
  const table t = company_rows_of(run);
  return "\nIn company: FP32 issue slots a call, harness subtracted, at so many KB of L1 and with 512 "
         "different "
         "arguments, or 2048;\nthe other types as in that hardest column.\n" +
         t.text();
}

/// Says what else is wrong with a run in company: each row has a figure for each size of L1.
std::string fault_of_company(const json& run) {
  const auto rows = run.find("company");
  if (rows == run.end() || !rows->is_array()) return {};
  const auto l1 = run.find("l1_kb");
  if (l1 == run.end() || !record::is(record::kind::numbers, *l1) || l1->empty())
    return "l1_kb: expected a list of numbers";
  for (const json& kilobytes : *l1) {
    if (!record::is(record::kind::size, kilobytes))
      return fmt::format("l1_kb: expected {} each", record::description(record::kind::size));
  }
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (!rows->at(i).is_object()) continue;  // told with the other faults
    for (const char* key : {"slots_512", "slots_2048", "parts_slots_512", "parts_slots_2048"}) {
      const auto figures = rows->at(i).find(key);
      if (figures != rows->at(i).end() && figures->is_array() && figures->size() != l1->size())
        return fmt::format("company[{}].{}: expected {} numbers, as l1_kb has", i, key, l1->size());
    }
  }
  return {};
}

void check(const gpu_info& gpu) {
  if (!l1_split_of(gpu.architecture))
    throw command::bad_argument(
        "--company: " + gpu.architecture +
        ": how L1 and shared memory divide is known of sm_80, 86, 89, 90, 100, 103 and 120");
}

}  // namespace

measure company() {
  measure m{"company",
            {{"type", kind::text},
             {"name", kind::text},
             {"kernel", kind::text},
             {"formula", kind::text, false},
             {"x", kind::span},
             {"y", kind::span, false},
             {"slots_512", kind::numbers},
             {"slots_2048", kind::numbers},
             {"parts_slots_512", kind::numbers, false},
             {"parts_slots_2048", kind::numbers, false}},
            table_of,
            {"slots_2048", {"type", "name"}, true}};  // at the least L1
  m.run = run_here;
  m.flag = "--company";
  m.help = "functions and mixes of them, with less and less of the L1 cache left to the kernel";
  m.check = check;
  m.fault = fault_of_company;
  return m;
}

}  // namespace bench
