// Bounds of single values, on the side R: `fast` takes ordinary operands in few instructions, `careful` all.
//
// For words `fast` is one directed instruction, wrong only for 0 times infinity, which it makes NaN.  For
// pairs it is wrong, and then not finite, where an operand is infinite or something overflows; quotient and
// root have ranges besides.
#pragma once

#include <ff/interval/endpoint.hpp>

namespace ff {
namespace detail {

struct fast {
  template <toward R, class T>
  FF_HD static constexpr T add(T a, T b) {
    if constexpr (is_pair<T>) return add22_toward<R>(a, b);
    if constexpr (!is_pair<T>) return add_toward<R>(a, b);
  }
  template <toward R, class T>
  FF_HD static constexpr T mul(T a, T b) {
    if constexpr (is_pair<T>) return mul22_toward<R>(a, b);
    if constexpr (!is_pair<T>) return mul_toward<R>(a, b);
  }
  template <toward R, class T>
  FF_HD static constexpr T sqr(T a) {
    if constexpr (is_pair<T>) return sqr22_toward<R>(a);
    if constexpr (!is_pair<T>) return mul_toward<R>(a, a);
  }
  template <toward R, class T>
  FF_HD static constexpr T fma(T a, T b, T c) {
    if constexpr (is_pair<T>) return fma22_toward<R>(a, b, c);
    if constexpr (!is_pair<T>) return fma_toward<R>(a, b, c);
  }
  // a / b for b > 0, of pairs 2^-126 <= b < 2^126.
  template <toward R, class T>
  FF_HD static constexpr T div(T a, T b) {
    if constexpr (is_pair<T>) return div22_toward<R>(a, b);
    if constexpr (!is_pair<T>) return div_toward<R>(a, b);
  }
  // The root of a >= 0, of pairs 2^-102 <= a < 2^128.
  template <toward R, class T>
  FF_HD static constexpr T sqrt(T a) {
    if constexpr (is_pair<T>) return sqrt22_toward<R>(a);
    if constexpr (!is_pair<T>) return sqrt_toward<R>(a);
  }
};

// Operands are endpoints, so a sum of infinities is of the same sign, and one in a fused sum decides it; 0
// times infinity is 0.  NaN gives NaN.
struct careful {
  template <toward R, class T>
  FF_HD static constexpr T add(T a, T b) {
    if (!finite(a) || !finite(b)) return T(fast::add<R>(head(a), head(b)));
    const T s = fast::add<R>(a, b);
    if constexpr (is_pair<T>) {
      if (!finite(s)) return fast::add<R>(narrow22_toward<R>(a), narrow22_toward<R>(b));
    }
    return s;
  }
  template <toward R, class T>
  FF_HD static constexpr T mul(T a, T b) {
    if (is_nan(a) || is_nan(b)) return not_a_number<T>();
    if (zero(a) || zero(b)) return T(0.0f);
    if (!finite(a) || !finite(b)) return T(fast::mul<R>(head(a), head(b)));
    return overflowing<R>(fast::mul<R>(a, b), negative(a) != negative(b));
  }
  template <toward R, class T>
  FF_HD static constexpr T sqr(T a) {
    if (is_nan(a)) return not_a_number<T>();
    if (!finite(a)) return T(infinity);
    return overflowing<R>(fast::sqr<R>(a), false);
  }
  template <toward R, class T>
  FF_HD static constexpr T fma(T a, T b, T c) {
    if (is_nan(a) || is_nan(b) || !finite(c)) return is_nan(a) || is_nan(b) ? not_a_number<T>() : c;
    const T fused = fast::fma<R>(a, b, c);
    return finite(fused) ? fused : add<R>(mul<R>(a, b), c);
  }
  // b >= 0.
  template <toward R, class T>
  FF_HD static constexpr T div(T a, T b) {
    if (is_nan(a) || is_nan(b)) return not_a_number<T>();
    if (zero(a)) return a;
    if (zero(b) || !finite(a) || !finite(b)) return T(fast::div<R>(head(a), magnitude_of(head(b))));
    if constexpr (is_pair<T>) {
      if (less(b.hi(), 0x1p-126f)) {
        if (!less(abs(a.hi()), 0x1p60f)) return ff_t(beyond<R>(negative(a)));
        a = times_toward<R>(a, 0x1p64f), b = times_toward<R>(b, 0x1p64f);  // exact
      }
      // As floats from here: a pair 2^-126 times b need not exist.
      if (!less(b.hi(), 0x1p126f)) {
        const float n = narrow22_toward<R>(a),
                    d = negative(a) ? narrow22_toward<R>(b) : narrow22_toward<opposite(R)>(b);
        return fast::div<R>(n, d);
      }
    }
    return overflowing<R>(fast::div<R>(a, b), negative(a));
  }
  // a >= 0.
  template <toward R, class T>
  FF_HD static constexpr T sqrt(T a) {
    if (zero(a) || !finite(a)) return a;
    if constexpr (is_pair<T>) {
      if (less(a.hi(), 0x1p-102f))
        return times_toward<R>(fast::sqrt<R>(times_toward<R>(a, 0x1p64f)), 0x1p-32f);
    }
    return fast::sqrt<R>(a);
  }

 private:
  // x times a power of two that leaves the head exact.
  template <toward R>
  FF_HD static constexpr ff_t times_toward(ff_t x, float power) {
    return from_words(mul_rn(x.hi(), power), mul_toward<R>(x.lo(), power));
  }

  // x, or where that is an overflow what the exact value rounds to.
  template <toward R, class T>
  FF_HD static constexpr T overflowing(T x, bool is_negative) {
    if constexpr (is_pair<T>) return finite(x) ? x : ff_t(beyond<R>(is_negative));
    return x;
  }
};

}  // namespace detail
}  // namespace ff
