// Defines what arithmetic and functions of complex numbers compute.
#pragma once

#include "catalogue/complex.hpp"
#include "geometry.hpp"

namespace accuracy {

struct complex_formula : formula {
  static constexpr bool whole = true;
};

template <>
struct exact<entry::complex_add> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    for (int i = 0; i < 2; ++i) r[i] = v[i] + v[2 + i];
  }
};
template <>
struct exact<entry::complex_sub> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    for (int i = 0; i < 2; ++i) r[i] = v[i] - v[2 + i];
  }
};

template <>
struct exact<entry::complex_mul> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[2] - v[1] * v[3];
    r[1] = v[0] * v[3] + v[1] * v[2];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    s[0] = abs(v[0] * v[2]) + abs(v[1] * v[3]);
    s[1] = abs(v[0] * v[3]) + abs(v[1] * v[2]);
  }
};

template <>
struct exact<entry::complex_div> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const N square = v[2] * v[2] + v[3] * v[3];
    r[0] = (v[0] * v[2] + v[1] * v[3]) / square;
    r[1] = (v[1] * v[2] - v[0] * v[3]) / square;
  }
};

template <>
struct exact<entry::complex_abs> : euclidean_norm<2> {};

template <>
struct exact<entry::complex_arg> : formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = atan2(v[1], v[0]);
  }
};

template <>
struct exact<entry::complex_norm> : formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[0] + v[1] * v[1];
  }
};

template <>
struct exact<entry::complex_polar> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * cos(v[1]);
    r[1] = v[0] * sin(v[1]);
  }
};

template <>
struct exact<entry::complex_sqrt> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const N half = N(wide(0.5)), large = sqrt(half * (catalogue::norm_of(v, 2) + abs(v[0]))),
            small = half * (v[1] / large);
    const bool left = is_negative(v[0]);
    r[0] = left ? abs(small) : large;
    r[1] = !left ? small : is_negative(v[1]) ? -large : large;
  }
};

template <>
struct exact<entry::complex_exp> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const N size = exp(v[0]);
    r[0] = size * cos(v[1]);
    r[1] = size * sin(v[1]);
  }
};

template <>
struct exact<entry::complex_log> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    catalogue::set_log(v, r);
  }
};

template <>
struct exact<entry::complex_log10> : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    const N ten = log(N(wide(10.0)));
    catalogue::set_log(v, r);
    for (int i = 0; i < 2; ++i) r[i] = r[i] / ten;
  }
};

/// sinh, cosh and tanh of x + i y, by the addition theorems.
enum class hyperbolic { sine, cosine, tangent };
template <hyperbolic which, class N>
FF_HD_LARGE void set_hyperbolic(const N& x, const N& y, N* r) {
  const N s = sinh(x), c = cosh(x), u = sin(y), v = cos(y), one = N(wide(1.0));
  const N size = which == hyperbolic::tangent ? s * s + v * v : one;
  r[0] = which == hyperbolic::sine ? s * v : which == hyperbolic::cosine ? c * v : s * c / size;
  r[1] = which == hyperbolic::sine ? c * u : which == hyperbolic::cosine ? s * u : u * v / size;
}
template <hyperbolic which>
struct hyperbolic_formula : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    set_hyperbolic<which>(v[0], v[1], r);
  }
};
template <>
struct exact<entry::complex_sinh> : hyperbolic_formula<hyperbolic::sine> {};
template <>
struct exact<entry::complex_cosh> : hyperbolic_formula<hyperbolic::cosine> {};
template <>
struct exact<entry::complex_tanh> : hyperbolic_formula<hyperbolic::tangent> {};

/// f(z) = g(i z) for even functions, -i g(i z) for odd ones.
template <hyperbolic which>
struct circular_formula : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    N w[2];
    set_hyperbolic<which>(-v[1], v[0], w);
    const bool even = which == hyperbolic::cosine;
    r[0] = even ? w[0] : w[1];
    r[1] = even ? w[1] : -w[0];
  }
};
template <>
struct exact<entry::complex_sin> : circular_formula<hyperbolic::sine> {};
template <>
struct exact<entry::complex_cos> : circular_formula<hyperbolic::cosine> {};
template <>
struct exact<entry::complex_tan> : circular_formula<hyperbolic::tangent> {};

/// The inverse functions by logarithms, which cancel: the bits of MPFR's numbers are enough, those of two
/// doubles are not, and the search has no estimate.
struct logarithmic_formula : mpfr_formula {
  static constexpr bool whole = true;
  /// r = log(w), z and w of two numbers.
  static void log_of(const number& re, const number& im, number* r) {
    const number w[2] = {re, im};
    catalogue::set_log(w, r);
  }
  /// r = sqrt(1 + sign z^2).
  static void root_of(const number* z, bool plus, number* r) {
    const number one(wide(1.0)), square = z[0] * z[0] - z[1] * z[1], twice = number(wide(2.0)) * z[0] * z[1];
    const number w[2] = {plus ? one + square : one - square, plus ? twice : -twice};
    exact<entry::complex_sqrt>::of(w, r);
    if (to_double(square - (plus ? -one : one)) == 0 && to_double(twice) == 0) r[0] = abs(twice), r[1] = w[1];
  }
};

/// Between the branch points the other component is zero, and log |w| would be what sqrt rounded.
inline bool between_branch_points(const number& along, const number& across) {
  return to_double(across) == 0 && to_double(abs(along) - number(wide(1.0))) <= 0;
}

/// asin z = -i log(i z + sqrt(1 - z^2)).
template <>
struct exact<entry::complex_asin> : logarithmic_formula {
  static void of(const number* v, number* r) {
    number root[2], l[2];
    root_of(v, false, root);
    log_of(root[0] - v[1], root[1] + v[0], l);
    r[0] = l[1], r[1] = between_branch_points(v[0], v[1]) ? v[1] : -l[0];
  }
};
/// acos z = -i log(z + i sqrt(1 - z^2)).
template <>
struct exact<entry::complex_acos> : logarithmic_formula {
  static void of(const number* v, number* r) {
    number root[2], l[2];
    root_of(v, false, root);
    log_of(v[0] - root[1], v[1] + root[0], l);
    r[0] = l[1], r[1] = between_branch_points(v[0], v[1]) ? -v[1] : -l[0];
  }
};
/// acosh z is i acos z or -i acos z, the one whose real part is not negative.
template <>
struct exact<entry::complex_acosh> : logarithmic_formula {
  static void of(const number* v, number* r) {
    number w[2];
    exact<entry::complex_acos>::of(v, w);
    r[0] = abs(w[1]);
    r[1] = is_negative(v[1]) ? -w[0] : w[0];
  }
};
/// asinh z = log(z + sqrt(1 + z^2)).
template <>
struct exact<entry::complex_asinh> : logarithmic_formula {
  static void of(const number* v, number* r) {
    number root[2];
    root_of(v, true, root);
    log_of(root[0] + v[0], root[1] + v[1], r);
    if (between_branch_points(v[1], v[0])) r[0] = v[0];
  }
};
/// atanh z = log((1 + z)/(1 - z)) / 2, and (1 + z) conj(1 - z) = 1 - |z|^2 + 2 i y.
template <>
struct exact<entry::complex_atanh> : logarithmic_formula {
  static void of(const number* v, number* r) {
    const number one(wide(1.0)), half(wide(0.5)), p = one + v[0], m = one - v[0], square = v[1] * v[1];
    r[0] = half * half * log((p * p + square) / (m * m + square));
    r[1] = half * atan2(v[1] + v[1], m * p - square);
  }
};
/// atan z = -i atanh(i z).
template <>
struct exact<entry::complex_atan> : logarithmic_formula {
  static void of(const number* v, number* r) {
    const number turned[2] = {-v[1], v[0]};
    number w[2];
    exact<entry::complex_atanh>::of(turned, w);
    r[0] = w[1], r[1] = -w[0];
  }
};

/// z^w = exp(w log z).
template <bool real>
struct complex_power : complex_formula {
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    N p[2];
    catalogue::set_exponent<real>(v, p);
    exact<entry::complex_exp>::of(static_cast<const N*>(p), r);
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    N p[2];
    catalogue::set_exponent<real>(v, p);
    s[0] = N(wide(1.0)) + catalogue::norm_of(static_cast<const N*>(p), 2);
    if (real) s[0] = s[0] + abs(v[2]);
  }
  FF_HD_LARGE static bool holds(const approximation* r) {
    const double size = fabs(to_double(r[0])) + fabs(to_double(r[1]));
    return size > 0x1p-90 && size < 0x1p90;
  }
};
template <>
struct exact<entry::complex_pow> : complex_power<false> {};
template <>
struct exact<entry::complex_pow_real> : complex_power<true> {};

}  // namespace accuracy
