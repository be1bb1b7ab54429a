// Defines what the operations on wide numbers compute: on pairs times powers of two, lowered as the entries
// lower theirs.
#pragma once

#include <ff/dd.hpp>

#include "catalogue/wide_numbers.hpp"
#include "complex.hpp"
#include "definition.hpp"

namespace accuracy {

/// The exponent among the operands, as the entry takes it.
template <class N>
FF_HD_LARGE int exponent_in(const N& e) {
  return static_cast<int>(ff_t(to_double(e)));
}
/// 2^e for e up to 600.  What is below 2^-900 of the larger operand may be any such number.
template <class N>
FF_HD_LARGE N power_of_two(int e) {
  return N(wide(::ldexp(1.0, e < -900 ? -900 : e)));
}

/// The search's numbers as dd_t, whose functions estimate what MPFR decides; and back.
FF_HD_LARGE ff::dd_t as_dd(const approximation& x) {
  const double head = to_double(x);
  return ff::add12(head, to_double(x - approximation(wide(head))));
}
FF_HD_LARGE approximation from_dd(ff::dd_t x) {
  return approximation(wide(x.hi())) + approximation(wide(x.lo()));
}
/// x 2^e is a double for these e.
FF_HD_LARGE bool is_moderate(int e) { return -900 < e && e < 900; }
/// log(x 2^e), and b - n log 2.
FF_HD_LARGE ff::dd_t log_of_scaled(ff::dd_t x, int e) {
  return is_moderate(e) ? log(ff::ldexp(x, e)) : log(x) + ff::detail::dd_ln2() * static_cast<double>(e);
}
FF_HD_LARGE ff::dd_t less_doublings(ff::dd_t b, int n) {
  return b - ff::detail::dd_ln2() * static_cast<double>(n);
}

/// Two summands with their exponents, lowered by the larger one.
template <int sign>
struct wide_sum : formula {
  using definition = wide_sum;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const int d = exponent_in(v[2]), e = exponent_in(v[3]), n = catalogue::sum_exponent(d, e);
    const N x = v[0] * power_of_two<N>(d - n), y = v[1] * power_of_two<N>(e - n);
    r[0] = sign > 0 ? x + y : x - y;
  }
};
struct wide_product : formula {
  using definition = wide_product;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[1];
  }
};
struct wide_quotient : formula {
  using definition = wide_quotient;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] / v[1];
  }
};
struct wide_product_and_sum : formula {
  using definition = wide_product_and_sum;
  static constexpr const char* operands_text = "|xy|+|z|";
  template <class N>
  FF_HD_LARGE static void terms(const N* v, N* t) {
    const int d = exponent_in(v[3]) + exponent_in(v[4]), f = exponent_in(v[5]), n = catalogue::larger(d, f);
    t[0] = v[0] * v[1] * power_of_two<N>(d - n), t[1] = v[2] * power_of_two<N>(f - n);
  }
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    N t[2];
    terms(v, t);
    r[0] = t[0] + t[1];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    N t[2];
    terms(v, t);
    s[0] = abs(t[0]) + abs(t[1]);
  }
};
/// The root of x 2^e, lowered by e / 2.
template <bool reciprocal>
struct wide_root : formula {
  using definition = wide_root;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const int e = exponent_in(v[1]);
    const N root = sqrt(v[0] * power_of_two<N>(e - 2 * catalogue::share(e, 2)));
    r[0] = reciprocal ? N(wide(1.0)) / root : root;
  }
};
struct wide_cube_root : formula {
  using definition = wide_cube_root;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int e = exponent_in(v[1]);
    r[0] = from_dd(cbrt(ff::ldexp(as_dd(v[0]), e - 3 * catalogue::share(e, 3))));
  }
  static void of(const number* v, number* r) {
    const int e = exponent_in(v[1]);
    number x = v[0] * power_of_two<number>(e - 3 * catalogue::share(e, 3));
    mpfr_cbrt(r[0].mpfr(), x.mpfr(), MPFR_RNDN);
  }
};
struct wide_hypotenuse : formula {
  using definition = wide_hypotenuse;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const int d = exponent_in(v[2]), e = exponent_in(v[3]), n = catalogue::larger(d, e);
    // Squares of 2^-400 are as far below the other square as the sum needs.
    const N x = v[0] * power_of_two<N>(catalogue::larger(d - n, -400)),
            y = v[1] * power_of_two<N>(catalogue::larger(e - n, -400));
    r[0] = sqrt(x * x + y * y);
  }
};
/// A logarithm of x 2^e.
template <int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), int base>
struct wide_logarithm : formula {
  using definition = wide_logarithm;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const ff::dd_t natural = log_of_scaled(as_dd(v[0]), exponent_in(v[1]));
    r[0] = from_dd(base == 2    ? natural * ff::detail::dd_log2e()
                   : base == 10 ? natural * ff::detail::dd_log10e()
                                : natural);
  }
  static void of(const number* v, number* r) {
    number x = v[0];
    mpfr_mul_2si(x.mpfr(), x.mpfr(), exponent_in(v[1]), MPFR_RNDN);
    f(r[0].mpfr(), x.mpfr(), MPFR_RNDN);
  }
};
/// b^(x 2^e), lowered by its exponent.
inline number lowered_by(const number& x, int n) {
  number r = x;
  mpfr_mul_2si(r.mpfr(), r.mpfr(), -n, MPFR_RNDN);
  return r;
}
template <int base>
struct wide_exponential : formula {
  using definition = wide_exponential;
  static constexpr ff_t log2b = base == 2    ? ff_t(1.0f)
                                : base == 10 ? catalogue::log2_of_ten()
                                             : ff::constants::log2e;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int e = exponent_in(v[1]), n = catalogue::exponential_exponent(to_double(v[0]), e, log2b);
    const ff::dd_t x = ff::ldexp(as_dd(v[0]), e);
    r[0] = from_dd(base == 2 ? exp2(x - static_cast<double>(n))
                             : exp(less_doublings(base == 10 ? x * ff::detail::dd_ln10() : x, n)));
  }
  static void of(const number* v, number* r) {
    const int e = exponent_in(v[1]);
    number x = lowered_by(v[0], -e), power = exp(number(wide(0.0)));  // of a function's precision
    (base == 2 ? mpfr_exp2 : base == 10 ? mpfr_exp10 : mpfr_exp)(power.mpfr(), x.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(power, catalogue::exponential_exponent(to_double(v[0]), e, log2b));
  }
};
struct wide_power : formula {
  using definition = wide_power;
  FF_HD_LARGE static ff::dd_t exponent(const approximation* v) {
    return ff::ldexp(as_dd(v[1]), exponent_in(v[3])) * log_of_scaled(as_dd(v[0]), exponent_in(v[2]));
  }
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int n =
        catalogue::power_exponent(to_double(v[0]), to_double(v[1]), exponent_in(v[2]), exponent_in(v[3]));
    r[0] = from_dd(exp(less_doublings(exponent(v), n)));
  }
  static void of(const number* v, number* r) {
    const int d = exponent_in(v[2]), e = exponent_in(v[3]);
    number x = lowered_by(v[0], -d), y = lowered_by(v[1], -e), power = exp(number(wide(0.0)));
    mpfr_pow(power.mpfr(), x.mpfr(), y.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(power, catalogue::power_exponent(to_double(v[0]), to_double(v[1]), d, e));
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    size_of(v, s);
  }
  FF_HD_LARGE static void size_of(const approximation* v, approximation* s) {
    s[0] = from_dd(1.0 + abs(exponent(v)) / 128.0);
  }
  static void size_of(const number* v, number* s) {
    const number x = lowered_by(v[0], -exponent_in(v[2])), y = lowered_by(v[1], -exponent_in(v[3]));
    s[0] = number(wide(1.0)) + abs(y * log(x)) / number(wide(128.0));
  }
};

struct wide_angle : formula {
  using definition = wide_angle;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int d = exponent_in(v[2]), e = exponent_in(v[3]), n = catalogue::larger(d, e);
    const ff::dd_t y = as_dd(v[0]), x = as_dd(v[1]);
    const int lowered = catalogue::angle_exponent(static_cast<float>(x.hi()), d, e);
    const ff::dd_t angle =
        atan2(ff::ldexp(y, catalogue::larger(d - n, -900)), ff::ldexp(x, catalogue::larger(e - n, -900)));
    r[0] = from_dd(lowered <= -900 ? y / x : ff::ldexp(angle, -lowered));
  }
  static void of(const number* v, number* r) {
    const int d = exponent_in(v[2]), e = exponent_in(v[3]);
    number y = lowered_by(v[0], -d), x = lowered_by(v[1], -e), angle = exp(number(wide(0.0)));
    mpfr_atan2(angle.mpfr(), y.mpfr(), x.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(angle, catalogue::angle_exponent(static_cast<float>(to_double(v[1])), d, e));
  }
};
struct wide_error_complement : formula {
  using definition = wide_error_complement;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int e = exponent_in(v[1]), n = catalogue::erfc_exponent(to_double(v[0]), e);
    const ff::dd_t x = ff::ldexp(as_dd(v[0]), e), square = sqr(x);
    r[0] = from_dd(x < 9.0 ? ff::ldexp(erfc(x), -n)
                           : exp(less_doublings(-square, n)) * ff::detail::dd_erfc_sum(x, square));
  }
  static void of(const number* v, number* r) {
    const int e = exponent_in(v[1]);
    number x = lowered_by(v[0], -e), complement = exp(number(wide(0.0)));
    mpfr_erfc(complement.mpfr(), x.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(complement, catalogue::erfc_exponent(to_double(v[0]), e));
  }
};
/// Relative to the result times 1 + x |log x| / 832.
struct wide_gamma : formula {
  using definition = wide_gamma;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int e = exponent_in(v[1]), n = catalogue::gamma_exponent(to_double(v[0]), e);
    const ff::dd_t x = ff::ldexp(as_dd(v[0]), e);
    r[0] = from_dd(x < 16.0 ? ff::ldexp(tgamma(x), -n)
                            : exp(less_doublings(ff::detail::dd_stirling(x).pair(), n)));
  }
  static void of(const number* v, number* r) {
    const int e = exponent_in(v[1]);
    number x = lowered_by(v[0], -e), gamma = exp(number(wide(0.0)));
    mpfr_gamma(gamma.mpfr(), x.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(gamma, catalogue::gamma_exponent(to_double(v[0]), e));
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    size_of(v, s);
  }
  FF_HD_LARGE static void size_of(const approximation* v, approximation* s) {
    const ff::dd_t x = ff::ldexp(as_dd(v[0]), exponent_in(v[1]));
    s[0] = from_dd(1.0 + abs(x * log(x)) / 832.0);
  }
  static void size_of(const number* v, number* s) {
    const number x = lowered_by(v[0], -exponent_in(v[1]));
    s[0] = number(wide(1.0)) + abs(x * log(x)) / number(wide(832.0));
  }
};
struct wide_log_gamma : formula {
  using definition = wide_log_gamma;
  FF_HD_LARGE static void of(const approximation* v, approximation* r) {
    const int e = exponent_in(v[1]);
    const ff::dd_t x = as_dd(v[0]), logarithm = log_of_scaled(x, e);
    if (is_moderate(e)) {
      r[0] = from_dd(ff::ldexp(lgamma(ff::ldexp(x, e)), -catalogue::log_gamma_exponent(e)));
    } else {
      r[0] = from_dd(e < 0 ? -logarithm : x * (logarithm - 1.0));
    }
  }
  static void of(const number* v, number* r) {
    const int e = exponent_in(v[1]);
    int sign = 0;
    number x = lowered_by(v[0], -e), result = exp(number(wide(0.0)));
    mpfr_lgamma(result.mpfr(), &sign, x.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(result, catalogue::log_gamma_exponent(e));
  }
};

/// f(x 2^e), lowered by what `exponent` says of x and e.
template <int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t), int (*exponent)(double, int)>
struct wide_function : mpfr_formula {
  using definition = wide_function;
  static void of(const number* v, number* r) {
    const int e = exponent_in(v[1]);
    number x = lowered_by(v[0], -e), result = exp(number(wide(0.0)));
    f(result.mpfr(), x.mpfr(), MPFR_RNDN);
    r[0] = lowered_by(result, exponent(to_double(v[0]), e));
  }
};
inline int exponent_of_expm1(double x, int e) { return catalogue::exponent_or_power(x, x < 0, e); }
inline int exponent_of_sinh(double x, int e) { return catalogue::exponent_or_power(::fabs(x), false, e); }
inline int exponent_of_cosh(double x, int e) {
  return catalogue::exponential_exponent(::fabs(x), e, ff::constants::log2e);
}
inline int exponent_of_asinh(double, int e) { return catalogue::lesser_exponent(e); }
/// log(1 + x) for the entry's number above -1.
struct wide_log_of_one_more : wide_function<mpfr_log1p, exponent_of_asinh> {
  using definition = wide_log_of_one_more;
  static void of(const number* v, number* r) {
    const number x[] = {exponent_in(v[1]) > 0 ? abs(v[0]) : v[0], v[1]};
    wide_function::of(x, r);
  }
};

/// -x 2^e, as the entries have it.
inline number below_zero(const number* v) {
  number x = lowered_by(v[0], -exponent_in(v[1]));
  mpfr_neg(x.mpfr(), x.mpfr(), MPFR_RNDN);
  if (mpfr_integer_p(x.mpfr()) != 0) mpfr_sub_d(x.mpfr(), x.mpfr(), 0.25, MPFR_RNDN);
  return x;
}
/// Relative to the result times 1 + |x log |x|| / 1600.
struct wide_reflected_gamma : mpfr_formula {
  using definition = wide_reflected_gamma;
  static void of(const number* v, number* r) {
    number x = below_zero(v), gamma = exp(number(wide(0.0)));
    mpfr_gamma(gamma.mpfr(), x.mpfr(), MPFR_RNDN);
    number digits = v[0];
    const float head = mpfr_get_flt(digits.mpfr(), MPFR_RNDN);
    mpfr_sub_d(digits.mpfr(), digits.mpfr(), static_cast<double>(head), MPFR_RNDN);
    const ff_t x_alone = ff::from_words(head, mpfr_get_flt(digits.mpfr(), MPFR_RNDN));
    r[0] = lowered_by(gamma, catalogue::reflected_exponent(x_alone, exponent_in(v[1])));
  }
  template <class N>
  static void size(const N* v, N* s) {
    const N x = abs(below_zero(v));
    s[0] = N(wide(1.0)) + abs(x * log(x)) / N(wide(1600.0));
  }
};
struct wide_reflected_log_gamma : mpfr_formula {
  using definition = wide_reflected_log_gamma;
  static void of(const number* v, number* r) {
    int sign = 0;
    number x = below_zero(v), result = exp(number(wide(0.0)));
    mpfr_lgamma(result.mpfr(), &sign, x.mpfr(), MPFR_RNDN);
    r[0] = result;
  }
};

/// Both parts over the larger one's exponent.
template <class N>
FF_HD_LARGE void wide_parts(const N* x, const N* e, N* z) {
  const int a = exponent_in(e[0]), b = exponent_in(e[1]), n = catalogue::larger(a, b);
  z[0] = x[0] * power_of_two<N>(a - n), z[1] = x[1] * power_of_two<N>(b - n);
}
template <class Entry>
struct wide_complex_of_two : complex_formula {
  using definition = wide_complex_of_two;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    N z[4];
    wide_parts(v, v + 4, z), wide_parts(v + 2, v + 6, z + 2);
    exact<Entry>::of(static_cast<const N*>(z), r);
  }
};
/// The root of z 2^n, lowered by n / 2.
struct wide_complex_root : complex_formula {
  using definition = wide_complex_root;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    N z[2];
    wide_parts(v, v + 2, z);
    const int n = catalogue::larger(exponent_in(v[2]), exponent_in(v[3])),
              odd = n - 2 * catalogue::share(n, 2);
    for (N& part : z) part = part * power_of_two<N>(odd);
    exact<entry::complex_sqrt>::of(static_cast<const N*>(z), r);
  }
};
/// The double that is loaded.
struct wide_loaded : formula {
  using definition = wide_loaded;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const std::uint64_t bits = ff::detail::bit_cast<std::uint64_t>(to_double(v[0]));
    r[0] = N(wide(ff::detail::bit_cast<double>(bits ^ catalogue::last_bits(exponent_in(v[1])))));
  }
};
struct wide_itself : formula {
  using definition = wide_itself;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0];
  }
};

// clang-format off
template <> struct exact<entry::wide_plus> : wide_sum<1> {};
template <> struct exact<entry::wide_minus> : wide_sum<-1> {};
template <> struct exact<entry::wide_times> : wide_product {};
template <> struct exact<entry::wide_div> : wide_quotient {};
template <> struct exact<entry::wide_fma> : wide_product_and_sum {};
template <> struct exact<entry::wide_sqrt> : wide_root<false> {};
template <> struct exact<entry::wide_rsqrt> : wide_root<true> {};
template <> struct exact<entry::wide_cbrt> : wide_cube_root {};
template <> struct exact<entry::wide_hypot> : wide_hypotenuse {};
template <> struct exact<entry::wide_log> : wide_logarithm<mpfr_log, 3> {};
template <> struct exact<entry::wide_log2> : wide_logarithm<mpfr_log2, 2> {};
template <> struct exact<entry::wide_log10> : wide_logarithm<mpfr_log10, 10> {};
template <> struct exact<entry::wide_exp> : wide_exponential<3> {};
template <> struct exact<entry::wide_exp2> : wide_exponential<2> {};
template <> struct exact<entry::wide_exp10> : wide_exponential<10> {};
template <> struct exact<entry::wide_expm1> : wide_function<mpfr_expm1, exponent_of_expm1> {};
template <> struct exact<entry::wide_log1p> : wide_log_of_one_more {};
template <> struct exact<entry::wide_sinh> : wide_function<mpfr_sinh, exponent_of_sinh> {};
template <> struct exact<entry::wide_cosh> : wide_function<mpfr_cosh, exponent_of_cosh> {};
template <> struct exact<entry::wide_asinh> : wide_function<mpfr_asinh, exponent_of_asinh> {};
template <> struct exact<entry::wide_pow> : wide_power {};
template <> struct exact<entry::wide_atan2> : wide_angle {};
template <> struct exact<entry::wide_erfc> : wide_error_complement {};
template <> struct exact<entry::wide_tgamma> : wide_gamma {};
template <> struct exact<entry::wide_lgamma> : wide_log_gamma {};
template <> struct exact<entry::wide_tgamma_negative> : wide_reflected_gamma {};
template <> struct exact<entry::wide_lgamma_negative> : wide_reflected_log_gamma {};
template <> struct exact<entry::wide_complex_times> : wide_complex_of_two<entry::complex_mul> {};
template <> struct exact<entry::wide_complex_div> : wide_complex_of_two<entry::complex_div> {};
template <> struct exact<entry::wide_complex_sqrt> : wide_complex_root {};
template <> struct exact<entry::wide_load> : wide_loaded {};
template <> struct exact<entry::wide_double> : wide_itself {};
// clang-format on

}  // namespace accuracy
