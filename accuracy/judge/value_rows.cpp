#include <algorithm>

#include "catalogue/families.hpp"
#include "runner.hpp"

namespace accuracy {

#define FAMILY(name) void bind_##name##_rows(std::vector<value_row>&);
CATALOGUE_FAMILIES(FAMILY)
#undef FAMILY

const std::vector<value_row>& value_rows() {
  static const std::vector<value_row> list = [] {
    std::vector<value_row> all;
#define FAMILY(name) bind_##name##_rows(all);
    CATALOGUE_FAMILIES(FAMILY)
#undef FAMILY
    return all;
  }();
  return list;
}

const value_row* find_value_row(const std::string& name) {
  const auto& all = value_rows();
  const auto at =
      std::find_if(all.begin(), all.end(), [&](const value_row& r) { return name == r.info.name; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace accuracy
