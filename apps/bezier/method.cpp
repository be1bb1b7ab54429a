#include "method.hpp"

#include "pairs.hpp"

namespace bezier {

const std::vector<choice>& all_choices() {
  static const std::vector<choice> all = [] {
    std::vector<choice> c;
    for (const method m : {method::kajiya, method::kajiya_bernstein, method::newton, method::certified})
      for (const arithmetic a : {arithmetic::float32, arithmetic::float64, arithmetic::pairs})
        c.push_back({m, a});
    c.push_back({method::certified, arithmetic::mixed});
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

meeting meeting_on_host(const choice& c) { return functions_on_host(c).meet; }

}  // namespace bezier
