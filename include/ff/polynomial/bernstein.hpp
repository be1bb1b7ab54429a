// A polynomial on an interval in Bernstein's basis, each coefficient with a bound of its error.
//
// By Descartes' rule the changes of sign in b_0 ... b_n are at least as many as the roots in the open
// interval, multiple ones counted as often, and an even number more.
#pragma once

#include <ff/polynomial/scaled.hpp>

namespace ff {
namespace detail {

/// A number and a bound of its error.
struct measured {
  ff_t value;
  float error;
};

/// The certain sign, 0 where there is none.
FF_HD constexpr int sign_of(const measured& x) {
  if (!less(next_up(x.error), abs(x.value.hi()))) return 0;
  return less(x.value.hi(), 0.0f) ? -1 : 1;
}

// This covers the roundings of a bound itself: at most 8 Degree of them, each u, Degree at most 64.
inline constexpr float bound_rounding = 0x1.0004p0f;
// Coefficients below 2^-126 of the greatest vanish.  They may have added this to another coefficient, or to a
// value in [-1, 1].
inline constexpr float unseen = 0x1p-118f;

/// The coefficients on [lo, hi], of which at most `most` are roots, multiple ones counted as often.
template <int Degree>
struct bernstein_form {
  measured b[static_cast<size_t>(Degree) + 1];
  ff_t lo, hi;
  int degree, most;

  /// The most changes of sign that the coefficients may have: at least the roots in [lo, hi], the ends
  /// included.
  FF_HD constexpr int most_changes() const {
    int to_plus = 0, to_minus = 0;  // the most changes on the way to either sign
    for (int k = 0; k <= degree; ++k) {
      const int s = sign_of(b[k]), change = k > 0 ? 1 : 0;
      const int plus = max_int(to_plus, to_minus + change), minus = max_int(to_minus, to_plus + change);
      to_plus = s < 0 ? -1000 : plus;
      to_minus = s > 0 ? -1000 : minus;
    }
    return max_int(to_plus, to_minus);
  }

  /// Returns whether no coefficient has a certain sign.
  FF_HD constexpr bool is_noise() const {
    bool noise = true;
    for (int k = 0; k <= degree; ++k) noise = noise && sign_of(b[k]) == 0;
    return noise;
  }

  /// The part below lo < at < hi, by de Casteljau's algorithm with lambda = (at - lo)/(hi - lo); this becomes
  /// the part above.  A mean adds 40 u^2 of its terms' greater magnitude (docs/proofs/polynomial.md).
  FF_HD constexpr bernstein_form split(ff_t at) {
    bernstein_form lower{};
    lower.lo = lo, lower.hi = at, lower.degree = degree;
    const ff_t lambda = (at - lo) / (hi - lo), rest = ff_t(1.0f) - lambda;
    for (int level = 0; level < degree; ++level) {
      lower.b[level] = b[0];
      for (int k = 0; k < degree - level; ++k) {
        const float size = greatest(abs(b[k].value.hi()), abs(b[k + 1].value.hi()));
        const float mean = fma_rn(lambda.hi(), sub_rn(b[k + 1].error, b[k].error), b[k].error);
        b[k] = {product(rest, b[k].value).add_product(lambda, b[k + 1].value).result(),
                fma_rn(40 * 0x1p-48f, size, mean)};
      }
    }
    lower.b[degree] = b[0];
    for (int k = 0; k <= degree; ++k) {
      lower.b[k].error = add_rn(mul_rn(lower.b[k].error, bound_rounding), 0x1p-128f);
      b[k].error = add_rn(mul_rn(b[k].error, bound_rounding), 0x1p-128f);
    }
    lower.most = min_int(most, lower.most_changes());
    most = min_int(most, most_changes());
    lo = at;
    return lower;
  }
};

/// The polar form of degree m with one argument x: coefficient k becomes ((m - k) c_k + (k + 1) x c_k+1) / m.
/// Within 30 u^2 of that with magnitudes for its terms.
FF_HD constexpr void polarize(measured* c, int m, ff_t x) {
  const float r = div_rn(1.0f, static_cast<float>(m)), size = abs(x.hi());
  for (int k = 0; k < m; ++k) {
    const float here = static_cast<float>(m - k), there = static_cast<float>(k + 1);
    const measured low = c[k], high = c[k + 1];
    const ff_t sum = product(ff_t(here), low.value).add_product(ff_t(there), x * high.value).result();
    const float low_error = fma_rn(31 * 0x1p-48f, abs(low.value.hi()), low.error);
    const float high_error = mul_rn(size, fma_rn(31 * 0x1p-48f, abs(high.value.hi()), high.error));
    c[k] = {sum / static_cast<float>(m), mul_rn(r, fma_rn(here, low_error, mul_rn(there, high_error)))};
  }
}

/// The sum of c_k x^k, k <= n, of magnitudes at most 2, on [lo, hi] in [-1, 1]: b_j is the polar form of n -
/// j arguments lo and j arguments hi, a mean of terms no greater than c_k.  Ramshaw, Blossoms are polar
/// forms, 1989.
template <int Degree, class P>
FF_HD constexpr bernstein_form<Degree> bernstein(const P& c, int n, ff_t lo, ff_t hi) {
  bernstein_form<Degree> f{};
  f.lo = lo, f.hi = hi, f.degree = n;
  measured with_lo[static_cast<size_t>(Degree) + 1] = {};
  for (int k = 0; k <= n; ++k) with_lo[k] = {c[k], unseen};
  for (int j = n; j >= 0; --j) {
    measured all[static_cast<size_t>(Degree) + 1] = {};
    for (int k = 0; k <= j; ++k) all[k] = with_lo[k];
    for (int m = j; m > 0; --m) polarize(all, m, hi);
    f.b[j] = {all[0].value, fma_rn(all[0].error, bound_rounding, 0x1p-116f)};
    if (j > 0) polarize(with_lo, j, lo);
  }
  f.most = min_int(n, f.most_changes());
  return f;
}

}  // namespace detail
}  // namespace ff
