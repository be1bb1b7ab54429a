#include "elementary_range.hpp"

#include <algorithm>

namespace accuracy::intervals {
namespace {

using function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

bool increasing(function f, mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr lo, mpfr_ptr hi) {
  const bool inexact = f(lo, xl, MPFR_RNDD) != 0;
  if (mpfr_equal_p(xl, xh)) {
    mpfr_set(hi, lo, MPFR_RNDN);
    if (inexact) mpfr_nextabove(hi);
  } else {
    f(hi, xh, MPFR_RNDU);
  }
  return true;
}
bool all_reals(mpfr_ptr lo, mpfr_ptr hi) {
  mpfr_set_inf(lo, -1), mpfr_set_inf(hi, 1);
  return true;
}
bool has_zero_inside(mpfr_ptr xl, mpfr_ptr xh) { return mpfr_sgn(xl) < 0 && mpfr_sgn(xh) > 0; }

// [xl, xh] becomes {|v|}.
void take_sizes(mpfr_ptr xl, mpfr_ptr xh) {
  const bool through_zero = mpfr_sgn(xl) <= 0 && mpfr_sgn(xh) >= 0, swapped = mpfr_cmpabs(xl, xh) > 0;
  mpfr_abs(xl, xl, MPFR_RNDN), mpfr_abs(xh, xh, MPFR_RNDN);
  if (swapped) mpfr_swap(xl, xh);
  if (through_zero) mpfr_set_zero(xl, 1);
}

// A power or root of n < 0 falls from xl to xh, on either side of zero; zero stands for its limit.
template <class F>
bool falling(F f, mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr lo, mpfr_ptr hi) {
  if (mpfr_zero_p(xl)) mpfr_set_zero(xl, 1);
  if (mpfr_zero_p(xh)) mpfr_set_zero(xh, -1);
  f(lo, xh, MPFR_RNDD);
  f(hi, xl, MPFR_RNDU);
  return true;
}

bool power(mpfr_ptr xl, mpfr_ptr xh, int n, mpfr_ptr lo, mpfr_ptr hi) {
  const auto raise = [n](mpfr_ptr to, mpfr_ptr x, mpfr_rnd_t mode) { mpfr_pow_si(to, x, n, mode); };
  if (n % 2 == 0) take_sizes(xl, xh);
  if (n >= 0) {
    raise(lo, xl, MPFR_RNDD), raise(hi, xh, MPFR_RNDU);
    return true;
  }
  if (mpfr_zero_p(xl) && mpfr_zero_p(xh)) return false;
  return has_zero_inside(xl, xh) ? all_reals(lo, hi) : falling(raise, xl, xh, lo, hi);
}

bool nth_root(mpfr_ptr xl, mpfr_ptr xh, int n, mpfr_ptr lo, mpfr_ptr hi) {
  if (n == 0) return false;
  const auto size = static_cast<unsigned long>(n < 0 ? -static_cast<long>(n) : n);
  if (size % 2 == 0) {
    if (mpfr_sgn(xh) < 0) return false;
    if (mpfr_sgn(xl) < 0) mpfr_set_zero(xl, 1);
  }
  if (n > 0) {
    mpfr_rootn_ui(lo, xl, size, MPFR_RNDD), mpfr_rootn_ui(hi, xh, size, MPFR_RNDU);
    return true;
  }
  if (mpfr_zero_p(xl) && mpfr_zero_p(xh)) return false;
  const auto reciprocal_root = [size](mpfr_ptr to, mpfr_ptr x, mpfr_rnd_t mode) {
    mpfr_rootn_ui(to, x, size, mode == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD);
    mpfr_ui_div(to, 1, to, mode);
  };
  return has_zero_inside(xl, xh) ? all_reals(lo, hi) : falling(reciprocal_root, xl, xh, lo, hi);
}

// Positive bases, and zero to positive powers: extreme at the corners, where mpfr_pow has the limits.
bool general_power(mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr yl, mpfr_ptr yh, mpfr_ptr lo, mpfr_ptr hi) {
  if (mpfr_sgn(xh) < 0) return false;
  if (mpfr_sgn(xl) <= 0) mpfr_set_zero(xl, 1);
  if (mpfr_zero_p(xh)) {
    mpfr_set_zero(lo, 1), mpfr_set_zero(hi, 1);
    return mpfr_sgn(yh) > 0;
  }
  mpfr_t corner;
  mpfr_init2(corner, function_precision);
  for (int i = 0; i < 4; ++i) {
    const bool inexact = mpfr_pow(corner, i & 1 ? xh : xl, i & 2 ? yh : yl, MPFR_RNDD) != 0;
    if (i == 0 || mpfr_less_p(corner, lo)) mpfr_set(lo, corner, MPFR_RNDD);
    if (inexact) mpfr_nextabove(corner);
    if (i == 0 || mpfr_greater_p(corner, hi)) mpfr_set(hi, corner, MPFR_RNDU);
  }
  mpfr_clear(corner);
  return true;
}

// The numbers k with xl <= (k + shift/2) pi <= xh: how many, up to 2, and whether the first is odd.
struct multiples {
  int count;
  bool first_odd;
};
multiples multiples_of_pi(mpfr_ptr xl, mpfr_ptr xh, int shift) {
  const mpfr_exp_t top = std::max<mpfr_exp_t>(
      2, std::max(mpfr_zero_p(xl) ? 0 : mpfr_get_exp(xl), mpfr_zero_p(xh) ? 0 : mpfr_get_exp(xh)));
  mpfr_t pi, first, last, half;
  mpfr_inits2(std::max(mpfr_get_prec(xl), mpfr_prec_t{128}) + 64 + top, pi, first, last, half,
              static_cast<mpfr_ptr>(nullptr));
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_div(first, xl, pi, MPFR_RNDN), mpfr_div(last, xh, pi, MPFR_RNDN);
  mpfr_sub_d(first, first, 0.5 * shift, MPFR_RNDN), mpfr_sub_d(last, last, 0.5 * shift, MPFR_RNDN);
  mpfr_ceil(first, first), mpfr_floor(last, last);
  mpfr_div_2ui(half, first, 1, MPFR_RNDN);
  const bool odd = !mpfr_integer_p(half);
  mpfr_sub(last, last, first, MPFR_RNDN);
  const int count = mpfr_sgn(last) < 0 ? 0 : mpfr_zero_p(last) ? 1 : 2;
  mpfr_clears(pi, first, last, half, static_cast<mpfr_ptr>(nullptr));
  return {count, odd};
}

// Extreme where x/pi - shift/2 is an integer: 1 where it is even, -1 where odd.
bool sinusoid(function f, int shift, mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr lo, mpfr_ptr hi) {
  const bool bounded = mpfr_number_p(xl) && mpfr_number_p(xh);
  const multiples extremes = bounded ? multiples_of_pi(xl, xh, shift) : multiples{2, false};
  const bool peak = extremes.count > 1 || (extremes.count == 1 && !extremes.first_odd);
  const bool trough = extremes.count > 1 || (extremes.count == 1 && extremes.first_odd);
  if (!peak || !trough) {
    const bool left = f(lo, xl, MPFR_RNDD) != 0, right = f(hi, xh, MPFR_RNDD) != 0;
    const bool falls = mpfr_greater_p(lo, hi) != 0;
    if (falls) mpfr_swap(lo, hi);
    if (falls ? left : right) mpfr_nextabove(hi);
  }
  if (trough) mpfr_set_si(lo, -1, MPFR_RNDN);
  if (peak) mpfr_set_si(hi, 1, MPFR_RNDN);
  return true;
}

bool tangent(mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr lo, mpfr_ptr hi) {
  const bool bounded = mpfr_number_p(xl) && mpfr_number_p(xh);
  if (!bounded || multiples_of_pi(xl, xh, 1).count > 0) return all_reals(lo, hi);
  return increasing(mpfr_tan, xl, xh, lo, hi);
}

bool logarithm(function f, mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr lo, mpfr_ptr hi) {
  if (mpfr_sgn(xh) <= 0) return false;
  if (mpfr_sgn(xl) <= 0) mpfr_set_zero(xl, 1);
  return increasing(f, xl, xh, lo, hi);
}

}  // namespace

bool elementary_range(real_function wanted, mpfr_ptr xl, mpfr_ptr xh, mpfr_ptr yl, mpfr_ptr yh, int n,
                      mpfr_ptr lo, mpfr_ptr hi) {
  switch (wanted) {
    case real_function::power:
      return power(xl, xh, n, lo, hi);
    case real_function::nth_root:
      return nth_root(xl, xh, n, lo, hi);
    case real_function::pow:
      return general_power(xl, xh, yl, yh, lo, hi);
    case real_function::exp:
      return increasing(mpfr_exp, xl, xh, lo, hi);
    case real_function::exp2:
      return increasing(mpfr_exp2, xl, xh, lo, hi);
    case real_function::exp10:
      return increasing(mpfr_exp10, xl, xh, lo, hi);
    case real_function::log:
      return logarithm(mpfr_log, xl, xh, lo, hi);
    case real_function::log2:
      return logarithm(mpfr_log2, xl, xh, lo, hi);
    case real_function::log10:
      return logarithm(mpfr_log10, xl, xh, lo, hi);
    case real_function::sin:
      return sinusoid(mpfr_sin, 1, xl, xh, lo, hi);
    case real_function::cos:
      return sinusoid(mpfr_cos, 0, xl, xh, lo, hi);
    case real_function::tan:
      return tangent(xl, xh, lo, hi);
    case real_function::atan:
      return increasing(mpfr_atan, xl, xh, lo, hi);
    case real_function::sinh:
      return increasing(mpfr_sinh, xl, xh, lo, hi);
    case real_function::tanh:
      return increasing(mpfr_tanh, xl, xh, lo, hi);
    case real_function::cosh:
      take_sizes(xl, xh);
      return increasing(mpfr_cosh, xl, xh, lo, hi);
    default:
      return false;
  }
}

}  // namespace accuracy::intervals
