#include "measure_company.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "company_rows.hpp"

namespace bench {
namespace {

using json = nlohmann::ordered_json;

// 512 is fewer than a real kernel sees, 2048 nearer to it.
constexpr int arguments[] = {512, 2048};
const char* const keys[] = {"slots_512", "slots_2048"};

const std::vector<company_kernel>& kernels() {
  return made_once<company_kernel>([](auto& all) {
#if defined(FF_BENCH_CUDA)
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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
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
    for (std::size_t n = 0; n < std::size(arguments); ++n) {
      json line = json::array();
      for (const int kilobytes : split_.shared) {
        const company_place at{kilobytes * 1024, arguments[n]};
        line.push_back(issue_ * (clocks_a_call(k, x, y, at) - harness(k, at)));
      }
      all[keys[n]] = line;
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

}  // namespace

void measure_company(const l1_split& split, double issue, void (*tell)(const std::string&), json& run) {
  json l1 = json::array();
  for (const int taken : split.shared) l1.push_back(split.memory - taken);
  run["l1_kb"] = l1;
  company at(split, issue);
  json rows = json::array();
  const char* const types[] = {"double", "fp32mp2", "ff"};
  const auto add = [&](const company_row& row, const company_mix* mix) {
    for (const char* type : types) {
      const company_kernel* k = kernel_of(row.kernel, type);
      if (k == nullptr) continue;
      tell(row.title + " of " + type);
      json line = described(*k, row);
      line.update(at.slots(*k, row.x, row.y));
      if (mix != nullptr) {
        line["formula"] = mix->formula;
        const json sum = sum_of_parts(at, *mix, type);
        if (!sum.is_null()) {
          for (const char* key : keys) line[std::string("parts_") + key] = sum.at(key);
        }
      }
      rows.push_back(line);
    }
  };
  for (const company_row& row : company_rows()) add(row, nullptr);
  for (const company_mix& mix : company_mixes()) add(mix.whole, &mix);
  run["noise_slots"] = at.noise();
#if defined(FF_BENCH_CUDA)
  if (company_cccl() > 0)
    run["cccl"] = fmt::format("{}.{}.{}", company_cccl() / 1000000, company_cccl() / 1000 % 1000,
                              company_cccl() % 1000);
#endif
  run["company"] = rows;
}

}  // namespace bench
