#include "method.hpp"

#include <ctime>
#include <stdexcept>

#include "finders.hpp"

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

double processor_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

host_functions functions_on_host(const choice& c) {
  switch (c.in) {
    case arithmetic::float32:
      return functions_in_float(c.how);
    case arithmetic::float64:
      return functions_in_double(c.how);
    case arithmetic::pairs:
      return functions_in_pairs(c.how);
    case arithmetic::mixed:
      break;
  }
  if (c.how != method::certified)
    throw std::logic_error("mixed arithmetic is for the certified search alone");
  return certified_mixed();
}

meeting meeting_on_host(const choice& c) { return functions_on_host(c).meet; }

}  // namespace bezier
