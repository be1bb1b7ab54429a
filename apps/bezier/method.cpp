#include "method.hpp"

#include <algorithm>
#include <stdexcept>

#include "methods.hpp"

namespace bezier {
namespace {

struct known {
  choice by;
  meeting meet;
};

const known all_known[] = {
    {{method::certified, arithmetic::float32}, certified<float, float>::meet},
    {{method::certified, arithmetic::float64}, certified<double, double>::meet},
    {{method::certified, arithmetic::pairs}, certified<ff::ff_t, ff::ff_t>::meet},
    {{method::certified, arithmetic::mixed}, certified<float, ff::ff_t>::meet},
};

}  // namespace

const std::vector<choice>& all_choices() {
  static const std::vector<choice> all = [] {
    std::vector<choice> c;
    for (const known& k : all_known) c.push_back(k.by);
    return c;
  }();
  return all;
}

std::string name_of(const choice& c) {
  return std::string(method_names[static_cast<int>(c.how)]) + "/" + arithmetic_names[static_cast<int>(c.in)];
}

std::optional<choice> find_choice(const std::string& name_of_method, const std::string& name_of_arithmetic) {
  for (const choice& c : all_choices())
    if (name_of(c) == name_of_method + "/" + name_of_arithmetic) return c;
  return {};
}

meeting meeting_on_host(const choice& c) {
  for (const known& k : all_known)
    if (k.by == c) return k.meet;
  throw std::logic_error("no method " + name_of(c));
}

}  // namespace bezier
