// The operators of fast_t and fused_t, and their comparisons.
//
// Operands are fast numbers, ff_t and every arithmetic type.  A float takes the cheaper mixed form; any other
// arithmetic type becomes the nearest pair first.
#pragma once

#include <ff/fast/fast_t.hpp>

namespace ff {
namespace detail {

template <class X>
inline constexpr bool is_sum = false;
template <bool ieee>
inline constexpr bool is_sum<basic_fast_sum<ieee>> = true;
template <class X>
inline constexpr bool is_open = is_sum<X>;
template <bool ieee>
inline constexpr bool is_open<basic_fast_product<ieee>> = true;

// An operand as the kernels take it: open, stored, or one word.
template <class X>
FF_HD constexpr auto term(X x) {
  if constexpr (is_open<X>)
    return x.open();
  else if constexpr (is_same<X, float> || is_half<X>)
    return static_cast<float>(x);
  else
    return ff_t(x);
}
FF_HD constexpr float open_negate(float x) { return neg(x); }
FF_HD constexpr ff_t open_negate(ff_t x) { return -x; }
FF_HD constexpr open_sum<float> open_negate(const open_sum<float>& s) { return {neg(s.hi), neg(s.lo)}; }
FF_HD constexpr open_product<float> open_negate(const open_product<float>& p) {
  return {p.x, p.y, p.by_word, !p.negative};
}

// The order in which the kernels take their operands, so that x + y and y + x have the same bits.
template <class X>
inline constexpr int place = 3;
template <>
inline constexpr int place<open_product<float>> = 0;
template <>
inline constexpr int place<open_sum<float>> = 1;
template <>
inline constexpr int place<ff_t> = 2;
// x + y, where two pairs take the form that keeps infinities, if it is asked for.
template <bool ieee, class X, class Y>
FF_HD constexpr open_sum<float> open_add_of(const X& x, const Y& y) {
  if constexpr (ieee && place<X> == 2 && place<Y> == 2)
    return open_add_ieee(x, y);
  else
    return open_add(x, y);
}
template <bool ieee, class X, class Y>
FF_HD constexpr basic_fast_sum<ieee> fast_add(X x, Y y) {
  constexpr bool of_two = place<X> != 1 && place<Y> != 1 && place<X> != 3 && place<Y> != 3;
  if constexpr (place<Y> < place<X>)
    return fast_add<ieee>(y, x);
  else if constexpr (of_two)
    return {open_add_of<ieee>(x, y),
            {place<Y> == 0   ? term_kind::products
             : place<X> == 0 ? term_kind::product_and_pair
                             : term_kind::pairs,
             as_term(x), as_term(y)}};
  else
    return open_add(x, y);
}

// A factor: a pair or one word.
template <bool ieee, class X>
FF_HD constexpr auto factor(X x) {
  if constexpr (is_same<X, float>)
    return x;
  else
    return stored<ieee>(x);
}
template <class X, class Y>
FF_HD constexpr open_product<float> fast_multiply(X x, Y y) {
  if constexpr (is_same<X, float>)
    return open_multiply(y, x);
  else
    return open_multiply(x, y);
}

FF_HD constexpr ff_t quotient(ff_t x, ff_t y) { return div22(x, y); }
FF_HD constexpr ff_t quotient(ff_t x, float y) { return div21(x, y); }
FF_HD constexpr ff_t quotient(float x, ff_t y) { return div12(x, y); }

}  // namespace detail

// ---------------------------------------------------------------- + - * /

/// x + y.  Of two stored numbers: 3 u^2 of the sum, under cancellation too, 17 instructions and 3 where it is
/// stored.  Of terms with a product or a sum among them: (2 n^2 + 10 n + 2) u^2 of the sum of the n
/// magnitudes, 8.  fused_t: one more for two stored numbers, and one where a sum is stored.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_sum_of<X, Y> operator+(X x, Y y) {
  return detail::fast_add<detail::keeps_infinities<X, Y>>(detail::term(x), detail::term(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_sum_of<X, Y> operator-(X x, Y y) {
  return detail::fast_add<detail::keeps_infinities<X, Y>>(detail::term(x),
                                                          detail::open_negate(detail::term(y)));
}

/// x y: mul22, 4 u^2.  3 instructions in a sum, 5 where it is stored.  fused_t: 7 where it is stored.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_product_of<X, Y> operator*(X x, Y y) {
  constexpr bool ieee = detail::keeps_infinities<X, Y>;
  return detail::fast_multiply(detail::factor<ieee>(detail::term(x)), detail::factor<ieee>(detail::term(y)));
}

/// x/y: div22, 5 u^2, for 2^-126 <= |y| < 2^126.  15 instructions.  fused_t: ff_t's, for all x and y.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr fast_of<X, Y> operator/(X x, Y y) {
  constexpr bool ieee = detail::keeps_infinities<X, Y>;
  const auto a = detail::factor<ieee>(detail::term(x));
  const auto b = detail::factor<ieee>(detail::term(y));
  if constexpr (ieee)
    return a / b;
  else
    return detail::quotient(a, b);
}

/// x = x + y and so on, with whatever y the operator takes; ++ and -- add 1 and -1.
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
FF_HD constexpr basic_fast<ieee>& operator+=(basic_fast<ieee>& x, Y y) {
  return x = x + y;
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
FF_HD constexpr basic_fast<ieee>& operator-=(basic_fast<ieee>& x, Y y) {
  return x = x - y;
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
FF_HD constexpr basic_fast<ieee>& operator*=(basic_fast<ieee>& x, Y y) {
  return x = x * y;
}
template <bool ieee, class Y, detail::if_fast<basic_fast<ieee>, Y> = 0>
FF_HD constexpr basic_fast<ieee>& operator/=(basic_fast<ieee>& x, Y y) {
  return x = x / y;
}
template <bool ieee>
FF_HD constexpr basic_fast<ieee>& operator++(basic_fast<ieee>& x) {
  return x = x + 1.0f;
}
template <bool ieee>
FF_HD constexpr basic_fast<ieee>& operator--(basic_fast<ieee>& x) {
  return x = x - 1.0f;
}
template <bool ieee>
FF_HD constexpr basic_fast<ieee> operator++(basic_fast<ieee>& x, int) {
  const basic_fast<ieee> before = x;
  x = x + 1.0f;
  return before;
}
template <bool ieee>
FF_HD constexpr basic_fast<ieee> operator--(basic_fast<ieee>& x, int) {
  const basic_fast<ieee> before = x;
  x = x - 1.0f;
  return before;
}

// ---------------------------------------------------------------- comparison

namespace detail {

// By the words, heads first: the order of the values for pairs, and an order for whatever else is stored.
// Three instructions.
FF_HD constexpr bool fast_less(ff_t x, ff_t y) {
  const bool heads = less(x.hi(), y.hi()), level = equal(x.hi(), y.hi()), tails = less(x.lo(), y.lo());
  return heads | (level & tails);
}

// The sum of two terms, closed, and their heads.
template <bool ieee>
FF_HD constexpr ff_t sum_of(const two_terms& s) {
  return s.kind == term_kind::products           ? stored<ieee>(open_add(s.a, s.b))
         : s.kind == term_kind::product_and_pair ? stored<ieee>(open_add(s.a, s.b.x))
                                                 : stored<ieee>(open_add_of<ieee>(s.a.x, s.b.x));
}
FF_HD constexpr float first_head(const two_terms& s) {
  return s.kind == term_kind::pairs ? s.a.x.hi() : head_of(s.a);
}
FF_HD constexpr float second_head(const two_terms& s) {
  return s.kind == term_kind::products ? head_of(s.b) : s.b.x.hi();
}
FF_HD constexpr bool fast_equal(ff_t x, ff_t y) {
  const bool heads = equal(x.hi(), y.hi()), tails = equal(x.lo(), y.lo());
  return heads & tails;
}
FF_HD constexpr bool fast_at_most(ff_t x, ff_t y) {
  const bool heads = less(x.hi(), y.hi()), level = equal(x.hi(), y.hi()), reversed = less(y.lo(), x.lo());
  return heads | (level & !reversed);
}
// Stored numbers: by the words, or as ff_t, since the low word of an infinity means nothing.
template <bool or_equal, bool ieee>
FF_HD constexpr bool in_order(ff_t x, ff_t y) {
  if constexpr (ieee)
    return or_equal ? x <= y : x < y;
  else
    return or_equal ? fast_at_most(x, y) : fast_less(x, y);
}

// Returns whether sum and y, or where `turned` y and sum, are in order.  What the heads leave of two terms is
// below 2^-21 of their magnitudes, so a larger difference decides; the sum is closed in the rare other case
// alone.
template <bool or_equal, bool ieee>
FF_HD constexpr bool in_order(const basic_fast_sum<ieee>& sum, ff_t y, bool turned) {
  const two_terms& s = sum.terms();
  if (s.kind != term_kind::none) {
    const float a = first_head(s), b = second_head(s);
    const float difference = sub_rn(add_rn(a, b), y.hi()), magnitude = add_rn(ff::abs(a), ff::abs(b));
    const bool by_heads = turned ? less(0.0f, difference) : less(difference, 0.0f);
    if (less(mul_rn(0x1p-20f, magnitude), ff::abs(difference))) return by_heads;
  }
  const ff_t x = s.kind == term_kind::none ? ff_t(sum) : sum_of<ieee>(s);
  return turned ? in_order<or_equal, ieee>(y, x) : in_order<or_equal, ieee>(x, y);
}
template <bool or_equal, class X, class Y>
FF_HD constexpr bool in_order_of(X x, Y y) {
  if constexpr (is_sum<X>)
    return in_order<or_equal>(x, ff_t(y), false);
  else if constexpr (is_sum<Y>)
    return in_order<or_equal>(y, ff_t(x), true);
  else
    return in_order<or_equal, keeps_infinities<X, Y>>(ff_t(x), ff_t(y));
}

}  // namespace detail

/// By the words of both, each stored first: in the order of the values where both are pairs.  A weak pair may
/// stand on the wrong side of one within half an ulp of it, and equals no other words of its value.  A double
/// or an integer of 64 bits is rounded to the nearest pair.  With a NaN all are false but !=.  fused_t: by
/// the values, as ff_t, whose comparisons take 10 instructions for 3.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool operator==(X x, Y y) {
  if constexpr (detail::keeps_infinities<X, Y>)
    return ff_t(x) == ff_t(y);
  else
    return detail::fast_equal(ff_t(x), ff_t(y));
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool operator!=(X x, Y y) {
  return !(x == y);
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool operator<(X x, Y y) {
  return detail::in_order_of<false>(x, y);
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool operator>(X x, Y y) {
  return detail::in_order_of<false>(y, x);
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool operator<=(X x, Y y) {
  return detail::in_order_of<true>(x, y);
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool operator>=(X x, Y y) {
  return detail::in_order_of<true>(y, x);
}

/// isless and its kin: the operators' order under C's names.  isunordered is true with a NaN.
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool isgreater(X x, Y y) {
  return x > y;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool isgreaterequal(X x, Y y) {
  return x >= y;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool isless(X x, Y y) {
  return x < y;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool islessequal(X x, Y y) {
  return x <= y;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool islessgreater(X x, Y y) {
  return x < y || x > y;
}
template <class X, class Y, detail::if_fast<X, Y> = 0>
FF_HD constexpr bool isunordered(X x, Y y) {
  return isnan(ff_t(x)) || isnan(ff_t(y));
}

}  // namespace ff
