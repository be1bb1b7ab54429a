// Elementary functions, and hypot of three.
#include "bind.hpp"

namespace accuracy {

void bind_special_functions(std::vector<special_subject>& all) {
  const bind_special bind{all, special_group::functions};
  catalogue::function_rows(bind);
  catalogue::functions_without_row(bind);
  bind(catalogue::row<entry::hypot3, catalogue::alike<3>>{}, row_info{entry::hypot3::name, nullptr, {}, {}});
}

}  // namespace accuracy
