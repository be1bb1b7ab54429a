// Defines what the operators compute.
#pragma once

#include "catalogue/arithmetic.hpp"
#include "definition.hpp"

namespace accuracy {

struct identity : formula {
  using definition = identity;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0];
  }
};
struct sum : formula {
  using definition = sum;
  static constexpr const char* operands_text = "|x|+|y|";
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] + v[1];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    s[0] = abs(v[0]) + abs(v[1]);
  }
};
struct difference : sum {
  using definition = difference;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] - v[1];
  }
};
struct product : formula {
  using definition = product;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[1];
  }
};
struct square : formula {
  using definition = square;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[0];
  }
};
struct quotient_of_two : formula {
  using definition = quotient_of_two;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] / v[1];
  }
};
struct reciprocal : formula {
  using definition = reciprocal;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = N(wide(1.0)) / v[0];
  }
};
struct root : formula {
  using definition = root;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = sqrt(v[0]);
  }
};
struct reciprocal_root : formula {
  using definition = reciprocal_root;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = N(wide(1.0)) / sqrt(v[0]);
  }
};
struct product_and_sum : formula {
  using definition = product_and_sum;
  static constexpr const char* operands_text = "|xy|+|z|";
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[1] + v[2];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    s[0] = abs(v[0] * v[1]) + abs(v[2]);
  }
};

struct discriminant : formula {
  using definition = discriminant;
  static constexpr const char* operands_text = "|y²|+|xz|";
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[1] * v[1] - v[0] * v[2];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    s[0] = v[1] * v[1] + abs(v[0] * v[2]);
  }
};
struct squared_norm : formula {
  using definition = squared_norm;
  static constexpr const char* operands_text = "x²+y²+z²";
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  }
  template <class N>
  FF_HD_LARGE static void size(const N* v, N* s) {
    of(v, s);
  }
};

struct interpolation : sum {
  using definition = interpolation;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = v[0] + v[2] * (v[1] - v[0]);
  }
};

struct half_sum : sum {
  using definition = half_sum;
  template <class N>
  FF_HD_LARGE static void of(const N* v, N* r) {
    r[0] = (v[0] + v[1]) / N(wide(2.0));
  }
};

/// An integer function of MPFR's, which are exact or wrong.
template <int (*f)(mpfr_ptr, mpfr_srcptr)>
struct integer : mpfr_formula {
  static void of(const number* v, number* r) { f(r[0].mpfr(), v[0].mpfr()); }
};
template <int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t)>
struct rest : mpfr_formula {
  static void of(const number* v, number* r) { f(r[0].mpfr(), v[0].mpfr(), v[1].mpfr(), MPFR_RNDN); }
};
inline int rounded_to_even(mpfr_ptr r, mpfr_srcptr x) { return mpfr_rint(r, x, MPFR_RNDN); }

// clang-format off
template <> struct exact<entry::add12> : sum {};
template <> struct exact<entry::fast_add12> : sum {};
template <> struct exact<entry::split> : identity {};
template <> struct exact<entry::mul12> : product {};
template <> struct exact<entry::two_prod> : product {};
template <> struct exact<entry::sqr12> : square {};
template <> struct exact<entry::add22> : sum {};
template <> struct exact<entry::add22_accurate> : sum {};
template <> struct exact<entry::add22_sloppy> : sum {};
template <> struct exact<entry::add21> : sum {};
template <> struct exact<entry::sub22> : difference {};
template <> struct exact<entry::mul22> : product {};
template <> struct exact<entry::mul22_dw> : product {};
template <> struct exact<entry::mul22_commutative> : product {};
template <> struct exact<entry::mul21> : product {};
template <> struct exact<entry::mul21_dw> : product {};
template <> struct exact<entry::sqr22> : square {};
template <> struct exact<entry::div22> : quotient_of_two {};
template <> struct exact<entry::div21> : quotient_of_two {};
template <> struct exact<entry::div12> : quotient_of_two {};
template <> struct exact<entry::plus> : sum {};
template <> struct exact<entry::plus_float> : sum {};
template <> struct exact<entry::minus> : difference {};
template <> struct exact<entry::times> : product {};
template <> struct exact<entry::times_float> : product {};
template <> struct exact<entry::sqr> : square {};
template <> struct exact<entry::fma> : product_and_sum {};
template <> struct exact<entry::div> : quotient_of_two {};
template <> struct exact<entry::rcp22> : reciprocal {};
template <> struct exact<entry::rcp> : reciprocal {};
template <> struct exact<entry::sqrt22> : root {};
template <> struct exact<entry::sqrt> : root {};
template <> struct exact<entry::rsqrt22> : reciprocal_root {};
template <> struct exact<entry::rsqrt> : reciprocal_root {};
template <> struct exact<entry::fma22> : product_and_sum {};
template <> struct exact<entry::dot_step> : product_and_sum {};
template <> struct exact<entry::dot_step22> : product_and_sum {};
template <> struct exact<entry::lerp> : interpolation {};
template <> struct exact<entry::midpoint> : half_sum {};
template <> struct exact<entry::fast_plus> : sum {};
template <> struct exact<entry::fast_minus> : difference {};
template <> struct exact<entry::fast_plus_float> : sum {};
template <> struct exact<entry::fast_times> : product {};
template <> struct exact<entry::fast_times_float> : product {};
template <> struct exact<entry::fast_div> : quotient_of_two {};
template <> struct exact<entry::fast_rcp> : reciprocal {};
template <> struct exact<entry::fast_sqrt> : root {};
template <> struct exact<entry::fast_rsqrt> : reciprocal_root {};
template <> struct exact<entry::fast_multiply_add> : product_and_sum {};
template <> struct exact<entry::fast_discriminant> : discriminant {};
template <> struct exact<entry::fast_norm2> : squared_norm {};
template <> struct exact<entry::fused_plus> : sum {};
template <> struct exact<entry::fused_times> : product {};
template <> struct exact<entry::fused_multiply_add> : product_and_sum {};
template <> struct exact<entry::fused_norm2> : squared_norm {};
template <> struct exact<entry::floor> : integer<mpfr_floor> {};
template <> struct exact<entry::ceil> : integer<mpfr_ceil> {};
template <> struct exact<entry::trunc> : integer<mpfr_trunc> {};
template <> struct exact<entry::round> : integer<mpfr_round> {};
template <> struct exact<entry::rint> : integer<rounded_to_even> {};
template <> struct exact<entry::fmod> : rest<mpfr_fmod> {};
template <> struct exact<entry::remainder> : rest<mpfr_remainder> {};
template <> struct exact<entry::from_double> : identity {};
template <> struct exact<entry::paper_add22> : sum {};
template <> struct exact<entry::paper_mul22> : product {};
// clang-format on

}  // namespace accuracy
