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
