// Arithmetic and functions of complex numbers.
#pragma once

#include <ff/complex.hpp>

#include "vectors.hpp"

namespace accuracy::cx {

using vec::almost_orthogonal;

FF_HD ff::complex complex_at(const operands& v, int k) { return {v[k], v[k + 1]}; }
FF_HD outcome parts(ff::complex z) { return {z.real(), z.imag()}; }
FF_HD int exponent_at(const operands& v, int k) { return ff::detail::exponent_of(complex_at(v, k)); }

template <int Arguments>
struct complex_valued : composite<Arguments, 2> {
  static constexpr bool whole = true;
};

struct sum : complex_valued<4> {
  FF_HD static outcome run(const operands& v) { return parts(complex_at(v, 0) + complex_at(v, 2)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    for (int i = 0; i < 2; ++i) r[i] = v[i] + v[2 + i];
  }
  FF_HD static operands cancel(operands v, random_bits& bits) {
    for (int i = 0; i < 2; ++i) v[2 + i] = -make_near(bits, v[i], false);
    return v;
  }
};

struct difference : complex_valued<4> {
  FF_HD static outcome run(const operands& v) { return parts(complex_at(v, 0) - complex_at(v, 2)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    for (int i = 0; i < 2; ++i) r[i] = v[i] - v[2 + i];
  }
  FF_HD static operands cancel(operands v, random_bits& bits) {
    for (int i = 0; i < 2; ++i) v[2 + i] = make_near(bits, v[i], false);
    return v;
  }
};

struct product : complex_valued<4> {
  FF_HD static outcome run(const operands& v) { return parts(complex_at(v, 0) * complex_at(v, 2)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    r[0] = v[0] * v[2] - v[1] * v[3];
    r[1] = v[0] * v[3] + v[1] * v[2];
  }
  template <class N>
  FF_HD static void size(const N* v, N* s) {
    s[0] = abs(v[0] * v[2]) + abs(v[1] * v[3]);
    s[1] = abs(v[0] * v[3]) + abs(v[1] * v[2]);
  }
  /// The real or the imaginary part almost vanishes.
  FF_HD static operands cancel(operands v, random_bits& bits) {
    return bits.next() & 1 ? almost_orthogonal(v, bits, 0, 2, 1, 3, false)
                           : almost_orthogonal(v, bits, 1, 2, 0, 3, true);
  }
};

/// z/w with 2^low <= |z/w| < 2^(high + 2).
template <int low, int high>
struct quotient : complex_valued<4> {
  FF_HD static outcome run(const operands& v) { return parts(complex_at(v, 0) / complex_at(v, 2)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    const N square = v[2] * v[2] + v[3] * v[3];
    r[0] = (v[0] * v[2] + v[1] * v[3]) / square;
    r[1] = (v[1] * v[2] - v[0] * v[3]) / square;
  }
  FF_HD static operands cancel(operands v, random_bits& bits) {
    return bits.next() & 1 ? almost_orthogonal(v, bits, 0, 2, 1, 3, true)
                           : almost_orthogonal(v, bits, 1, 2, 0, 3, false);
  }
  FF_HD static operands fit(operands v, random_bits& bits) {
    if (ff::detail::is_zero(complex_at(v, 2))) v[2] = ff::ff_t(1.0f);
    if (ff::detail::is_zero(complex_at(v, 0))) v[0] = ff::ff_t(0x1p-60f);
    const int ez = exponent_at(v, 0), ew = exponent_at(v, 2);
    if (ez - ew > low && ez - ew < high) return v;
    const int least = low + 1 > ez - 124 ? low + 1 : ez - 124, most = high < ez + 126 ? high : ez + 126;
    const int n = ez - make_exponent(bits, least, most - 1, input_class::uniform) - ew;
    for (int k = 2; k < 4; ++k) v[k] = ff::ldexp(v[k], n);
    return v;
  }
};

struct modulus : vec::length<2> {
  FF_HD static outcome run(const operands& v) { return abs(complex_at(v, 0)); }
};

struct argument : composite<2, 1> {
  FF_HD static outcome run(const operands& v) { return arg(complex_at(v, 0)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    r[0] = atan2(v[1], v[0]);
  }
  FF_HD static operands cancel(operands v, random_bits& bits) { return vec::alike<2>(v, bits); }
};

struct square_modulus : composite<2, 1> {
  FF_HD static outcome run(const operands& v) { return ff::norm(complex_at(v, 0)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    r[0] = v[0] * v[0] + v[1] * v[1];
  }
  FF_HD static operands cancel(operands v, random_bits& bits) { return vec::alike<2>(v, bits); }
};

/// Near a multiple of pi/2.
FF_HD ff::ff_t near_axis(random_bits& bits) {
  const double k = static_cast<double>(bits.next() >> 32 & 1023) - 511.5;
  return near_point(bits, (k < 0 ? k - 0.5 : k + 0.5) * 1.57079632679489662);
}

struct polar : complex_valued<2> {
  FF_HD static outcome run(const operands& v) { return parts(ff::polar(v.x, v.y)); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    r[0] = v[0] * cos(v[1]);
    r[1] = v[0] * sin(v[1]);
  }
  FF_HD static operands cancel(operands v, random_bits& bits) {
    v.y = near_axis(bits);
    return v;
  }
};

struct exponential : polar {
  FF_HD static outcome run(const operands& v) { return parts(ff::exp(complex_at(v, 0))); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    const N size = exp(v[0]);
    r[0] = size * cos(v[1]);
    r[1] = size * sin(v[1]);
  }
};

template <class N>
FF_HD void set_log(const N* z, N* r) {
  r[0] = N(wide(0.5)) * log(z[0] * z[0] + z[1] * z[1]);
  r[1] = atan2(z[1], z[0]);
}

struct logarithm : complex_valued<2> {
  FF_HD static outcome run(const operands& v) { return parts(ff::log(complex_at(v, 0))); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    set_log(v, r);
  }
  /// Near the unit circle, or near 1.
  FF_HD static operands cancel(operands v, random_bits& bits) {
    const std::uint64_t b = bits.next();
    if (b & 1) {
      v.x = near_point(bits, b & 2 ? 1 : -1);
      v.y =
          make_operand(bits, make_exponent(bits, -60, -1, input_class::uniform), input_class::uniform, false);
      return b & 4 ? operands{v.y, v.x, 0.0f} : v;
    }
    const double x = static_cast<double>(b >> 11) * 0x1p-53;
    return {ff::ff_t(b & 8 ? x : -x), near_point(bits, ::sqrt((1 - x) * (1 + x))), 0.0f};
  }
  FF_HD static operands fit(operands v, random_bits&) { return vec::not_zero<2>(v); }
};

struct root : complex_valued<2> {
  FF_HD static outcome run(const operands& v) { return parts(ff::sqrt(complex_at(v, 0))); }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    const N half = N(wide(0.5)), large = sqrt(half * (norm_of(v, 2) + abs(v[0]))),
            small = half * (v[1] / large);
    const bool left = is_negative(v[0]);
    r[0] = left ? abs(small) : large;
    r[1] = !left ? small : is_negative(v[1]) ? -large : large;
  }
  FF_HD static operands cancel(operands v, random_bits& bits) { return vec::alike<2>(v, bits); }
  FF_HD static operands fit(operands v, random_bits&) { return vec::not_zero<2>(v); }
};

/// z^w for a complex w, and for a real one.
template <bool real>
struct power : complex_valued<real ? 3 : 4> {
  FF_HD static outcome run(const operands& v) {
    if constexpr (real) {
      return parts(pow(complex_at(v, 0), v[2]));
    } else {
      return parts(pow(complex_at(v, 0), complex_at(v, 2)));
    }
  }
  template <class N>
  FF_HD static void set_exponent(const N* v, N* p) {
    N l[2];
    set_log(v, l);
    p[0] = real ? v[2] * l[0] : v[2] * l[0] - v[3] * l[1];
    p[1] = real ? v[2] * l[1] : v[2] * l[1] + v[3] * l[0];
  }
  template <class N>
  FF_HD static void of(const N* v, N* r) {
    N p[2];
    set_exponent(v, p);
    exponential::of(static_cast<const N*>(p), r);
  }
  template <class N>
  FF_HD static void size(const N* v, N* s) {
    N p[2];
    set_exponent(v, p);
    s[0] = N(wide(1.0)) + norm_of(static_cast<const N*>(p), 2);
    if (real) s[0] = s[0] + abs(v[2]);
  }
  /// z near the unit circle, where w may be large.
  FF_HD static operands cancel(operands v, random_bits& bits) {
    const operands z = logarithm::cancel({v.x, v.y, 0.0f}, bits);
    v.x = z.x, v.y = z.y;
    v = fit(v, bits);
    return v;
  }
  /// |Re(w log z)| <= 60, |Im(w log z)| <= 4096.
  FF_HD static operands fit(operands v, random_bits&) {
    v = vec::not_zero<2>(v);
    approximation x[4], p[2];
    for (int k = 0; k < 4; ++k) x[k] = approximation(v[k]);
    set_exponent(static_cast<const approximation*>(x), p);
    const double re = fabs(to_double(p[0])) / 60, im = fabs(to_double(p[1])) / 4096, most = re > im ? re : im;
    if (!(most > 1)) return v;
    const int n = static_cast<int>(ff::detail::bit_cast<std::uint64_t>(most) >> 52) - 1022;
    for (int k = 2; k < (real ? 3 : 4); ++k) v[k] = ff::ldexp(v[k], -n);
    return v;
  }
  FF_HD static bool holds(const approximation* r) {
    const double size = fabs(to_double(r[0])) + fabs(to_double(r[1]));
    return size > 0x1p-90 && size < 0x1p90;
  }
};

template <class Add>
void for_each_complex_function(Add add) {
  const auto& rows = ff::bounds::complex_numbers;
  add(sum{}, "complex_add", rows[0]);
  add(difference{}, "complex_sub", rows[1]);
  add(product{}, "complex_mul", rows[2]);
  add(product{}, "complex_mul_parts", rows[3]);
  add(quotient<-96, 124>{}, "complex_div", rows[4]);
  add(quotient<-149, -94>{}, "complex_div_underflow", rows[5]);
  add(modulus{}, "complex_abs", rows[6]);
  add(argument{}, "complex_arg", rows[7]);
  add(square_modulus{}, "complex_norm", rows[8]);
  add(polar{}, "complex_polar", rows[9]);
  add(root{}, "complex_sqrt", rows[10]);
  add(exponential{}, "complex_exp", rows[11]);
  add(exponential{}, "complex_exp_large", rows[12]);
  add(exponential{}, "complex_exp_underflow", rows[13]);
  add(logarithm{}, "complex_log", rows[14]);
  add(power<false>{}, "complex_pow", rows[15]);
  add(power<true>{}, "complex_pow_real", rows[16]);
}

}  // namespace accuracy::cx
