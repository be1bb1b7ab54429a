// The judge: the exact range of an operation by MPFR, and how a result stands to it.
//
// Operands are dyadic numbers, so sums and products of their endpoints are exact or, as quotients and roots
// are, rounded outwards once to more bits than an endpoint has; a comparison with an endpoint is then exact.
#pragma once

#include "row.hpp"

namespace accuracy::intervals {

/// Says where the bounds of ff_t hold.  `endpoint` is the exact one's size.
template <class T>
FF_HD_LARGE bool in_domain(real_function wanted, const operands<T>& v, double endpoint) {
  if constexpr (ff::detail::is_same<T, ff_t>) {
    const auto within = [](ff_t a, float low, float high) {
      const float size = ff::abs(a.hi());
      return ff::equal(size, 0.0f) || (!ff::less(size, low) && ff::less(size, high));
    };
    const auto both_within = [&](const interval<T>& x, float low) {
      return within(x.lower(), low, 0x1p126f) && within(x.upper(), low, 0x1p126f);
    };
    const bool sums = wanted == real_function::sum || wanted == real_function::difference ||
                      wanted == real_function::width || wanted == real_function::radius ||
                      wanted == real_function::midpoint;
    const bool divides = wanted == real_function::quotient || wanted == real_function::quotient_split;
    if (endpoint >= 0x1p126) return false;
    const auto product_within = [](ff_t a, ff_t b) {
      const double p = ff::detail::magnitude_of(ff::widen(a.hi()) * ff::widen(b.hi()));
      return p == 0 || (p >= 0x1p-96 && p < 0x1p126);
    };
    const bool multiplies = wanted == real_function::product || wanted == real_function::product_sum;
    if (multiplies &&
        !(product_within(v.x.lower(), v.y.lower()) && product_within(v.x.lower(), v.y.upper()) &&
          product_within(v.x.upper(), v.y.lower()) && product_within(v.x.upper(), v.y.upper())))
      return false;
    if (sums) return both_within(v.x, 0) && both_within(v.y, 0);
    if (endpoint != 0 && endpoint < 0x1p-96) return false;
    if (wanted == real_function::power && v.n < 0 && endpoint >= 0x1p96)
      return false;  // the power underflows
    if (is_elementary(wanted)) return true;
    if (divides) return both_within(v.x, 0x1p-96f) && both_within(v.y, 0x1p-126f);
    return both_within(v.x, wanted == real_function::reciprocal ? 0x1p-126f : 0x1p-96f) &&
           both_within(v.y, 0x1p-96f) && both_within(v.z, 0x1p-96f);
  } else {
    return true;
  }
}

template <class T>
class judge {
 public:
  judge();
  ~judge();
  judge(const judge&) = delete;
  judge& operator=(const judge&) = delete;

  judgement of(const operation_row& op, const operands<T>& v, const results<T>& r);

 private:
  struct numbers;
  numbers* n_;
};

}  // namespace accuracy::intervals
