// Comparison by value: exact for every pair, the weak form that mul22 may leave included, and against every
// arithmetic type.  NaN is unordered.
#pragma once

#include <ff/eft.hpp>

namespace ff {
namespace detail {

// less, equal and at_most: of floats, and here of pairs and whatever compares with them.
using ff::equal;
using ff::less;

// lo, or some number beside a head that is infinite or NaN, which the sum of both then is.
FF_HD_PRIMITIVE constexpr float low_word(ff_t x) { return limited(x.lo(), 0x1p106f); }

// The strict pair of a value is unique, so its words compare in order: by the low words where the heads are
// equal.  For infinities the low word becomes NaN, which compares as equal.  No branch: 10 instructions.
struct strict_words {
  float xh, xl, yh, yl;
  bool level;  // the heads are equal
};
FF_HD_PRIMITIVE constexpr strict_words strict(ff_t x, ff_t y) {
  const auto [xh, xl] = fast_add12(x.hi(), low_word(x));
  const auto [yh, yl] = fast_add12(y.hi(), low_word(y));
  return {xh, xl, yh, yl, equal(xh, yh)};
}
FF_HD_PRIMITIVE constexpr bool less(ff_t x, ff_t y) {
  const auto [xh, xl, yh, yl, level] = strict(x, y);
  return less(level ? xl : xh, level ? yl : yh);
}
FF_HD_PRIMITIVE constexpr bool equal(ff_t x, ff_t y) {
  const auto [xh, xl, yh, yl, level] = strict(x, y);
  const bool tails = less(xl, yl), tails_reversed = less(yl, xl);
  return level & !tails & !tails_reversed;
}
FF_HD_PRIMITIVE constexpr bool at_most(ff_t x, ff_t y) {
  const auto [xh, xl, yh, yl, level] = strict(x, y);
  const bool heads = less(xh, yh), tails_reversed = less(yl, xl);
  return heads | (level & !tails_reversed);
}

// Against one float, whose low word is zero.
FF_HD_PRIMITIVE constexpr bool less(ff_t x, float y) {
  const auto [s, e] = fast_add12(x.hi(), low_word(x));
  return less(s, y) || (equal(s, y) && less(e, 0.0f));
}
FF_HD_PRIMITIVE constexpr bool less(float x, ff_t y) {
  const auto [s, e] = fast_add12(y.hi(), low_word(y));
  return less(x, s) || (equal(x, s) && less(0.0f, e));
}
FF_HD_PRIMITIVE constexpr bool equal(ff_t x, float y) {
  const auto [s, e] = fast_add12(x.hi(), low_word(x));
  return equal(s, y) && !less(e, 0.0f) && !less(0.0f, e);
}

// Against a double d: the nearest pair to it, then the sign of what that leaves.  A head that is infinite or
// NaN counts alone; the low words of infinities become NaN, which decides nothing.
struct standing {
  bool before, level, behind;  // of x to d
};
FF_HD constexpr standing stand(ff_t x, double d) {
  const auto [dh, dl, rest] = words_of(d);
  const auto [xh, xl] = add12(x.hi(), less(abs(x.hi()), infinity) ? x.lo() : 0.0f);
  const bool heads = less(xh, dh), heads_reversed = less(dh, xh), level = equal(xh, dh);
  const bool tails = less(xl, dl), tails_reversed = less(dl, xl);
  const bool before = heads | (level & (tails | (!tails_reversed & (rest > 0))));
  const bool behind = heads_reversed | (level & (tails_reversed | (!tails & (rest < 0))));
  const bool same = level & !before & !behind;
  return {before, same, behind};
}
FF_HD constexpr bool less(ff_t x, double d) { return stand(x, d).before; }
FF_HD constexpr bool less(double d, ff_t x) { return stand(x, d).behind; }
FF_HD constexpr bool equal(ff_t x, double d) { return stand(x, d).level; }

// Against a wider number w, an integer of 64 or 128 bits or a long double: the nearest ff_t to w, and where x
// is that the exact rest.
template <class W>
inline constexpr bool is_wide = is_large_integer<W> || is_huge_integer<W> || is_same<W, long double>;
template <class R>
struct rounded_number {
  ff_t nearest;
  R rest;  // w - nearest
};
template <class Int, require<is_large_integer<Int>> = 0>
FF_HD constexpr rounded_number<int64> round_number(Int i) {
  const ff_t nearest(i);
  const uint64 sum = modulo_2_64(nearest.hi()) + modulo_2_64(nearest.lo());
  return {nearest, static_cast<int64>(static_cast<uint64>(i) - sum)};
}
// Where the pair became infinite, i lies on the finite side of it.
template <class Int, require<is_huge_integer<Int>> = 0, class R = int128>
FF_HD constexpr rounded_number<R> round_number(Int i) {
  using U = typename unsigned_of<Int>::type;
  const ff_t nearest(i);
  if (!less(abs(nearest.hi()), infinity)) return {nearest, R(-1)};
  const U hi = integer_part<U>(abs(nearest.hi())), lo = integer_part<U>(abs(nearest.lo()));
  const U sum = (less(nearest.hi(), 0.0f) ? U(0) - hi : hi) + (less(nearest.lo(), 0.0f) ? U(0) - lo : lo);
  return {nearest, static_cast<R>(static_cast<U>(i) - sum)};
}
// Of an infinity the rest is NaN, neither above nor below 0; of an overflow infinite.
template <class F, require<is_same<F, long double>> = 0>
FF_HD constexpr rounded_number<F> round_number(F w) {
  const ff_t nearest(w);
  return {nearest, w - static_cast<F>(nearest.hi()) - static_cast<F>(nearest.lo())};
}
template <class W, require<is_wide<W>> = 0>
FF_HD constexpr bool less(ff_t x, W w) {
  const auto [nearest, rest] = round_number(w);
  return less(x, nearest) || (rest > 0 && equal(x, nearest));
}
template <class W, require<is_wide<W>> = 0>
FF_HD constexpr bool less(W w, ff_t x) {
  const auto [nearest, rest] = round_number(w);
  return less(nearest, x) || (rest < 0 && equal(x, nearest));
}
template <class W, require<is_wide<W>> = 0>
FF_HD constexpr bool equal(ff_t x, W w) {
  const auto [nearest, rest] = round_number(w);
  return !(rest < 0) && !(rest > 0) && equal(x, nearest);
}

template <class W, require<is_same<W, float> || is_same<W, double> || is_wide<W>> = 0>
FF_HD constexpr bool equal(W w, ff_t x) {
  return equal(x, w);
}

template <class X, class Y>
FF_HD constexpr bool at_most(X x, Y y) {
  return less(x, y) || equal(x, y);
}
FF_HD constexpr bool at_most(ff_t x, double d) {
  const standing s = stand(x, d);
  return s.before | s.level;
}
FF_HD constexpr bool at_most(double d, ff_t x) {
  const standing s = stand(x, d);
  return s.behind | s.level;
}

// Integers of 32 bits compare as the ff_t, floats of 16 bits as the float they equal; everything else as it
// is.
template <class X>
FF_HD_PRIMITIVE constexpr auto operand(X x) {
  if constexpr (is_small_integer<X> || is_same<X, bool>)
    return ff_t(static_cast<int64>(x));
  else if constexpr (is_half<X>)
    return static_cast<float>(x);
  else
    return x;
}

template <class X>
inline constexpr bool is_operand = is_same<X, ff_t> || is_same<X, float> || is_same<X, double> ||
                                   is_half<X> || is_wide<X> || is_small_integer<X> || is_same<X, bool>;
template <class X, class Y>
using if_comparable = require<(is_same<X, ff_t> && is_operand<Y>) || (is_operand<X> && is_same<Y, ff_t>)>;

}  // namespace detail

/// By value, exactly.  With a NaN all are false but !=.
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool operator==(X x, Y y) {
  return detail::equal(detail::operand(x), detail::operand(y));
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool operator!=(X x, Y y) {
  return !(x == y);
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool operator<(X x, Y y) {
  return detail::less(detail::operand(x), detail::operand(y));
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool operator>(X x, Y y) {
  return y < x;
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool operator<=(X x, Y y) {
  return detail::at_most(detail::operand(x), detail::operand(y));
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool operator>=(X x, Y y) {
  return y <= x;
}

/// Operands that convert into a number, such as an enumeration or an expression template, compare too.
FF_HD constexpr bool operator==(ff_t x, ff_t y) { return detail::equal(x, y); }
FF_HD constexpr bool operator!=(ff_t x, ff_t y) { return !detail::equal(x, y); }
FF_HD constexpr bool operator<(ff_t x, ff_t y) { return detail::less(x, y); }
FF_HD constexpr bool operator>(ff_t x, ff_t y) { return detail::less(y, x); }
FF_HD constexpr bool operator<=(ff_t x, ff_t y) { return detail::at_most(x, y); }
FF_HD constexpr bool operator>=(ff_t x, ff_t y) { return detail::at_most(y, x); }

/// isless and its kin: the same order under C's names.  isunordered is true with a NaN.
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool isgreater(X x, Y y) {
  return y < x;
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool isgreaterequal(X x, Y y) {
  return y <= x;
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool isless(X x, Y y) {
  return x < y;
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool islessequal(X x, Y y) {
  return x <= y;
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool islessgreater(X x, Y y) {
  return x < y || y < x;
}
template <class X, class Y, detail::if_comparable<X, Y> = 0>
FF_HD constexpr bool isunordered(X x, Y y) {
  return !(x <= y) && !(y <= x);
}

#if FF_THREE_WAY
/// C++20, on the host: the same order in one value, std::partial_ordering::unordered with a NaN.
template <class X, class Y, detail::if_comparable<X, Y> = 0>
constexpr std::partial_ordering operator<=>(X x, Y y) {
  if (x == y) return std::partial_ordering::equivalent;
  return x < y   ? std::partial_ordering::less
         : y < x ? std::partial_ordering::greater
                 : std::partial_ordering::unordered;
}
#endif

}  // namespace ff
