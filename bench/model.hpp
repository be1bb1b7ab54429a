// The cost model: what an operation costs on a GPU, from the instructions ptxas makes of it there and the
// rates of the pipes they run in.
//
// The resources of an SM are the issue of all instructions and the pipes that are narrower.  A result takes
// as many cycles as its busiest resource, and longer where others are almost as busy, as they hold each other
// up: the norm, of an exponent that is fitted, of the cycles of all.  Some instructions hold the issue for
// longer than one slot.  Two source registers of one instruction that lie in the same register bank and are
// not kept from the instruction before ("collisions") hold the issue as well.  fit_model.py fits what has no
// source to a recorded run.  Latency is left out: the chains that are timed fill the SM with warps.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bench {

using counts = std::map<std::string, double>;  ///< instructions a result, by opcode

struct architecture {
  std::string key, name, example;
  std::map<std::string, double> rate;   ///< results per clock and SM, by pipe; "issue" for all
  std::map<std::string, double> slots;  ///< issue slots of one instruction, by pipe
};

struct prediction {
  double per_clock = 0;  ///< results per clock and SM
  std::string limit;     ///< the busiest resource
};

class cost_model {
 public:
  cost_model(const nlohmann::json& architectures, const nlohmann::json& sass)
      : contention_(architectures.at("contention")) {
    for (const auto& [pipe, opcodes] : architectures.at("pipes").items()) {
      for (const auto& opcode : opcodes) pipes_[pipe].push_back(opcode);
    }
    for (const auto& [key, a] : architectures.at("architectures").items()) {
      architecture built{key, a.at("name"), a.at("example"), {{"issue", a.at("issue")}}, {}};
      for (const auto& [pipe, opcodes] : pipes_) {
        built.rate[pipe] = a.at(pipe);
        built.slots[pipe] = a.contains("issue_slots") ? a.at("issue_slots").value(pipe, 1.0) : 1.0;
      }
      architectures_.push_back(built);
    }
    std::sort(architectures_.begin(), architectures_.end(), [](const auto& a, const auto& b) {
      return std::stoi(a.key.substr(3)) < std::stoi(b.key.substr(3));
    });
    for (const auto& [arch, operations] : sass.at("counts").items()) {
      for (const auto& [id, forms] : operations.items()) {
        for (const auto& [form, c] : forms.items()) counts_[arch][id][form] = c.get<counts>();
      }
    }
  }

  const std::vector<architecture>& architectures() const { return architectures_; }

  const architecture* find(const std::string& key) const {
    for (const auto& a : architectures_) {
      if (a.key == key) return &a;
    }
    return nullptr;
  }

  /// The forms of an operation that are timed, "chains_1" and another; none where it was not counted.
  const std::map<std::string, counts>& forms(const std::string& arch, const std::string& id) const {
    const auto a = counts_.find(arch);
    if (a == counts_.end()) return none_;
    const auto o = a->second.find(id);
    return o == a->second.end() ? none_ : o->second;
  }

  /// Says how often each opcode occurs in one result; nullptr where it was not counted.
  const counts* instructions(const std::string& arch, const std::string& id, const std::string& form) const {
    const auto& all = forms(arch, id);
    const auto f = all.find(form);
    return f == all.end() ? nullptr : &f->second;
  }

  prediction predict(const architecture& a, const counts& c) const {
    std::map<std::string, double> load;
    double slots = 0;
    for (const auto& [opcode, n] : c) slots += n;
    for (const auto& [pipe, opcodes] : pipes_) {
      for (const auto& opcode : opcodes) load[pipe] += c.count(opcode) != 0 ? c.at(opcode) : 0;
      slots += load[pipe] * (a.slots.at(pipe) - 1);
    }
    const double issue = a.rate.at("issue");
    std::map<std::string, double> cycles{{"issue", slots / issue}};
    for (const auto& [pipe, n] : load) {
      if (a.rate.at(pipe) < issue) cycles[pipe] = n / a.rate.at(pipe);
    }
    prediction p{0, "issue"};
    for (const auto& [resource, n] : cycles) {
      if (n > cycles.at(p.limit) * (1 + 1e-9)) p.limit = resource;
    }
    double sum = 0;
    for (const auto& [resource, n] : cycles) sum += std::pow(n / cycles.at(p.limit), contention_);
    p.per_clock = 1 / (cycles.at(p.limit) * std::pow(sum, 1 / contention_));
    return p;
  }

  /// The better of the two forms that are timed.
  prediction predict(const architecture& a, const std::string& id) const {
    prediction best;
    for (const auto& [form, c] : forms(a.key, id)) {
      const prediction p = predict(a, c);
      if (p.per_clock > best.per_clock) best = p;
    }
    return best;
  }

 private:
  double contention_;
  std::map<std::string, counts> none_;
  std::map<std::string, std::vector<std::string>> pipes_;
  std::vector<architecture> architectures_;
  std::map<std::string, std::map<std::string, std::map<std::string, counts>>> counts_;
};

/// Instructions alone: collisions are none.
inline double total(const counts& c) {
  double all = 0;
  for (const auto& [opcode, n] : c) all += opcode == "collisions" ? 0 : n;
  return all;
}

/// Says what to use where ff is `ratio` times as fast as double.
inline const char* recommendation(double ratio) {
  return ratio >= 1.1 ? "ff" : ratio > 0.9 ? "either" : "double";
}

/// Says how far predictions lie from the throughputs of a recorded run.
struct model_error {
  struct row {
    std::string id;
    double predicted, measured;
    double error() const { return predicted / measured - 1; }
  };
  std::vector<row> rows;

  double median() const { return quantile(0.5); }
  double largest() const { return quantile(1); }

 private:
  double quantile(double q) const {
    std::vector<double> e;
    for (const row& r : rows) e.push_back(std::fabs(r.error()));
    std::sort(e.begin(), e.end());
    return e.empty() ? 0 : e[static_cast<std::size_t>(q * static_cast<double>(e.size() - 1) + 0.5)];
  }
};

inline model_error compare_with(const cost_model& model, const nlohmann::json& run) {
  model_error all;
  const architecture* a = model.find(run.value("architecture", ""));
  if (a == nullptr || !run.contains("throughput")) return all;
  for (const auto& row : run.at("throughput")) {
    const prediction p = model.predict(*a, row.at("id").get<std::string>());
    if (p.per_clock > 0) all.rows.push_back({row.at("id"), p.per_clock, row.at("per_clock_sm")});
  }
  return all;
}

}  // namespace bench
