// Operators, comparisons, conversions and exact functions.
#include <cmath>

namespace accuracy {
/// Of the exact formulas in doubles, which are read next.
inline double abs(double x) { return std::fabs(x); }
}  // namespace accuracy

#include "accuracy/exact/arithmetic.hpp"
#include "bind.hpp"

namespace accuracy {

void bind_special_operators(std::vector<special_subject>& all) {
  special::operators(bind_special{all, special_group::operators});
  special::comparisons(bind_special{all, special_group::comparisons});
  special::conversions(bind_special{all, special_group::conversions});
  special::exact_functions(bind_special{all, special_group::exact_functions});
}

}  // namespace accuracy
