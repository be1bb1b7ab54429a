// Arithmetic and functions of complex numbers.
#pragma once

#include <ff/complex.hpp>

#include "geometry.hpp"

namespace catalogue {

template <>
struct parameter<ff::complex> {
  static constexpr int operands = 2;
  template <class Source>
  FF_HD_LARGE static constexpr ff::complex from(const Source& s, int k) {
    return {s.pair(k), s.pair(k + 1)};
  }
};
template <>
struct result<ff::complex> {
  static constexpr int numbers = 2;
  FF_HD_LARGE static constexpr outcome to(ff::complex z) { return {z.real(), z.imag()}; }
};

namespace entry {

using ff::complex;
CATALOGUE_ENTRY(complex_add, (complex z, complex w), z + w)
CATALOGUE_ENTRY(complex_sub, (complex z, complex w), z - w)
CATALOGUE_ENTRY(complex_mul, (complex z, complex w), (z * w))
CATALOGUE_ENTRY(complex_div, (complex z, complex w), z / w)
CATALOGUE_ENTRY(complex_abs, (complex z), abs(z))
CATALOGUE_ENTRY(complex_arg, (complex z), arg(z))
CATALOGUE_ENTRY(complex_norm, (complex z), ff::norm(z))
CATALOGUE_ENTRY(complex_polar, (ff_t r, ff_t angle), ff::polar(r, angle))
CATALOGUE_ENTRY(complex_sqrt, (complex z), ff::sqrt(z))
CATALOGUE_ENTRY(complex_exp, (complex z), ff::exp(z))
CATALOGUE_ENTRY(complex_log, (complex z), ff::log(z))
CATALOGUE_ENTRY(complex_log10, (complex z), ff::log10(z))
CATALOGUE_ENTRY(complex_sin, (complex z), ff::sin(z))
CATALOGUE_ENTRY(complex_cos, (complex z), ff::cos(z))
CATALOGUE_ENTRY(complex_tan, (complex z), ff::tan(z))
CATALOGUE_ENTRY(complex_sinh, (complex z), ff::sinh(z))
CATALOGUE_ENTRY(complex_cosh, (complex z), ff::cosh(z))
CATALOGUE_ENTRY(complex_tanh, (complex z), ff::tanh(z))
CATALOGUE_ENTRY(complex_asin, (complex z), ff::asin(z))
CATALOGUE_ENTRY(complex_acos, (complex z), ff::acos(z))
CATALOGUE_ENTRY(complex_atan, (complex z), ff::atan(z))
CATALOGUE_ENTRY(complex_asinh, (complex z), ff::asinh(z))
CATALOGUE_ENTRY(complex_acosh, (complex z), ff::acosh(z))
CATALOGUE_ENTRY(complex_atanh, (complex z), ff::atanh(z))
CATALOGUE_ENTRY(complex_pow, (complex z, complex w), pow(z, w))
CATALOGUE_ENTRY(complex_pow_real, (complex z, ff_t w), pow(z, w))

}  // namespace entry

FF_HD_LARGE ff::complex complex_at(const operands& v, int k) { return {v[k], v[k + 1]}; }

/// The sum of two almost vanishes, or their difference.
struct opposite_numbers : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    for (int i = 0; i < 2; ++i) v[2 + i] = -make_near(bits, v[i], false);
    return v;
  }
};
struct neighbours : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    for (int i = 0; i < 2; ++i) v[2 + i] = make_near(bits, v[i], false);
    return v;
  }
};

/// The real or the imaginary part of the product almost vanishes.
struct product_near_axis : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    return bits.next() & 1 ? almost_orthogonal(v, bits, 0, 2, 1, 3, false)
                           : almost_orthogonal(v, bits, 1, 2, 0, 3, true);
  }
};

/// ... of the quotient; 2^low <= |z/w| < 2^(high + 2).
template <int low, int high>
struct quotient_near_axis : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    return bits.next() & 1 ? almost_orthogonal(v, bits, 0, 2, 1, 3, true)
                           : almost_orthogonal(v, bits, 1, 2, 0, 3, false);
  }
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    if (ff::detail::is_zero(complex_at(v, 2))) v[2] = ff_t(1.0f);
    if (ff::detail::is_zero(complex_at(v, 0))) v[0] = ff_t(0x1p-60f);
    const int ez = ff::detail::exponent_of(complex_at(v, 0)), ew = ff::detail::exponent_of(complex_at(v, 2));
    if (ez - ew > low && ez - ew < high) return v;
    const int least = low + 1 > ez - 124 ? low + 1 : ez - 124, most = high < ez + 126 ? high : ez + 126;
    const int n = ez - make_exponent(bits, least, most - 1, input_class::uniform) - ew;
    for (int k = 2; k < 4; ++k) v[k] = ff::ldexp(v[k], n);
    return v;
  }
};

/// The second number near a multiple of pi/2.
struct angle_near_axis : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    const double k = static_cast<double>(bits.next() >> 32 & 1023) - 511.5;
    v.y = near_point(bits, (k < 0 ? k - 0.5 : k + 0.5) * 1.57079632679489662);
    return v;
  }
};

/// The first number near a multiple of pi/2.
struct angle_first_near_axis : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    const operands near_axis = angle_near_axis::cancel(v, bits);
    return {near_axis.y, v.y, 0.0f};
  }
};

/// Near the unit circle, or near 1.
struct near_circle : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    const std::uint64_t b = bits.next();
    if (b & 1) {
      v.x = near_point(bits, b & 2 ? 1 : -1);
      v.y =
          make_operand(bits, make_exponent(bits, -60, -1, input_class::uniform), input_class::uniform, false);
      return b & 4 ? operands{v.y, v.x, 0.0f} : v;
    }
    const double x = static_cast<double>(b >> 11) * 0x1p-53;
    return {ff_t(b & 8 ? x : -x), near_point(bits, ::sqrt((1 - x) * (1 + x))), 0.0f};
  }
  FF_HD_LARGE static operands fit(operands v, random_bits&) { return not_zero<2>(v); }
};

/// The same without the poles +-1 and +-i.
struct near_circle_off_poles : near_circle {
  FF_HD_LARGE static operands fit(operands v, random_bits& bits) {
    for (int k = 0; k < 2; ++k) {
      if (ff::abs(v[k]) == 1.0f && v[1 - k] == 0.0f) v[1 - k] = ff_t(0x1p-40f);
    }
    return near_circle::fit(v, bits);
  }
};

/// r = log z.
template <class N>
FF_HD_LARGE void set_log(const N* z, N* r) {
  r[0] = N(wide(0.5)) * log(z[0] * z[0] + z[1] * z[1]);
  r[1] = atan2(z[1], z[0]);
}
/// p = w log z, w real or not.
template <bool real, class N>
FF_HD_LARGE void set_exponent(const N* v, N* p) {
  N l[2];
  set_log(v, l);
  p[0] = real ? v[2] * l[0] : v[2] * l[0] - v[3] * l[1];
  p[1] = real ? v[2] * l[1] : v[2] * l[1] + v[3] * l[0];
}

/// z and w for z^w: z near the unit circle, where w may be large; |Re(w log z)| <= 60, |Im(w log z)| <= 4096.
template <bool real>
struct complex_powers : components {
  FF_HD_LARGE static operands cancel(operands v, random_bits& bits) {
    const operands z = near_circle::cancel({v.x, v.y, 0.0f}, bits);
    v.x = z.x, v.y = z.y;
    return fit(v, bits);
  }
  FF_HD_LARGE static operands fit(operands v, random_bits&) {
    v = not_zero<2>(v);
    approximation x[4], p[2];
    for (int k = 0; k < 4; ++k) x[k] = approximation(v[k]);
    set_exponent<real>(static_cast<const approximation*>(x), p);
    const double re = fabs(to_double(p[0])) / 60, im = fabs(to_double(p[1])) / 4096, most = re > im ? re : im;
    if (!(most > 1)) return v;
    const int n = static_cast<int>(ff::detail::bit_cast<std::uint64_t>(most) >> 52) - 1022;
    for (int k = 2; k < (real ? 3 : 4); ++k) v[k] = ff::ldexp(v[k], -n);
    return v;
  }
};

template <class Visit>
void complex_rows(Visit visit) {
  const rows_of add(visit, ff::bounds::complex_numbers, group::composite);
  add(row<entry::complex_add, opposite_numbers>{}, "complex_add");
  add(row<entry::complex_sub, neighbours>{}, "complex_sub");
  add(row<entry::complex_mul, product_near_axis>{}, "complex_mul");
  add(row<entry::complex_mul, product_near_axis>{}, "complex_mul_parts");
  add(row<entry::complex_div, quotient_near_axis<-96, 124>>{}, "complex_div");
  add(row<entry::complex_div, quotient_near_axis<-149, -94>>{}, "complex_div_underflow");
  add(row<entry::complex_abs, alike<2>>{}, "complex_abs");
  add(row<entry::complex_arg, alike<2>>{}, "complex_arg");
  add(row<entry::complex_norm, alike<2>>{}, "complex_norm");
  add(row<entry::complex_polar, angle_near_axis>{}, "complex_polar");
  add(row<entry::complex_sqrt, alike_not_zero<2>>{}, "complex_sqrt");
  add(row<entry::complex_exp, angle_near_axis>{}, "complex_exp");
  add(row<entry::complex_exp, angle_near_axis>{}, "complex_exp_large");
  add(row<entry::complex_exp, angle_near_axis>{}, "complex_exp_underflow");
  add(row<entry::complex_log, near_circle>{}, "complex_log");
  add(row<entry::complex_log10, near_circle>{}, "complex_log10");
  add(row<entry::complex_pow, complex_powers<false>>{}, "complex_pow");
  add(row<entry::complex_pow_real, complex_powers<true>>{}, "complex_pow_real");
  const rows_of add_hyperbolic(visit, ff::bounds::complex_hyperbolics, group::composite);
  add_hyperbolic(row<entry::complex_sinh, angle_near_axis>{}, "complex_sinh");
  add_hyperbolic(row<entry::complex_sinh, angle_near_axis>{}, "complex_sinh_large");
  add_hyperbolic(row<entry::complex_cosh, angle_near_axis>{}, "complex_cosh");
  add_hyperbolic(row<entry::complex_cosh, angle_near_axis>{}, "complex_cosh_large");
  add_hyperbolic(row<entry::complex_tanh, angle_near_axis>{}, "complex_tanh");
  add_hyperbolic(row<entry::complex_tanh, angle_near_axis>{}, "complex_tanh_any");
  add_hyperbolic(row<entry::complex_sin, angle_first_near_axis>{}, "complex_sin");
  add_hyperbolic(row<entry::complex_cos, angle_first_near_axis>{}, "complex_cos");
  add_hyperbolic(row<entry::complex_tan, angle_first_near_axis>{}, "complex_tan");
  add_hyperbolic(row<entry::complex_tan, angle_first_near_axis>{}, "complex_tan_any");
  const rows_of add_inverse(visit, ff::bounds::complex_inverses, group::composite);
  add_inverse(row<entry::complex_asin, near_circle>{}, "complex_asin");
  add_inverse(row<entry::complex_asin, near_circle>{}, "complex_asin_any");
  add_inverse(row<entry::complex_acos, near_circle>{}, "complex_acos");
  add_inverse(row<entry::complex_acos, near_circle>{}, "complex_acos_any");
  add_inverse(row<entry::complex_atan, near_circle_off_poles>{}, "complex_atan");
  add_inverse(row<entry::complex_atan, near_circle_off_poles>{}, "complex_atan_any");
  add_inverse(row<entry::complex_asinh, near_circle>{}, "complex_asinh");
  add_inverse(row<entry::complex_acosh, near_circle>{}, "complex_acosh");
  add_inverse(row<entry::complex_atanh, near_circle_off_poles>{}, "complex_atanh");
  add_inverse(row<entry::complex_atanh, near_circle_off_poles>{}, "complex_atanh_any");
}

}  // namespace catalogue
