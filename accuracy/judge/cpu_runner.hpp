// The rows of a family on the CPU; each family is compiled by a file of its own (family.cpp.in).
#pragma once

#include <stdexcept>

#include "mutant.hpp"
#include "runner.hpp"

namespace accuracy {

// Out of line: each is instantiated once.
template <class Entry>
outcome run_on_host(const operands& v) {
  return catalogue::apply<Entry>(v);
}
template <class Vectors>
operands draw_on_host(const recipe& r, std::uint64_t seed, input_class cls, std::uint64_t index) {
  return catalogue::make_vector<Vectors>(r, seed, cls, index, Vectors::draw);
}

/// Says what a row is on the host.
struct host_code {
  outcome (*run)(const operands&);
  operands (*draw)(const recipe&, std::uint64_t seed, input_class, std::uint64_t index);
  double (*estimate)(const recipe&, const operands&, const outcome&);
  bool (*wrong)(const operands&, const outcome&);
};

std::shared_ptr<runner> make_cpu_runner(const recipe& how, const host_code& code);

/// Visits a family's rows and mutants, and binds each.
struct bind_on_host {
  std::vector<value_row>& all;

  template <class Row>
  void operator()(Row, const row_info& info) const {
    using definition = definition_of<typename Row::judged_as>;
    constexpr int arguments = catalogue::signature_of<typename Row::judged_as>::operands;
    constexpr int results = catalogue::numbers_of<typename Row::judged_as>;
    constexpr auto estimated = estimate<definition, arguments, results>;
    all.push_back(
        {info, error_of<definition, arguments, results>, estimated,
         make_cpu_runner(info.how, {run_on_host<typename Row::entry>, draw_on_host<typename Row::vectors>,
                                    estimated, is_wrong_kind<definition>}),
         definition::operands_text, definition::searched, definition::is_function && arguments == 1});
  }
  template <class Mutant>
  void operator()(const char* original, Mutant mutant, double bound_times) const {
    const auto at = std::find_if(all.begin(), all.end(), [&](const value_row& r) {
      return ff::bounds::same_name(r.info.name, original);
    });
    if (at == all.end()) throw std::logic_error(std::string("no row ") + original + " to break");
    row_info info = at->info;
    info.entry = Mutant::entry::name;
    info.original = original;
    info.name = Mutant::entry::name;
    info.kind = group::mutant;
    info.u2 *= bound_times;
    (*this)(mutant, info);
  }
};

}  // namespace accuracy
