// fast_t and fused_t: numbers for arithmetic in kernels, and the two types of what their operators compute.
//
// Both have the bytes of ff_t.  Their sums of products are fused: a product or a sum has a type of its own,
// which keeps the parts of its rounding open until it is stored.  fast_t does not look after infinities and
// overflow: they end in an infinity or NaN, seldom in the one that IEEE has.  fused_t keeps them, for one
// instruction more where a sum or a product is stored, and is fast_t bit for bit elsewhere.
#pragma once

#include <ff/fast/kernels.hpp>
#include <ff/operators.hpp>
#include <ff/type/bound.hpp>

namespace ff {

template <bool ieee>
class basic_fast;
template <bool ieee>
class basic_fast_sum;
template <bool ieee>
class basic_fast_product;

/// The number that does not look after infinities, and what its operators compute.
using fast_t = basic_fast<false>;
using fast_sum = basic_fast_sum<false>;
using fast_product = basic_fast_product<false>;
/// The number that keeps infinities, and what its operators compute.
using fused_t = basic_fast<true>;
using fused_sum = basic_fast_sum<true>;
using fused_product = basic_fast_product<true>;

namespace detail {

// 1 for fast_t and what it computes, 2 for fused_t, 0 for all other types.
template <class X>
inline constexpr int fast_kind = 0;
template <bool ieee>
inline constexpr int fast_kind<basic_fast<ieee>> = 1 + ieee;
template <bool ieee>
inline constexpr int fast_kind<basic_fast_sum<ieee>> = 1 + ieee;
template <bool ieee>
inline constexpr int fast_kind<basic_fast_product<ieee>> = 1 + ieee;
template <class X>
inline constexpr bool is_fast = fast_kind<X> != 0;

// These may stand beside a fast number: everything that an ff_t is made from, and ff_t.  A fast_t and a
// fused_t meet in ff_t, to which both convert.
template <class X>
inline constexpr bool is_fast_operand = is_fast<X> || is_operand<X> || is_character<X>;
template <class... X>
inline constexpr int kind_of_all = (fast_kind<X> | ...);
template <class... X>
using if_fast = require<(is_fast_operand<X> && ...) && (kind_of_all<X...> == 1 || kind_of_all<X...> == 2)>;

// Tells whether the operands X are of fused_t.
template <class... X>
inline constexpr bool keeps_infinities = kind_of_all<X...> == 2;

// Everything that an ff_t is made from.
template <class A>
using if_number = require<(is_operand<A> || is_character<A>)&&!is_same<A, ff_t>>;

}  // namespace detail

/// These are the types that operations on X give: fast_t or fused_t, and their sums and products.
template <class... X>
using fast_of = basic_fast<detail::keeps_infinities<X...>>;
template <class... X>
using fast_sum_of = basic_fast_sum<detail::keeps_infinities<X...>>;
template <class... X>
using fast_product_of = basic_fast_product<detail::keeps_infinities<X...>>;

/// A number for arithmetic in kernels: 8 bytes, the words of a pair, as ff_t.
///
/// +, - and * give fast_sum and fast_product, which are a fast_t and what the next sum needs of it.  What is
/// stored is a pair, or weak as mul22 leaves it; after a cancellation to below 2^-22 of the terms of a sum
/// |lo| may reach 1.5 ulp(hi), which renormalize mends.  Conversions to and from ff_t are implicit and cost
/// nothing.
///
/// fused_t is the same with `ieee`: the head of what is stored is infinite or NaN where that of the heads is
/// in IEEE's arithmetic, whatever low words such operands have.  Of finite numbers below 2^126 its bits are
/// fast_t's, but for zeros: a sum that is zero is +0, other zeros have their sign.
template <bool ieee>
class alignas(8) basic_fast {
 public:
  using word = float;

  /// Uninitialised, like a float; `fast_t{}` is zero.
  basic_fast() = default;

  /// Converts from every arithmetic type: as ff_t, rounded to the nearest pair.
  template <class A, detail::if_number<A> = 0>
  FF_HD constexpr basic_fast(A x) : basic_fast(ff_t(x)) {}
  /// The words as they are.
  FF_HD constexpr basic_fast(ff_t x) : hi_(x.hi()), lo_(x.lo()) {}
  /// The words of a float2, x high and y low, as they are.
  FF_HD constexpr explicit basic_fast(float2 v) : hi_(v.x), lo_(v.y) {}

  /// A volatile number: both words as they are.  A template, since a constructor of copies has to stay
  /// trivial.
  template <class V, detail::require<detail::is_volatile_of<V, basic_fast>> = 0, class = void>
  FF_HD constexpr basic_fast(V&& x) : hi_(x.hi_), lo_(x.lo_) {}
  template <class V, detail::require<detail::is_volatile_of<V, basic_fast>> = 0>
  FF_HD basic_fast& operator=(V&& x) {
    return *this = basic_fast(x);
  }
  /// Assigns to a volatile number; returns nothing, as ff_t's.
  template <class Self = basic_fast>
  FF_HD void operator=(typename detail::enable_if<true, Self>::type x) volatile {
    hi_ = x.hi_;
    lo_ = x.lo_;
  }

  /// The words.
  FF_HD constexpr float hi() const { return hi_; }
  FF_HD constexpr float lo() const { return lo_; }

  /// Converts to the same words.
  FF_HD constexpr operator ff_t() const { return from_words(hi_, lo_); }
  /// Converts as ff_t: float is hi, double is correctly rounded, integers are truncated and saturate.
  template <class A, detail::if_number<A> = 0>
  FF_HD constexpr explicit operator A() const {
    return static_cast<A>(ff_t(*this));
  }
  /// The words as a float2, x high and y low.
  FF_HD constexpr explicit operator float2() const { return {hi_, lo_}; }
  /// A volatile number as any of these.
  template <class A, detail::require<detail::is_scalar<A> || detail::is_same<A, ff_t>> = 0>
  FF_HD explicit operator A() const volatile {
    return static_cast<A>(ff_t(basic_fast(*this)));
  }

  friend FF_HD constexpr basic_fast operator+(basic_fast x) { return x; }
  friend FF_HD constexpr basic_fast operator-(basic_fast x) { return -ff_t(x); }

 private:
  float hi_, lo_;
};

static_assert(sizeof(fast_t) == 8 && alignof(fast_t) == 8, "fast_t has the size and alignment of ff_t");
static_assert(sizeof(fused_t) == 8 && alignof(fused_t) == 8, "fused_t likewise");

namespace detail {

/// The terms of a sum of two, for comparisons: heads mostly decide, and the rest need not be computed.
enum class term_kind { none, pairs, product_and_pair, products };
struct two_terms {
  term_kind kind;
  open_product<float> a, b;  // a pair stands as x
};

FF_HD constexpr open_product<float> as_term(const open_product<float>& p) { return p; }
FF_HD constexpr open_product<float> as_term(ff_t x) { return {x, x, false, false}; }

// An open term is stored as its words, or those with IEEE's infinities.
template <bool ieee, class Term>
FF_HD constexpr ff_t stored(const Term& x) {
  if constexpr (ieee)
    return closed_ieee(x);
  else
    return closed(x);
}

}  // namespace detail

/// A sum that is not stored yet.  It is the fast_t of its closed words, which nobody computes who only adds
/// to it.
template <bool ieee>
class basic_fast_sum : public basic_fast<ieee> {
 public:
  /// The type that stores it.
  using number = basic_fast<ieee>;

  basic_fast_sum() = default;
  FF_HD constexpr basic_fast_sum(number x) : basic_fast_sum(detail::open_sum<float>{x.hi(), x.lo()}) {}
  FF_HD constexpr basic_fast_sum(const basic_fast_product<ieee>& p);
  FF_HD constexpr basic_fast_sum(detail::open_sum<float> s)
      : number(detail::stored<ieee>(s)), s_(s), terms_{} {}
  FF_HD constexpr basic_fast_sum(detail::open_sum<float> s, detail::two_terms terms)
      : number(detail::stored<ieee>(s)), s_(s), terms_(terms) {}

  /// The open words, and the terms of a sum of two.
  FF_HD constexpr const detail::open_sum<float>& open() const { return s_; }
  FF_HD constexpr const detail::two_terms& terms() const { return terms_; }

  friend FF_HD constexpr basic_fast_sum operator+(basic_fast_sum x) { return x; }
  friend FF_HD constexpr basic_fast_sum operator-(basic_fast_sum x) {
    return detail::open_sum<float>{neg(x.s_.hi), neg(x.s_.lo)};
  }

 private:
  detail::open_sum<float> s_;
  detail::two_terms terms_;
};

/// A product that is not stored yet, likewise: mul22's words, and its factors, which a sum takes so that the
/// product is not rounded before.
template <bool ieee>
class basic_fast_product : public basic_fast<ieee> {
 public:
  /// The type that stores it.
  using number = basic_fast<ieee>;

  basic_fast_product() = default;
  FF_HD constexpr basic_fast_product(detail::open_product<float> p)
      : number(detail::stored<ieee>(p)), p_(p) {}

  /// The factors.
  FF_HD constexpr const detail::open_product<float>& open() const { return p_; }

  friend FF_HD constexpr basic_fast_product operator+(basic_fast_product x) { return x; }
  friend FF_HD constexpr basic_fast_product operator-(basic_fast_product x) {
    return detail::open_product<float>{x.p_.x, x.p_.y, x.p_.by_word, !x.p_.negative};
  }

 private:
  detail::open_product<float> p_;
};

template <bool ieee>
FF_HD constexpr basic_fast_sum<ieee>::basic_fast_sum(const basic_fast_product<ieee>& p)
    : basic_fast_sum(basic_fast<ieee>(p)) {}

/// hi for index 0, lo for index 1: what structured bindings call.
template <size_t index, bool ieee>
FF_HD constexpr float get(const basic_fast<ieee>& x) {
  static_assert(index < 2, "a fast_t has two words");
  return index == 0 ? x.hi() : x.lo();
}

// An ellipsis would take the bytes of a number, as with ff_t.
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int printf(const A&...) = delete;
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int fprintf(const A&...) = delete;
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int sprintf(const A&...) = delete;
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int snprintf(const A&...) = delete;

namespace bounds {

/// The errors of fast_t and fused_t, stored: (2 n^2 + 10 n + 2) u^2 of a sum of n terms with a product among
/// them.
inline constexpr operator_row fast[] = {
    // ---- fast_t, stored: (2 n^2 + 10 n + 2) u^2 of a sum of n terms with a product among them
    {"fast_plus", {"AccurateDWPlusDW", 20}, proved(3), sums, "JMP 2017, Alg. 6"},
    {"fast_minus", {"AccurateDWPlusDW", 20}, proved(3), sums, "JMP 2017, Alg. 6"},
    {"fast_plus_float", {"DWPlusFP", 10}, proved(2), sums, "JMP 2017, Alg. 4"},
    {"fast_times", {"mul22", 5}, proved(4), products, "docs/proofs/mul22.md"},
    {"fast_times_float", {"mul21", 4}, proved(1), products, "docs/proofs/mul22.md"},
    {"fast_div", {"div22", 14}, proved(5), quotients, "docs/proofs/div22.md"},
    {"fast_rcp", {"rcp22", 9}, proved(2.5), reciprocals, "docs/proofs/div22.md"},
    {"fast_sqrt", {"sqrt22", 16}, proved(3.375), roots, "docs/proofs/sqrt22.md"},
    {"fast_rsqrt", {"rsqrt22", 17}, proved(5), reciprocal_roots, "docs/proofs/sqrt22.md"},
    {"fast_multiply_add",
     {"a step of ff::accumulator", 13},
     proved(12, relative_to::operands),
     fused_products,
     "docs/proofs/accumulator.md"},
    {"fast_discriminant",
     {"ours", 17},
     proved(22, relative_to::operands),
     like_factors,
     "docs/proofs/fast.md"},
    {"fast_norm2", {"ours", 27}, proved(50, relative_to::operands), like_factors, "docs/proofs/fast.md"},
    // ---- fused_t, stored: fast_t's bits
    {"fused_plus", {"AccurateDWPlusDW", 22}, proved(3), sums, "docs/proofs/fast.md"},
    {"fused_times", {"mul22", 7}, proved(4), products, "docs/proofs/mul22.md"},
    {"fused_multiply_add",
     {"a step of ff::accumulator", 14},
     proved(12, relative_to::operands),
     fused_products,
     "docs/proofs/fast.md"},
    {"fused_norm2", {"ours", 28}, proved(50, relative_to::operands), like_factors, "docs/proofs/fast.md"},
};

}  // namespace bounds

}  // namespace ff

template <bool ieee>
struct std::tuple_size<ff::basic_fast<ieee>> {
  static constexpr ff::size_t value = 2;
};
template <bool ieee>
struct std::tuple_size<const ff::basic_fast<ieee>> {
  static constexpr ff::size_t value = 2;
};
template <ff::size_t index, bool ieee>
struct std::tuple_element<index, ff::basic_fast<ieee>> {
  using type = float;
};
template <ff::size_t index, bool ieee>
struct std::tuple_element<index, const ff::basic_fast<ieee>> {
  using type = const float;
};
