// fast_t: the number for arithmetic in kernels, and the two types of what its operators compute.
//
// fast_t has the bytes of ff_t.  Its sums of products are fused: a product or a sum has a type of its own,
// which keeps the parts of its rounding open until it is stored in a fast_t.  Infinities and overflow are not
// looked after: they end in an infinity or NaN, seldom in the one that IEEE has.
#pragma once

#include <ff/basic.hpp>
#include <ff/fast/kernels.hpp>

namespace ff {

class fast_t;
class fast_sum;
class fast_product;

namespace detail {

template <class X>
inline constexpr bool is_fast = is_same<X, fast_t> || is_same<X, fast_sum> || is_same<X, fast_product>;

// What may stand beside a fast number: everything that an ff_t is made from, and ff_t.
template <class X>
inline constexpr bool is_fast_operand = is_fast<X> || is_operand<X>;
template <class X, class Y>
using if_fast = require<(is_fast<X> && is_fast_operand<Y>) || (is_fast_operand<X> && is_fast<Y>)>;

// Everything that an ff_t is made from.
template <class A>
using if_number = require<is_operand<A> && !is_same<A, ff_t>>;

}  // namespace detail

/// A number for arithmetic in kernels: 8 bytes, the words of a pair, as ff_t.
///
/// +, - and * give fast_sum and fast_product, which are a fast_t and what the next sum needs of it.  What is
/// stored is a pair, or weak as mul22 leaves it; after a cancellation to below 2^-22 of the terms of a sum
/// |lo| may reach 1.5 ulp(hi), which renormalize mends.  Conversions to and from ff_t are implicit and cost
/// nothing.
class alignas(8) fast_t {
 public:
  using word = float;

  /// Uninitialised, like a float; `fast_t{}` is zero.
  fast_t() = default;

  /// Converts from every arithmetic type: as ff_t, rounded to the nearest pair.
  template <class A, detail::if_number<A> = 0>
  FF_HD constexpr fast_t(A x) : fast_t(ff_t(x)) {}
  /// The words as they are.
  FF_HD constexpr fast_t(ff_t x) : hi_(x.hi()), lo_(x.lo()) {}
  /// The words of a float2, x high and y low, as they are.
  FF_HD constexpr explicit fast_t(float2 v) : hi_(v.x), lo_(v.y) {}

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

  friend FF_HD constexpr fast_t operator+(fast_t x) { return x; }
  friend FF_HD constexpr fast_t operator-(fast_t x) { return -ff_t(x); }

 private:
  float hi_, lo_;
};

static_assert(sizeof(fast_t) == 8 && alignof(fast_t) == 8, "fast_t has the size and alignment of ff_t");

namespace detail {

/// The terms of a sum of two, for comparisons: heads mostly decide, and the rest need not be computed.
enum class term_kind { none, pairs, product_and_pair, products };
struct two_terms {
  term_kind kind;
  open_product<float> a, b;  // a pair stands as x
};

FF_HD constexpr open_product<float> as_term(const open_product<float>& p) { return p; }
FF_HD constexpr open_product<float> as_term(ff_t x) { return {x, x, false, false}; }

}  // namespace detail

/// A sum that is not stored yet.  It is the fast_t of its closed words, which nobody computes who only adds
/// to it.
class fast_sum : public fast_t {
 public:
  fast_sum() = default;
  FF_HD constexpr fast_sum(fast_t x) : fast_sum(detail::open_sum<float>{x.hi(), x.lo()}) {}
  FF_HD constexpr fast_sum(const fast_product& p);
  FF_HD constexpr fast_sum(detail::open_sum<float> s) : fast_t(closed(s)), s_(s), terms_{} {}
  FF_HD constexpr fast_sum(detail::open_sum<float> s, detail::two_terms terms)
      : fast_t(closed(s)), s_(s), terms_(terms) {}

  /// The open words, and the terms of a sum of two.
  FF_HD constexpr const detail::open_sum<float>& open() const { return s_; }
  FF_HD constexpr const detail::two_terms& terms() const { return terms_; }

  friend FF_HD constexpr fast_sum operator+(fast_sum x) { return x; }
  friend FF_HD constexpr fast_sum operator-(fast_sum x) {
    return detail::open_sum<float>{neg(x.s_.hi), neg(x.s_.lo)};
  }

 private:
  detail::open_sum<float> s_;
  detail::two_terms terms_;
};

/// A product that is not stored yet, likewise: mul22's words, and its factors, which a sum takes so that the
/// product is not rounded before.
class fast_product : public fast_t {
 public:
  fast_product() = default;
  FF_HD constexpr fast_product(detail::open_product<float> p) : fast_t(closed(p)), p_(p) {}

  /// The factors.
  FF_HD constexpr const detail::open_product<float>& open() const { return p_; }

  friend FF_HD constexpr fast_product operator+(fast_product x) { return x; }
  friend FF_HD constexpr fast_product operator-(fast_product x) {
    return detail::open_product<float>{x.p_.x, x.p_.y, x.p_.by_word, !x.p_.negative};
  }

 private:
  detail::open_product<float> p_;
};

FF_HD constexpr fast_sum::fast_sum(const fast_product& p) : fast_sum(fast_t(p)) {}

/// hi for index 0, lo for index 1: what structured bindings call.
template <size_t index>
FF_HD constexpr float get(const fast_t& x) {
  static_assert(index < 2, "a fast_t has two words");
  return index == 0 ? x.hi() : x.lo();
}

// As for ff_t: an ellipsis would take the bytes of a number.
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int printf(const A&...) = delete;
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int fprintf(const A&...) = delete;
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int sprintf(const A&...) = delete;
template <class... A, detail::require<(detail::is_fast<A> || ...)> = 0>
int snprintf(const A&...) = delete;

}  // namespace ff

template <>
struct std::tuple_size<ff::fast_t> {
  static constexpr ff::size_t value = 2;
};
template <>
struct std::tuple_size<const ff::fast_t> {
  static constexpr ff::size_t value = 2;
};
template <ff::size_t index>
struct std::tuple_element<index, ff::fast_t> {
  using type = float;
};
template <ff::size_t index>
struct std::tuple_element<index, const ff::fast_t> {
  using type = const float;
};
