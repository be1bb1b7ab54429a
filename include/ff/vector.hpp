// Vectors of two, three and four float-floats: ff2, ff3, ff4.
//
// Sums of products are not renormalised between their terms (accumulate.hpp): one rounding to a pair at the
// end.  Their errors are relative to the sum of the products' magnitudes; lengths and directions have
// relative bounds whatever the components, without undue over- or underflow.
#pragma once

#include <ff/math/hypot.hpp>
#include <ff/type/accumulate.hpp>

namespace ff {

/// Two, three and four float-floats; ff2 and ff4 are aligned to 16 bytes.
struct alignas(16) ff2 {
  ff_t x, y;
};
struct ff3 {
  ff_t x, y, z;
};
struct alignas(16) ff4 {
  ff_t x, y, z, w;
};

namespace detail {

template <class V>
inline constexpr bool is_vector = is_same<V, ff2> || is_same<V, ff3> || is_same<V, ff4>;
template <class V>
using if_vector = require<is_vector<V>>;

template <class F>
FF_HD constexpr ff2 each(ff2 a, F f) {
  return {f(a.x), f(a.y)};
}
template <class F>
FF_HD constexpr ff3 each(ff3 a, F f) {
  return {f(a.x), f(a.y), f(a.z)};
}
template <class F>
FF_HD constexpr ff4 each(ff4 a, F f) {
  return {f(a.x), f(a.y), f(a.z), f(a.w)};
}

struct negated {
  FF_HD constexpr ff_t operator()(ff_t x) const { return -x; }
};
template <class S>
struct multiplied {
  S s;
  FF_HD constexpr ff_t operator()(ff_t x) const { return x * s; }
};
template <class S>
struct divided {
  S s;
  FF_HD constexpr ff_t operator()(ff_t x) const { return x / s; }
};
struct scaled_by {
  int n;
  FF_HD constexpr ff_t operator()(ff_t x) const { return ldexp(x, n); }
};

// x y to begin a sum with: the low word is not yet folded into the head.  4 flops.
FF_HD constexpr accumulator product(ff_t x, ff_t y) {
  const float p = mul_rn(x.hi(), y.hi());
  const float e = fma_rn(x.hi(), y.hi(), neg(p));
  return accumulator(from_words(p, fma_rn(x.lo(), y.hi(), fma_rn(x.hi(), y.lo(), e))));
}

}  // namespace detail

// ---------------------------------------------------------------- by component, with ff_t's operators

/// Each component as ff_t.
FF_HD constexpr ff2 operator+(ff2 a, ff2 b) { return {a.x + b.x, a.y + b.y}; }
FF_HD constexpr ff3 operator+(ff3 a, ff3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
FF_HD constexpr ff4 operator+(ff4 a, ff4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
FF_HD constexpr ff2 operator-(ff2 a, ff2 b) { return {a.x - b.x, a.y - b.y}; }
FF_HD constexpr ff3 operator-(ff3 a, ff3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
FF_HD constexpr ff4 operator-(ff4 a, ff4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }

/// Each component negated.
template <class V, detail::if_vector<V> = 0>
FF_HD constexpr V operator-(V a) {
  return detail::each(a, detail::negated{});
}
/// Multiplies or divides by a scalar: ff_t, or float, which is cheaper.
template <class V, class S, detail::if_vector<V> = 0>
FF_HD constexpr V operator*(V a, S s) {
  return detail::each(a, detail::multiplied<S>{s});
}
template <class V, class S, detail::require<detail::is_vector<V> && !detail::is_vector<S>> = 0>
FF_HD constexpr V operator*(S s, V a) {
  return detail::each(a, detail::multiplied<S>{s});
}
template <class V, class S, detail::if_vector<V> = 0>
FF_HD constexpr V operator/(V a, S s) {
  return detail::each(a, detail::divided<S>{s});
}

/// True where all components are equal, by value.
FF_HD constexpr bool operator==(ff2 a, ff2 b) { return a.x == b.x && a.y == b.y; }
FF_HD constexpr bool operator==(ff3 a, ff3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
FF_HD constexpr bool operator==(ff4 a, ff4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
template <class V, detail::if_vector<V> = 0>
FF_HD constexpr bool operator!=(V a, V b) {
  return !(a == b);
}
/// a = a + b and so on.
template <class V, class W, detail::if_vector<V> = 0>
FF_HD constexpr V& operator+=(V& a, W b) {
  return a = a + b;
}
template <class V, class W, detail::if_vector<V> = 0>
FF_HD constexpr V& operator-=(V& a, W b) {
  return a = a - b;
}
template <class V, class S, detail::if_vector<V> = 0>
FF_HD constexpr V& operator*=(V& a, S s) {
  return a = a * s;
}
template <class V, class S, detail::if_vector<V> = 0>
FF_HD constexpr V& operator/=(V& a, S s) {
  return a = a / s;
}

// ---------------------------------------------------------------- products

/// The scalar product.  20, 30 and 40 flops.  Error at most bounds::dot_u2 u^2 times the sum of |x y| for
/// products in [2^-80, 2^126] or zero (docs/proofs/accumulator.md); infinities give NaN.
FF_HD constexpr ff_t dot(ff2 a, ff2 b) { return detail::product(a.x, b.x).add_product(a.y, b.y).result(); }
FF_HD constexpr ff_t dot(ff3 a, ff3 b) {
  return detail::product(a.x, b.x).add_product(a.y, b.y).add_product(a.z, b.z).result();
}
FF_HD constexpr ff_t dot(ff4 a, ff4 b) {
  return detail::product(a.x, b.x).add_product(a.y, b.y).add_product(a.z, b.z).add_product(a.w, b.w).result();
}

/// x y - z w, as dot: relative to |x y| + |z w|.
FF_HD constexpr ff_t difference_of_products(ff_t x, ff_t y, ff_t z, ff_t w) {
  return dot(ff2{x, z}, ff2{y, -w});
}

/// The vector product.  60 flops; each component as difference_of_products.
FF_HD constexpr ff3 cross(ff3 a, ff3 b) {
  return {difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
          difference_of_products(a.x, b.y, a.y, b.x)};
}

// ---------------------------------------------------------------- lengths

namespace detail {

FF_HD constexpr ff_t square_length(ff2 a) { return sum_of(accurate_square(a.x), accurate_square(a.y)); }
FF_HD constexpr ff_t square_length(ff3 a) {
  return accurate_sum_of(accurate_square(a.x), accurate_square(a.y), accurate_square(a.z));
}
FF_HD constexpr ff_t square_length(ff4 a) {
  return sum_of(square_length(ff2{a.x, a.y}), square_length(ff2{a.z, a.w}));
}

FF_HD constexpr ff_t greatest_component(ff2 a) { return fmax(abs(a.x), abs(a.y)); }
FF_HD constexpr ff_t greatest_component(ff3 a) { return fmax(greatest_component(ff2{a.x, a.y}), abs(a.z)); }
FF_HD constexpr ff_t greatest_component(ff4 a) {
  return fmax(greatest_component(ff2{a.x, a.y}), greatest_component(ff2{a.z, a.w}));
}

// The factor that brings the largest component near 1, as an exponent; 0 where there is none.
template <class V>
FF_HD constexpr int normal_exponent(V a) {
  const ff_t m = greatest_component(a);
  return isfinite(m) && !equal(m.hi(), 0.0f) ? -ilogb(m) : 0;
}

template <class V>
FF_HD constexpr ff_t length_outside(V a) {
  const ff_t m = greatest_component(a);
  if (!isfinite(m)) return abs(m.hi());
  const int n = normal_exponent(a);
  return n == 0 ? sqrt(square_length(a)) : ldexp(sqrt(square_length(each(a, scaled_by{n}))), -n);
}

}  // namespace detail

/// The Euclidean length, relative error bounds::length_u2 u^2, as hypot: no undue over- or underflow,
/// below 2^-100 the result's words underflow; infinite if a component is.
template <class V, detail::if_vector<V> = 0>
FF_HD constexpr ff_t length(V a) {
  const ff_t s = detail::square_length(a);
  return detail::plain_squares(s.hi()) ? sqrt22(s) : detail::length_outside(a);
}
template <class V, detail::if_vector<V> = 0>
FF_HD constexpr ff_t distance(V a, V b) {
  return length(a - b);
}

/// a/|a|, each component to bounds::normalize_u2 u^2; below 2^-100 its words underflow.  NaN for the zero
/// vector and for infinite ones.
template <class V, detail::if_vector<V> = 0>
FF_HD constexpr V normalize(V a) {
  const ff_t s = detail::square_length(a);
  if (detail::plain_inverse_squares(s.hi())) return a * detail::accurate_rsqrt(s);
  const V b = detail::each(a, detail::scaled_by{detail::normal_exponent(a)});
  return b * rsqrt(detail::square_length(b));
}

namespace bounds {
/// Of dot with n components, relative to the sum of the products' magnitudes (docs/proofs/accumulator.md).
FF_HD constexpr double dot_u2(int n) { return 2.0 * n * n + 9.0 * n - 5.0; }
inline constexpr double length_u2 = 7, normalize_u2 = 10;

// Of components: products in [2^-80, 2^124]; any but those whose length overflows; those whose quotients keep
// both words.
inline constexpr range factors{-0x1p62, 0x1p62, -40}, all_lengths{-0x1p126, 0x1p126, -149},
    like_lengths{-0x1p48, 0x1p48, -48};

/// x is the range of every component, y of the second vector's.
inline constexpr function_row small_vectors[] = {
    {"dot2", proved(dot_u2(2), relative_to::operands), {factors, factors}, "accumulator.md"},
    {"dot3", proved(dot_u2(3), relative_to::operands), {factors, factors}, "accumulator.md"},
    {"dot4", proved(dot_u2(4), relative_to::operands), {factors, factors}, "accumulator.md"},
    {"cross", proved(dot_u2(2), relative_to::operands), {factors, factors}, "accumulator.md"},
    {"length2", observed(length_u2), {lengths}, "sum of squares"},
    {"length3", observed(length_u2), {lengths}, "sum of squares"},
    {"length4", observed(length_u2), {lengths}, "sum of squares"},
    {"length2_underflow", observed(length_u2, relative_to::subnormal), {short_lengths}, "scaled by 2^n"},
    {"length3_underflow", observed(length_u2, relative_to::subnormal), {short_lengths}, "scaled by 2^n"},
    {"length4_underflow", observed(length_u2, relative_to::subnormal), {short_lengths}, "scaled by 2^n"},
    {"normalize2", observed(normalize_u2), {like_lengths}, "sum of squares"},
    {"normalize3", observed(normalize_u2), {like_lengths}, "sum of squares"},
    {"normalize4", observed(normalize_u2), {like_lengths}, "sum of squares"},
    {"normalize2_wide", observed(normalize_u2, relative_to::subnormal), {all_lengths}, "scaled by 2^n"},
    {"normalize3_wide", observed(normalize_u2, relative_to::subnormal), {all_lengths}, "scaled by 2^n"},
    {"normalize4_wide", observed(normalize_u2, relative_to::subnormal), {all_lengths}, "scaled by 2^n"},
};
}  // namespace bounds

}  // namespace ff
